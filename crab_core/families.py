"""Where task families come from: registered ones, compositions in code and in files, and single sub-tasks."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from crab_core.compose.catalogue import Catalogue, WorldPart
from crab_core.compose.composition import Composition, Node
from crab_core.compose.realise import family, realise
from crab_core.compose.writing import read
from crab_core.errors import DefinitionError, PluginError
from crab_core.plugins import Plugins
from crab_core.subtask import SubTask
from crab_core.task import ROOT, Task, TaskFamily
from crab_core.values import ValueType, ValueTypes

FILE: Final = ".json"
"""How a task's name ends when it is the path of a composition."""

_catalogues: Final[WeakKeyDictionary[Plugins, Catalogue]] = WeakKeyDictionary()


def catalogue(plugins: Plugins) -> Catalogue:
    """Everything of which tasks can be composed here; put together once for the same plugins.

    Sub-tasks that cannot be loaded, whose environment no plugin registers, or that need a type that is not
    there, do not take part.

    Raises:
        DefinitionError: A sub-task or a type is registered under another name than its own, or the types do
            not fit together.
        PluginError: A part of a world cannot be loaded.
    """
    known = _catalogues.get(plugins)
    if known is None:
        known = _catalogues[plugins] = _catalogue(plugins)
    return known


def _catalogue(plugins: Plugins) -> Catalogue:
    types = _types(plugins)
    subtasks: dict[str, SubTask] = {}
    left_out: dict[str, str] = {}
    for name, spec in sorted(plugins.subtasks.items()):
        try:
            subtask: SubTask = spec.load()
        except PluginError as error:
            left_out[name] = error.message.rstrip(".")
            continue
        if subtask.id != name:
            raise DefinitionError(f"The sub-task that is registered as {name!r} calls itself {subtask.id!r}.")
        wanted = [*subtask.inputs.values(), *([subtask.output] if subtask.output else [])]
        unknown = sorted({kind for kind in wanted if kind not in types})
        if subtask.environment != ROOT and subtask.environment not in plugins.environments:
            left_out[name] = f"no plugin brings the environment {subtask.environment!r}"
        elif unknown:
            left_out[name] = f"no plugin brings the value type {', '.join(unknown)}"
        else:
            subtasks[name] = subtask
    worlds: dict[str, dict[str, WorldPart]] = {}
    for part in plugins.worlds.values():
        if part.environment in plugins.environments:
            worlds.setdefault(part.environment, {})[part.name] = part.load()
    return Catalogue(subtasks, types, worlds, left_out)


def _types(plugins: Plugins) -> ValueTypes:
    """The types that can be loaded with all that they are kinds of."""
    found: dict[str, ValueType] = {}
    for name, spec in sorted(plugins.value_types.items()):
        try:
            kind: ValueType = spec.load()
        except PluginError:
            continue  # the sub-tasks that need it say that it is not there
        if kind.name != name:
            raise DefinitionError(
                f"The value type that is registered as {name!r} calls itself {kind.name!r}."
            )
        found[name] = kind
    while orphans := [name for name, kind in found.items() if kind.parent and kind.parent not in found]:
        for name in orphans:
            del found[name]
    return ValueTypes(found.values())


def task_family(plugins: Plugins, name: str) -> TaskFamily:
    """The family of tasks of this name; a name that ends in ".json" is the path of a composition.

    Nothing of a registered task is imported before the family is called: a run of one task does not wait for
    the evaluators of all others.

    Raises:
        UnknownNameError: No task of this name is registered.
        DefinitionError: The file does not fit its sub-tasks.
        UsageError: The file cannot be read, or is no JSON.
    """
    if name.endswith(FILE):
        return composition_family(plugins, Path(name))
    spec = plugins.tasks[name]

    def made(seed: int) -> Task:
        found: Composition | TaskFamily = spec.load()
        return realise(found, catalogue(plugins), seed) if isinstance(found, Composition) else found(seed)

    return made


def composition_family(plugins: Plugins, path: Path) -> TaskFamily:
    """The family of a composition in a file: the same task for every seed, as its values are in the file.

    Raises:
        DefinitionError: It does not fit its sub-tasks.
        UsageError: It cannot be read, or is no JSON.
    """
    known = catalogue(plugins)
    return family(read(path, known), known)


def subtask_family(plugins: Plugins, name: str) -> TaskFamily:
    """A sub-task as a task of its own.

    Raises:
        UnknownNameError: No sub-task of this name takes part here.
        UsageError: It does not take part here.
    """
    known = catalogue(plugins)
    known.subtask(name)
    return family(Composition(id=name, nodes=[Node(name)]), known)
