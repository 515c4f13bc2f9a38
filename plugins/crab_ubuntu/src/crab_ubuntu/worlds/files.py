"""The files of a world: texts, bytes, and pictures that are drawn from a seed."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from crab_core import UsageError
from crab_ubuntu.worlds.photos import draw_photo

LONG_AGO = 1_704_067_200
"""Time stamp of a world's files: the start of 2024, so that the same world gives the same home."""
CONTENTS = ("text", "base64", "photo")


@dataclass(frozen=True, slots=True)
class File:
    """A file of the home."""

    data: bytes
    mode: int = 0o644

    def to_world(self) -> dict[str, str]:
        """What `read_file` reads, without anything left to be drawn."""
        return {"base64": base64.b64encode(self.data).decode(), "mode": f"{self.mode:o}"}


def read_path(path: str) -> str:
    """A path from the home, in its plainest form.

    Raises:
        UsageError: It leads elsewhere.
    """
    pure = PurePosixPath(path)
    if not path or pure.is_absolute() or ".." in pure.parts or pure == PurePosixPath("."):
        raise UsageError(
            f"{path!r} is no file of the home.",
            advice="Write it from the home folder, such as Documents/a.txt.",
        )
    return str(pure)


def read_file(path: str, content: Any) -> File:
    """What a world says about a file: a text, or an object with one of text, base64 and photo, and a mode.

    Raises:
        UsageError: It cannot be that.
    """
    if isinstance(content, str):
        return File(content.encode())
    known = {*CONTENTS, "mode"}
    if isinstance(content, Mapping) and len(content.keys() & set(CONTENTS)) == 1 and content.keys() <= known:
        try:
            return File(_data(path, content), int(str(content.get("mode", "644")), 8))
        except (ValueError, binascii.Error, AttributeError, TypeError) as error:
            raise UsageError(f"The file {path!r} of a world cannot be read: {error}.") from error
    raise UsageError(
        f"The file {path!r} of a world is neither a text nor an object.",
        advice='Write "text", {"text": "…", "mode": "0755"}, {"base64": "…"} or {"photo": {"seed": 1}}.',
    )


def _data(path: str, content: Mapping[str, Any]) -> bytes:
    if "text" in content:
        text: str = content["text"]
        return text.encode()
    if "base64" in content:
        return base64.b64decode(content["base64"], validate=True)
    return draw_photo(PurePosixPath(path).suffix, **content["photo"])
