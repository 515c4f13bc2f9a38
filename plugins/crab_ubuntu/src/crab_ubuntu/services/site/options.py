"""What a world says about a site, checked and turned into pages.

    {
        "service": "site",
        "pages": {
            "/": "<html>…",
            "/a.png": {"base64": "…"},
            "/report": {"base64": "…", "type": "application/pdf", "download": "report.pdf"}
        },
        "redirects": {"/old": "/new"},
        "forms": {"/order": "/thanks"}
    }

Instead of an object, `pages` may be "package:folder", a folder in an installed package.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import mimetypes
import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from crab_core import UsageError
from crab_ubuntu.services.service import ServiceOptions
from crab_ubuntu.services.site.paths import BadTargetError, clean

MOST_BYTES = 64 * 1024 * 1024
"""Of all pages of a site: they travel with every start of a desktop."""

TYPES = mimetypes.MimeTypes(filenames=())
"""Python's own table: the same on every machine, whatever its /etc/mime.types says."""
OURS = {
    ".csv": "text/csv",
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ".epub": "application/epub+zip",
    ".ics": "text/calendar",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".md": "text/plain",
    ".mjs": "text/javascript",
    ".odp": "application/vnd.oasis.opendocument.presentation",
    ".ods": "application/vnd.oasis.opendocument.spreadsheet",
    ".odt": "application/vnd.oasis.opendocument.text",
    ".ogg": "audio/ogg",
    ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ".py": "text/plain",
    ".sh": "text/plain",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""What is missing there, and what a browser had better show than save."""


def _is_path(path: str) -> str:
    try:
        if clean(path) == path:
            return path
    except BadTargetError:
        pass
    raise ValueError("a path begins with / and has no dots, query or escapes in it")


def _is_header(text: str) -> str:
    if not text.isprintable():
        raise ValueError("line breaks and other controls are not possible")
    return text


Path = Annotated[str, AfterValidator(_is_path)]
Header = Annotated[str, AfterValidator(_is_header), Field(min_length=1, max_length=2000)]


class PageOptions(BaseModel):
    """A page that is not just a text."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    text: str | None = None
    base64: str | None = None
    type: Annotated[Header, Field(pattern=r"^[\x20-\x7e]+/[\x20-\x7e]+$")] | None = None
    """Content type; by the ending of the path when it is left out."""
    download: Header | None = None
    """A file name: the browser saves it instead of showing it."""
    status: int = Field(default=200, ge=200, le=599)

    @model_validator(mode="after")
    def _one_content(self) -> PageOptions:
        if (self.text is None) == (self.base64 is None):
            raise ValueError("a page has either text or base64")
        self.content()
        return self

    def content(self) -> bytes:
        """The bytes of the page."""
        if self.text is not None:
            return self.text.encode()
        try:
            return base64.b64decode(self.base64 or "", validate=True)
        except binascii.Error as error:
            raise ValueError(f"its base64 cannot be read: {error}") from error


class SiteOptions(ServiceOptions):
    """The options of `site`."""

    pages: dict[Path, str | PageOptions]
    redirects: dict[Path, Header] = Field(default_factory=dict)
    """Paths that lead elsewhere: to a path of this site, or to a whole address."""
    forms: dict[Path, Header] = Field(default_factory=dict)
    """Paths that take forms: what is posted there is kept, and the browser is led to this path or address."""
    not_found: str = "<!doctype html><title>Not found</title><h1>Not found</h1><p>There is no such page."
    """The page that is shown where there is none."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is sent for a path."""

    content: bytes
    type: str
    status: int = 200
    download: str = ""
    tag: str = ""
    """Its ETag, quotes included."""


def page(path: str, written: str | PageOptions) -> Page:
    """What a world says about a path, ready to be sent."""
    if isinstance(written, str):
        written = PageOptions(text=written)
    content = written.content()
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return Page(content, written.type or _type(path, written), written.status, written.download or "", tag)


def _type(path: str, written: PageOptions) -> str:
    guessed, encoding = TYPES.guess_type(posixpath.basename(path))
    guessed = OURS.get(posixpath.splitext(path)[1].lower(), guessed)
    if encoding:
        return "application/gzip" if encoding == "gzip" else "application/octet-stream"
    guessed = guessed or ("application/octet-stream" if written.text is None else "text/html")
    return f"{guessed}; charset=utf-8" if guessed.startswith("text/") else guessed


def with_folder(options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same options with the pages of a folder in place of its name.

    Raises:
        UsageError: The package or the folder is not there, or it is too large.
    """
    place = options.get("pages")
    if not isinstance(place, str):
        return options
    package, _, folder = place.partition(":")
    try:
        root = resources.files(package).joinpath(folder)
        found = root.is_dir()
    except (ImportError, TypeError, ValueError):
        found = False
    if not found:
        raise UsageError(
            f"There is no folder {place!r} for a site.",
            advice='Write "package:folder", such as "my_plugin:site".',
        )
    pages: dict[str, Any] = {}
    size = 0
    for path, file in _files(root, "/"):
        content = file.read_bytes()
        size += len(content)
        if size > MOST_BYTES:
            raise UsageError(f"The folder {place!r} has more than {MOST_BYTES} bytes.")
        pages[path] = {"base64": base64.b64encode(content).decode()}
        if path.endswith("/index.html"):
            pages[path.removesuffix("index.html")] = {**pages[path], "type": "text/html; charset=utf-8"}
    return {**options, "pages": pages}


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry
