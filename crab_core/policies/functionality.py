"""Two agents by functionality: one plans in words, one makes them calls (CRAB, section 6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crab_core.chat import ChatPolicy, decision, tell
from crab_core.content import Text
from crab_core.errors import UsageError
from crab_core.policy import Decision
from crab_core.turn import Feedback, Turn


class FunctionalityPolicy(ChatPolicy):
    """The main agent sees all devices and writes what to do; the tool agent, which sees none, calls it."""

    name = "functionality"

    def __init__(self, **options: Any) -> None:
        """Check the options.

        Raises:
            UsageError: As `ChatPolicy`; or `computer` is given, and the tool agent sees no screen.
        """
        super().__init__(**options)
        if self.options.computer:
            raise UsageError(
                f"Policy {self.name!r} cannot use a computer-use tool: its tool agent sees no screen.",
                advice="Choose the policy single or environment.",
            )

    def start(self) -> None:
        """Make both agents."""
        toolbox = self.toolbox()
        self._main = self.agent("main", self.prompt("functionality/main.md"))
        self._tool = self.agent(
            "tool",
            self.prompt("functionality/tool.md", toolbox),
            toolbox,
            model=self.options.tool_model,
            tool_choice="required",
            forgetful=True,  # a message holds all it needs, and what became of the last one is told anyway
        )
        self._translated = False
        self._owed: Sequence[Feedback] = ()

    def play(self, turn: Turn) -> Decision:
        """Ask the main agent what to do, and the tool agent to call it."""
        seen = self.look(turn, self._main)
        last = tell(turn.feedback)
        plan = self._main.ask([Text(last), *seen.parts] if last else seen.parts)
        if self._translated:
            self._owed = turn.feedback
        self._translated = not plan.problem
        if plan.problem:
            return decision(plan)
        # Positions that the main agent names are pixels of the pictures that it saw.
        answer = self._tool.ask([Text(plan.text)], self._owed, frames=seen.frames)
        return decision(answer, plan.thought)
