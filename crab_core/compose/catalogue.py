"""What compositions are made from: sub-tasks, value types and parts of start worlds that are installed."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from crab_core.environment import World
from crab_core.errors import UnknownNameError, UsageError
from crab_core.subtask import SubTask
from crab_core.values import Scene, ValueTypes, merged

WorldPart = Callable[[random.Random], World]
"""Makes a part of the world from which values are drawn; called with a source of chance of its own."""

_WORLDS_KEPT: Final = 16
"""Start worlds that are kept for the next task of the same seed."""


@dataclass(frozen=True)
class Catalogue:
    """Everything that a composition may name.

    Nothing that is made from it depends on the order in which plugins registered.
    """

    subtasks: Mapping[str, SubTask]
    types: ValueTypes
    worlds: Mapping[str, Mapping[str, WorldPart]] = field(default_factory=dict)
    """Parts of the start world, by environment and the part's name."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Sub-tasks that do not take part, with the reason."""
    _made: dict[tuple[str, int], bytes] = field(default_factory=dict, repr=False, compare=False)

    def subtask(self, name: str) -> SubTask:
        """The sub-task of this id.

        Raises:
            UnknownNameError: There is none.
            UsageError: There is one, and it does not take part here.
        """
        if name in self.left_out:
            raise UsageError(f"The sub-task {name!r} does not take part here: {self.left_out[name]}.")
        if name not in self.subtasks:
            raise UnknownNameError("sub-task", name, self.subtasks)
        return self.subtasks[name]

    def scene(self, environments: Iterable[str], seed: int) -> Scene:
        """The start worlds of these environments before any sub-task has added to them.

        Raises:
            DefinitionError: Two parts of one world want different things of it.
        """
        return Scene({environment: self._world(environment, seed) for environment in environments})

    def _world(self, environment: str, seed: int) -> dict[str, Any]:
        """A start world; it is the caller's own."""
        key = environment, seed
        if key not in self._made:
            world: dict[str, Any] = {}
            for name, part in sorted(self.worlds.get(environment, {}).items()):
                world = merged(world, part(random.Random(f"{seed}/{environment}/{name}")), environment)
            while len(self._made) >= _WORLDS_KEPT:
                self._made.pop(next(iter(self._made)), None)
            self._made[key] = pickle.dumps(world)
        copy: dict[str, Any] = pickle.loads(self._made[key])  # several times quicker than copy.deepcopy
        return copy
