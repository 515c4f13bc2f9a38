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
from collections.abc import Sequence
from dataclasses import dataclass


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
    """Wall time from the first turn to the end."""
    side_effects: int | None = None
    """Changes that the task does not allow; None where they are not known."""


def measure(
    *,
    passed: int,
    total: int,
    actions: int,
    steps: int,
    tokens: int,
    seconds: float,
    side_effects: int | None = None,
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


def mean(values: Sequence[float], *, resamples: int = 2000) -> Estimate:
    """A mean with the percentile bootstrap interval (B. Efron, 1979); seeded, so equal data agree.

    One value has no interval: low and high are None.
    """
    n = len(values)
    if n == 0:
        return Estimate(None, None, None, 0)
    average = statistics.fmean(values)
    if n == 1:
        return Estimate(average, None, None, 1)
    generator = random.Random(n)
    means = sorted(statistics.fmean(generator.choices(values, k=n)) for _ in range(resamples))
    low, high = means[int(0.025 * resamples)], means[int(0.975 * resamples) - 1]
    return Estimate(average, low, high, n)
