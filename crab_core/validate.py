"""Validation: every task proves itself before it may judge anybody.

For one task and seed: the family is deterministic; nothing holds before anything was done; doing nothing
reaches nothing; the reference solution reaches everything, never losing a checkpoint on the way; judging
twice, in another order, says the same; after a reset nothing is left; wrong solutions do not succeed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from crab_core.benchmark import Benchmark
from crab_core.environment import Device
from crab_core.episode import Episode, EpisodeResult, EpisodeStarted, StepFinished, Termination
from crab_core.evaluator import Outcome, Verdict
from crab_core.policies.noop import NoOpPolicy
from crab_core.policies.solution import SolutionPolicy
from crab_core.policy import Policy
from crab_core.prompter import VisualPrompter
from crab_core.rig import Rig
from crab_core.task import Solution, Task, TaskFamily, instantiate


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a task has to prove."""

    name: str
    ok: bool
    detail: str = ""
    """What was seen; for a failed check, what to look at."""


@dataclass(frozen=True, slots=True)
class Validation:
    """What a task proved with one seed."""

    task: str
    seed: int
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)


@dataclass
class _Watch:
    """Observes the reference solution: the completion ratio, and whether judging again says the same."""

    benchmark: Benchmark
    ratios: list[float] = field(default_factory=list)
    disagreements: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def episode_started(self, event: EpisodeStarted) -> None:  # noqa: ARG002 - the protocol has it
        self._note()

    def step_finished(self, event: StepFinished) -> None:
        self.errors += [
            f"after step {event.result.number if event.result else 'last'}: {n.name}: {n.error.message}"
            for n in event.nodes
            if n.error
        ]
        self._note()

    def episode_finished(self, result: EpisodeResult) -> None:
        """Nothing more to watch."""

    def _note(self) -> None:
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


class Validator:
    """Validates tasks on the devices of a rig."""

    def __init__(
        self,
        rig: Rig,
        prompter: VisualPrompter | None = None,
        told: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Take what is needed.

        Args:
            rig: The devices; it stays the caller's to close.
            prompter: Who marks the screens for the solutions.
            told: Called with what is being done, for progress.
        """
        self._rig = rig
        self._prompter = prompter
        self._told = told

    def validate(self, name: str, family: TaskFamily, seed: int) -> Validation:
        """Run every check for one task and seed; a failed one does not stop the others.

        Raises:
            EnvironmentUnavailable: The task's devices cannot be had here.
        """
        task = instantiate(family, seed)
        return Validation(name, seed, tuple(self._checks(task, family)))

    def _checks(self, task: Task, family: TaskFamily) -> Iterator[Check]:
        yield Check(
            "same seed, same task", instantiate(family, task.seed).digest == task.digest, f"seed {task.seed}"
        )
        self._told("start world")
        benchmark = self._rig.prepare(task)
        before = _states(benchmark)
        yield self._nothing_at_start(task, benchmark)
        self._told("doing nothing")
        yield self._noop(task, benchmark)
        self._told("reference solution")
        yield from self._solution(task)
        self._told("reset")
        benchmark = self._rig.prepare(task)
        yield _same_state(before, _states(benchmark))
        if not task.mutants:
            yield Check("a wrong solution does not succeed", False, "the task has no mutant to try")
        for name, mutant in task.mutants.items():
            self._told(f"wrong solution {name!r}")
            yield self._mutant(task, name, mutant, benchmark)
            benchmark = self._rig.prepare(task)

    def _nothing_at_start(self, task: Task, benchmark: Benchmark) -> Check:
        """Judges every checkpoint by itself: one that is always true cannot hide behind its predecessors."""
        benchmark.begin(task)
        wrong = []
        for name, node in task.graph.nodes.items():
            outcomes = benchmark.evaluate([leaf.call() for leaf in node.leaves()])
            outcome = node.decide(iter(outcomes))
            if not isinstance(outcome, Verdict):
                wrong.append(f"{name} raises {outcome.kind}: {outcome.message}")
            elif outcome.passed and name not in task.true_at_start:
                wrong.append(f"{name} holds already ({outcome.reason})")
        return Check(
            "nothing holds at the start", not wrong, "; ".join(wrong) or f"{len(task.graph)} checkpoints"
        )

    def _noop(self, task: Task, benchmark: Benchmark) -> Check:
        limits = dataclasses.replace(task.limits, steps=min(task.limits.steps, 3), repetitions=None)
        result = self._play(dataclasses.replace(task, limits=limits), NoOpPolicy(), benchmark)
        gained = [n.name for n in result.nodes if n.step and n.name not in task.true_at_start]
        detail = f"passed without doing anything: {', '.join(gained)}" if gained else f"{limits.steps} steps"
        failed = result.termination is Termination.ENVIRONMENT_ERROR
        return Check("doing nothing reaches nothing", not gained and not failed, result.error or detail)

    def _solution(self, task: Task) -> Iterator[Check]:
        if task.solution is None:
            yield Check("the reference solution reaches 1.0", False, "the task has none")
            return
        benchmark = self._rig.prepare(task)
        watch = _Watch(benchmark)
        result = self._play(task, SolutionPolicy(), benchmark, watch)
        missing = [f"{n.name} ({n.reason or 'never judged'})" for n in result.nodes if n.step is None]
        detail = f"{result.metrics.steps} of {task.limits.steps} steps"
        if not result.metrics.success:
            why = result.error.splitlines()[-1:] or [f"not passed: {', '.join(missing)}"]
            detail = f"{result.termination}: {why[0]}"
        yield Check("the reference solution reaches 1.0", result.metrics.success, detail)
        rising = all(a <= b for a, b in zip(watch.ratios, watch.ratios[1:], strict=False))
        path = " ".join(f"{ratio:.2f}" for ratio in watch.ratios)
        # Passing is latched: the ratio falls only by a fault of the graph evaluator. What a task can do wrong
        # here is an evaluator that raises.
        detail = "; ".join(watch.errors) or path
        yield Check(
            "no evaluator raises on the way, and completion never falls", rising and not watch.errors, detail
        )
        yield Check(
            "the order of evaluators does not matter",
            not watch.disagreements,
            "; ".join(watch.disagreements[:3]) or "all asked twice after every step, backwards and forwards",
        )

    def _mutant(self, task: Task, name: str, mutant: Solution, benchmark: Benchmark) -> Check:
        result = self._play(dataclasses.replace(task, solution=mutant), SolutionPolicy(), benchmark)
        broken = result.termination in (Termination.AGENT_ERROR, Termination.ENVIRONMENT_ERROR)
        detail = f"{result.termination}, completion {result.metrics.completion_ratio:.2f}"
        if broken:
            detail = f"it did not run to its end: {result.error.splitlines()[-1]}"
        ok = not result.metrics.success and not broken
        return Check(f"the wrong solution {name!r} does not succeed", ok, detail)

    def _play(
        self, task: Task, policy: Policy, benchmark: Benchmark, watch: _Watch | None = None
    ) -> EpisodeResult:
        observers = (watch,) if watch else ()
        return Episode("validation", task, benchmark, policy, self._prompter, observers).run()


def _states(benchmark: Benchmark) -> dict[str, dict[str, object]]:
    devices: dict[str, Device] = dict(benchmark.devices)
    return {name: device.state() for name, device in devices.items()}


def _same_state(before: dict[str, dict[str, object]], after: dict[str, dict[str, object]]) -> Check:
    changed = [
        f"{name}.{key}: {str(before[name].get(key))[:80]} became {str(after[name].get(key))[:80]}"
        for name in before
        for key in sorted({*before[name], *after[name]})
        if before[name].get(key) != after[name].get(key)
    ]
    silent = [f"{name} tells no state to compare: override `state`" for name in before if not before[name]]
    wrong = [*silent, *changed]
    known = sum(len(state) for state in before.values())
    return Check("a reset leaves nothing", not wrong, "; ".join(wrong[:5]) or f"{known} facts compared")
