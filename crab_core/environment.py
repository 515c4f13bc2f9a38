"""Environments: devices with an action space, an observation space and evaluators.

A subclass lists what can be done, seen and judged; its instance is alive in the process where the device
is. Functions that take `env` receive that instance. State of an episode lives in the instance and is made
anew by `on_reset`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, Protocol, runtime_checkable

from crab_core.action import Action, Observation
from crab_core.content import Clip, Content
from crab_core.errors import UnknownNameError
from crab_core.evaluator import EvaluationError, Evaluator, EvaluatorCall, Outcome
from crab_core.spaces import Spaces

ROOT: Final = "root"
"""Name of the environment that every benchmark adds: submit, complete, wait."""

World = Mapping[str, Any]
"""A declarative description of the state in which a device starts an episode; JSON values only."""


@dataclass(frozen=True, slots=True)
class Settled:
    """How waiting for a device to come to rest ended."""

    reason: Literal["still", "cap", "none"]
    """The screen stopped changing; the cap was reached; the device has nothing to wait for."""
    seconds: float = 0.0
    """How long it took."""


@runtime_checkable
class Device(Protocol):
    """What an episode needs of an environment, wherever its device is."""

    name: str
    description: str
    platform: str
    incidental: Sequence[str] = ()
    """Globs of places in `state` that merely using the device changes; see `crab_core.effects`."""
    state_misses: str = ""
    """What an episode could leave behind that `state` does not tell, in words; empty when it tells all."""

    @property
    def action_space(self) -> Mapping[str, Action]:
        """Actions by name."""

    @property
    def observation_space(self) -> Mapping[str, Observation]:
        """Observations by name."""

    @property
    def evaluator_space(self) -> Mapping[str, Evaluator]:
        """Evaluators by name."""

    def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Validate and execute one action."""

    def settle(self) -> Settled:
        """Wait until the device has come to rest."""

    def observe(self) -> dict[str, Content]:
        """One capture of everything in the observation space."""

    def evaluate(self, calls: Sequence[EvaluatorCall]) -> list[Outcome]:
        """Ask evaluators; one outcome a call, in the same order."""

    def state(self) -> dict[str, Any]:
        """What an episode could leave behind, as JSON values; equal after equal resets."""

    def recording(self) -> Clip | None:
        """What the screen has shown during the episode; None when that is not recorded."""


class Environment(Spaces):
    """A device that lives in this process. Subclass it to make your own.

    Class attributes:
        name: As tasks and agents call it.
        description: What it is, told to agents.
        platform: "linux", "android" …; groups results.
        actions, observations, evaluators: The spaces.
        incidental: Globs of places in `state` that merely using the device changes.
        state_misses: What could be left behind that `state` does not tell; empty when it tells all.
    """

    name: str = ""
    description: str = ""
    platform: str = "generic"
    actions: ClassVar[Sequence[Action]] = ()
    observations: ClassVar[Sequence[Observation]] = ()
    evaluators: ClassVar[Sequence[Evaluator]] = ()
    incidental: Sequence[str] = ()
    state_misses: str = ""

    def __init__(self, name: str | None = None) -> None:
        """Build the spaces.

        Args:
            name: Another name, for a second device of the same kind.

        Raises:
            DefinitionError: The environment has no name, or two members of a space share one.
        """
        super().__init__(name or type(self).name, self.actions, self.observations, self.evaluators)

    # -- for subclasses --------------------------------------------------------------------------

    def on_reset(self, world: World, seed: int) -> None:
        """Put the device into the state that `world` describes; nothing of the last episode may stay.

        Args:
            world: Declarative start state; its shape is the environment's own.
            seed: Source of everything that `world` leaves open.
        """

    def on_close(self) -> None:
        """Give back what the device holds."""

    def settle(self) -> Settled:
        """Wait until the device has come to rest; the default has nothing to wait for."""
        return _NOTHING_TO_WAIT_FOR

    def state(self) -> dict[str, Any]:
        """What an episode could leave behind, as JSON values; `crab validate` compares it after a reset.

        An episode compares it before and after, place by place; `crab_core.effects` says how
        places are named.
        """
        return {}

    def recording(self) -> Clip | None:
        """What the screen has shown during the episode; the default records nothing."""
        return None

    # -- for the episode ---------------------------------------------------------------------------

    def act(self, name: str, arguments: Mapping[str, Any]) -> Any:
        """Validate and execute one action.

        Raises:
            InvalidAction: There is no such action, or its arguments do not fit.
            Exception: What the action raised.
        """
        action = self.action(name)
        return action._run(self, action.validate(arguments))

    def observe(self) -> dict[str, Content]:
        """One capture of everything in the observation space, by observation name."""
        return {name: item.invoke({}, self) for name, item in self._observations.items()}

    def evaluate(self, calls: Sequence[EvaluatorCall]) -> list[Outcome]:
        """Ask evaluators; what one raises is its own outcome and does not touch the others."""
        return [self._judge(call) for call in calls]

    def _judge(self, call: EvaluatorCall) -> Outcome:
        evaluator = self._evaluators.get(call.name)
        if evaluator is None:
            unknown = UnknownNameError("evaluator", call.name, self._evaluators)
            return EvaluationError.from_exception(unknown)
        try:
            return evaluator.judge(call.arguments, self)
        except Exception as error:  # noqa: BLE001 - recorded with its traceback and asked again, never a False
            return EvaluationError.from_exception(error)

    def reset(self, world: World | None = None, seed: int = 0) -> None:
        """Start anew from a world."""
        self.on_reset(world or {}, seed)

    def close(self) -> None:
        """Give back what the device holds; safe to call twice."""
        self.on_close()


_NOTHING_TO_WAIT_FOR = Settled("none")
