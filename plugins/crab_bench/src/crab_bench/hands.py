"""What solutions share: finding things on the screens, and opening applications.

Nothing here knows a task: it sees views and yields action calls, as an agent would.
"""

from __future__ import annotations

from collections.abc import Generator

from crab_core import ROOT, ActionCall, Mark, Turn, View

Doing = Generator[ActionCall, Turn, Turn]
"""Some action calls; returns the turn after the last."""

DESKTOP = "ubuntu"
PHONE = "android"


def number(mark: Mark | None, what: str) -> int:
    """The number of a mark.

    Raises:
        LookupError: There is none.
    """
    if mark is None:
        raise LookupError(f"{what} is not on the screen")
    return mark.number


def containing(view: View, text: str, *, role: str | None = None) -> Mark | None:
    """The first mark whose label contains a text, case and white space ignored."""
    wanted = " ".join(text.split()).casefold()
    for mark in view.elements:
        if role in (None, mark.role) and wanted in " ".join(mark.label.split()).casefold():
            return mark
    return None


def desk(name: str, /, **arguments: object) -> ActionCall:
    """A call on the desktop."""
    return ActionCall(DESKTOP, name, arguments)


def phone(name: str, /, **arguments: object) -> ActionCall:
    """A call on the phone."""
    return ActionCall(PHONE, name, arguments)


def click(turn: Turn, label: str, *, role: str | None = None) -> ActionCall:
    """A click on what is labelled so on the desktop."""
    return desk("click", element=number(turn[DESKTOP].find(label, role=role), label))


def tap(turn: Turn, label: str, *, role: str | None = None) -> ActionCall:
    """A tap on what is labelled so on the phone."""
    return phone("tap", element=number(turn[PHONE].find(label, role=role), label))


def open_phone_app(turn: Turn, label: str) -> Doing:
    """Open an app of the phone from wherever it is, through the app drawer."""
    turn = yield phone("open_app_drawer")
    for _ in range(5):
        if turn[PHONE].find(label) is not None:
            break
        turn = yield phone("swipe", direction="up")
    turn = yield tap(turn, label)
    return turn


def chooser(turn: Turn) -> Doing:
    """A dialog that asks for a file; on a busy machine it may come after the screen was still."""
    for _ in range(3):
        if turn[DESKTOP].find("Cancel", role="button") is not None:
            break
        turn = yield ActionCall(ROOT, "wait")
    return turn
