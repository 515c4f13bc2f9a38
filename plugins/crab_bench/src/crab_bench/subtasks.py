"""The parts of the demo task: one thing to do in one environment each."""

from __future__ import annotations

from typing import Any, Final

from crab_android.evaluators import app_in_front
from crab_bench.settings import change_named
from crab_core import CheckpointGraph
from crab_ubuntu.evaluators import focused_window

TASKS_PACKAGE: Final = "org.crab.tasks"
SETTINGS_APP: Final = "gnome-control-center"


def todo_checkpoints() -> CheckpointGraph:
    """Looking up a to-do on the phone."""
    return CheckpointGraph({"Tasks app in front": app_in_front(package=TASKS_PACKAGE)})


def setting_checkpoints(change: str) -> CheckpointGraph:
    """Making a change in the desktop's Settings."""
    return CheckpointGraph.chain(
        {
            "Settings window focused": focused_window(app=SETTINGS_APP),
            f"{change} set": change_named(change).demanded,
        }
    )


def setting_world(change: str) -> dict[str, Any]:
    """Settings in which the change is still to be made."""
    return {"gsettings": {schema: dict(keys) for schema, keys in change_named(change).start.items()}}
