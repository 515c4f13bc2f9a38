"""What the phone's solutions share: opening apps, finding rows, reading screens."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Final

from crab_bench.hands import PHONE, Doing, number, phone, tap
from crab_core import ActionCall, Mark, Turn, UiNode, View

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_SCROLLS: Final = 6


def started(turn: Turn, package: str) -> Doing:
    """Start an app at its first screen, wherever it was left: two calls."""
    turn = yield phone("stop_app", package=package)
    turn = yield phone("launch_app", package=package)
    return turn


def picked(turn: Turn, app: str) -> Doing:
    """Open an app at its first screen by its icon among all apps: three calls."""
    turn = yield phone("stop_all_apps")
    turn = yield phone("open_app_drawer")
    for _ in range(_SCROLLS):
        if turn[PHONE].find(app) is not None:
            break
        turn = yield phone("swipe", direction="up")
    turn = yield tap(turn, app)
    return turn


def tapped(turn: Turn, label: str, *, role: str | None = None) -> Doing:
    """Tap what is labelled so."""
    turn = yield tap(turn, label, role=role)
    return turn


def row(view: View, text: str, *also: str) -> Mark | None:
    """The first row or button of which one part is a text; `also` must stand in it somewhere."""
    wanted = _plain(text)
    for mark in view.elements:
        label = _plain(mark.label)
        parts = [part.strip() for part in label.split(",")]
        if mark.role == "text field" or not all(_plain(more) in label for more in also):
            continue
        if (
            wanted in parts
            or label == wanted
            or label.startswith(f"{wanted},")
            or f", {wanted}," in f"{label},"
        ):
            return mark
    return None


def tap_row(turn: Turn, text: str, *also: str) -> Doing:
    """Tap the row of which one part is a text, scrolling down to it where needed."""
    for _ in range(_SCROLLS):
        found = row(turn[PHONE], text, *also)
        if found is not None:
            turn = yield phone("tap", element=found.number)
            return turn
        turn = yield _swipe(turn)
    raise LookupError(f"no row says {' and '.join((text, *also))!r}")


def _swipe(turn: Turn) -> ActionCall:
    """A swipe that begins on the lowest row which no keyboard and no bar of tabs can cover."""
    view = turn[PHONE]
    limit = view.tree.height * 0.75 if view.tree else 0
    rows = [mark for mark in view.elements if mark.role != "text field" and mark.box.center[1] < limit]
    lowest = max(rows, key=lambda mark: mark.box.y, default=None)
    return phone("swipe", direction="up", element=number(lowest, "a list"))


def field(view: View, name: str) -> int:
    """The number of the text field of a name, or of what it says while it is empty."""
    for mark in view.elements:
        if mark.role == "text field" and name.casefold() in (mark.label.casefold(), mark.value.casefold()):
            return mark.number
    raise LookupError(f"there is no text field {name!r}")


def filled(turn: Turn, name: str, text: str) -> Doing:
    """Write into the text field of a name; below a keyboard it is looked for after closing that."""
    try:
        element = field(turn[PHONE], name)
    except LookupError:
        turn = yield phone("press", key="back")
        element = field(turn[PHONE], name)
    turn = yield phone("set_text", element=element, text=text)
    return turn


def pasted(turn: Turn, name: str, text: str) -> Doing:
    """Bring a text into a field by the clipboard."""
    turn = yield phone("set_clipboard", text=text)
    turn = yield phone("tap", element=field(turn[PHONE], name))
    turn = yield phone("paste")
    return turn


def nodes(view: View) -> Iterator[UiNode]:
    """Everything on the screen in its order."""
    if view.tree is not None:
        yield from view.tree.walk()


def labelled(view: View, identifier: str) -> str:
    """What the element with an id says.

    Raises:
        LookupError: There is none.
    """
    for node in nodes(view):
        if node.identifier.rpartition("/")[2] == identifier and node.name:
            return node.name
    raise LookupError(f"nothing called {identifier!r} is on the screen")


def matching(view: View, pattern: str) -> str:
    """The first text on the screen that a pattern finds; its first group.

    Raises:
        LookupError: There is none.
    """
    for node in nodes(view):
        for text in (node.name, node.value):
            found = re.search(pattern, text)
            if found:
                return found.group(1)
    raise LookupError(f"nothing like {pattern} is on the screen")


# -- days ------------------------------------------------------------------------------------------


def told(day: datetime.date) -> str:
    """A day as the phone writes it: "Thursday, May 14, 2026"."""
    return f"{day:%A}, {_MONTHS[day.month - 1]} {day.day}, {day.year}"


def day_of(text: str) -> datetime.date:
    """The day in "Thursday, May 14, 2026".

    Raises:
        LookupError: There is none in it.
    """
    found = re.search(rf"({'|'.join(_MONTHS)}) (\d{{1,2}}), (\d{{4}})", text)
    if found is None:
        raise LookupError(f"{text!r} tells no day")
    return datetime.date(int(found[3]), _MONTHS.index(found[1]) + 1, int(found[2]))


def chosen(turn: Turn, day: datetime.date) -> Doing:
    """Choose a day in the calendar sheet that is open: a tap for each month, the day, OK."""
    shown = number(turn[PHONE].find("Switch to years"), "the sheet of days")
    month = next(mark.value for mark in turn[PHONE].elements if mark.number == shown)
    name, _, year = month.partition(" ")
    away = (day.year - int(year)) * 12 + day.month - 1 - _MONTHS.index(name)
    for _ in range(abs(away)):
        turn = yield tap(turn, "Next month" if away > 0 else "Previous month")
    turn = yield tap(turn, told(day))
    turn = yield tap(turn, "OK")
    return turn


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
