"""Screens that are kept with the truth of their UI trees.

A folder of them holds `screens.jsonl`, a line a screen, and beside it the folders `images` (PNG) and `trees`
(JSON), whose files are named after what they hold: a screen that is kept twice is there once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from crab_core import DeviceError, Screenshot, UiTree, UsageError, tree_from_json, tree_to_json
from crab_visualprompt.pixels import decode
from crab_visualprompt.written import writing

LIST = "screens.jsonl"
HOW = "`crab vision capture FOLDER --environment NAME` makes such a folder."


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen with what its device said of it."""

    name: str
    """What it shows: "org.crab.tasks 2"."""
    environment: str
    platform: str
    screenshot: Screenshot
    tree: UiTree


class Keeper:
    """Adds screens to a folder, which may hold some already."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if it is not there.

        Raises:
            UsageError: It cannot be made, or holds a list that cannot be read.
        """
        self._folder = folder
        with writing(folder):
            for part in ("images", "trees"):
                (folder / part).mkdir(parents=True, exist_ok=True)
        self._known = set(_lines(folder)) if (folder / LIST).exists() else set()

    def keep(self, screen: Screen) -> bool:
        """Write one screen, and say whether it is new; what is there already stays as it is.

        Raises:
            UsageError: The folder cannot be written to.
        """
        tree = json.dumps(tree_to_json(screen.tree), ensure_ascii=False).encode()
        ending = screen.screenshot.media_type.rpartition("/")[2]
        image = f"images/{screen.screenshot.digest[:20]}.{ending}"
        place = f"trees/{hashlib.sha256(tree).hexdigest()[:20]}.json"
        line = json.dumps(
            {
                "name": screen.name,
                "environment": screen.environment,
                "platform": screen.platform,
                "width": screen.screenshot.width,
                "height": screen.screenshot.height,
                "image": image,
                "tree": place,
            },
            ensure_ascii=False,
        )
        if line in self._known:
            return False
        self._known.add(line)
        with writing(self._folder):
            (self._folder / image).write_bytes(screen.screenshot.data)
            (self._folder / place).write_bytes(tree)
            with (self._folder / LIST).open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        return True


def read_screens(folders: Sequence[Path]) -> Iterator[Screen]:
    """The screens of folders, in the order in which they were kept.

    Raises:
        UsageError: A folder holds no screens, or something in it cannot be read.
    """
    for folder in folders:
        file = folder / LIST
        if not file.is_file():
            raise UsageError(f"{folder} holds no screens: there is no {LIST}.", advice=HOW)
        for number, line in enumerate(_lines(folder), start=1):
            if line.strip():
                yield _read(folder, line, number)


def _lines(folder: Path) -> list[str]:
    try:
        return (folder / LIST).read_text("utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder / LIST} cannot be read: {error}.", advice=HOW) from error


def _read(folder: Path, line: str, number: int) -> Screen:
    try:
        entry = json.loads(line)
        image = _within(folder, entry["image"])
        kind = f"image/{image.suffix.removeprefix('.')}"
        picture = Screenshot(image.read_bytes(), entry["width"], entry["height"], kind)
        height, width = decode(picture).shape[:2]
        if (width, height) != (picture.width, picture.height):
            raise ValueError(f"its picture has {width}×{height} pixels")
        tree = tree_from_json(json.loads(_within(folder, entry["tree"]).read_text("utf-8")))
        return Screen(str(entry["name"]), str(entry["environment"]), str(entry["platform"]), picture, tree)
    except DeviceError as error:
        raise UsageError(f"Line {number} of {folder / LIST}: {error.message}", advice=HOW) from error
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        reason = f"{type(error).__name__}: {error}"
        raise UsageError(
            f"Line {number} of {folder / LIST} names no screen that can be read ({reason}).", advice=HOW
        ) from error


def _within(folder: Path, name: str) -> Path:
    """A file of a folder, whoever wrote its list."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise ValueError(f"{name!r} is outside the folder")
    return path
