"""Evaluators that look into archives, without unpacking anything to disk."""

from __future__ import annotations

import io
import tarfile
import zipfile
from abc import ABC, abstractmethod
from typing import Final, Literal

from crab_core import Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.magic import media_type
from crab_ubuntu.evaluators.reading import (
    LARGEST,
    UnreadableError,
    parsing,
    read_reference,
    read_regular,
    short,
    shown,
)
from crab_ubuntu.evaluators.texts import Match, judge_text

TARS: Final = {
    "application/x-tar": "r:",
    "application/gzip": "r:gz",
    "application/x-bzip2": "r:bz2",
    "application/x-xz": "r:xz",
}
"""How tarfile opens each kind."""
MOST_MEMBERS: Final = 20_000


@evaluator(env="ubuntu")
@boxed
def archive_contents(
    path: str, names: list[str], match: Literal["exact", "contains"] = "exact", folders: bool = False
) -> Verdict:
    """An archive holds these files: zip, tar, tar.gz, tar.bz2, tar.xz and documents that are zip archives.

    Args:
        path: From the home folder, or absolute.
        names: Paths inside, such as "photos/a.png", without "./" at the beginning.
        match: "exact": these and no others; "contains": at least these.
        folders: Whether folders are named, too, without the slash at their end.
    """
    archive = _open(path)
    with parsing(path, "an archive"):
        members = archive.members()
    found = {_plain(name) for name, is_file in members.items() if is_file or folders} - {""}
    wanted = {_plain(name) for name in names}
    missing, more = sorted(wanted - found), sorted(found - wanted)
    wrong = [f"lacks {short(missing)}"] if missing else []
    if match == "exact" and more:
        wrong.append(f"also holds {short(more)}")
    if match == "contains" and not wanted:
        wrong.append("was asked for nothing")
    return Verdict(not wrong, f"{path} {' and '.join(wrong) or f'holds {short(sorted(found))}'}")


@evaluator(env="ubuntu")
@boxed
def archive_content(
    path: str, member: str, content: str = "", match: Match = "exact", reference: str = ""
) -> Verdict:
    """A file in an archive says this, or has the bytes of another file.

    Args:
        path: From the home folder, or absolute.
        member: Its path inside.
        content: The text or regular expression.
        match: How the text is compared, as for `file_content`.
        reference: A path, or content as "data:;base64,…", to compare the bytes with instead of a text.
    """
    archive, name = _open(path), f"{member} in {path}"
    with parsing(path, "an archive"):
        members = archive.members()
    inside = [inner for inner, is_file in members.items() if is_file and _plain(inner) == _plain(member)]
    if len(inner := inside) != 1:
        held = short(sorted(members))
        return Verdict(False, f"{path} holds {len(inside)} files {member!r}; it holds {held}")
    with parsing(name, "part of an archive"):
        data = archive.read(inner[0])
    if reference:
        same = data == read_reference(reference)
        said = f"{name} ({len(data)} bytes) {'is' if same else 'differs from'} {shown(reference)}"
        return Verdict(same, said)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError("is no UTF-8 text", name) from error
    return judge_text(name, text, content, match)


class _Archive(ABC):
    """An archive in memory."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data

    @abstractmethod
    def members(self) -> dict[str, bool]:
        """Each name, and whether it is a file."""

    @abstractmethod
    def read(self, name: str) -> bytes:
        """The bytes of a file in it, no more than `LARGEST`."""

    def bounded(self, data: bytes) -> bytes:
        """The same bytes.

        Raises:
            UnreadableError: They are too many.
        """
        if len(data) > LARGEST:
            raise UnreadableError(f"unpacks to more than {LARGEST} bytes", self.path)
        return data

    def enough(self, count: int) -> None:
        """Look at how many members there are.

        Raises:
            UnreadableError: They are too many.
        """
        if count > MOST_MEMBERS:
            raise UnreadableError(f"holds more than {MOST_MEMBERS} names", self.path)


class _Zip(_Archive):
    def members(self) -> dict[str, bool]:
        with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
            entries = archive.infolist()
            self.enough(len(entries))
            return {entry.filename: not entry.is_dir() for entry in entries}

    def read(self, name: str) -> bytes:
        with zipfile.ZipFile(io.BytesIO(self.data)) as archive:
            if archive.getinfo(name).flag_bits & 1:
                raise UnreadableError("is encrypted", self.path)
            with archive.open(name) as member:
                return self.bounded(member.read(LARGEST + 1))


class _Tar(_Archive):
    def __init__(self, path: str, data: bytes, mode: str) -> None:
        super().__init__(path, data)
        self.mode = mode

    def members(self) -> dict[str, bool]:
        found = {}
        with tarfile.open(fileobj=io.BytesIO(self.data), mode=self.mode) as archive:  # type: ignore[call-overload]
            for member in archive:
                found[member.name] = member.isreg()
                self.enough(len(found))
                # Passing over a member reads its claimed size: billions of zeros pack well.
                if archive.offset > 64 * LARGEST:
                    raise UnreadableError(f"unpacks to more than {64 * LARGEST} bytes", self.path)
        return found

    def read(self, name: str) -> bytes:
        with tarfile.open(fileobj=io.BytesIO(self.data), mode=self.mode) as archive:  # type: ignore[call-overload]
            file = archive.extractfile(name)
            if file is None:
                raise UnreadableError("is no file", name)
            return self.bounded(file.read(LARGEST + 1))


def _open(path: str) -> _Archive:
    data = read_regular(path)
    kind = media_type(data)
    if data.startswith(b"PK") and zipfile.is_zipfile(io.BytesIO(data)):
        return _Zip(path, data)
    if kind in TARS:
        return _Tar(path, data, TARS[kind])
    raise UnreadableError(f"is no archive that can be read but {kind}", path)


def _plain(name: str) -> str:
    return name.removeprefix("./").rstrip("/")


EVALUATORS = (archive_contents, archive_content)
