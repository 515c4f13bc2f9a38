"""The type graph: which sub-task's output may feed which input of which other one (CRAB, section 4.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, NamedTuple

from crab_core.compose.catalogue import Catalogue

if TYPE_CHECKING:
    import networkx


class Taker(NamedTuple):
    """An input that can be fed."""

    subtask: str
    input: str


class TypeGraph:
    """What can feed what, among the sub-tasks of a catalogue.

    Sub-tasks that give the same type can feed the same inputs: so the graph is kept by types, and costs in
    proportion to sub-tasks, not to pairs of them.
    """

    def __init__(self, catalogue: Catalogue, names: Collection[str] | None = None) -> None:
        """Index the sub-tasks.

        Args:
            catalogue: Where they are from.
            names: Those that take part; all when None.
        """
        self.names: tuple[str, ...] = tuple(sorted(catalogue.subtasks if names is None else names))
        self._subtasks = {name: catalogue.subtasks[name] for name in self.names}
        giving: dict[str, list[str]] = defaultdict(list)
        taking: dict[str, list[Taker]] = defaultdict(list)
        for name, subtask in self._subtasks.items():
            if subtask.output:
                giving[subtask.output].append(name)
            for field, kind in subtask.inputs.items():
                taking[kind].append(Taker(name, field))
        self._takers: dict[str, tuple[Taker, ...]] = {}
        feeders: dict[str, list[str]] = defaultdict(list)
        for output, givers in giving.items():
            fitting = [kind for kind in catalogue.types.ancestors(output) if kind in taking]
            self._takers[output] = tuple(taker for kind in fitting for taker in taking[kind])
            for kind in fitting:
                feeders[kind] += givers
        self._feeders = {kind: tuple(sorted(givers)) for kind, givers in feeders.items()}

    def takers(self, name: str) -> tuple[Taker, ...]:
        """The inputs that the output of a sub-task may feed, its own ones among them."""
        return self._takers.get(self._subtasks[name].output, ())

    def feeders(self, name: str, field: str) -> tuple[str, ...]:
        """The sub-tasks whose output may feed an input."""
        return self._feeders.get(self._subtasks[name].inputs[field], ())

    def edges(self) -> Iterator[tuple[str, str, str]]:
        """Every (source, target, input)."""
        for name in self.names:
            for taker in self.takers(name):
                yield name, taker.subtask, taker.input

    @property
    def edge_count(self) -> int:
        """How many ways there are to feed an input."""
        return sum(len(self.takers(name)) for name in self.names)

    def to_networkx(self) -> networkx.DiGraph[str]:
        """The same graph for analysis: an edge for each pair, however many inputs it could feed."""
        import networkx

        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from(self.names)
        # `add_edges_from` looks at each edge by itself, which takes more than twice as long; here sub-tasks
        # that give the same type share the list of what they feed, and no edge comes twice.
        taking = {kind: tuple({one.subtask for one in takers}) for kind, takers in self._takers.items()}
        successors, predecessors = graph._succ, graph._pred
        for source in self.names:
            fed = successors[source]
            for target in taking.get(self._subtasks[source].output, ()):
                fed[target] = predecessors[target][source] = {}
        return graph
