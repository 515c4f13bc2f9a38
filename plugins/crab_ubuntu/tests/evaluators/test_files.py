"""Files: what they are, and what they say."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from crab_core import DefinitionError


@pytest.mark.parametrize(
    ("arguments", "passes"),
    [
        ({"path": "a.txt"}, True),
        ({"path": "~/a.txt", "kind": "file"}, True),
        ({"path": "a.txt", "kind": "folder"}, False),
        ({"path": "folder", "kind": "folder"}, True),
        ({"path": "folder/", "kind": "folder"}, True),
        ({"path": "folder", "kind": "file"}, False),
        ({"path": "link", "kind": "link"}, True),
        ({"path": "link", "kind": "file"}, True),
        ({"path": "a.txt", "kind": "link"}, False),
        ({"path": "dangling"}, False),
        ({"path": "dangling", "kind": "link"}, True),
        ({"path": "A.txt"}, False),
        ({"path": "a.tx"}, False),
        ({"path": "a.txt/b"}, False),
        ({"path": "pipe", "kind": "file"}, False),
    ],
)
def test_what_kind_of_thing_a_name_belongs_to(home: Path, judge, arguments, passes) -> None:
    (home / "a.txt").touch()
    (home / "folder").mkdir()
    (home / "link").symlink_to("a.txt")
    (home / "dangling").symlink_to("nowhere")
    os.mkfifo(home / "pipe")
    assert judge("file_exists", **arguments).passed is passes


def test_absent_means_that_nothing_at_all_is_there(home: Path, judge) -> None:
    (home / "a.txt").touch()
    (home / "dangling").symlink_to("nowhere")
    (home / "loop").symlink_to("loop")
    assert judge("file_absent", path="b.txt").passed
    assert judge("file_absent", path="no/such/b.txt").passed
    for there in ("a.txt", "dangling", "loop", ".", "loop/b.txt", "x" * 300):
        assert not judge("file_absent", path=there).passed


@pytest.mark.parametrize("path", ["", "a\0b"])
def test_what_can_be_no_path_is_a_fault_of_the_task(home: Path, judge, path: str) -> None:
    with pytest.raises(DefinitionError, match="is no path"):
        judge("file_exists", path=path)


@pytest.mark.parametrize(
    ("pattern", "passes"),
    [
        (r"^total: \d+$", True),
        (r"^total:\d+$", False),
        (r"^Total", False),
        ("z*", False),  # matches, but nothing
        ("(?i)TOTAL", True),
    ],
)
def test_an_expression_is_looked_for_line_by_line(home: Path, judge, pattern: str, passes: bool) -> None:
    (home / "a.txt").write_text("first\ntotal: 42\n")
    assert judge("file_content", path="a.txt", content=pattern, match="regex").passed is passes


def test_a_broken_expression_is_a_fault_of_the_task(home: Path, judge) -> None:
    (home / "a.txt").write_text("x")
    with pytest.raises(DefinitionError, match="no regular expression"):
        judge("file_content", path="a.txt", content="(", match="regex")


def test_an_expression_that_tries_for_ever_is_stopped_and_the_next_one_works(home: Path, judge) -> None:
    (home / "a.txt").write_text("a" * 60 + "!")
    verdict = judge("file_content", path="a.txt", content="(a+)+$", match="regex")
    assert not verdict.passed
    assert "more than 1.8 s" in verdict.reason
    assert judge("file_content", path="a.txt", content="a+!$", match="regex").passed


@pytest.mark.parametrize(
    ("lines", "order", "passes"),
    [
        (["one", "two", "three"], "exact", True),
        (["one", "three", "two"], "exact", False),
        (["one", "two"], "exact", False),
        (["one", "two", "three", ""], "exact", False),
        (["one", "three"], "in_order", True),
        (["three", "one"], "in_order", False),
        (["one", "one"], "in_order", False),
        ([], "in_order", False),
        (["three", "one", "two"], "any_order", True),
        (["three", "one", "two", "two"], "any_order", False),
        (["three", "One", "two"], "any_order", False),
    ],
)
def test_lines(home: Path, judge, lines, order, passes) -> None:
    for text in ("one\ntwo\nthree\n", "one\ntwo\nthree", "one\r\ntwo\r\nthree\r\n"):
        (home / "a.txt").write_bytes(text.encode())
        assert judge("file_lines", path="a.txt", lines=lines, order=order).passed is passes


@pytest.mark.parametrize(("text", "count"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)])
def test_line_counts(home: Path, judge, text: str, count: int) -> None:
    (home / "a.txt").write_text(text)
    assert judge("file_line_count", path="a.txt", count=count).passed
    assert not judge("file_line_count", path="a.txt", count=count + 1).passed
    assert f"has {count} lines" in judge("file_line_count", path="a.txt", count=-1).reason


def test_a_copy_has_the_same_bytes_and_is_no_link(home: Path, judge) -> None:
    (home / "a").write_bytes(b"\0\1\2")
    (home / "copy").write_bytes(b"\0\1\2")
    (home / "near").write_bytes(b"\0\1\3")
    (home / "link").symlink_to("a")
    assert judge("file_same_as", path="copy", reference="a").passed
    assert judge("file_same_as", path="copy", reference="data:;base64,AAEC").passed
    for path, reference in (("near", "a"), ("link", "a"), ("copy", "data:;base64,AAED"), ("copy", "missing")):
        assert not judge("file_same_as", path=path, reference=reference).passed
    for path, reference in (("a", "./a"), ("a", "data:;base64,*"), ("a", "data:AAEC")):
        with pytest.raises(DefinitionError):
            judge("file_same_as", path=path, reference=reference)


@pytest.mark.parametrize("name", ["md5", "sha1", "sha256", "sha512"])
def test_hashes(home: Path, judge, name: str) -> None:
    (home / "a").write_bytes(b"crab")
    digest = hashlib.new(name, b"crab").hexdigest()
    other = hashlib.new(name, b"crab\n").hexdigest()
    assert judge("file_hash", path="a", digest=digest.upper()).passed
    assert not judge("file_hash", path="a", digest=other).passed
    with pytest.raises(DefinitionError):
        judge("file_hash", path="a", digest=digest[:-1])


def test_a_link_leads_where_it_should(home: Path, judge) -> None:
    (home / "target").mkdir()
    (home / "target2").mkdir()
    (home / "link").symlink_to("target")
    (home / "chain").symlink_to("link")
    (home / "dangling").symlink_to("nowhere")
    (home / "loop").symlink_to("loop")
    assert judge("file_link", path="link", target="target").passed
    assert judge("file_link", path="chain", target="target").passed
    for path, target in (
        ("link", "target2"),
        ("target", "target"),
        ("dangling", "nowhere"),
        ("loop", "loop"),
        ("missing", "target"),
        ("link", "missing"),
    ):
        assert not judge("file_link", path=path, target=target).passed


def test_sizes(home: Path, judge) -> None:
    (home / "a").write_bytes(b"x" * 100)
    assert judge("file_size", path="a", smallest=100, largest=100).passed
    assert judge("file_size", path="a").passed
    assert not judge("file_size", path="a", smallest=101).passed
    assert not judge("file_size", path="a", largest=99).passed
    assert not judge("file_size", path=".").passed
