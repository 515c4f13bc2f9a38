"""Screens that are kept with the truth of their UI trees.

A folder of them holds `screens.jsonl`, a line a screen, and beside it the folders `images` (PNG) and `trees`
(JSON), whose files are named after what they hold: a screen that is kept twice is there once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from crab_core import Box, Screenshot, UiNode, UiTree, UsageError

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
        """Make the folder if it is not there."""
        self._folder = folder
        for part in ("images", "trees"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        file = folder / LIST
        self._known = set(file.read_text("utf-8").splitlines()) if file.exists() else set()

    def keep(self, screen: Screen) -> bool:
        """Write one screen, and say whether it is new; what is there already stays as it is."""
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
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            if line.strip():
                yield _read(folder, line, number)


def _read(folder: Path, line: str, number: int) -> Screen:
    try:
        entry = json.loads(line)
        image = _within(folder, entry["image"])
        kind = f"image/{image.suffix.removeprefix('.')}"
        picture = Screenshot(image.read_bytes(), entry["width"], entry["height"], kind)
        tree = tree_from_json(json.loads(_within(folder, entry["tree"]).read_text("utf-8")))
        return Screen(str(entry["name"]), str(entry["environment"]), str(entry["platform"]), picture, tree)
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


def tree_to_json(tree: UiTree) -> dict[str, Any]:
    """A UI tree as JSON values: what is empty is left out, states are sorted."""
    return {"width": tree.width, "height": tree.height, "root": _node_to_json(tree.root)}


def _node_to_json(node: UiNode) -> dict[str, Any]:
    fields = {
        "role": node.role,
        "name": node.name,
        "value": node.value,
        "box": node.box,
        "states": sorted(node.states),
        "identifier": node.identifier,
        "children": [_node_to_json(child) for child in node.children],
    }
    return {key: value for key, value in fields.items() if value}


def tree_from_json(values: Mapping[str, Any]) -> UiTree:
    """The UI tree of JSON values.

    Raises:
        KeyError: Something is missing.
        TypeError: A value is of another kind.
    """
    return UiTree(_node_from_json(values["root"]), int(values["width"]), int(values["height"]))


def _node_from_json(values: Mapping[str, Any]) -> UiNode:
    box = values.get("box")
    return UiNode(
        values["role"],
        values.get("name", ""),
        values.get("value", ""),
        None if box is None else Box(*box),
        frozenset(values.get("states", ())),
        values.get("identifier", ""),
        tuple(_node_from_json(child) for child in values.get("children", ())),
    )
