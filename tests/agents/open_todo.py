"""A task on the phone alone: small enough for every structure with every provider."""

from __future__ import annotations

import crab_core as crab
from crab_android.evaluators import app_in_front
from crab_core.benchmark import answer_is

TODOS = [("Water the plants", True), ("Buy bread and apples", False), ("Ring the dentist", False)]


def open_todo(seed: int) -> crab.Task:
    """Find the first open to-do and hand in its title."""
    del seed
    graph = crab.CheckpointGraph.chain(
        {
            "Tasks app in front": app_in_front(package="org.crab.tasks"),
            "its title handed in": answer_is(expected="Buy bread and apples"),
        }
    )
    return crab.Task(
        id="open_todo",
        description='On the phone, open the "Tasks" app and hand in the title of the first task in the list '
        "that is not done.",
        worlds={"android": {"tasks": [{"title": title, "done": done} for title, done in TODOS]}},
        graph=graph,
        limits=crab.Limits(steps=6),
    )


class Plugin:
    """Registers the task."""

    @staticmethod
    @crab.hookimpl
    def crab_register_tasks() -> list[crab.TaskSpec]:
        return [crab.TaskSpec("open_todo", "Hand in a to-do.", "tests.agents.open_todo:open_todo")]
