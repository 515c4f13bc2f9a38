"""Agent policies: what turns observations into action calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from crab_core.action import Action, ActionCall
from crab_core.model import Usage
from crab_core.task import Solution
from crab_core.turn import Turn


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


@dataclass(frozen=True, slots=True)
class Decision:
    """What a policy wants to be done in one turn."""

    calls: Sequence[ActionCall] = ()
    """In order; none counts as an invalid action."""
    thought: str = ""
    """What it says about it, for the record."""
    usage: Usage = Usage()
    """What the decision cost, all models together."""
    exchange: Sequence[Mapping[str, Any]] = ()
    """The model exchanges behind the decision, as JSON values, for the record."""


class Policy(ABC):
    """Decides, turn by turn. One instance plays one episode at a time; `begin` starts anew.

    Attributes:
        name: As users choose it.
        needs_solution: Whether it plays the reference solution. No agent under test may set it.
    """

    name: str = ""
    needs_solution: bool = False

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
