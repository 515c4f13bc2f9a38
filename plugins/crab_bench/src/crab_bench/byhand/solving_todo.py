"""Solutions of `todo_settings`: a to-do is read on the phone, and done in the desktop's Settings."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from crab_core import ROOT, ActionCall, Mark, Turn, View

Solving = Generator[ActionCall, Turn, None]


@dataclass(frozen=True, slots=True)
class Change:
    """A change, as a person knows to make it."""

    name: str
    signs: tuple[str, ...]
    """Words by which it is asked for."""
    panel: str
    """The panel of Settings that has it."""
    control: str
    """The control in that panel, as labelled."""


PATIENCE: Final = 4
"""How often to look again for what is on its way."""

_CHANGES: Final = (
    Change("hot corner", ("hot corner",), "Multitasking", "Hot Corner"),
    Change("large text", ("large text", "bigger"), "Accessibility", "Large Text"),
    Change("light mode", ("light",), "Appearance", "Default"),
    Change("dark mode", ("dark",), "Appearance", "Dark"),
)


def solve(turn: Turn) -> Solving:
    """The first open to-do is read, and done."""
    turn = yield from _open_tasks(turn)
    change = asked_for(open_todos(turn["android"])[0])
    yield from _make(change, turn)


def solve_second(turn: Turn) -> Solving:
    """Wrong: it does what the second open to-do says."""
    turn = yield from _open_tasks(turn)
    change = asked_for(open_todos(turn["android"])[1])
    yield from _make(change, turn)


def only_look(turn: Turn) -> Solving:
    """Wrong: it looks everything up and changes nothing."""
    turn = yield from _open_tasks(turn)
    yield ActionCall("ubuntu", "search_app", {"name": "Settings"})


def _open_tasks(turn: Turn) -> Generator[ActionCall, Turn, Turn]:
    icon = turn["android"].find("Tasks")
    if icon is None:
        turn = yield ActionCall("android", "open_app_drawer")
        icon = turn["android"].find("Tasks")
    turn = yield ActionCall("android", "tap", {"element": _number(icon, "Tasks")})
    return turn


def open_todos(view: View) -> list[str]:
    """Titles of the to-dos that are not done, from the top down: rows whose own check box is not "
    "checked."""
    rows = sorted(view.find_all(role="list item"), key=lambda row: row.box.y)
    ticks = list(view.find_all(role="check box"))
    return [
        row.label
        for row in rows
        if any(row.box.contains(tick.box) and "checked" not in tick.states for tick in ticks)
    ]


def asked_for(title: str) -> Change:
    """What a to-do asks for, understood from its words."""
    words = title.casefold()
    for change in _CHANGES:
        if any(sign in words for sign in change.signs):
            return change
    raise LookupError(f"the to-do {title!r} asks for nothing that Settings offers")


def _make(change: Change, turn: Turn) -> Solving:
    turn = yield ActionCall("ubuntu", "search_app", {"name": "Settings"})
    for _ in range(PATIENCE):  # the panel may lie below what the list shows
        row = turn["ubuntu"].find(change.panel, role="list item")
        if row is not None:
            break
        some = turn["ubuntu"].find("Power", role="list item")
        if some is None:
            turn = yield ActionCall(ROOT, "wait")
        else:
            down = {"direction": "down", "element": some.number, "amount": 10}
            turn = yield ActionCall("ubuntu", "scroll", down)
    row = turn["ubuntu"].find(change.panel, role="list item")
    turn = yield ActionCall("ubuntu", "click", {"element": _number(row, change.panel)})
    for _ in range(PATIENCE):  # Settings answers nobody while it draws the wallpapers
        if _control(turn["ubuntu"], change) is not None:
            break
        turn = yield ActionCall(ROOT, "wait")
    yield ActionCall(
        "ubuntu", "click", {"element": _number(_control(turn["ubuntu"], change), change.control)}
    )


def _control(view: View, change: Change) -> Mark | None:
    marks = list(view.find_all(change.control))
    return next((m for m in marks if m.role in ("check box", "switch", "button", "toggle button")), None)


def _number(mark: Mark | None, what: str) -> int:
    if mark is None:
        raise LookupError(f"{what} is not on the screen")
    return mark.number
