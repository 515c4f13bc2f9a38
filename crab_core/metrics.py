"""Metrics of CRAB (section 4.2) and how they are averaged.

SR  success rate: share of episodes whose graph is complete.
CR  completion ratio C / N: passed checkpoints by all checkpoints.
EE  execution efficiency CR / A: A is the number of executed actions.
CE  cost efficiency CR / T: T is the number of model tokens.

Beside them, side effects: what was changed that the task does not allow, whether it succeeded or not.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Final


@dataclass(frozen=True, slots=True)
class Metrics:
    """What one scored episode is worth."""

    success: bool
    completion_ratio: float
    """0 to 1."""
    execution_efficiency: float | None
    """CR per executed action; None when no action was executed."""
    cost_efficiency: float | None
    """CR per model token; None when no model was used."""
    steps: int
    """Action calls, invalid ones counted."""
    actions: int
    """Action calls that were executed."""
    tokens: int
    """Model tokens, input and output."""
    seconds: float
    """Wall time from the first turn to the end, without what was waited for approval."""
    side_effects: int | None = None
    """Changes that the task does not allow; None where they are not known."""
    waited: float = 0.0
    """Seconds in which actions waited for approval."""


def measure(
    *,
    passed: int,
    total: int,
    actions: int,
    steps: int,
    tokens: int,
    seconds: float,
    side_effects: int | None = None,
    waited: float = 0.0,
) -> Metrics:
    """Compute the metrics of one episode from what was counted."""
    ratio = passed / total
    return Metrics(
        success=passed == total,
        completion_ratio=ratio,
        execution_efficiency=ratio / actions if actions else None,
        cost_efficiency=ratio / tokens if tokens else None,
        steps=steps,
        actions=actions,
        tokens=tokens,
        seconds=seconds,
        side_effects=side_effects,
        waited=waited,
    )


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over episodes with its 95 % confidence interval."""

    mean: float | None
    """None when there is nothing to average."""
    low: float | None
    high: float | None
    n: int


_Z95 = 1.959963984540054  # the 97.5 % quantile of the standard normal distribution


def proportion(successes: int, n: int) -> Estimate:
    """A rate with Wilson's score interval, which holds for few episodes and for rates of 0 and 1.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    """
    if n == 0:
        return Estimate(None, None, None, 0)
    p, z2 = successes / n, _Z95**2
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = _Z95 * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Estimate(p, low, high, n)


_RESAMPLES: Final = 2000
_KEPT: Final = 1000
"""Values up to which the draws are kept: 8 MB at 500 values, and a table has many means of as many."""


def mean(values: Sequence[float]) -> Estimate:
    """A mean with the percentile bootstrap interval (B. Efron, 1979); seeded, so equal data agree.

    One value has no interval, nor have values that are all equal: what they would spread like, nobody knows.
    Low and high are then None.
    """
    n = len(values)
    if n == 0:
        return Estimate(None, None, None, 0)
    average = statistics.fmean(values)
    if min(values) == max(values):
        return Estimate(average, None, None, n)
    sums = sorted([sum(draw(values)) for draw in (_kept_draws(n) if n <= _KEPT else _draws(n))])
    low, high = sums[int(0.025 * _RESAMPLES)] / n, sums[int(0.975 * _RESAMPLES) - 1] / n
    return Estimate(average, low, high, n)


def _draws(n: int) -> Iterator[Callable[[Sequence[float]], tuple[float, ...]]]:
    """The resamples of n values, at least 2; the same ones each time."""
    generator, places = random.Random(n), range(n)
    for _ in range(_RESAMPLES):
        yield itemgetter(*generator.choices(places, k=n))


@lru_cache(maxsize=4)
def _kept_draws(n: int) -> Sequence[Callable[[Sequence[float]], tuple[float, ...]]]:
    return list(_draws(n))
