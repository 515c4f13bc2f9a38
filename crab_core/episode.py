"""The episode loop: one task attempted once by one policy, every way to end told apart."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from crab_core.action import ActionCall
from crab_core.aftermath import Aftermath
from crab_core.benchmark import Benchmark, StepResult
from crab_core.content import Clip, Content, Screenshot
from crab_core.errors import (
    AgentError,
    InvalidAction,
    LimitReached,
    ModelUnavailable,
    RecordError,
    UsageError,
)
from crab_core.feedback import explain, no_call, tell
from crab_core.graph import NodeRecord
from crab_core.metering import EpisodeModels
from crab_core.metrics import measure
from crab_core.model import Usage
from crab_core.outcome import EpisodeResult, EpisodeStarted, Status, StepFinished, Termination
from crab_core.policy import Briefing, Decision, NoModels, PastTrial, Policy
from crab_core.prompter import VisualPrompter
from crab_core.task import Task
from crab_core.turn import Feedback, Turn, View

__all__ = [
    "Approve",
    "Episode",
    "EpisodeResult",
    "EpisodeStarted",
    "Observer",
    "Status",
    "StepFinished",
    "Termination",
]

RECORDING = "recording"
"""Name under which the last look holds what a device has recorded."""


class Observer(Protocol):
    """Who wants to know how an episode goes: recorders, progress displays, plugins."""

    def episode_started(self, event: EpisodeStarted) -> None:
        """Before the first turn."""

    def step_finished(self, event: StepFinished) -> None:
        """After every call, and once more after the end for the last look."""

    def episode_finished(self, result: EpisodeResult) -> None:
        """After the end, whatever it was."""


Approve = Callable[[ActionCall, str, Turn], str | None]
"""Given a call, the task's id and what the agent saw: None to allow it, or why not, for the agent to read."""


@dataclass
class Episode:
    """One attempt. Make it, then `run` it once.

    Args:
        id: Names the episode in records.
        task: What is asked; its devices stand in their start worlds.
        benchmark: The live devices.
        policy: Who plays.
        prompter: Who marks the screens; None for no marks.
        observers: Who is told.
        attempt: Counted from 1.
        approve: Who may deny calls.
        clock: Seconds; for tests.
        models: What the policy asks its models through; None when it has none.
        past: Earlier trials of the same task and seed, for policies that learn from them.
        stop: Set by another thread to end the episode at its next turn, as Ctrl-C does.
        time_up_after: Steps after which time is up, for a replay; None for what the clock says.
    """

    id: str
    task: Task
    benchmark: Benchmark
    policy: Policy
    prompter: VisualPrompter | None = None
    observers: Sequence[Observer] = ()
    attempt: int = 1
    approve: Approve | None = None
    clock: Callable[[], float] = time.monotonic
    models: EpisodeModels | None = None
    past: Sequence[PastTrial] = ()
    stop: threading.Event | None = None
    time_up_after: float | None = None

    _turn: Turn = field(default_factory=lambda: Turn(0), init=False)
    _usage: Usage = field(default=Usage(), init=False)
    _steps: int = field(default=0, init=False)
    _actions: int = field(default=0, init=False)
    _invalid_in_row: int = field(default=0, init=False)
    _repeated: int = field(default=0, init=False)
    _waited: float = field(default=0.0, init=False)
    _last: object = field(default=None, init=False)

    def run(self) -> EpisodeResult:
        """Play to the end.

        Raises:
            UsageError: Task and policy do not fit together; nothing was played.
            DefinitionError: Task and devices do not fit together; nothing was played.
            DeviceError, HostError: A device could not be judged at the start; nothing was played.
            RecordError: An observer cannot write the record.
            KeyboardInterrupt: A person stopped it; observers were told before.
        """
        passed = self.benchmark.begin(self.task)
        unable = self._brief()
        started = EpisodeStarted(self.id, self.task, self.attempt, passed)
        for observer in self.observers:
            observer.episode_started(started)
        aftermath = Aftermath(self.task, self.benchmark.devices)
        self._start = self.clock()
        if self.models is not None:
            self.models.start()
        error, interrupt = "", None
        scored = True
        try:
            if unable is not None:
                raise unable
            termination = self._play()
        except LimitReached as reached:
            termination = Termination.TIME_LIMIT if reached.limit == "seconds" else Termination.BUDGET
        except KeyboardInterrupt as stop:
            termination, scored, interrupt = Termination.STOPPED, False, stop
            self._leave_models()
        except AgentError as failure:
            termination, error = Termination.AGENT_ERROR, explain(failure)
            scored = not isinstance(failure, ModelUnavailable)
        except RecordError:
            raise
        except Exception as failure:  # noqa: BLE001 - recorded with its traceback; the episode is unscored
            termination, error, scored = Termination.ENVIRONMENT_ERROR, explain(failure), False
        cut_off = self._booked(Decision())  # what a turn that never came to its decision has asked models
        self._usage += cut_off.usage
        if scored:
            aftermath.end()
        result = self._result(termination, Status.SCORED if scored else Status.UNSCORED, error, aftermath)
        if termination is not Termination.ENVIRONMENT_ERROR:
            self._last_look(cut_off)
        for observer in self.observers:
            observer.episode_finished(result)
        if interrupt is not None:
            raise interrupt
        return result

    # -- the loop --------------------------------------------------------------------------------

    def _play(self) -> Termination:
        feedback: tuple[Feedback, ...] = ()
        number = 0
        while True:
            number += 1
            if self.stop is not None and self.stop.is_set():
                raise KeyboardInterrupt
            self._turn = Turn(number, self._look(), feedback)
            decision = self._decide()
            self._usage += decision.usage
            said: list[Feedback] = []
            ended: Termination | None = None
            for i, call in enumerate(decision.calls or [ActionCall("", "")]):
                before = self._waited
                refusal = self._denial(call) if decision.calls else no_call(decision.problem)
                elements = {name: view.elements for name, view in self._turn.views.items()}
                result = self.benchmark.step(call, elements, refusal)
                said.append(tell(result))
                self._count(result)
                shared = decision if i == 0 else None
                self._tell(
                    StepFinished(
                        self.id,
                        self._turn,
                        result,
                        shared,
                        self._nodes(),
                        self._seconds(),
                        self._waited - before,
                    )
                )
                ended = self._end_after(result)
                if ended is not None:
                    return ended
            feedback = tuple(said)

    def _leave_models(self) -> None:
        """Let no other thread of the policy wait for its model."""
        if self.stop is not None:
            self.stop.set()

    def _brief(self) -> AgentError | LimitReached | None:
        """Let the policy begin; what it fails with is told once the observers know of the episode."""
        try:
            self.policy.begin(self._briefing())
        except (UsageError, RecordError):
            raise
        except (AgentError, LimitReached) as error:
            return error
        except Exception as error:  # noqa: BLE001 - raised again as what ends the episode
            failed = _failed(self.policy, error)
            failed.__cause__ = error
            return failed
        return None

    def _decide(self) -> Decision:
        """What the policy wants, with what its models took."""
        try:
            decision = self.policy.decide(self._turn)
        except (AgentError, LimitReached, RecordError):
            raise
        except Exception as error:
            raise _failed(self.policy, error) from error
        return self._booked(decision)

    def _booked(self, decision: Decision) -> Decision:
        if self.models is None:
            return decision
        usage, exchange = self.models.drain()
        return replace(decision, usage=decision.usage + usage, exchange=(*decision.exchange, *exchange))

    def _end_after(self, result: StepResult) -> Termination | None:
        """Success comes first: it counts on the last allowed step, and when `complete` was called."""
        limits = self.task.limits
        ends = (
            (Termination.SUCCESS, result.complete),
            (Termination.FALSE_COMPLETION, self.benchmark.root.completed),
            (Termination.INVALID_ACTION, self._invalid_in_row >= limits.invalid_actions),
            (Termination.REPETITION_LIMIT, _reached(self._repeated, limits.repetitions)),
            (Termination.BUDGET, _reached(self._usage.total, limits.tokens)),
            (Termination.BUDGET, _reached(self._usage.cost or 0.0, limits.dollars)),
            (Termination.STEP_LIMIT, self._steps >= limits.steps),
            (Termination.TIME_LIMIT, self._time_is_up()),
        )
        return next((termination for termination, reached in ends if reached), None)

    def _time_is_up(self) -> bool:
        if self.time_up_after is not None:
            return self._steps >= self.time_up_after
        return _reached(self._seconds(), self.task.limits.seconds)

    def _count(self, result: StepResult) -> None:
        self._steps += 1
        self._invalid_in_row = self._invalid_in_row + 1 if result.error else 0
        self._actions += result.error is None
        # A clip of a screen on which nothing happens is another one each time: it lasts longer or shorter.
        screens = [
            _seen(content)
            for view in self._turn.views.values()
            for content in view.contents.values()
            if not isinstance(content, Clip)
        ]
        now = (result.call, screens)
        self._repeated = self._repeated + 1 if now == self._last else 1
        self._last = now

    def _look(self) -> Mapping[str, View]:
        views = {}
        for name, device in self.benchmark.devices.items():
            view = View(name, device.observe())
            if self.prompter is not None and (view.screenshot or view.tree):
                marked = self.prompter.mark(view.screenshot, view.tree)
                view = View(name, view.contents, marked.elements, marked.screenshot, marked.text)
            views[name] = view
        return views

    def _last_look(self, cut_off: Decision) -> None:
        """Capture how the devices stand after the end; an episode that ended well stays so if this fails."""
        try:
            turn = Turn(self._turn.number + 1, self._with_recordings(self._look()))
        except Exception as error:  # noqa: BLE001 - the result is known already; the record says what is missing
            turn = Turn(self._turn.number + 1, {}, (Feedback(ActionCall("", ""), False, explain(error)),))
        decision = cut_off if cut_off.exchange else None
        self._tell(StepFinished(self.id, turn, None, decision, self._nodes(), self._seconds()))

    def _with_recordings(self, views: Mapping[str, View]) -> Mapping[str, View]:
        """Beside what the devices show in the end, what they have shown from the start; no agent sees it."""
        with_recordings = {}
        for name, view in views.items():
            recording = self.benchmark.devices[name].recording()
            contents = {**view.contents, RECORDING: recording} if recording else view.contents
            with_recordings[name] = replace(view, contents=contents)
        return with_recordings

    # -- what is told ----------------------------------------------------------------------------

    def _briefing(self) -> Briefing:
        return Briefing(
            self.task.briefing,
            self.benchmark.action_spaces,
            {name: device.description for name, device in self.benchmark.devices.items()},
            self.task.seed,
            self.task.solution if self.policy.needs_solution else None,
            self.models or NoModels(),
            self.past,
        )

    def _denial(self, call: ActionCall) -> InvalidAction | None:
        """Why a call may not run. Whoever decides is not the agent: the clock of the episode stands still."""
        if self.approve is None:
            return None
        asked = self.clock()
        try:
            reason = self.approve(call, self.task.id, self._turn)
        finally:
            waited = self.clock() - asked
            self._waited += waited
            if self.models is not None:
                self.models.spare(waited)
        return None if reason is None else InvalidAction(f"This action was denied: {reason}")

    def _tell(self, event: StepFinished) -> None:
        for observer in self.observers:
            observer.step_finished(event)

    def _nodes(self) -> tuple[NodeRecord, ...]:
        return self.benchmark.graph.judged() if self.benchmark.graph else ()

    def _seconds(self) -> float:
        return self.clock() - self._start - self._waited

    def _result(
        self, termination: Termination, status: Status, error: str, aftermath: Aftermath
    ) -> EpisodeResult:
        graph = self.benchmark.graph
        assert graph is not None, "begin() was called"
        metrics = measure(
            passed=graph.passed_count,
            total=len(graph.graph),
            actions=self._actions,
            steps=self._steps,
            tokens=self._usage.total,
            seconds=self._seconds(),
            side_effects=None if aftermath.effects is None else len(aftermath.effects),
            waited=self._waited,
        )
        return EpisodeResult(
            self.id,
            self.task.id,
            self.task.seed,
            self.attempt,
            status,
            termination,
            metrics,
            graph.records(),
            self._usage,
            self.models.agents if self.models else {},
            error,
            graph.edges_left,
            graph.longest_unfinished_path(),
            aftermath.effects,
            aftermath.note,
        )


def _failed(policy: Policy, error: Exception) -> AgentError:
    return AgentError(f"Policy {policy.name!r} failed: {error!r}.")


def _seen(content: Content) -> object:
    """What tells two captures apart, without keeping pictures."""
    return content.digest if isinstance(content, Screenshot) else content


def _reached(value: float, limit: float | None) -> bool:
    return limit is not None and value >= limit
