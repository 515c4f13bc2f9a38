"""What compositions are made from: sub-tasks, value types and parts of start worlds that are installed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from crab_core.environment import World
from crab_core.errors import UnknownNameError
from crab_core.subtask import SubTask
from crab_core.values import Scene, ValueTypes, merged

WorldPart = Callable[[random.Random], World]
"""Makes a part of the world from which values are drawn; called with a source of chance of its own."""


@dataclass(frozen=True)
class Catalogue:
    """Everything that a composition may name."""

    subtasks: Mapping[str, SubTask]
    types: ValueTypes
    worlds: Mapping[str, Mapping[str, WorldPart]] = field(default_factory=dict)
    """Parts of the start world, by environment and the part's name."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Sub-tasks that do not take part, with the reason."""

    def subtask(self, name: str) -> SubTask:
        """The sub-task of this id.

        Raises:
            UnknownNameError: There is none, or it does not take part here.
        """
        if name not in self.subtasks:
            raise UnknownNameError("sub-task", name, self.subtasks)
        return self.subtasks[name]

    def scene(self, environments: Iterable[str], seed: int) -> Scene:
        """The start worlds of these environments before any sub-task has added to them."""
        worlds: dict[str, dict[str, Any]] = {}
        for environment in environments:
            world: dict[str, Any] = {}
            for name, part in self.worlds.get(environment, {}).items():
                world = merged(world, part(random.Random(f"{seed}/{environment}/{name}")), environment)
            worlds[environment] = world
        return Scene(worlds)
