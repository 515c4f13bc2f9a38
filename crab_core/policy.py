"""Agent policies: what turns observations into action calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from crab_core.action import Action, ActionCall
from crab_core.content import Mark
from crab_core.errors import UsageError
from crab_core.model import Exchange, ModelBackend, Usage
from crab_core.task import Solution
from crab_core.turn import Turn


class Models(Protocol):
    """The models of one episode."""

    def get(self, name: str, *, agent: str = "main") -> ModelBackend:
        """A model; everything asked of it is booked and recorded, and nothing has to be closed.

        Args:
            name: "provider:model", or a name that the experiment gives to a model with its options.
            agent: Who asks, for the record: "main", "tool", an environment's name …

        Raises:
            UnknownNameError: No provider of this name is registered.
            AgentError: Its SDK is not installed, or its key is missing.
        """


class NoModels:
    """The models of an episode that has none."""

    def get(self, name: str, *, agent: str = "main") -> ModelBackend:  # noqa: ARG002 - there is none
        """Always an error."""
        raise UsageError(f"There is no model {name!r} in this episode.", advice="Play it by `crab run`.")


@dataclass(frozen=True, slots=True)
class PastStep:
    """One action call of an earlier trial."""

    call: ActionCall
    ok: bool
    text: str
    """The result or the error, as the agent was told it."""
    marks: Sequence[Mark] = ()
    """What the numbers in the call pointed at; numbers say nothing once their screen is gone."""


@dataclass(frozen=True, slots=True)
class PastTrial:
    """An earlier trial of the same task and seed, which failed."""

    number: int
    """Counted from 1."""
    termination: str
    """How it ended, such as "step_limit"."""
    steps: Sequence[PastStep]
    lessons: Sequence[str] = ()
    """What was learned from trials before it: replies to the agent "reflector" in its course."""


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a policy is told before the first turn."""

    task_description: str
    action_spaces: Mapping[str, Mapping[str, Action]]
    """Actions by name, by environment; root is among them."""
    environments: Mapping[str, str] = field(default_factory=dict)
    """Description of each environment."""
    seed: int = 0
    """Source of the policy's own chance."""
    solution: Solution | None = None
    """The reference solution, set for policies with `needs_solution` alone; others get None."""
    models: Models = field(default_factory=NoModels)
    """The models that the policy may ask."""
    past: Sequence[PastTrial] = ()
    """Earlier trials that failed, oldest first; empty unless a run repeats tasks until they succeed."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a policy wants to be done in one turn."""

    calls: Sequence[ActionCall] = ()
    """In order; none counts as an invalid action."""
    thought: str = ""
    """What it says about it, for the record."""
    usage: Usage = Usage()
    """What the decision cost, all models together. The episode adds what its models book by themselves."""
    exchange: Sequence[Exchange] = ()
    """The model calls behind the decision. The episode adds those that its models book by themselves."""
    problem: str = ""
    """Why there is no call, in words that tell the agent what to do better: a refusal, an empty reply …"""


class Policy(ABC):
    """Decides, turn by turn. One instance plays one episode at a time; `begin` starts anew.

    Attributes:
        name: As users choose it.
        needs_solution: Whether it plays the reference solution. No agent under test may set it.
        models: Names of the models that it will ask for, so that a wrong one is found before anything starts.
    """

    name: str = ""
    needs_solution: bool = False
    models: Sequence[str] = ()

    @abstractmethod
    def begin(self, briefing: Briefing) -> None:
        """Forget the last episode and take in the next one."""

    @abstractmethod
    def decide(self, turn: Turn) -> Decision:
        """What to do now.

        Raises:
            AgentError: The policy or its model failed for good.
        """

    def close(self) -> None:  # noqa: B027 - most policies hold nothing
        """Give back what the policy holds; safe to call twice."""
