"""How pictures are put into documents and slides."""

from __future__ import annotations

import re

from crab_bench.hands import Doing, click, desk
from crab_bench.pictures.solving_dialogs import choose, titles
from crab_core import Turn


def new_file(name: str) -> Doing:
    """An empty document of an application of the office, which may be open already with another."""
    turn = yield desk("search_app", name=name)
    top = next(iter(titles(turn)), "")
    if not re.fullmatch(rf"Untitled \d+ . LibreOffice {name}", top):
        turn = yield desk("hotkey", keys=["ctrl", "n"])
    return turn


def insert(turn: Turn, path: str) -> Doing:
    """Insert a picture where the cursor is; it is selected then."""
    yield click(turn, "Image", role="button")
    return (yield from choose(path, "Insert Image"))


def save(path: str) -> Doing:
    """Save a document that has no name yet."""
    yield desk("hotkey", keys=["ctrl", "s"])
    return (yield from choose(path, "Save", over=True))
