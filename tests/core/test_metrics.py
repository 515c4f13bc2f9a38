"""Metrics: CRAB's four, and how sure a mean over few episodes is."""

from __future__ import annotations

import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_core.metrics import Estimate, mean, measure, proportion


def test_the_four_metrics_of_crab() -> None:
    metrics = measure(passed=3, total=4, actions=5, steps=6, tokens=1000, seconds=2.5)
    assert not metrics.success
    assert metrics.completion_ratio == 0.75
    assert metrics.execution_efficiency == 0.75 / 5
    assert metrics.cost_efficiency == 0.75 / 1000
    assert (metrics.steps, metrics.actions, metrics.tokens, metrics.seconds) == (6, 5, 1000, 2.5)


def test_success_is_the_whole_graph() -> None:
    assert measure(passed=4, total=4, actions=1, steps=1, tokens=1, seconds=1).success


def test_what_cannot_be_divided_is_unknown_and_not_zero() -> None:
    metrics = measure(passed=0, total=4, actions=0, steps=3, tokens=0, seconds=1)
    assert metrics.execution_efficiency is None
    assert metrics.cost_efficiency is None


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [
        (1, 2, 0.0945312, 0.9054688),
        (8, 10, 0.4901625, 0.9433178),
        (50, 100, 0.4038315, 0.5961685),
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
    ],
)
def test_wilsons_interval_has_the_known_values(successes: int, n: int, low: float, high: float) -> None:
    estimate = proportion(successes, n)
    assert estimate.mean == successes / n
    assert (estimate.low, estimate.high) == (pytest.approx(low, abs=1e-6), pytest.approx(high, abs=1e-6))


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilsons_ends_are_where_the_score_test_turns(case: tuple[int, int]) -> None:
    successes, n = case
    estimate = proportion(successes, n)
    for end in (estimate.low, estimate.high):
        assert end is not None
        assert (end - successes / n) ** 2 * n == pytest.approx(1.959964**2 * end * (1 - end), abs=1e-5)


def test_nothing_has_no_rate_and_no_mean() -> None:
    assert proportion(0, 0) == mean([]) == Estimate(None, None, None, 0)


def test_one_value_has_a_mean_and_no_interval() -> None:
    assert mean([0.25]) == Estimate(0.25, None, None, 1)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_rate_lies_in_its_interval(case: tuple[int, int]) -> None:
    estimate = proportion(*case)
    assert estimate.low is not None
    assert estimate.high is not None
    assert estimate.mean is not None
    assert 0.0 <= estimate.low <= estimate.mean <= estimate.high <= 1.0
    mirrored = proportion(case[1] - case[0], case[1])
    assert mirrored.low == pytest.approx(1 - estimate.high)


def test_the_bootstrap_covers_what_a_normal_sample_says() -> None:
    values = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    estimate = mean(values)
    assert estimate.mean == pytest.approx(0.5)
    # standard error 0.0913; the percentile bootstrap of so few values is a little narrower than 1.96 of them
    assert estimate.low == pytest.approx(0.5 - 1.96 * 0.0861, abs=0.02)
    assert estimate.high == pytest.approx(0.5 + 1.96 * 0.0861, abs=0.02)


def test_equal_data_give_equal_intervals() -> None:
    assert mean([1.0, 2.0, 4.0]) == mean([1.0, 2.0, 4.0])


def test_equal_values_have_no_interval() -> None:
    """Five episodes without a checkpoint do not show that there is never one."""
    assert mean([0.0] * 5) == Estimate(0.0, None, None, 5)


@pytest.mark.parametrize("n", [2, 7, 120, 1001])
def test_the_interval_is_that_of_resampled_means(n: int) -> None:
    source, generator = random.Random(5), random.Random(n)
    values = [source.random() for _ in range(n)]
    means = sorted(statistics.fmean(generator.choices(values, k=n)) for _ in range(2000))
    estimate = mean(values)
    assert (estimate.low, estimate.high) == (pytest.approx(means[50]), pytest.approx(means[1949]))
