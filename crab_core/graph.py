"""The graph evaluator: checkpoints in a DAG, watched while an agent works.

A checkpoint is *active* once all its predecessors have passed; passing is latched. After every action all
active checkpoints are judged, then those that they released, until nothing moves (CRAB, section 4.2).
A step costs in proportion to what is judged, never to the graph.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Self

from crab_core.errors import DefinitionError, UnknownNameError
from crab_core.evaluator import EvaluationError, EvaluatorCall, Expression, Outcome, Verdict

if TYPE_CHECKING:
    import networkx

Ask = Callable[[Sequence[EvaluatorCall]], Sequence[Outcome]]
"""Puts evaluator calls to their environments; one outcome a call, in the same order."""


class NodeState(StrEnum):
    """Where a checkpoint stands."""

    WAITING = "waiting"
    """A predecessor has not passed."""
    ACTIVE = "active"
    """Judged after every action."""
    PASSED = "passed"
    """Latched: it never goes back."""


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """What is known of one checkpoint."""

    name: str
    state: NodeState
    reason: str = ""
    """What its evaluator said last."""
    step: int | None = None
    """The step after which it passed; 0 means that it was true at the start."""
    error: EvaluationError | None = None
    """Set while its evaluator raises."""


class CheckpointGraph:
    """An immutable DAG of checkpoints, each with the expression that judges it.

    Attributes:
        nodes: Checkpoint name to expression.
        edges: Pairs (predecessor, successor).
    """

    def __init__(self, nodes: Mapping[str, Expression], edges: Iterable[tuple[str, str]] = ()) -> None:
        """Check and index the graph.

        Raises:
            DefinitionError: No checkpoint, an edge to itself, or a cycle.
            UnknownNameError: An edge names a checkpoint that does not exist.
        """
        self.nodes: Mapping[str, Expression] = dict(nodes)
        self.edges: tuple[tuple[str, str], ...] = tuple(dict.fromkeys(edges))
        if not self.nodes:
            raise DefinitionError("A graph needs at least one checkpoint.")
        self.names: tuple[str, ...] = tuple(self.nodes)
        index = {name: i for i, name in enumerate(self.names)}
        self._successors: list[list[int]] = [[] for _ in self.names]
        self._predecessor_counts = [0] * len(self.names)
        for before, after in self.edges:
            for name in (before, after):
                if name not in index:
                    raise UnknownNameError("checkpoint", name, index)
            self._successors[index[before]].append(index[after])
            self._predecessor_counts[index[after]] += 1
        self._order = self._topological_order()
        self._calls = [tuple(leaf.call() for leaf in node.leaves()) for node in self.nodes.values()]

    @classmethod
    def chain(cls, nodes: Mapping[str, Expression]) -> Self:
        """Checkpoints that must pass one after the other, in the order given."""
        return cls(nodes, itertools.pairwise(nodes))

    def then(self, other: CheckpointGraph) -> CheckpointGraph:
        """Every sink of this graph before every source of the other (CRAB, section 4.3).

        Raises:
            DefinitionError: Both have a checkpoint of the same name.
        """
        both = sorted(self.nodes.keys() & other.nodes.keys())
        if both:
            raise DefinitionError(f"Both graphs have a checkpoint {', '.join(map(repr, both))}.")
        between = [(sink, source) for sink in self.sinks for source in other.sources]
        return CheckpointGraph({**self.nodes, **other.nodes}, [*self.edges, *between, *other.edges])

    @property
    def sources(self) -> tuple[str, ...]:
        """Checkpoints without predecessors."""
        return tuple(n for n, count in zip(self.names, self._predecessor_counts, strict=True) if not count)

    @property
    def sinks(self) -> tuple[str, ...]:
        """Checkpoints without successors."""
        return tuple(n for n, after in zip(self.names, self._successors, strict=True) if not after)

    @property
    def environments(self) -> frozenset[str]:
        """Names of all environments that are judged."""
        return frozenset(call.environment for calls in self._calls for call in calls)

    @property
    def calls(self) -> tuple[EvaluatorCall, ...]:
        """Every evaluator call in the graph."""
        return tuple(call for calls in self._calls for call in calls)

    def to_networkx(self) -> networkx.DiGraph[str]:
        """The same graph for drawing and analysis."""
        import networkx

        graph: networkx.DiGraph[str] = networkx.DiGraph()
        graph.add_nodes_from(self.names)
        graph.add_edges_from(self.edges)
        return graph

    def __len__(self) -> int:
        """How many checkpoints there are."""
        return len(self.names)

    def _topological_order(self) -> list[int]:
        waiting = list(self._predecessor_counts)
        order = [i for i, count in enumerate(waiting) if not count]
        for i in order:
            for successor in self._successors[i]:
                waiting[successor] -= 1
                if not waiting[successor]:
                    order.append(successor)
        if len(order) < len(self.names):
            import networkx

            cycle = [edge[0] for edge in networkx.find_cycle(self.to_networkx())]
            raise DefinitionError(f"The checkpoints {' -> '.join([*cycle, cycle[0]])} form a cycle.")
        return order


class GraphEvaluator:
    """The live state of a `CheckpointGraph` during one episode."""

    def __init__(self, graph: CheckpointGraph) -> None:
        self.graph = graph
        self._calls = graph._calls
        self._expressions = list(graph.nodes.values())
        self._waiting_for = list(graph._predecessor_counts)
        self._active = [i for i, count in enumerate(self._waiting_for) if not count]
        self._passed_at: dict[int, int] = {}
        self._outcomes: dict[int, Outcome] = {}
        self._edges_left = len(graph.edges)
        self._judged: list[int] = []

    def step(self, ask: Ask, number: int = 0) -> list[str]:
        """Judge what is active, release successors, and repeat until nothing moves.

        Each checkpoint is judged at most once a step, so the order of evaluators does not matter.

        Args:
            ask: Puts evaluator calls to their environments.
            number: Number of the step, for the record.

        Returns:
            Names of the checkpoints that passed now.
        """
        passed: list[str] = []
        still_active: list[int] = []
        frontier = self._active
        self._judged = []
        while frontier:
            self._judged.extend(frontier)
            released: list[int] = []
            outcomes = iter(ask([call for i in frontier for call in self._calls[i]]))
            for i in frontier:
                outcome = self._outcomes[i] = self._expressions[i].decide(outcomes)
                if type(outcome) is not Verdict or not outcome.passed:
                    still_active.append(i)
                    continue
                self._passed_at[i] = number
                passed.append(self.graph.names[i])
                self._edges_left -= self.graph._predecessor_counts[i]
                for successor in self.graph._successors[i]:
                    self._waiting_for[successor] -= 1
                    if not self._waiting_for[successor]:
                        released.append(successor)
            frontier = released
        self._active = still_active
        return passed

    @property
    def complete(self) -> bool:
        """Whether every checkpoint that leads to a sink has passed, which is every one."""
        return len(self._passed_at) == len(self.graph)

    @property
    def completion_ratio(self) -> float:
        """CR = C / N: passed checkpoints by all checkpoints (CRAB, section 4.2)."""
        return len(self._passed_at) / len(self.graph)

    @property
    def passed_count(self) -> int:
        """C: how many checkpoints have passed."""
        return len(self._passed_at)

    @property
    def active(self) -> tuple[str, ...]:
        """Names of the checkpoints that the next step judges first."""
        return tuple(self.graph.names[i] for i in self._active)

    @property
    def edges_left(self) -> int:
        """How many edges lead into checkpoints that have not passed."""
        return self._edges_left

    def longest_unfinished_path(self) -> int:
        """How many checkpoints the longest path of unpassed ones holds; linear in the graph's size."""
        lengths = [0] * len(self.graph)
        for i in reversed(self.graph._order):
            if i not in self._passed_at:
                lengths[i] = 1 + max((lengths[s] for s in self.graph._successors[i]), default=0)
        return max(lengths)

    def judged(self) -> tuple[NodeRecord, ...]:
        """The checkpoints that the last step judged, as they stand now."""
        return tuple(self._record(i) for i in self._judged)

    def records(self) -> tuple[NodeRecord, ...]:
        """What is known of every checkpoint, in the order of the graph."""
        return tuple(self._record(i) for i in range(len(self.graph)))

    def _record(self, i: int) -> NodeRecord:
        outcome = self._outcomes.get(i)
        error = outcome if isinstance(outcome, EvaluationError) else None
        reason = outcome.reason if isinstance(outcome, Verdict) else ""
        if i in self._passed_at:
            state = NodeState.PASSED
        else:
            state = NodeState.WAITING if self._waiting_for[i] else NodeState.ACTIVE
        return NodeRecord(self.graph.names[i], state, reason, self._passed_at.get(i), error)
