"""How pictures are put into documents and slides."""

from __future__ import annotations

import re

from crab_bench.hands import DESKTOP, PATIENCE, Doing, click, containing, desk, number, opened
from crab_bench.pictures.solving_dialogs import awaited, choose, titles, until_gone
from crab_core import Solving, Turn


def new_file(turn: Turn, name: str) -> Doing:
    """An empty document of an application of the office, which may be open already with another."""
    turn = yield from opened(turn, name)
    top = next(iter(titles(turn)), "")
    undo = turn[DESKTOP].find("Undo")
    used = undo is not None and "enabled" in undo.states
    if used or not re.fullmatch(rf"Untitled \d+ . LibreOffice {name}", top):
        turn = yield desk("hotkey", keys=["ctrl", "n"])
    return turn


def _with_mark(turn: Turn, label: str, role: str) -> Doing:
    """Look again where the window is there before its parts."""
    for _ in range(PATIENCE):
        if turn[DESKTOP].find(label, role=role) is not None:
            break
        turn = yield desk("wait_for_window", title="LibreOffice")
    return turn


def insert(turn: Turn, path: str) -> Doing:
    """Insert a picture where the cursor is; it is selected then."""
    turn = yield from _with_mark(turn, "Image", "button")
    turn = yield click(turn, "Image", role="button")
    return (yield from choose(turn, path, "Insert Image"))


def save(path: str) -> Doing:
    """Save a document that has no name yet."""
    turn = yield desk("hotkey", keys=["ctrl", "s"])
    return (yield from choose(turn, path, "Save", over=True))


# -- Writer ------------------------------------------------------------------------------------------------

LINES = 25
"""More than a picture of the width of a page is high."""


def stack(turn: Turn, top: str, bottom: str, new_document: str) -> Solving:
    """Two pictures in a text, with lines enough between where they are anchored."""
    yield from new_file(turn, "Writer")
    yield desk("write_text", text="\n" * LINES)
    turn = yield desk("hotkey", keys=["ctrl", "home"])
    yield from insert(turn, top)
    yield desk("press", key="esc")
    turn = yield desk("hotkey", keys=["ctrl", "end"])
    yield from insert(turn, bottom)
    yield from save(new_document)
    return new_document


def stack_upwards(turn: Turn, top: str, bottom: str, new_document: str) -> Solving:
    """The lower picture first, by the menu."""
    yield from new_file(turn, "Writer")
    yield desk("write_text", text="\n" * LINES)
    yield from _insert_by_menu(bottom)
    yield desk("press", key="esc")
    yield desk("hotkey", keys=["ctrl", "home"])
    yield from _insert_by_menu(top)
    yield from save(new_document)
    return new_document


def stack_swapped(turn: Turn, top: str, bottom: str, new_document: str) -> Solving:
    """Wrong: the lower one above."""
    return (yield from stack(turn, bottom, top, new_document))


def one_alone(turn: Turn, top: str, bottom: str, new_document: str) -> Solving:  # noqa: ARG001
    """Wrong: the lower one is missing."""
    turn = yield from new_file(turn, "Writer")
    yield from insert(turn, top)
    yield from save(new_document)
    return new_document


def _insert_by_menu(path: str) -> Doing:
    yield desk("hotkey", keys=["alt", "i"])
    turn = yield desk("press", key="i")
    return (yield from choose(turn, path, "Insert Image"))


# -- Impress -----------------------------------------------------------------------------------------------


HALF = 5.2
"""Inches of a slide that a picture may take where two stand side by side."""


def side_by_side(turn: Turn, left: str, right: str, new_pdf: str) -> Solving:
    """Two pictures on a slide, each at its place, and the slide as PDF."""
    turn = yield from new_file(turn, "Impress")
    turn = yield from _place(turn, left, "0.3", "1.5")
    turn = yield from _place(turn, right, "5.7", "1.5")
    return (yield from _as_pdf(turn, new_pdf))


def side_by_side_from_right(turn: Turn, left: str, right: str, new_pdf: str) -> Solving:
    """The right one first."""
    turn = yield from new_file(turn, "Impress")
    turn = yield from _place(turn, right, "5.7", "1.5")
    turn = yield from _place(turn, left, "0.3", "1.5")
    return (yield from _as_pdf(turn, new_pdf))


def side_by_side_swapped(turn: Turn, left: str, right: str, new_pdf: str) -> Solving:
    """Wrong: the right one at the left."""
    return (yield from side_by_side(turn, right, left, new_pdf))


def _place(turn: Turn, path: str, x: str, y: str) -> Doing:
    """Insert a picture on the slide and move it to a place, in inches."""
    yield from insert(turn, path)
    return (yield from _move(x, y))


def _move(x: str, y: str) -> Doing:
    """Move what is selected."""
    turn = yield desk("press", key="f4")
    turn = yield from awaited(turn, "Position and Size")
    if _width(turn) > HALF:
        turn = yield click(turn, "Keep ratio", role="check box")
        spin = turn[DESKTOP].find("Width:", role="spin button")
        yield desk("triple_click", element=number(spin, "Width"))
        turn = yield desk("write_text", text="5\t")
    spin = turn[DESKTOP].find("Position X:", role="spin button")
    yield desk("triple_click", element=number(spin, "Position X"))
    turn = yield desk("write_text", text=f"{x}\t{y}\n")
    yield from until_gone(turn, "Position and Size", desk("press", key="enter"))
    return (yield desk("press", key="esc"))


def _width(turn: Turn) -> float:
    """How wide the picture is, in inches, by the dialog."""
    tree = turn[DESKTOP].tree
    for node in tree.walk() if tree is not None else ():
        if node.name == "Width:" and (found := re.match(r"[\d.]+", node.value)):
            return float(found[0])
    return 0.0


def _as_pdf(turn: Turn, new_pdf: str) -> Solving:
    turn = yield click(turn, "Export Directly as PDF", role="button")
    yield from choose(turn, new_pdf, "Export", over=True)
    return new_pdf


def darken(turn: Turn, photo: str, new_photo: str) -> Solving:
    """Make a picture darker on a slide, and export it alone."""
    return (yield from _with_brightness(turn, photo, new_photo, -20))


def brighten(turn: Turn, photo: str, new_photo: str) -> Solving:
    """Wrong: makes it brighter."""
    return (yield from _with_brightness(turn, photo, new_photo, 20))


def darken_slide(turn: Turn, photo: str, new_photo: str) -> Solving:
    """Wrong: exports the whole slide, most of which is white."""
    return (yield from _with_brightness(turn, photo, new_photo, -20, alone=False))


def _with_brightness(turn: Turn, photo: str, new_photo: str, percent: int, *, alone: bool = True) -> Solving:
    turn = yield from new_file(turn, "Impress")
    turn = yield from insert(turn, photo)
    return (yield from _change(turn, new_photo, percent, alone=alone))


def _change(turn: Turn, new_photo: str, percent: int, *, alone: bool = True) -> Solving:
    """Change the brightness of the picture that is selected, and export it or its slide."""
    turn = yield from _with_mark(turn, "Brightness", "spin button")
    spin = turn[DESKTOP].find("Brightness", role="spin button")
    yield desk("triple_click", element=number(spin, "Brightness"))
    yield desk("write_text", text=f"{percent}\t")
    yield desk("hotkey", keys=["alt", "f"])
    turn = yield desk("press", key="t")
    turn = yield from awaited(turn, "Export")
    if alone:
        turn = yield click(turn, "Selection", role="check box")
    formats = next((m for m in turn[DESKTOP].find_all(role="combo box") if "(." in m.label), None)
    turn = yield desk("click", element=number(formats, "the list of formats"))
    turn = yield desk("click", element=number(containing(turn[DESKTOP], "(.png)"), "PNG"))
    turn = yield desk("triple_click", element=number(turn[DESKTOP].find("Name", role="text field"), "Name"))
    turn = yield desk("write_text", text=f"~/{new_photo}\n")
    turn = yield from until_gone(turn, "Export", desk("press", key="enter"))
    yield from awaited(turn, "PNG Options")
    turn = yield desk("press", key="enter")
    yield from until_gone(turn, "PNG Options", desk("wait_for_window", title="LibreOffice Impress"))
    return new_photo
