"""What kind of data bytes are, by how they begin.

The signatures are those of each format's own specification. No library: python-magic needs libmagic's C code
and data base, for the few dozen kinds that tasks ask for.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Final

from crab_core import DefinitionError

SIGNATURES: Final = (
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (0, b"BM", "image/bmp"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (8, b"WEBP", "image/webp"),
    (0, b"gimp xcf ", "image/x-xcf"),
    (0, b"%PDF-", "application/pdf"),
    (0, b"%!PS", "application/postscript"),
    (0, b"\x1f\x8b\x08", "application/gzip"),
    (0, b"BZh", "application/x-bzip2"),
    (0, b"\xfd7zXZ\0", "application/x-xz"),
    (0, b"(\xb5/\xfd", "application/zstd"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (257, b"ustar", "application/x-tar"),
    (0, b"SQLite format 3\0", "application/vnd.sqlite3"),
    (0, b"\x7fELF", "application/x-elf"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (0, b"{\\rtf", "text/rtf"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (8, b"WAVE", "audio/x-wav"),
    (8, b"AVI ", "video/x-msvideo"),
    (0, b"OggS", "application/ogg"),
    (0, b"fLaC", "audio/flac"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1aE\xdf\xa3", "video/x-matroska"),
)
"""Offset, bytes there, media type; the first that fits counts."""

OPEN_DOCUMENT: Final = "application/vnd.oasis.opendocument."
OFFICE: Final = "application/vnd.openxmlformats-officedocument."
PACKAGES: Final = {
    "word/": f"{OFFICE}wordprocessingml.document",
    "xl/": f"{OFFICE}spreadsheetml.sheet",
    "ppt/": f"{OFFICE}presentationml.presentation",
}
"""What a zip archive is that has members in this folder beside [Content_Types].xml (ECMA-376, part 2)."""

NAMES: Final = {
    "jpg": "image/jpeg",
    "tif": "image/tiff",
    "xcf": "image/x-xcf",
    "gz": "application/gzip",
    "bz2": "application/x-bzip2",
    "xz": "application/x-xz",
    "7z": "application/x-7z-compressed",
    "tar": "application/x-tar",
    "zip": "application/zip",
    "sqlite": "application/vnd.sqlite3",
    "mp3": "audio/mpeg",
    "wav": "audio/x-wav",
    "avi": "video/x-msvideo",
    "mkv": "video/x-matroska",
    "json": "application/json",
    "xml": "text/xml",
    "html": "text/html",
    "svg": "image/svg+xml",
    "script": "text/x-script",
    "plain": "text/plain",
    "txt": "text/plain",
    "empty": "inode/x-empty",
    "docx": PACKAGES["word/"],
    "xlsx": PACKAGES["xl/"],
    "pptx": PACKAGES["ppt/"],
    "odt": f"{OPEN_DOCUMENT}text",
    "ods": f"{OPEN_DOCUMENT}spreadsheet",
    "odp": f"{OPEN_DOCUMENT}presentation",
    "odg": f"{OPEN_DOCUMENT}graphics",
}
KNOWN: Final = {kind for _, _, kind in SIGNATURES} | set(NAMES.values()) | {"application/octet-stream"}
CONTROLS: Final = frozenset(map(chr, range(32))) - set("\b\t\n\f\r\x1b")
"""Characters that no text has: as the program `file` sees it, all but those that move or colour."""


def known_type(name: str) -> str:
    """The media type that a name means.

    Raises:
        DefinitionError: It means none that `media_type` can tell.
    """
    plain = name.lower().lstrip(".")
    found = NAMES.get(plain) or next((k for k in sorted(KNOWN) if plain in {k, k.partition("/")[2]}), None)
    if found is None:
        raise DefinitionError(
            f"The type {name!r} cannot be told.", advice=f"Known: {', '.join(sorted(NAMES))}."
        )
    return found


def media_type(data: bytes) -> str:
    """The media type of a file's bytes; "application/octet-stream" when nothing fits."""
    if not data:
        return "inode/x-empty"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip_type(data)
    for offset, signature, kind in SIGNATURES:
        if data.startswith(signature, offset):
            return kind
    return _text_type(data)


def _zip_type(data: bytes) -> str:
    # OpenDocument 1.3, part 2, 3.3: the first member is "mimetype", stored as it is.
    if data[30:38] == b"mimetype":
        kind = data[38:120].partition(b"PK")[0].decode("ascii", "replace")
        return kind if kind in KNOWN else "application/zip"
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError):
        return "application/octet-stream"  # it begins like an archive and is none
    if "[Content_Types].xml" in names:
        for folder, kind in PACKAGES.items():
            if any(name.startswith(folder) for name in names):
                return kind
    return "application/zip"


def _text_type(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "application/octet-stream"
    if CONTROLS & set(text):
        return "application/octet-stream"
    start = text[:1000].lstrip().lower()
    for kind, fits in (
        ("text/x-script", text.startswith("#!")),
        ("text/html", start.startswith(("<!doctype html", "<html"))),
        ("image/svg+xml", start.startswith("<") and "<svg" in start),
        ("text/xml", start.startswith("<?xml")),
        ("application/json", _is_json(start, text)),
    ):
        if fits:
            return kind
    return "text/plain"


def _is_json(start: str, text: str) -> bool:
    if not start.startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
