"""A person as an agent: acts through the same spaces, turn by turn, and is counted and timed alike."""

from __future__ import annotations

from typing import Any, Protocol

from crab_core.errors import UsageError
from crab_core.policy import Briefing, Decision, Policy
from crab_core.turn import Turn


class Person(Protocol):
    """Somebody who plays."""

    def begin(self, briefing: Briefing) -> None:
        """Get ready for an episode; its clock runs from the return on."""

    def decide(self, turn: Turn) -> Decision:
        """What to do now.

        Raises:
            KeyboardInterrupt: The person stops.
        """


class HumanPolicy(Policy):
    """Lets a person decide. `crab play` seats one; by name alone there is nobody."""

    name = "human"

    def __init__(self, person: Person | None = None, **options: Any) -> None:  # noqa: ARG002 - kept in the record
        """Seat a person.

        Args:
            person: Who plays.
            options: Under which conditions; they stand in the record and change nothing here.

        Raises:
            UsageError: Nobody is there.
        """
        if person is None:
            raise UsageError(
                "A person plays by `crab play`, not by `crab run`.",
                advice="Begin with `crab play TASK`, go on with `crab play --resume DIR`.",
            )
        self._person = person

    def begin(self, briefing: Briefing) -> None:
        """Wait until the person is ready."""
        self._person.begin(briefing)

    def decide(self, turn: Turn) -> Decision:
        """Wait for what the person does."""
        return self._person.decide(turn)
