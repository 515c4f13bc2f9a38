"""Opening an office document that an agent wrote: what it is, and whether a library may be let near it.

Both families of formats, OpenDocument and Office Open XML, are zip archives of XML parts. The archive is
checked before any library sees it: sizes, passwords, document types and entities in the XML, and whether its
content is what its name says.
"""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final, Literal

from crab_ubuntu.evaluators.reading import UnreadableError, parsing, read_regular

Family = Literal["text", "spreadsheet", "presentation"]
Standard = Literal["odf", "ooxml"]

LARGEST: Final = 32 * 1024 * 1024
"""Bytes of a document."""
ENTRIES: Final = 4000
UNPACKED: Final = 128 * 1024 * 1024
"""Bytes of all parts together, unpacked."""
XML: Final = 24 * 1024 * 1024
"""Bytes of all XML parts together: trees of them take ten times as much."""

OLE: Final = bytes.fromhex("d0cf11e0a1b11ae1")
"""The first bytes of Microsoft's old binary files, and of new ones with a password."""
KINDS: Final[dict[str, tuple[Standard, Family]]] = {
    "application/vnd.oasis.opendocument.text": ("odf", "text"),
    "application/vnd.oasis.opendocument.spreadsheet": ("odf", "spreadsheet"),
    "application/vnd.oasis.opendocument.presentation": ("odf", "presentation"),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml": ("ooxml", "text"),
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml": ("ooxml", "spreadsheet"),
    "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml": (
        "ooxml",
        "presentation",
    ),
}
EXTENSIONS: Final[dict[str, tuple[Standard, Family]]] = {
    ".odt": ("odf", "text"),
    ".ods": ("odf", "spreadsheet"),
    ".odp": ("odf", "presentation"),
    ".docx": ("ooxml", "text"),
    ".xlsx": ("ooxml", "spreadsheet"),
    ".pptx": ("ooxml", "presentation"),
}
NAMES: Final[dict[tuple[Standard, Family], str]] = {
    ("odf", "text"): "an OpenDocument text",
    ("odf", "spreadsheet"): "an OpenDocument spreadsheet",
    ("odf", "presentation"): "an OpenDocument presentation",
    ("ooxml", "text"): "a Word document",
    ("ooxml", "spreadsheet"): "an Excel workbook",
    ("ooxml", "presentation"): "a PowerPoint presentation",
}
FORBIDDEN: Final = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
ENCODING: Final = re.compile(rb"^<\?xml[^>]*?encoding\s*=\s*[\"']([^\"']*)")
PLAIN: Final = frozenset({b"utf-8", b"us-ascii", b"ascii"})
"""Encodings in which a document type cannot hide from a search in bytes."""
MAIN_TYPE: Final = re.compile(rb'ContentType\s*=\s*"([^"]*\.main\+xml)"')


@dataclass(frozen=True, slots=True)
class Package:
    """A document that may be read."""

    path: str
    data: bytes
    standard: Standard
    family: Family

    @property
    def name(self) -> str:
        """What it is, in words."""
        return NAMES[self.standard, self.family]

    @property
    def stream(self) -> io.BytesIO:
        """Its bytes, for libraries that read files."""
        return io.BytesIO(self.data)


def open_package(path: str, family: Family) -> Package:
    """Read a document and check that it is of this family and harmless to read.

    Raises:
        UnreadableError: It is missing, something else, broken, protected by a password or too large.
    """
    data = read_regular(path, LARGEST)
    if not data:
        raise UnreadableError("is empty", path)
    if data.startswith(OLE):
        raise UnreadableError("is protected by a password or in Microsoft's old binary format", path)
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise UnreadableError("is no office document: it is no zip archive", path)
    with parsing(path, "an office document"), zipfile.ZipFile(io.BytesIO(data)) as archive:
        _check_sizes(path, archive)
        standard, found = _kind(path, archive)
        _check_parts(path, archive)
    named = EXTENSIONS.get(PurePath(path).suffix.lower(), (standard, found))
    if named != (standard, found):
        raise UnreadableError(f"is {NAMES[standard, found]}, which its name does not say", path)
    if found != family:
        raise UnreadableError(f"is {NAMES[standard, found]}, not a {family}", path)
    return Package(path, data, standard, found)


def _check_sizes(path: str, archive: zipfile.ZipFile) -> None:
    """Python's zipfile never unpacks more of a part than its entry declares: what is declared counts."""
    entries = archive.infolist()
    if len(entries) > ENTRIES:
        raise UnreadableError(f"has {len(entries)} parts, more than {ENTRIES}", path)
    if any(entry.flag_bits & 1 for entry in entries):
        raise UnreadableError("is protected by a password", path)
    if sum(entry.file_size for entry in entries) > UNPACKED:
        raise UnreadableError(f"unpacks to more than {UNPACKED} bytes", path)


def _kind(path: str, archive: zipfile.ZipFile) -> tuple[Standard, Family]:
    names = set(archive.namelist())
    found: tuple[Standard, Family] | None = None
    if "mimetype" in names:
        found = KINDS.get(archive.read("mimetype").decode("ascii", "replace").strip())
        manifest = archive.read("META-INF/manifest.xml") if "META-INF/manifest.xml" in names else b""
        if b"encryption-data" in manifest:
            raise UnreadableError("is protected by a password", path)
    elif "[Content_Types].xml" in names:
        types = MAIN_TYPE.findall(archive.read("[Content_Types].xml"))
        found = next((KINDS[t.decode()] for t in types if t.decode("ascii", "replace") in KINDS), None)
    if found is None:
        raise UnreadableError("is a zip archive, but no office document", path)
    return found


def _check_parts(path: str, archive: zipfile.ZipFile) -> None:
    """No part of a document has a document type; one that has wants to expand or to fetch something."""
    total = 0
    for entry in archive.infolist():
        with archive.open(entry) as part:
            head = part.read(256)
            if not _may_be_xml(head):
                continue
            total += entry.file_size
            if total > XML:
                raise UnreadableError(f"has more than {XML} bytes of XML", path)
            text = head + part.read()
        declared = ENCODING.match(text.removeprefix(b"\xef\xbb\xbf").lstrip())
        if b"\0" in head or (declared and declared.group(1).lower() not in PLAIN):
            raise UnreadableError(f"has a part {entry.filename!r} that is XML in an odd encoding", path)
        if FORBIDDEN.search(text):
            raise UnreadableError(f"has a part {entry.filename!r} with a document type or entities", path)


def _may_be_xml(head: bytes) -> bool:
    return head.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"").lstrip(b"\xff\xfe \t\r\n").startswith(b"<")
