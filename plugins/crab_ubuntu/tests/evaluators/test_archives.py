"""Archives: what they hold."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

MEMBERS = {"notes/a.txt": b"one\n", "b.png": b"\x89PNG\0"}
NAMES = ["a.zip", "a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz"]


def packed(path: Path, members: dict[str, bytes], prefix: str = "") -> None:
    kind = path.suffix.removeprefix(".")
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.mkdir("notes")
            for name, data in members.items():
                archive.writestr(prefix + name, data)
        return
    with tarfile.open(path, f"w:{'' if kind == 'tar' else kind}") as archive:  # type: ignore[call-overload]
        folder = tarfile.TarInfo(f"{prefix}notes")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for name, data in members.items():
            info = tarfile.TarInfo(prefix + name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))


@pytest.mark.parametrize("name", NAMES)
def test_contents(home: Path, judge, name: str) -> None:
    packed(home / name, MEMBERS)
    assert judge("archive_contents", path=name, names=["b.png", "notes/a.txt"]).passed
    assert judge(
        "archive_contents", path=name, names=["./b.png", "notes/a.txt", "notes"], folders=True
    ).passed
    assert judge("archive_contents", path=name, names=["b.png"], match="contains").passed
    for names in ([], ["b.png"], ["b.png", "a.txt"], ["b.png", "notes/A.txt"], ["b.png", "notes/a.txt", "c"]):
        assert not judge("archive_contents", path=name, names=names).passed
    assert not judge("archive_contents", path=name, names=[], match="contains").passed
    assert not judge("archive_contents", path=name, names=["notes/a"], match="contains").passed


@pytest.mark.parametrize("name", NAMES)
def test_content(home: Path, judge, name: str) -> None:
    packed(home / name, MEMBERS)
    (home / "b.png").write_bytes(MEMBERS["b.png"])
    ask = {"path": name, "member": "notes/a.txt"}
    assert judge("archive_content", content="one", **ask).passed
    assert judge("archive_content", content="n", match="contains", **ask).passed
    assert judge("archive_content", path=name, member="b.png", reference="b.png").passed
    assert not judge("archive_content", content="two", **ask).passed
    assert not judge("archive_content", reference="b.png", **ask).passed
    assert not judge("archive_content", path=name, member="b.png", content="PNG", match="contains").passed
    for member in ("notes", "notes/", "a.txt", "notes/A.txt", "../notes/a.txt", ""):
        assert not judge("archive_content", path=name, member=member, content="one").passed


def test_names_with_a_dot_before_them_are_the_same(home: Path, judge) -> None:
    packed(home / "a.tar.gz", MEMBERS, prefix="./")
    assert judge("archive_contents", path="a.tar.gz", names=["b.png", "notes/a.txt"]).passed
    assert judge("archive_content", path="a.tar.gz", member="notes/a.txt", content="one").passed


@pytest.mark.parametrize("name", NAMES)
def test_half_an_archive_is_none(home: Path, judge, name: str) -> None:
    packed(home / name, {"notes/a.txt": bytes(range(256)) * 200, "b.png": b"x" * 5000})
    data = (home / name).read_bytes()
    (home / name).write_bytes(data[: len(data) // 2])
    assert not judge("archive_contents", path=name, names=["notes/a.txt", "b.png"]).passed


def test_a_broken_member_is_a_failed_verdict(home: Path, judge) -> None:
    packed(home / "a.zip", {"a.txt": b"one two three four"})
    data = bytearray((home / "a.zip").read_bytes())
    place = data.index(b"a.txt") + 8
    data[place : place + 3] = b"\xff\xff\xff"
    (home / "a.zip").write_bytes(data)
    assert not judge("archive_content", path="a.zip", member="a.txt", content="one two three four").passed


def test_links_and_names_that_lead_outside_unpack_nothing(home: Path, judge) -> None:
    (home / "secret").write_text("one")
    with tarfile.open(home / "a.tar", "w") as archive:
        link = tarfile.TarInfo("link")
        link.type, link.linkname = tarfile.SYMTYPE, str(home / "secret")
        archive.addfile(link)
        archive.addfile(tarfile.TarInfo("../../outside"))
    assert not judge("archive_content", path="a.tar", member="link", content="one").passed
    assert judge("archive_contents", path="a.tar", names=["../../outside"]).passed
    assert sorted(path.name for path in home.iterdir()) == ["a.tar", "secret"]


@pytest.mark.parametrize("name", ["a.zip", "a.tar.gz", "a.tar.xz"])
def test_a_bomb_is_not_unpacked(home: Path, judge, name: str) -> None:
    packed(home / name, {"zeros": bytes(40 << 20)})
    assert judge("archive_contents", path=name, names=["zeros"]).passed
    verdict = judge("archive_content", path=name, member="zeros", content="one")
    assert not verdict.passed
    assert "unpacks to more than" in verdict.reason


def test_an_encrypted_member_says_so(home: Path, judge) -> None:
    packed(home / "a.zip", {"a.txt": b"one"})
    data = bytearray((home / "a.zip").read_bytes())
    for signature, offset in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = data.rindex(signature) + offset
        data[at] |= 1
    (home / "a.zip").write_bytes(data)
    assert "is encrypted" in judge("archive_content", path="a.zip", member="a.txt", content="one").reason


def test_what_is_no_archive_says_what_it_is(home: Path, judge) -> None:
    (home / "a.7z").write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(26))
    (home / "a.zip").write_text("no archive")
    assert "application/x-7z-compressed" in judge("archive_contents", path="a.7z", names=["a"]).reason
    assert "text/plain" in judge("archive_contents", path="a.zip", names=["a"]).reason
