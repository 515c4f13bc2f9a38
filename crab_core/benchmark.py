"""Benchmarks: a named set of environments with the root environment, stepped action by action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from crab_core import answers
from crab_core.action import Action, ActionCall, action
from crab_core.answers import AnswerField, MisshapenAnswerError
from crab_core.content import ElementMap
from crab_core.elements import resolve_elements
from crab_core.environment import Device, Environment, Settled, World
from crab_core.errors import DefinitionError, InvalidAction, Problem, UnknownNameError
from crab_core.evaluator import Evaluator, EvaluatorCall, Outcome, Verdict, evaluator
from crab_core.graph import GraphEvaluator
from crab_core.spaces import unknown_action
from crab_core.task import ROOT, Task


@action
def submit(env: Root, answer: str, field: str = "") -> str:
    """Hand in an answer that the task asks for; a later answer replaces it.

    Args:
        answer: The answer, and nothing else.
        field: Name of the answer field; only needed when the task has several.
    """
    env.hand_in(answer, field)
    return "The answer was handed in."


@action
def complete(env: Root) -> str:
    """Say that the task is done. Nothing can be done afterwards."""
    env.completed = True
    return "The task was declared done."


@action
def wait() -> str:
    """Do nothing in this step and let every device come to rest."""
    return "Every device has come to rest."


@evaluator(env=ROOT)
def answer_is(env: Root, expected: str) -> Verdict:
    """Whether the submitted answer equals the expected one, white space and case ignored.

    Args:
        expected: The right answer.
    """
    if env.answer is None:
        return Verdict(False, "no answer was submitted")
    same = " ".join(env.answer.split()).casefold() == " ".join(expected.split()).casefold()
    return Verdict(same, "the answer is right" if same else f"the answer {env.answer!r} is wrong")


class Root(Environment):
    """What every benchmark adds: handing in, completing and waiting belong to no device."""

    name = ROOT
    description = "The task itself: hand in an answer, wait, or say that the task is done."
    actions: ClassVar[Sequence[Action]] = (submit, complete, wait)
    evaluators: ClassVar[Sequence[Evaluator]] = (answer_is, *answers.EVALUATORS)

    fields: Mapping[str, AnswerField] = {}
    """What the task at hand asks for; empty: any text is an answer."""
    answer: str | None = None
    """What was submitted last."""
    answers: Mapping[str, str] = {}
    """What was submitted last, by field."""
    completed: bool = False
    """Whether the agent said that it is done."""

    def on_reset(self, world: World, seed: int) -> None:  # noqa: ARG002 - starts the same way every time
        """Forget fields, answers and completion."""
        self.fields = {}
        self.answer = None
        self.answers = {}
        self.completed = False

    def hand_in(self, answer: str, field: str) -> None:
        """Take an answer.

        Raises:
            InvalidAction: The task asks for no such field, or the answer has not its form.
        """
        name = self._field(field)
        if name in self.fields:
            try:
                self.fields[name].read(answer)
            except MisshapenAnswerError as error:
                wanted = self.fields[name].wanted()
                raise InvalidAction(
                    "The answer was not handed in.",
                    [Problem("answer", f"{answer!r} {error}; wanted is {wanted}")],
                ) from None
        self.answer = answer
        self.answers = {**self.answers, name: answer}

    def answer_to(self, field: str) -> str | None:
        """What was submitted for a field, "" for the only one; None for nothing."""
        if not field and len(self.fields) <= 1:
            return self.answer
        return self.answers.get(field)

    def _field(self, field: str) -> str:
        if not self.fields:
            return ""
        if field in self.fields:
            return field
        only = next(iter(self.fields)) if len(self.fields) == 1 else None
        if only is not None and (not field or (only == "" and field == "answer")):
            return only
        names = ", ".join(map(repr, self.fields))
        reason = "leave it out" if only == "" else f"name one of {names}"
        raise InvalidAction("The answer was not handed in.", [Problem("field", reason)])


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one action call did."""

    number: int
    """Counted from 1; invalid calls count."""
    call: ActionCall
    value: Any = None
    """What the action returned."""
    error: InvalidAction | None = None
    """Set when the call was invalid and nothing was executed."""
    executed: Mapping[str, Any] | None = None
    """The arguments as executed, marks resolved to positions; None for an invalid call."""
    settled: Settled | None = None
    """How the device came to rest."""
    passed: Sequence[str] = ()
    """Checkpoints that passed after this call."""
    complete: bool = False
    """Whether the whole graph has passed."""


_NO_ELEMENTS: Mapping[str, ElementMap] = {}


@dataclass
class Benchmark:
    """Live devices and the graph of the task at hand.

    Nothing of one task reaches the next: `begin` makes everything anew.

    Args:
        devices: By environment name, without root.
        merged: Single-environment mode: calls may leave the environment out; the action's name says it.
    """

    devices: Mapping[str, Device]
    merged: bool = False
    root: Root = field(default_factory=Root)
    graph: GraphEvaluator | None = field(default=None, init=False)
    """Checkpoints of the task at hand; None before the first `begin`."""

    def __post_init__(self) -> None:
        """Put root beside the devices.

        Raises:
            DefinitionError: A device is called root.
        """
        if ROOT in self.devices:
            raise DefinitionError(f"No device may be called {ROOT!r}: every benchmark adds that one itself.")
        self._devices: dict[str, Device] = {**self.devices, ROOT: self.root}
        self._steps = 0
        self._only: Device | None = None

    @property
    def action_spaces(self) -> Mapping[str, Mapping[str, Action]]:
        """Actions by name, by environment, root included."""
        return {name: device.action_space for name, device in self._devices.items()}

    def begin(self, task: Task) -> list[str]:
        """Take up a task whose devices stand in their start worlds; judge the start state as step 0.

        Returns:
            Checkpoints that are true already.

        Raises:
            DefinitionError: The task needs an environment or an evaluator that is not there.
        """
        for name in task.environments:
            if name not in self._devices:
                raise DefinitionError(f"Task {task.id!r} needs environment {name!r}, which is not started.")
        for call in task.graph.calls:
            known = self._devices[call.environment].evaluator_space
            if call.name not in known:
                unknown = UnknownNameError("evaluator", call.name, known)
                raise DefinitionError(f"Task {task.id!r}, {call.environment}: {unknown}")
        judged = task.graph.environments
        self._only = self._devices[next(iter(judged))] if len(judged) == 1 else None
        self.root.reset()
        self.root.fields = task.answers
        self._steps = 0
        self.graph = GraphEvaluator(task.graph)
        return self.graph.step(self.evaluate, 0)

    def step(
        self,
        call: ActionCall,
        elements: Mapping[str, ElementMap] = _NO_ELEMENTS,
        refusal: InvalidAction | None = None,
    ) -> StepResult:
        """Execute one call, let the device settle, and judge the graph.

        An invalid call executes nothing and is returned with its error; the graph is judged all the same.

        Args:
            call: What to do.
            elements: The marks that the agent saw, by environment.
            refusal: Why the call must not be executed, when somebody said so.

        Raises:
            DefinitionError: No task was begun.
            Exception: What the action or the device raised; the episode cannot go on.
        """
        if self.graph is None:
            raise DefinitionError("No task was begun.", advice="Call `begin` first.")
        self._steps += 1
        value: Any = None
        error: InvalidAction | None = None
        executed: Mapping[str, Any] | None = None
        settled: Settled | None = None
        try:
            if refusal is not None:
                raise refusal
            if call.problem:
                raise InvalidAction(call.problem)
            name = call.environment if call.environment in self._devices else self._find(call)
            device = self._devices[name]
            arguments = call.arguments
            action = device.action_space.get(call.name)
            if action is None:
                raise unknown_action(name, call.name, device.action_space)
            if action.element_parameters:
                arguments = resolve_elements(action, arguments, elements.get(name, ElementMap()))
            value = device.act(call.name, arguments)
            executed = arguments
            settled = self.settle() if device is self.root else device.settle()
        except InvalidAction as invalid:
            error = invalid
        passed = self.graph.step(self.evaluate, self._steps)
        return StepResult(self._steps, call, value, error, executed, settled, passed, self.graph.complete)

    def settle(self) -> Settled:
        """Let every device come to rest, one after the other."""
        ends = [device.settle() for device in self.devices.values()]
        reasons = {end.reason for end in ends}
        reason: Literal["cap", "still", "none"] = "none"
        if reasons & {"cap", "still"}:
            reason = "cap" if "cap" in reasons else "still"
        return Settled(reason, sum(end.seconds for end in ends))

    def evaluate(self, calls: Sequence[EvaluatorCall]) -> Sequence[Outcome]:
        """Ask evaluators, each environment in one request."""
        if self._only is not None:
            return self._only.evaluate(calls)
        by_environment: dict[str, list[int]] = {}
        for i, call in enumerate(calls):
            by_environment.setdefault(call.environment, []).append(i)
        outcomes: list[Any] = [None] * len(calls)
        for name, positions in by_environment.items():
            asked = [calls[i] for i in positions]
            for i, outcome in zip(positions, self._devices[name].evaluate(asked), strict=True):
                outcomes[i] = outcome
        return outcomes

    def _find(self, call: ActionCall) -> str:
        """The environment of a call that names none, or one that is not there.

        Raises:
            InvalidAction: No environment, or more than one, has the action.
        """
        if call.environment or not self.merged:
            advice = UnknownNameError("environment", call.environment, self._devices).advice
            raise InvalidAction(
                f"There is no environment {call.environment!r}.",
                [Problem("environment", "unknown environment")],
                advice=advice,
            )
        having = [name for name, device in self._devices.items() if call.name in device.action_space]
        if len(having) == 1:
            return having[0]
        if not having:
            every = [name for device in self._devices.values() for name in device.action_space]
            raise unknown_action("The benchmark", call.name, every)
        raise InvalidAction(
            f"{call.name!r} is an action of {', '.join(having)}.",
            [Problem("environment", "name one of them")],
        )
