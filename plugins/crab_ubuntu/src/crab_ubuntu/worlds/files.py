"""The files of a world: texts, bytes, and pictures that are drawn from a seed."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from crab_core import UsageError
from crab_ubuntu.worlds.photos import draw_photo

LONG_AGO = 1_704_067_200
"""Time stamp of a world's files: the start of 2024, so that the same world gives the same home."""
CONTENTS = ("text", "base64", "photo")
PHOTO = {"seed": int, "width": int, "height": int, "taken": str}
"""What is said about a photo; only its seed has to be."""
LONGEST_NAME = 255
"""Bytes (NAME_MAX of Linux)."""
ALL = 0o777
"""Permissions for everybody. More has no meaning in a home where nobody gains rights."""


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
    leads_out = pure.is_absolute() or ".." in pure.parts or pure == PurePosixPath(".")
    if leads_out or "\0" in path or any(_bytes_of(part) > LONGEST_NAME for part in pure.parts):
        raise UsageError(
            f"{path!r} is no file of the home.",
            advice="Write it from the home folder, such as Documents/a.txt.",
        )
    return str(pure)


def _bytes_of(name: str) -> int:
    try:
        return len(name.encode())
    except UnicodeEncodeError:
        return LONGEST_NAME + 1


def check_tree(files: Iterable[str], folders: Iterable[str]) -> None:
    """Whether paths can be files and folders of one home.

    Raises:
        UsageError: One would have to be both.
    """
    files, paths = set(files), [PurePosixPath(path) for path in (*files, *folders)]
    needed = {str(parent) for path in paths for parent in path.parents} | set(folders)
    for path in sorted(files & needed):
        raise UsageError(f"{path!r} is a file of the world, and one of its folders as well.")


def read_file(path: str, content: Any) -> File:
    """What a world says about a file: a text, or an object with one of text, base64 and photo, and a mode.

    Raises:
        UsageError: It cannot be that.
    """
    if isinstance(content, str):
        content = {"text": content}
    known = {*CONTENTS, "mode"}
    if isinstance(content, Mapping) and len(content.keys() & set(CONTENTS)) == 1 and content.keys() <= known:
        try:
            return File(_data(path, content), _mode(content.get("mode", "644")))
        except (ValueError, binascii.Error, AttributeError, TypeError) as error:
            raise UsageError(f"The file {path!r} of a world cannot be read: {error}.") from error
    raise UsageError(
        f"The file {path!r} of a world is neither a text nor an object.",
        advice='Write "text", {"text": "…", "mode": "0755"}, {"base64": "…"} or {"photo": {"seed": 1}}.',
    )


def _mode(text: Any) -> int:
    """Permissions; a number would be read in ten's place where eight is meant."""
    if not isinstance(text, str) or not 0 <= (mode := int(text, 8)) <= ALL:
        raise ValueError(f'its mode is a text such as "0755", not {text!r}')
    return mode


def _data(path: str, content: Mapping[str, Any]) -> bytes:
    if "text" in content:
        text: str = content["text"]
        return text.encode()
    if "base64" in content:
        return base64.b64decode(content["base64"], validate=True)
    return draw_photo(PurePosixPath(path).suffix, **_photo(content["photo"]))


def _photo(described: Any) -> Mapping[str, Any]:
    if not isinstance(described, Mapping) or "seed" not in described:
        raise ValueError('a photo is written {"seed": 1}')
    for name, value in described.items():
        if name not in PHOTO:
            raise ValueError(f"a photo has {', '.join(PHOTO)}, and no {name!r}")
        if type(value) is not PHOTO[name]:
            raise ValueError(f"{name!r} of a photo is {PHOTO[name].__name__}, not {value!r}")
    return described
