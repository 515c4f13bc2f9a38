"""One task and seed on real devices: every check, with as few preparations of the devices as can be.

Bringing a desktop up costs seconds. One preparation serves the look at the start, doing nothing (which has
proved to change nothing) and the reference solution; the next shows what the reset left, and serves a wrong
solution; one each serves the random agent and every other solution.
"""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from crab_core.benchmark import Benchmark
from crab_core.effects import changes, side_effects
from crab_core.episode import Episode, EpisodeResult, Observer, Termination
from crab_core.errors import DeviceError, EnvironmentUnavailable, HostError
from crab_core.evaluator import Verdict
from crab_core.policies.noop import NoOpPolicy
from crab_core.policies.solution import SolutionPolicy
from crab_core.policy import Policy
from crab_core.prompter import VisualPrompter
from crab_core.rig import Rig
from crab_core.task import Solution, Task, TaskFamily, instantiate
from crab_core.validate.checks import Check, Validation
from crab_core.validate.mindless import BriefRandom
from crab_core.validate.watch import ReferenceWatch, Route, RouteWatch

ROOM: Final = 5
"""Steps that an episode may take beyond twice those of the reference solution."""
_TRIES: Final = 3
"""How often a random agent may try under whom a device breaks down."""
_SHOWN: Final = 5
"""How many side effects, and other finds, a detail names."""

_States = dict[str, dict[str, Any]]
_BROKEN: Final = (Termination.AGENT_ERROR, Termination.ENVIRONMENT_ERROR)


class Validator:
    """Validates tasks on the devices of a rig."""

    def __init__(
        self,
        rig: Rig,
        prompter: VisualPrompter | None = None,
        told: Callable[[str], None] = lambda _: None,
        *,
        all_mutants: bool = False,
        routes: bool = True,
        stop: threading.Event | None = None,
    ) -> None:
        """Take what is needed.

        Args:
            rig: The devices; it stays the caller's to close.
            prompter: Who marks the screens for the solutions.
            told: Called with what is being done, for progress.
            all_mutants: Whether to play every wrong solution; one that the seed picks otherwise.
            routes: Whether to play the task's other solutions.
            stop: Set by another thread to end at the next turn, as Ctrl-C does.
        """
        self._rig = rig
        self._prompter = prompter
        self._told = told
        self._all_mutants = all_mutants
        self._routes = routes
        self._stop = stop

    def validate(self, name: str, family: TaskFamily, seed: int) -> Validation:
        """Run every check for one task and seed; a failed one does not stop the others.

        Raises:
            EnvironmentUnavailable: The task's devices cannot be had here.
            KeyboardInterrupt: It was stopped.
        """
        began = time.monotonic()
        task = instantiate(family, seed)
        trial = _Trial(self._rig, self._prompter, task, self._told, self._stop)
        checks: list[Check] = []
        mark = began
        try:
            for check in self._checks(trial, family):
                now = time.monotonic()
                checks.append(dataclasses.replace(check, seconds=round(now - mark, 3)))
                mark = now
        except EnvironmentUnavailable:
            raise
        except (DeviceError, HostError) as error:
            self._rig.discard()
            checks.append(Check("the devices can be had and stay up", False, f"{error}"))
        return Validation(
            name,
            seed,
            tuple(checks),
            task.digest,
            trial.reference_steps,
            task.limits.steps,
            round(time.monotonic() - began, 3),
            task.environments,
        )

    def _checks(self, trial: _Trial, family: TaskFamily) -> Iterator[Check]:
        task = trial.task
        again = instantiate(family, task.seed)
        yield Check("same seed, same task", again.digest == task.digest, f"seed {task.seed}")
        self._told("start world")
        benchmark = trial.fresh()
        before = _states(benchmark)
        yield trial.nothing_at_start(benchmark)
        self._told("doing nothing")
        yield trial.noop(benchmark)
        self._told("reference solution")
        if _changed(benchmark, before):  # what changed by itself must not be put down to the solution
            benchmark = trial.fresh()
        yield from trial.reference(benchmark)
        self._told("reset")
        benchmark = trial.fresh()
        yield _same_state(before, _states(benchmark))
        mutants = self._chosen(task)
        if not mutants:
            yield Check("a wrong solution does not succeed", False, "the task has no mutant to try")
        for i, (name, mutant) in enumerate(mutants.items()):
            self._told(f"wrong solution {name!r}")
            yield trial.mutant(
                name,
                mutant,
                trial.fresh() if i else benchmark,
                f"{len(mutants)} of {len(task.mutants)} tried",
            )
        for name, solution in task.alternatives.items() if self._routes else ():
            self._told(f"other solution {name!r}")
            yield from trial.alternative(name, solution, trial.fresh())
        self._told("random agent")
        yield trial.random_agent(bool(mutants), benchmark)

    def _chosen(self, task: Task) -> Mapping[str, Solution]:
        """The wrong solutions to play."""
        if self._all_mutants or len(task.mutants) < 2:
            return task.mutants
        name = list(task.mutants)[task.seed % len(task.mutants)]
        return {name: task.mutants[name]}


class _Trial:
    """One task on the devices of a rig, and what each check does with them."""

    def __init__(
        self,
        rig: Rig,
        prompter: VisualPrompter | None,
        task: Task,
        told: Callable[[str], None],
        stop: threading.Event | None,
    ) -> None:
        self.task = task
        self._told = told
        self.reference_steps = 0
        self._rig = rig
        self._prompter = prompter
        self._stop = stop
        self._route: Route = ()

    def fresh(self) -> Benchmark:
        """The devices in the start world.

        One that does not come up is tried once more, from nothing: that is no fault of the task.

        Raises:
            DeviceError, HostError: It does not come up again.
            EnvironmentUnavailable: It cannot be had here.
            KeyboardInterrupt: The validation was stopped.
        """
        if self._stop is not None and self._stop.is_set():
            raise KeyboardInterrupt
        try:
            return self._rig.prepare(self.task)
        except (DeviceError, HostError) as error:
            self._told(f"devices, again, as they did not come up: {error.message}")
            self._rig.discard()
            return self._rig.prepare(self.task)

    # -- the start -----------------------------------------------------------------------------------

    def nothing_at_start(self, benchmark: Benchmark) -> Check:
        """Judges every checkpoint by itself: one that is always true cannot hide behind its predecessors."""
        benchmark.begin(self.task)
        wrong = []
        for name, node in self.task.graph.nodes.items():
            outcomes = benchmark.evaluate([leaf.call() for leaf in node.leaves()])
            outcome = node.decide(iter(outcomes))
            if not isinstance(outcome, Verdict):
                wrong.append(f"{name} raises {outcome.kind}: {outcome.message}")
            elif outcome.passed and name not in self.task.true_at_start:
                wrong.append(f"{name} holds already ({outcome.reason})")
        detail = "; ".join(wrong) or f"{len(self.task.graph)} checkpoints"
        return Check("nothing holds at the start", not wrong, detail)

    def noop(self, benchmark: Benchmark) -> Check:
        """Waits a few steps."""
        limits = dataclasses.replace(self.task.limits, steps=min(self.task.limits.steps, 2), repetitions=None)
        result = self._play(self._unwatched(limits=limits), NoOpPolicy(), benchmark)
        gained = [n.name for n in result.nodes if n.step and n.name not in self.task.true_at_start]
        detail = f"passed without doing anything: {', '.join(gained)}" if gained else f"{limits.steps} steps"
        failed = result.termination is Termination.ENVIRONMENT_ERROR
        return Check("doing nothing reaches nothing", not gained and not failed, result.error or detail)

    # -- the reference solution ------------------------------------------------------------------------

    def reference(self, benchmark: Benchmark) -> Iterator[Check]:
        """Plays it, and tells what was seen on the way."""
        if self.task.solution is None:
            yield Check("the reference solution reaches 1.0", False, "the task has none")
            return
        watch = ReferenceWatch(benchmark=benchmark)
        result = self._play(self.task, SolutionPolicy(), benchmark, watch)
        self._route, self.reference_steps = watch.route, result.metrics.steps
        yield Check("the reference solution reaches 1.0", result.metrics.success, self._end(result))
        rising = all(a <= b for a, b in zip(watch.ratios, watch.ratios[1:], strict=False))
        # Passing is latched: the ratio falls only by a fault of the graph evaluator. What a task can do wrong
        # here is an evaluator that raises.
        detail = _some(watch.errors) or " ".join(f"{ratio:.2f}" for ratio in watch.ratios)
        yield Check(
            "no evaluator raises on the way, and completion never falls", rising and not watch.errors, detail
        )
        yield Check(
            "the order of evaluators does not matter",
            not watch.disagreements,
            _some(watch.disagreements) or "all asked twice after every step, backwards and forwards",
        )
        yield Check(
            "the reference solution calls only what an agent may",
            not watch.refused,
            _some(watch.refused) or f"{len(watch.route)} calls",
        )
        if result.metrics.success:  # the steps of a solution that stopped short say nothing
            yield self._limit(result.metrics.steps)
        yield self._effects("the reference solution", result)

    def _limit(self, steps: int) -> Check:
        limit, most = self.task.limits.steps, 2 * steps + ROOM
        detail = f"{steps} steps taken, {limit} allowed"
        if limit > most:
            detail += f", which is more than {most} (twice the steps and {ROOM}): lower the limit"
        return Check("the step limit leaves room, and no more", limit <= most, detail)

    def _effects(self, who: str, result: EpisodeResult) -> Check:
        name = f"{who} changes only what it may"
        if self.task.may_change is None:
            return Check(name, False, "the task does not say what may change: give `may_change`")
        if result.side_effects is None:
            return Check(name, False, result.side_effects_note or "it did not come to an end")
        effects = [str(effect) for effect in result.side_effects]
        note = f" ({result.side_effects_note})" if result.side_effects_note else ""
        return Check(name, not effects, (_some(effects) or "no side effects") + note)

    def _end(self, result: EpisodeResult) -> str:
        if result.metrics.success:
            return f"{result.metrics.steps} of {self.task.limits.steps} steps"
        missing = [f"{n.name} ({n.reason or 'never judged'})" for n in result.nodes if n.step is None]
        why = result.error.splitlines()[-1:] or [f"not passed: {', '.join(missing)}"]
        return f"{result.termination}: {why[0]}"

    # -- others ------------------------------------------------------------------------------------------

    def mutant(self, name: str, mutant: Solution, benchmark: Benchmark, how_many: str) -> Check:
        """Plays a wrong solution, which must run to its end and fail."""
        task = self._unwatched(solution=mutant)
        result = self._play(task, SolutionPolicy(), benchmark)
        detail = f"{result.termination}, completion {result.metrics.completion_ratio:.2f}; {how_many}"
        broken = result.termination in _BROKEN
        if broken:
            detail = f"it did not run to its end: {result.error.splitlines()[-1]}"
        ok = not result.metrics.success and not broken
        return Check(f"the wrong solution {name!r} does not succeed", ok, detail)

    def alternative(self, name: str, solution: Solution, benchmark: Benchmark) -> Iterator[Check]:
        """Plays a solution that should take another route to the same end."""
        watch = RouteWatch()
        task = dataclasses.replace(self.task, solution=solution)
        result = self._play(task, SolutionPolicy(), benchmark, watch)
        detail = self._end(result)
        ok = result.metrics.success and not watch.refused and watch.route != self._route
        if watch.refused:
            detail = f"invalid calls: {_some(watch.refused)}"
        elif watch.route == self._route:
            detail = "it makes the calls of the reference solution: that is no other route"
        yield Check(f"the other solution {name!r} reaches 1.0 by another route", ok, detail)
        yield self._effects(f"the other solution {name!r}", result)

    def random_agent(self, used: bool, benchmark: Benchmark) -> Check:
        """Lets a random agent try; with other draws where a device broke down under it.

        Where one breaks down every time, nothing is proven, and the check does not pass.
        """
        limits = dataclasses.replace(
            self.task.limits, invalid_actions=self.task.limits.steps + 1, repetitions=None
        )
        task = self._unwatched(limits=limits)
        name = "a random agent does not succeed"
        result = self._play(task, BriefRandom(), self.fresh() if used else benchmark)
        for more in range(1, _TRIES):
            if result.termination is not Termination.ENVIRONMENT_ERROR:
                break
            self._told("random agent, again, as a device broke down")
            other = dataclasses.replace(task, seed=task.seed + more)
            result = self._play(other, BriefRandom(), self.fresh())
        metrics = result.metrics
        if result.termination in _BROKEN:
            why = result.error.splitlines()[-1:] or [f"{result.termination}"]
            return Check(name, False, f"not proven: it did not run to its end: {why[0]}")
        detail = (
            f"{metrics.steps} random steps of {limits.steps}, completion {metrics.completion_ratio:.2f}, "
            f"{result.termination}"
        )
        return Check(name, not metrics.success, detail)

    def _unwatched(self, **facts: Any) -> Task:
        """The task for who may change what it likes: then no state is read before and after."""
        return dataclasses.replace(self.task, may_change=None, **facts)

    def _play(
        self, task: Task, policy: Policy, benchmark: Benchmark, observer: Observer | None = None
    ) -> EpisodeResult:
        observers = (observer,) if observer else ()
        episode = Episode("validation", task, benchmark, policy, self._prompter, observers, stop=self._stop)
        result = episode.run()
        if result.termination is Termination.ENVIRONMENT_ERROR:
            self._rig.discard()  # a device that failed is not to be trusted again
        return result


def _some(finds: list[str]) -> str:
    more = f"; and {len(finds) - _SHOWN} more" if len(finds) > _SHOWN else ""
    return "; ".join(finds[:_SHOWN]) + more


def _states(benchmark: Benchmark) -> _States:
    return {name: device.state() for name, device in benchmark.devices.items()}


def _changed(benchmark: Benchmark, before: _States) -> bool:
    """Whether anything has changed that does not come with merely using the devices."""
    incidental = {name: device.incidental for name, device in benchmark.devices.items()}
    return bool(side_effects({}, before, _states(benchmark), incidental))


def _same_state(before: _States, after: _States) -> Check:
    changed = [
        f"{name}: {change.place} was {change.kind}: {str(change.before)[:80]} became {str(change.after)[:80]}"
        for name in before
        for change in changes(before[name], after[name])
    ]
    silent = [f"{name} tells no state to compare: override `state`" for name in before if not before[name]]
    known = sum(_facts(state) for state in before.values())
    return Check(
        "a reset leaves nothing",
        not silent and not changed,
        _some([*silent, *changed]) or f"{known} facts compared",
    )


def _facts(value: Any) -> int:
    """How many values a state holds."""
    parts = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else None
    return 1 if parts is None else sum(map(_facts, parts))
