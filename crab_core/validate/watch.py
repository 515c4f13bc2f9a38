"""Who looks on while a solution is played: what it called, and what the evaluators said on the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from crab_core.benchmark import Benchmark, StepResult
from crab_core.episode import EpisodeResult, EpisodeStarted, StepFinished
from crab_core.evaluator import Outcome, Verdict
from crab_core.turn import Turn

Route = tuple[tuple[str, str, str], ...]
"""Environment, action and arguments of each call; an element is told by what it is, not by its number."""


@dataclass
class RouteWatch:
    """Notes every call of an episode, and those that were refused."""

    calls: list[tuple[str, str, str]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)

    @property
    def route(self) -> Route:
        """What was done, in order."""
        return tuple(self.calls)

    def episode_started(self, event: EpisodeStarted) -> None:
        """Nothing was called yet."""

    def step_finished(self, event: StepFinished) -> None:
        """Note the call."""
        if event.result is None:
            return
        call = event.result.call
        self.calls.append((call.environment, call.name, str(_arguments(event.turn, event.result))))
        if event.result.error is not None:
            self.refused.append(
                f"step {event.result.number}, {call.environment}.{call.name}: {event.result.error.message}"
            )

    def episode_finished(self, result: EpisodeResult) -> None:
        """Nothing more to note."""


def _arguments(turn: Turn, result: StepResult) -> list[tuple[str, object]]:
    """The arguments of a call with, for an element, its label and role: numbers vary."""
    marks: Mapping[int, Any] = {}
    if result.call.environment in turn.views:
        marks = {mark.number: mark for mark in turn.views[result.call.environment].elements}
    told: list[tuple[str, object]] = []
    for name, value in sorted(result.call.arguments.items()):
        mark = marks.get(value) if name.rpartition("_")[2] == "element" and isinstance(value, int) else None
        told.append((name, (mark.label, mark.role) if mark else value))
    return told


@dataclass
class ReferenceWatch(RouteWatch):
    """Also notes the completion ratio, and whether judging again in another order says the same."""

    benchmark: Benchmark | None = None
    ratios: list[float] = field(default_factory=list)
    disagreements: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def episode_started(self, event: EpisodeStarted) -> None:  # noqa: ARG002 - the protocol has it
        """Judge the start."""
        self._judge()

    def step_finished(self, event: StepFinished) -> None:
        """Judge again after every step."""
        super().step_finished(event)
        self.errors += [
            f"after step {event.result.number if event.result else 'last'}: {n.name}: {n.error.message}"
            for n in event.nodes
            if n.error
        ]
        if event.result is not None:  # the last look shows nothing that the last step has not
            self._judge()

    def _judge(self) -> None:
        assert self.benchmark is not None, "it watches a benchmark"
        graph = self.benchmark.graph
        assert graph is not None, "the episode has begun"
        self.ratios.append(graph.completion_ratio)
        # Backwards first: forwards, an evaluator would hear at once what an earlier one left for it.
        calls = graph.graph.calls
        backwards = reversed(self.benchmark.evaluate(calls[::-1]))
        for call, one, other in zip(calls, backwards, self.benchmark.evaluate(calls), strict=True):
            if _plain(one) != _plain(other):
                self.disagreements.append(
                    f"{call.environment}.{call.name}: {_plain(one)}, then {_plain(other)}"
                )


def _plain(outcome: Outcome) -> str:
    if isinstance(outcome, Verdict):
        return "passed" if outcome.passed else "failed"
    return f"raised {outcome.kind}"
