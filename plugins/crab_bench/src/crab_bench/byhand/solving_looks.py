"""How `matching_looks` is solved."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from crab_bench.byhand.solving_moves import (
    NOTES,
    SETTINGS,
    Solving,
    launch,
    open_row,
    row,
    said,
    text_person,
    touch,
)
from crab_bench.hands import DESKTOP, PHONE, Doing, desk, number, phone
from crab_core import ROOT, ActionCall, Mark, Turn


@dataclass(frozen=True)
class Wish:
    """What a note asks for."""

    desktop: str
    phone: str
    words: str


PATIENCE = 4
"""How often to look again for what is on its way."""

_PANELS = {
    "style Dark": ("Appearance", "Dark"),
    "style Default (light)": ("Appearance", "Default"),
    "turn Large Text on": ("Accessibility", "Large Text"),
    "turn the Hot Corner on": ("Multitasking", "Hot Corner"),
}


def solve(turn: Turn, title: str, name: str) -> Solving:
    """The desktop, then the phone."""
    turn, wish = yield from _read(turn, title)
    turn = yield from _desktop(turn, wish)
    turn = yield from _phone(turn, wish)
    yield from text_person(turn, name, wish.words)


def solve_phone_first(turn: Turn, title: str, name: str) -> Solving:
    """The phone, then the desktop."""
    turn, wish = yield from _read(turn, title)
    turn = yield from _phone(turn, wish)
    turn = yield from _desktop(turn, wish)
    yield from text_person(turn, name, wish.words)


def solve_desktop_only(turn: Turn, title: str, name: str) -> Solving:
    """Wrong: the phone stays as it was."""
    turn, wish = yield from _read(turn, title)
    turn = yield from _desktop(turn, wish)
    yield from text_person(turn, name, wish.words)


def solve_phone_only(turn: Turn, title: str, name: str) -> Solving:
    """Wrong: the desktop stays as it was."""
    turn, wish = yield from _read(turn, title)
    turn = yield from _phone(turn, wish)
    yield from text_person(turn, name, wish.words)


def _read(turn: Turn, title: str) -> Generator[ActionCall, Turn, tuple[Turn, Wish]]:
    turn = yield from open_row(turn, NOTES, f"{title},")
    found = said(turn[PHONE], r'Settings of the desktop: (.+)\. Settings of the phone: (.+)\. Words: "(.+)"')
    return turn, Wish(*found.groups())


def _desktop(turn: Turn, wish: Wish) -> Doing:
    panel, control = _PANELS[wish.desktop]
    turn = yield desk("search_app", name="Settings")
    for _ in range(PATIENCE):  # the panel may lie below what the list shows
        if turn[DESKTOP].find(panel, role="list item") is not None:
            break
        some = turn[DESKTOP].find("Power", role="list item")
        if some is None:
            turn = yield ActionCall(ROOT, "wait")
        else:
            turn = yield desk("scroll", direction="down", element=some.number, amount=10)
    turn = yield desk("click", element=number(turn[DESKTOP].find(panel, role="list item"), panel))
    for _ in range(PATIENCE):  # Settings answers nobody while it draws the wallpapers
        if _control(turn, control) is not None:
            break
        turn = yield ActionCall(ROOT, "wait")
    turn = yield desk("click", element=number(_control(turn, control), control))
    return turn


def _control(turn: Turn, label: str) -> Mark | None:
    roles = ("check box", "switch", "button", "toggle button")
    return next((mark for mark in turn[DESKTOP].find_all(label) if mark.role in roles), None)


def _phone(turn: Turn, wish: Wish) -> Doing:
    turn = yield launch(SETTINGS)
    turn = yield phone("tap", element=number(row(turn[PHONE], "Display,"), "Display"))
    if "dark theme" in wish.phone:
        turn = yield touch(turn, "Dark theme", "switch")
        return turn
    turn = yield phone("tap", element=number(row(turn[PHONE], "Font size,"), "Font size"))
    turn = yield touch(turn, wish.phone.removeprefix("font size "))
    return turn
