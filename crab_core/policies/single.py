"""One agent that sees all devices, plans and acts (CRAB, section 6.1: single agent)."""

from __future__ import annotations

from crab_core.chat import ChatPolicy, decision
from crab_core.policy import Decision
from crab_core.turn import Turn


class SinglePolicy(ChatPolicy):
    """Shows everything to one model and does what it calls."""

    name = "single"

    def start(self) -> None:
        """Make the agent."""
        toolbox = self.toolbox()
        self._agent = self.agent("main", self.prompt("single/agent.md", toolbox), toolbox)

    def play(self, turn: Turn) -> Decision:
        """Ask it."""
        seen = self.look(turn, self._agent)
        return decision(self._agent.ask(seen.parts, turn.feedback, frames=seen.frames))
