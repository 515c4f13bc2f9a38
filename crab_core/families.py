"""Where task families come from: registered ones, compositions, and single sub-tasks."""

from __future__ import annotations

from typing import Any

from crab_core.compose.catalogue import Catalogue, WorldPart
from crab_core.compose.composition import Composition, Node
from crab_core.compose.realise import family
from crab_core.plugins import Plugins
from crab_core.subtask import SubTask
from crab_core.task import ROOT, TaskFamily
from crab_core.values import ValueTypes


def catalogue(plugins: Plugins) -> Catalogue:
    """Everything of which tasks can be composed here.

    Sub-tasks whose environment no plugin registers, or that need a type that is not there, do not take part.

    Raises:
        PluginError: A sub-task, a type or a part of a world cannot be loaded.
    """
    types = ValueTypes([spec.load() for spec in plugins.value_types.values()])
    subtasks: dict[str, SubTask] = {}
    left_out: dict[str, str] = {}
    for spec in plugins.subtasks.values():
        subtask: SubTask = spec.load()
        wanted = [*subtask.inputs.values(), *([subtask.output] if subtask.output else [])]
        unknown = sorted({kind for kind in wanted if kind not in types})
        if subtask.environment != ROOT and subtask.environment not in plugins.environments:
            left_out[subtask.id] = f"no plugin brings the environment {subtask.environment!r}"
        elif unknown:
            left_out[subtask.id] = f"no plugin brings the value type {', '.join(unknown)}"
        else:
            subtasks[subtask.id] = subtask
    worlds: dict[str, dict[str, WorldPart]] = {}
    for part in plugins.worlds.values():
        worlds.setdefault(part.environment, {})[part.name] = part.load()
    return Catalogue(subtasks, types, worlds, left_out)


def task_family(plugins: Plugins, name: str) -> TaskFamily:
    """The family of tasks of this name.

    Raises:
        UnknownNameError: No task of this name is registered.
    """
    found: Any = plugins.tasks[name].load()
    return family(found, catalogue(plugins)) if isinstance(found, Composition) else found


def subtask_family(plugins: Plugins, name: str) -> TaskFamily:
    """A sub-task as a task of its own.

    Raises:
        UnknownNameError: No sub-task of this name takes part here.
    """
    known = catalogue(plugins)
    known.subtask(name)
    return family(Composition(id=name, nodes=[Node(name)]), known)
