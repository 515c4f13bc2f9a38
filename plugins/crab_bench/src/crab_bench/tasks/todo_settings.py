"""The case study of the CRAB paper: a to-do on the phone says what to change in the desktop's Settings.

Everything that could be guessed is drawn from the seed: which change is asked for, in which words, how many
to-dos are done before it, and what the others say (some of them ask for another change).
"""

from __future__ import annotations

import random
from collections.abc import Generator
from typing import Any, Final

from crab_bench.settings import CHANGES, Change
from crab_bench.subtasks import setting_checkpoints, setting_world, todo_checkpoints
from crab_core import ActionCall, Limits, Mark, Task, Turn, View

DESCRIPTION: Final = (
    'On the phone, open the "Tasks" app and look at the first task in the list that is not done. '
    'It tells what to do on the desktop with the "Settings" application. Do that, then complete.'
)

_ERRANDS: Final = (
    "Water the plants",
    "Buy bread and apples",
    "Return the library books",
    "Ring the dentist",
    "Post the parcel",
    "Charge the bicycle light",
    "Book a table for Friday",
    "Back up the photos",
)

Solving = Generator[ActionCall, Turn, None]


def todo_settings(seed: int) -> Task:
    """Draw the to-dos, and the change that the first open one asks for."""
    chance = random.Random(seed)
    change, decoy = chance.sample(CHANGES, k=2)
    errands = chance.sample(_ERRANDS, k=5)
    done = errands[: chance.randint(1, 3)]
    todos = [{"title": title, "done": True} for title in done]
    # A done to-do and a later open one ask for something else: only the first open one counts.
    todos.insert(chance.randint(0, len(todos)), {"title": chance.choice(decoy.wordings), "done": True})
    todos.append({"title": chance.choice(change.wordings), "done": False})
    todos.append({"title": chance.choice(decoy.wordings), "done": False})
    todos += [{"title": title, "done": False} for title in errands[len(done) :]]
    return Task(
        id="todo_settings",
        description=DESCRIPTION,
        worlds={
            "android": {"tasks": todos},
            "ubuntu": _merged(setting_world(decoy.name), setting_world(change.name)),
        },
        graph=todo_checkpoints().then(setting_checkpoints(change.name)),
        limits=Limits(steps=13),
        may_change={"ubuntu": change.may_change},
        solution=_solve,
        mutants={"the second open to-do": _solve_second, "reads and changes nothing": _only_look},
        applications={"android": ("Tasks",), "ubuntu": ("Settings",)},
    )


def _merged(under: Any, over: Any) -> dict[str, Any]:
    """Two desktop worlds in one; what both set, the second decides."""
    schemas = {**under["gsettings"], **over["gsettings"]}
    settings = {s: {**under["gsettings"].get(s, {}), **over["gsettings"].get(s, {})} for s in schemas}
    return {"gsettings": settings}


# -- the reference solution: it sees screens and marks, and acts through the action space --------------------


def _solve(turn: Turn) -> Solving:
    turn = yield from _open_tasks(turn)
    change = _asked_for(_open_todos(turn["android"])[0])
    yield from _make(change, turn)


def _solve_second(turn: Turn) -> Solving:
    """Wrong: it does what the second open to-do says."""
    turn = yield from _open_tasks(turn)
    change = _asked_for(_open_todos(turn["android"])[1])
    yield from _make(change, turn)


def _only_look(turn: Turn) -> Solving:
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


def _open_todos(view: View) -> list[str]:
    """Titles of the to-dos that are not done, from the top down: rows whose own check box is not checked."""
    rows = sorted(view.find_all(role="list item"), key=lambda row: row.box.y)
    ticks = list(view.find_all(role="check box"))
    return [
        row.label
        for row in rows
        if any(row.box.contains(tick.box) and "checked" not in tick.states for tick in ticks)
    ]


def _asked_for(title: str) -> Change:
    """What a to-do asks for, understood from its words."""
    words = title.casefold()
    signs = {
        "hot corner": ("hot corner",),
        "large text": ("large text", "bigger"),
        "light mode": ("light",),
        "dark mode": ("dark",),
    }
    for name, parts in signs.items():
        if any(part in words for part in parts):
            return next(change for change in CHANGES if change.name == name)
    raise LookupError(f"the to-do {title!r} asks for nothing that Settings offers")


def _make(change: Change, turn: Turn) -> Solving:
    turn = yield ActionCall("ubuntu", "search_app", {"name": "Settings"})
    for _ in range(4):  # the panel may lie below what the list shows
        row = turn["ubuntu"].find(change.panel, role="list item")
        if row is not None:
            break
        some = _number(turn["ubuntu"].find("Power", role="list item"), "the list of panels")
        turn = yield ActionCall("ubuntu", "scroll", {"direction": "down", "element": some, "amount": 10})
    row = turn["ubuntu"].find(change.panel, role="list item")
    turn = yield ActionCall("ubuntu", "click", {"element": _number(row, change.panel)})
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
