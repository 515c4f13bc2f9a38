"""What a composition is to be like: shape, size, depth, devices and difficulty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from crab_core.errors import UsageError


class Shape(StrEnum):
    """How the sub-tasks of a composition hang together."""

    ANY = "any"
    """Any of those below."""
    CHAIN = "chain"
    """Each feeds the next one, and nothing else."""
    TREE = "tree"
    """Some feed several, or are fed by several, and no two ways lead from one to another."""
    DIAMOND = "diamond"
    """Two ways lead from one to another."""


class Difficulty(StrEnum):
    """How much has to be done, in steps of the reference solution."""

    EASY = "easy"
    """At most 15: the turns that the paper gives every task."""
    MEDIUM = "medium"
    """16 to 30."""
    HARD = "hard"
    """More than 30."""


STEPS: Final[Mapping[Difficulty, tuple[int, int]]] = MappingProxyType(
    {Difficulty.EASY: (1, 15), Difficulty.MEDIUM: (16, 30), Difficulty.HARD: (31, 10_000)}
)
"""The least and the most steps of each difficulty."""

LEAST: Final = {Shape.ANY: 1, Shape.CHAIN: 1, Shape.TREE: 3, Shape.DIAMOND: 3}
"""How many sub-tasks a shape needs."""
_DIAMOND_DEPTH: Final = 3
_MOST: Final = 5
_MOST_HARD: Final = 8
"""How many sub-tasks a composition has at most when neither size nor depth is wished for."""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What a composition is to be like; what is left out may be anything."""

    shape: Shape = Shape.ANY
    size: int | None = None
    """How many sub-tasks."""
    depth: int | None = None
    """How many sub-tasks stand on the longest path."""
    devices: frozenset[str] = frozenset()
    """Environments that may be used; all when empty."""
    cross: bool = False
    """Whether at least two devices are used."""
    difficulty: Difficulty | None = None

    def __post_init__(self) -> None:
        """Refuse what nothing can be.

        Raises:
            UsageError: Shape, size, depth and devices contradict each other.
        """
        if self.cross and len(self.devices) == 1:
            raise UsageError("At least two devices cannot be used when only one may be.")
        if self.cross and 1 in (self.size, self.depth):
            raise UsageError(
                "At least two devices cannot be used by one sub-task.",
                advice="Wish for a size and a depth of at least 2.",
            )
        if any(count is not None and count < 1 for count in (self.size, self.depth)):
            raise UsageError("Size and depth count sub-tasks: at least 1.")
        if not self.plans():
            wished = [f"{self.size} sub-task{'s' if self.size > 1 else ''}"] if self.size else []
            wished += [f"depth {self.depth}"] if self.depth else []
            raise UsageError(
                f"No {'composition' if self.shape is Shape.ANY else self.shape} has {' and '.join(wished)}.",
                advice="A chain is as deep as it is long, a tree less deep; a diamond is 3 deep or more.",
            )

    @property
    def steps(self) -> tuple[int, int]:
        """The least and the most steps that the reference solution may take."""
        return STEPS[self.difficulty] if self.difficulty else (0, STEPS[Difficulty.HARD][1])

    def plans(self) -> list[tuple[Shape, int, int]]:
        """All (shape, size, depth) that fit."""
        shapes = [s for s in Shape if s is not Shape.ANY and self.shape in (Shape.ANY, s)]
        return [
            (shape, size, depth)
            for shape in shapes
            for size in self._sizes(shape)
            for depth in _depths(shape, size)
            if self.depth in (None, depth)
        ]

    def _sizes(self, shape: Shape) -> range:
        least = LEAST[shape]
        if self.size is not None:
            return range(self.size, self.size + 1) if self.size >= least else range(0)
        if self.depth is not None:
            return range(max(least, self.depth), self.depth + 3)
        return range(max(least, 2), (_MOST_HARD if self.difficulty is Difficulty.HARD else _MOST) + 1)


def _depths(shape: Shape, size: int) -> range:
    """Every depth that so many sub-tasks of a shape can have."""
    if shape is Shape.CHAIN:
        return range(size, size + 1)
    if shape is Shape.TREE:
        return range(2, size)
    return range(_DIAMOND_DEPTH, size + 1)
