"""ReAct (Yao et al. 2023): one agent that thinks, acts and observes, and keeps its thoughts to the end."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from crab_core.chat import Answer, ChatPolicy, decision
from crab_core.chat.json_mode import prose
from crab_core.chat.steps import feedback_words
from crab_core.policy import Decision
from crab_core.turn import Turn

LONGEST_THOUGHT = 1_000
"""Characters of one thought that are kept."""
LONGEST_TRACE = 40_000
"""Characters of all that is kept; the oldest steps are left out first."""


@dataclass(frozen=True, slots=True)
class _Step:
    """What is kept of a turn."""

    number: int
    thought: str
    observed: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(
            [f"Step {self.number}. {self.thought or '(no thought)'}", *(f"- {one}" for one in self.observed)]
        )


class ReActPolicy(ChatPolicy):
    """One model that plans and acts, and is told the thoughts and actions of all its steps in each.

    Screens are sent as `history` says; what the agent wants to remember of them it has to write down.
    """

    name = "react"

    def start(self) -> None:
        """Make the agent."""
        toolbox = self.toolbox()
        self._agent = self.agent("main", self.prompt("react/agent.md", toolbox), toolbox)
        self._trace: deque[_Step] = deque()
        self._last: tuple[Turn, str] | None = None
        """The last turn, and what was thought in it."""

    def play(self, turn: Turn) -> Decision:
        """Ask it."""
        self._keep(turn)
        seen = self.look(turn, self._agent)
        answer = self._agent.ask(seen.parts, turn.feedback, frames=seen.frames, memo=self._memo())
        self._last = turn, self._thought(answer)
        return decision(answer)

    def _keep(self, turn: Turn) -> None:
        """Take what became of the last step into the trace."""
        if self._last is None:
            return
        seen, thought = self._last
        observed = feedback_words(turn.feedback, seen.views) or [one.text for one in turn.feedback]
        self._trace.append(_Step(seen.number, thought, tuple(observed)))
        while sum(len(str(step)) for step in self._trace) > LONGEST_TRACE:
            self._trace.popleft()

    def _thought(self, answer: Answer) -> str:
        """What was said before acting; what the model thought to itself where it said nothing."""
        said = prose(answer.text) if self.options.mode == "json" else answer.text
        thought = " ".join((said or answer.reply.reasoning).split())
        return thought if len(thought) <= LONGEST_THOUGHT else f"{thought[: LONGEST_THOUGHT - 1]}…"

    def _memo(self) -> str:
        if not self._trace:
            return ""
        return "\n\n".join(["Your steps so far:", *map(str, self._trace)])
