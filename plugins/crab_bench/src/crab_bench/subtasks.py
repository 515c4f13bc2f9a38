"""Sub-task templates: one thing to do in one environment."""

from __future__ import annotations

from typing import Any, Final

from crab_android.evaluators import app_in_front
from crab_bench.settings import change_named
from crab_core import CheckpointGraph, SubTask
from crab_ubuntu.evaluators import focused_window

TASKS_PACKAGE: Final = "org.crab.tasks"
SETTINGS_APP: Final = "gnome-control-center"


def _todo_checkpoints() -> CheckpointGraph:
    return CheckpointGraph({"Tasks app in front": app_in_front(package=TASKS_PACKAGE)})


def _setting_checkpoints(change: str) -> CheckpointGraph:
    return CheckpointGraph.chain(
        {
            "Settings window focused": focused_window(app=SETTINGS_APP),
            f"{change} set": change_named(change).demanded,
        }
    )


def _setting_world(change: str) -> dict[str, Any]:
    return {"gsettings": {schema: dict(keys) for schema, keys in change_named(change).start.items()}}


read_open_todo: Final = SubTask(
    id="read_open_todo",
    environment="android",
    description='On the phone, open the "Tasks" app and look at the first task that is not done.',
    output="instruction",
    checkpoints=_todo_checkpoints,
    applications=("Tasks",),
)

change_setting: Final = SubTask(
    id="change_setting",
    environment="ubuntu",
    description='On the desktop, open the "Settings" application and do this: {change}.',
    inputs={"change": "instruction"},
    checkpoints=_setting_checkpoints,
    world=_setting_world,
    applications=("Settings",),
)
