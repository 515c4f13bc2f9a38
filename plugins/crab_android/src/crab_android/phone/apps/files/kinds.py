"""What files are, by their names: media type, kind, icon."""

from __future__ import annotations

from typing import NamedTuple

from crab_android.phone.kit import Color, Node

from .pdf import pdf_text


class Kind(NamedTuple):
    """A kind of file: its title, its icon, and the icon's colour on a light and on a dark ground."""

    title: str
    icon: str
    light: Color
    dark: Color


KINDS: dict[str, Kind] = {
    "images": Kind("Images", "file_image", 0xFFB3402F, 0xFFFFB4A6),
    "videos": Kind("Videos", "file_video", 0xFF7B3FA0, 0xFFE0B6FF),
    "audio": Kind("Audio", "file_audio", 0xFF00697A, 0xFF7FD3E6),
    "documents": Kind("Documents", "file_text", 0xFF2B5FC0, 0xFFAFC6FF),
    "apps": Kind("Apps", "file_apk", 0xFF2E7D32, 0xFF9CD67D),
    "archives": Kind("Archives", "file_zip", 0xFF7A5900, 0xFFF3BF48),
    "folder": Kind("Folder", "folder_full", 0xFF4A6590, 0xFFA9C4F5),
    "other": Kind("Other", "file", 0xFF5B5F66, 0xFFC5C6D0),
}

_TYPES: dict[str, tuple[str, str]] = {
    "jpg": ("image/jpeg", "images"),
    "jpeg": ("image/jpeg", "images"),
    "png": ("image/png", "images"),
    "gif": ("image/gif", "images"),
    "webp": ("image/webp", "images"),
    "svg": ("image/svg+xml", "images"),
    "mp4": ("video/mp4", "videos"),
    "webm": ("video/webm", "videos"),
    "3gp": ("video/3gpp", "videos"),
    "mp3": ("audio/mpeg", "audio"),
    "ogg": ("audio/ogg", "audio"),
    "wav": ("audio/x-wav", "audio"),
    "m4a": ("audio/mp4", "audio"),
    "flac": ("audio/flac", "audio"),
    "txt": ("text/plain", "documents"),
    "md": ("text/markdown", "documents"),
    "csv": ("text/csv", "documents"),
    "html": ("text/html", "documents"),
    "json": ("application/json", "documents"),
    "xml": ("text/xml", "documents"),
    "log": ("text/plain", "documents"),
    "ics": ("text/calendar", "documents"),
    "vcf": ("text/x-vcard", "documents"),
    "pdf": ("application/pdf", "documents"),
    "crabdoc": ("application/vnd.crab.document", "documents"),
    "docx": ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "documents"),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "documents"),
    "odt": ("application/vnd.oasis.opendocument.text", "documents"),
    "apk": ("application/vnd.android.package-archive", "apps"),
    "zip": ("application/zip", "archives"),
}
_NAMES = {"pdf": "PDF document", "txt": "Text", "md": "Markdown text", "csv": "Table", "zip": "ZIP archive"}
_ICONS = {"pdf": "file_text", "csv": "file_table", "xlsx": "file_table"}
UNKNOWN = "application/octet-stream"
FOLDER_MIME = "vnd.android.document/directory"


def ending(name: str) -> str:
    """The part of a name after its last dot, in small letters; empty without one."""
    front, dot, end = name.rpartition(".")
    return end.lower() if dot and front else ""


def mime_of(name: str) -> str:
    """The media type of a file."""
    return _TYPES.get(ending(name), (UNKNOWN, ""))[0]


def kind_of(name: str, node: Node) -> str:
    """The key in :data:`KINDS` of a file or folder."""
    return "folder" if node.is_folder else _TYPES.get(ending(name), ("", "other"))[1]


def icon_of(name: str, node: Node) -> str:
    """The icon of a file or folder."""
    return _ICONS.get(ending(name), "") or KINDS[kind_of(name, node)].icon


def type_text(name: str, node: Node) -> str:
    """What a file or folder is, in words."""
    if node.is_folder:
        return "Folder"
    end = ending(name)
    if end in _NAMES:
        return _NAMES[end]
    kind = KINDS[kind_of(name, node)].title.removesuffix("s")
    return (
        f"{end.upper()} {kind.lower()}"
        if end and kind != "Other"
        else end.upper() + " file"
        if end
        else "File"
    )


def text_of(name: str, data: bytes) -> str:
    """What is written in a file, see :func:`is_text`."""
    return pdf_text(data) if ending(name) == "pdf" else data.decode("utf-8", "replace")


def is_text(name: str, data: bytes) -> bool:
    """Whether a file can be read as text, or is a PDF of plain text."""
    if ending(name) == "pdf":
        return bool(pdf_text(data))
    if mime_of(name).startswith("text/") or mime_of(name) == "application/json":
        return True
    start = data[:2048]
    if b"\0" in start or ending(name) in _TYPES:
        return False
    try:
        start.decode()
    except UnicodeDecodeError as error:
        return error.start > len(start) - 4
    return True
