"""What compositions are drawn from, as numbers, and a composition that is being drawn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from crab_core.compose.catalogue import Catalogue
from crab_core.compose.typegraph import TypeGraph
from crab_core.subtask import SubTask
from crab_core.task import ROOT


class Way(NamedTuple):
    """How one sub-task may be joined to another one, from the point of view of one of them."""

    other: int
    """Position of the other one."""
    input: str
    """The input that is fed, of whichever of them takes."""
    needed: bool
    """Whether that input has to be fed, as its values cannot be drawn."""


@dataclass
class Sketch:
    """A composition in the making: positions in a pool, and what feeds them."""

    members: list[int] = field(default_factory=list)
    sources: list[dict[str, int]] = field(default_factory=list)
    """For each member: input to the member that feeds it."""
    due: int = 0
    """How many inputs are not fed yet that have to be."""
    steps: int = 0
    """Of all reference solutions together."""

    def depths(self) -> tuple[list[int], list[int]]:
        """How many members stand on the longest path that ends, and that begins, at each of them."""
        count = len(self.members)
        before, after = [0] * count, [0] * count
        targets: list[list[int]] = [[] for _ in range(count)]
        for member, sources in enumerate(self.sources):
            for source in sources.values():
                targets[source].append(member)

        def to(member: int) -> int:
            if not before[member]:
                before[member] = 1 + max(map(to, self.sources[member].values()), default=0)
            return before[member]

        def on(member: int) -> int:
            if not after[member]:
                after[member] = 1 + max(map(on, targets[member]), default=0)
            return after[member]

        for member in range(count):
            to(member)
            on(member)
        return before, after


class Pool:
    """The sub-tasks that may be drawn; no order but that of their names plays a part."""

    def __init__(self, catalogue: Catalogue, names: Collection[str]) -> None:
        """Index the sub-tasks.

        Args:
            catalogue: Where they are from.
            names: Those that may be drawn: every input that cannot be drawn has something that feeds it.
        """
        graph = TypeGraph(catalogue, names)
        self.types = catalogue.types
        self.subtasks: list[SubTask] = [catalogue.subtasks[name] for name in graph.names]
        self.into: list[dict[str, Sequence[Way]]] = []
        """For each sub-task its inputs, and who may feed them."""
        self.out: list[Sequence[Way]] = []
        """For each sub-task the inputs that it may feed."""
        self.due: list[int] = []
        """For each sub-task how many inputs have to be fed."""
        position = {name: i for i, name in enumerate(graph.names)}
        needed = {kind: self.types[kind].draw is None for s in self.subtasks for kind in s.inputs.values()}
        for name, subtask in zip(graph.names, self.subtasks, strict=True):
            into: dict[str, Sequence[Way]] = {}
            for one, kind in subtask.inputs.items():
                into[one] = [
                    Way(position[n], one, needed[kind]) for n in graph.feeders(name, one) if n != name
                ]
            self.into.append(into)
            self.out.append(
                [
                    Way(position[other], one, needed[catalogue.subtasks[other].inputs[one]])
                    for other, one in graph.takers(name)
                    if other != name
                ]
            )
            self.due.append(sum(needed[kind] for kind in subtask.inputs.values()))
        self.joins = [i for i, into in enumerate(self.into) if sum(map(bool, into.values())) > 1]
        """The sub-tasks of which two inputs can be fed: those at which diamonds end."""

    def add(self, sketch: Sketch, position: int) -> int:
        """Put a sub-task into a sketch; the member that it became."""
        sketch.members.append(position)
        sketch.sources.append({})
        sketch.due += self.due[position]
        sketch.steps += self.subtasks[position].steps
        return len(sketch.members) - 1

    def feed(self, sketch: Sketch, source: int, target: int, way: Way) -> None:
        """Let one member feed an input of another one."""
        sketch.sources[target][way.input] = source
        sketch.due -= way.needed

    def devices(self, members: Iterable[int]) -> set[str]:
        """The devices that sub-tasks use."""
        return {self.subtasks[member].environment for member in members} - {ROOT}
