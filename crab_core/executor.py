"""Executors: how the episodes of a run are worked off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from crab_core.episode import EpisodeResult


@dataclass(frozen=True, slots=True)
class Plan:
    """One episode that a run has to play."""

    id: str
    """Unique in the run; attempts add their number to it."""
    task: str
    seed: int
    trial: int
    """Counted from 1; the same task and seed may be played several times."""


Play = Callable[[Plan], EpisodeResult | None]
"""Plays one planned episode to its last attempt; None when it was done already."""


class Executor(Protocol):
    """Works off planned episodes, in any order and anywhere."""

    def execute(self, plans: Iterable[Plan], play: Play) -> Iterator[EpisodeResult]:
        """Play the episodes and give their results as they come in."""


class SerialExecutor:
    """One episode after the other, in this process."""

    def execute(self, plans: Iterable[Plan], play: Play) -> Iterator[EpisodeResult]:
        """Play in the order of the plan."""
        for plan in plans:
            result = play(plan)
            if result is not None:
                yield result
