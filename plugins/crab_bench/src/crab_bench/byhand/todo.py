"""The case study of the CRAB paper: a to-do on the phone says what to change in the desktop's Settings.

Everything that could be guessed is drawn from the seed: which change is asked for, in which words, how many
to-dos are done before it, and what the others say (some of them ask for another change).
"""

from __future__ import annotations

import random
from typing import Any, Final

from crab_android.evaluators import app_in_front
from crab_bench.byhand.changes import CHANGES
from crab_bench.byhand.solving_todo import only_look, solve, solve_second
from crab_core import CheckpointGraph, Limits, Task
from crab_ubuntu.evaluators import focused_window

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
            "ubuntu": _merged({"gsettings": decoy.start}, {"gsettings": change.start}),
        },
        graph=CheckpointGraph.chain(
            {
                "Tasks app in front": app_in_front(package="org.crab.tasks"),
                "Settings window focused": focused_window(app="gnome-control-center"),
                f"{change.name} set": change.demanded,
            }
        ),
        limits=Limits(steps=13),
        may_change={"ubuntu": change.may_change},
        solution=solve,
        mutants={"the second open to-do": solve_second, "reads and changes nothing": only_look},
        applications={"android": ("Tasks",), "ubuntu": ("Settings",)},
    )


def _merged(under: Any, over: Any) -> dict[str, Any]:
    """Two desktop worlds in one; what both set, the second decides."""
    schemas = {**under["gsettings"], **over["gsettings"]}
    settings = {s: {**under["gsettings"].get(s, {}), **over["gsettings"].get(s, {})} for s in schemas}
    return {"gsettings": settings}
