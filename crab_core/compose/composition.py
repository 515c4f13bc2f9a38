"""A composition: which sub-tasks a task is made of, and what feeds what.

The graph of decomposed tasks (CRAB, section 4.3) as plain data. Where a value is given it is fixed; an input
that neither has a value nor is fed is drawn from the seed. So one composition without values is a family.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from crab_core.errors import DefinitionError


@dataclass(frozen=True, slots=True)
class Link:
    """The output of one sub-task feeds an input of another."""

    source: int
    """Position of the node that gives."""
    target: int
    """Position of the node that takes; greater than `source`."""
    input: str
    """Name of the input that is fed."""


@dataclass(frozen=True, slots=True)
class Node:
    """One sub-task in a composition."""

    subtask: str
    """Id of the sub-task."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Inputs that are fixed; the others are fed or drawn."""


@dataclass(frozen=True, kw_only=True)
class Composition:
    """Sub-tasks in an order in which each comes after what feeds it, and the links between them."""

    id: str
    nodes: Sequence[Node]
    links: Sequence[Link] = ()
    summary: str = ""
    """One line for lists; made from the sub-tasks when empty."""
    description: str = ""
    """What the agent is told, where all values are fixed; put together from the sub-tasks when empty."""
    seed: int | None = None
    """The seed from which worlds and values come, whatever the family is called with; None for a task that
    differs from seed to seed."""

    def __post_init__(self) -> None:
        """Check that the links fit the nodes.

        Raises:
            DefinitionError: No node, a link to nowhere or backwards, or an input that is fed twice.
        """
        if not self.nodes:
            raise DefinitionError(f"The composition {self.id!r} has no sub-tasks.")
        fed: set[tuple[int, str]] = set()
        for link in self.links:
            if not 0 <= link.source < link.target < len(self.nodes):
                raise DefinitionError(
                    f"The composition {self.id!r} links {link.source} to {link.target}.",
                    advice="A link leads from a node to a later one; nodes are counted from 0.",
                )
            if (link.target, link.input) in fed or link.input in self.nodes[link.target].values:
                raise DefinitionError(
                    f"The composition {self.id!r}: {link.input!r} of node {link.target} has two sources."
                )
            fed.add((link.target, link.input))

    def sources(self, number: int) -> dict[str, int]:
        """What feeds the inputs of a node: input to the position of the node that gives."""
        return {link.input: link.source for link in self.links if link.target == number}

    @property
    def adjacency(self) -> tuple[tuple[int, ...], ...]:
        """For each node the nodes that it feeds: directed, as the paper's files have it."""
        return tuple(
            tuple(sorted({link.target for link in self.links if link.source == number}))
            for number in range(len(self.nodes))
        )

    @property
    def depth(self) -> int:
        """How many nodes stand on the longest path."""
        depths: list[int] = []
        for number in range(len(self.nodes)):
            depths.append(1 + max((depths[s] for s in self.sources(number).values()), default=0))
        return max(depths)
