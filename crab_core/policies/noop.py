"""An agent that does nothing: what a task must not reward."""

from __future__ import annotations

from crab_core.action import ActionCall
from crab_core.policy import Briefing, Decision, Policy
from crab_core.task import ROOT
from crab_core.turn import Turn


class NoOpPolicy(Policy):
    """Waits every turn until a limit ends the episode."""

    name = "noop"

    def begin(self, briefing: Briefing) -> None:
        """Nothing to take in."""

    def decide(self, turn: Turn) -> Decision:  # noqa: ARG002 - it looks at nothing
        """Wait."""
        return Decision([ActionCall(ROOT, "wait")])
