"""The pictures of a page: linked where they lie, or embedded once each as text that the page decodes."""

from __future__ import annotations

import base64
import io
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from crab_core.markup import Html, tag

_MEDIA_TYPES: Final = {".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}
_CHUNK: Final = 3 * 256 * 1024
"""A multiple of three bytes, so that pieces of base64 can stand one after the other."""
_HELD: Final = 32 * 2**20
"""Bytes of pictures that are held in memory before they go to a temporary file."""
_QUALITY: Final = 88
"""Of WebP, at which small letters on a screen keep clean edges; `docs/reports.md` tells the sizes."""


@dataclass(frozen=True, slots=True)
class _Stored:
    """An embedded picture in the temporary file."""

    start: int
    size: int
    media_type: str


class Pictures:
    """Collects which pictures a page shows, then writes those that it embeds.

    Embedded pictures are compressed anew as WebP where Pillow is installed and that is smaller, and stand in
    the page as they were captured otherwise. Those that would make the page larger than the budget are linked
    where they lie, and the page says so.
    """

    def __init__(self, frames: Path, budget: int) -> None:
        """Start with none.

        Args:
            frames: The frame store of the run.
            budget: Bytes of pictures to embed at most; 0 to link them all.
        """
        self._frames = frames
        self._left = budget
        self._embedded: dict[str, _Stored] = {}
        self._linked: dict[str, Path] = {}
        self._films: dict[str, Path] = {}
        self._store = tempfile.SpooledTemporaryFile(max_size=_HELD)  # noqa: SIM115 - closed by `close`

    def use(self, entry: Mapping[str, Any] | None) -> str | None:
        """The key of a recorded picture; None when there is none, or its file is gone.

        Args:
            entry: What the record says of it: digest, path below the store, size.
        """
        if not entry or entry.get("type") != "screenshot":
            return None
        key = str(entry["digest"])
        if key not in self._embedded and key not in self._linked:
            path = frame_file(self._frames, entry)
            if path is None:
                return None
            if not self._embed(key, path):
                self._linked[key] = path
        return key

    def film(self, entry: Mapping[str, Any]) -> str | None:
        """The key of a recorded clip, which is always linked where it lies; None when its file is gone."""
        path = frame_file(self._frames, entry)
        if path is None:
            return None
        self._films[str(entry["digest"])] = path
        return str(entry["digest"])

    @property
    def films(self) -> int:
        """How many clips the page shows."""
        return len(self._films)

    @property
    def linked(self) -> int:
        """How many pictures are not in the page."""
        return len(self._linked)

    @property
    def embedded(self) -> int:
        """How many pictures are in the page."""
        return len(self._embedded)

    def links(self, page: Path) -> dict[str, str]:
        """Where clips and pictures that are not embedded are, relative to the folder of the page, by key."""
        return {key: relative(path, page) for key, path in {**self._linked, **self._films}.items()}

    def write(self, file: IO[str]) -> None:
        """Write the embedded pictures, one element each, without holding more than a piece in memory."""
        for key, stored in self._embedded.items():
            attributes = {"id": f"picture-{key}", "data_media_type": stored.media_type}
            empty = tag("script", Html(), type="text/plain", **attributes)
            file.write(empty.removesuffix("</script>"))
            file.writelines(self._base64(stored))
            file.write("</script>\n")

    def close(self) -> None:
        """Give back the temporary file."""
        self._store.close()

    def _embed(self, key: str, path: Path) -> bool:
        if not self._left:
            return False
        data, media_type = path.read_bytes(), _MEDIA_TYPES.get(path.suffix, "application/octet-stream")
        smaller = _webp(data)
        if smaller is not None and len(smaller) < len(data):
            data, media_type = smaller, "image/webp"
        if len(data) > self._left:
            return False
        self._left -= len(data)
        self._store.seek(0, os.SEEK_END)
        self._embedded[key] = _Stored(self._store.tell(), len(data), media_type)
        self._store.write(data)
        return True

    def _base64(self, stored: _Stored) -> Iterator[str]:
        self._store.seek(stored.start)
        left = stored.size
        while left:
            piece = self._store.read(min(left, _CHUNK))
            left -= len(piece)
            yield base64.b64encode(piece).decode("ascii")


def frame_file(frames: Path, entry: Mapping[str, Any]) -> Path | None:
    """The file of a frame that a record names; None when it is gone, or no frame but a file elsewhere."""
    path = (frames / entry["path"]).resolve()
    return path if path.is_file() and path.is_relative_to(frames.resolve()) else None


def relative(path: Path, page: Path) -> str:
    """The address of a file or folder for a page."""
    return Path(os.path.relpath(path.resolve(), page.resolve().parent)).as_posix()


def _webp(data: bytes) -> bytes | None:
    """The picture as WebP; None without Pillow, or when it cannot read it."""
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        return None
    out = io.BytesIO()
    try:
        with Image.open(io.BytesIO(data)) as picture:
            picture.save(out, "WEBP", quality=_QUALITY, method=2)
    except (OSError, UnidentifiedImageError, ValueError):
        return None
    return out.getvalue()
