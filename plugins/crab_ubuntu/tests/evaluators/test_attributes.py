"""What the file system says about a file, and what is in it."""

from __future__ import annotations

import gzip
import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from crab_core import DefinitionError


@pytest.mark.parametrize(
    ("mode", "passes"),
    [
        ("754", True),
        ("0754", True),
        ("0755", False),
        ("1754", False),
        ("u+rwx", True),
        ("u+x,o-wx", True),
        ("g+w", False),
        ("a+r", True),
        ("+r", True),
        ("a+x", False),
        ("o-r", False),
    ],
)
def test_permissions(home: Path, judge, mode: str, passes: bool) -> None:
    (home / "a").touch()
    (home / "a").chmod(0o754)
    verdict = judge("file_permissions", path="a", mode=mode)
    assert verdict.passed is passes
    assert "0754 (rwxr-xr--)" in verdict.reason


@pytest.mark.parametrize("mode", ["", "888", "u*x", "u+q", "75"])
def test_what_is_no_mode_is_a_fault_of_the_task(home: Path, judge, mode: str) -> None:
    (home / "a").touch()
    with pytest.raises(DefinitionError):
        judge("file_permissions", path="a", mode=mode)


def test_times(home: Path, judge) -> None:
    (home / "a").touch()
    (home / "b").touch()
    os.utime(home / "a", (0, 1715680800))  # 2024-05-14T10:00:00Z
    os.utime(home / "b", (0, 1715680801))
    assert judge(
        "file_modified", path="a", after="2024-05-14T10:00:00Z", before="2024-05-14T10:00:00Z"
    ).passed
    assert judge("file_modified", path="b", newer_than="a").passed
    assert not judge("file_modified", path="a", newer_than="b").passed
    assert not judge("file_modified", path="a", newer_than="a").passed
    assert not judge("file_modified", path="a", after="2024-05-14T10:00:01Z").passed
    assert not judge("file_modified", path="a", before="2024-05-14T12:00:00+02:01").passed
    assert not judge("file_modified", path="a", newer_than="missing").passed
    for arguments in ({}, {"after": "yesterday"}):
        with pytest.raises(DefinitionError):
            judge("file_modified", path="a", **arguments)


def test_a_time_that_no_calendar_knows_is_a_verdict(home: Path, judge) -> None:
    (home / "a").touch()
    os.utime(home / "a", (0, 2**40))
    assert not judge("file_modified", path="a", before="2030-01-01").passed


def zipped(**members: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/"), text)
    return file.getvalue()


def drawn(format: str) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (2, 2)).save(file, format)
    return file.getvalue()


def tarred() -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a"))
    return file.getvalue()


KINDS = {
    "png": drawn("PNG"),
    "jpeg": drawn("JPEG"),
    "gif": drawn("GIF"),
    "bmp": drawn("BMP"),
    "tiff": drawn("TIFF"),
    "webp": drawn("WEBP"),
    "zip": zipped(a="x"),
    "odt": zipped(mimetype="application/vnd.oasis.opendocument.text", content="x"),
    "ods": zipped(mimetype="application/vnd.oasis.opendocument.spreadsheet", content="x"),
    "docx": zipped(**{"[Content_Types].xml": "x", "word__document.xml": "x"}),
    "xlsx": zipped(**{"[Content_Types].xml": "x", "xl__workbook.xml": "x"}),
    "tar": tarred(),
    "gz": gzip.compress(b"x"),
    "pdf": b"%PDF-1.7\n",
    "plain": "Grüße".encode(),
    "json": b'{"a": [1]}',
    "html": b"<!DOCTYPE html><p>x",
    "xml": b'<?xml version="1.0"?><a/>',
    "svg": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    "script": b"#!/bin/sh\n",
    "empty": b"",
    "octet-stream": b"\0\1\2\xff",
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_told_by_what_is_in_the_file(home: Path, judge, kind: str) -> None:
    (home / "a.bin").write_bytes(KINDS[kind])
    assert [other for other in KINDS if judge("file_type", path="a.bin", type=other).passed] == [kind]


def test_a_kind_goes_by_several_names(home: Path, judge) -> None:
    (home / "a").write_bytes(KINDS["jpeg"])
    for name in ("jpg", ".JPG", "jpeg", "image/jpeg"):
        assert judge("file_type", path="a", type=name).passed
    with pytest.raises(DefinitionError, match="cannot be told"):
        judge("file_type", path="a", type="picture")


def test_an_archive_in_name_only_is_none(home: Path, judge) -> None:
    (home / "a.zip").write_bytes(KINDS["zip"][:-10])
    assert not judge("file_type", path="a.zip", type="zip").passed
