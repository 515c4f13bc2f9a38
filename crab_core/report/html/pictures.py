"""The pictures of a page: each embedded once, by digest, as inert text that the page decodes when shown."""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from crab_core.report.html.markup import Html, tag

_MEDIA_TYPES: Final = {".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}
_CHUNK: Final = 3 * 256 * 1024
"""A multiple of three bytes, so that pieces of base64 can stand one after the other."""


class Pictures:
    """Collects which pictures a page shows, then writes them.

    Pictures are never encoded anew. Those that would make the page larger than the budget are linked where
    they lie instead, and the page says so.
    """

    def __init__(self, frames: Path, budget: int) -> None:
        """Start with none.

        Args:
            frames: The frame store of the run.
            budget: Bytes of pictures to embed at most.
        """
        self._frames = frames
        self._left = budget
        self._chosen: dict[str, tuple[Path, bool]] = {}
        self._films: dict[str, Path] = {}

    def use(self, entry: dict[str, Any] | None) -> str | None:
        """The key of a recorded picture; None when there is none, or its file is gone.

        Args:
            entry: What the record says of it: digest, path below the store, size.
        """
        if not entry or entry.get("type") != "screenshot":
            return None
        key = str(entry["digest"])
        if key not in self._chosen:
            path = self._frames / entry["path"]
            try:
                size = path.stat().st_size
            except OSError:
                return None
            embedded = size <= self._left
            self._left -= size if embedded else 0
            self._chosen[key] = path, embedded
        return key

    def film(self, entry: dict[str, Any]) -> str | None:
        """The key of a recorded clip, which is always linked where it lies; None when its file is gone."""
        path = self._frames / entry["path"]
        if not path.is_file():
            return None
        self._films[str(entry["digest"])] = path
        return str(entry["digest"])

    @property
    def films(self) -> int:
        """How many clips the page shows."""
        return len(self._films)

    @property
    def linked(self) -> int:
        """How many pictures did not fit."""
        return sum(not embedded for _, embedded in self._chosen.values())

    def links(self, page: Path) -> dict[str, str]:
        """Where clips and the pictures that did not fit are, relative to the folder of the page, by key."""
        folder = page.resolve().parent
        apart = {key: path for key, (path, embedded) in self._chosen.items() if not embedded}
        return {
            key: Path(os.path.relpath(path.resolve(), folder)).as_posix()
            for key, path in {**apart, **self._films}.items()
        }

    def write(self, file: IO[str]) -> None:
        """Write the embedded pictures, one element each, without holding more than a piece in memory."""
        for key, (path, embedded) in self._chosen.items():
            if not embedded:
                continue
            media_type = _MEDIA_TYPES.get(path.suffix, "application/octet-stream")
            empty = tag("script", Html(), type="text/plain", id=f"picture-{key}", data_media_type=media_type)
            file.write(empty.removesuffix("</script>"))
            file.writelines(_base64(path))
            file.write("</script>\n")


def _base64(path: Path) -> Iterator[str]:
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            yield base64.b64encode(piece).decode("ascii")
