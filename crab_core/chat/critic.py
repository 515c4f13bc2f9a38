"""A second look before a task is declared done, against false completion."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from crab_core.chat.agent import ChatAgent
from crab_core.chat.steps import call_words, feedback_words
from crab_core.content import Screenshot, Text
from crab_core.policy import Decision
from crab_core.task import ROOT
from crab_core.turn import Turn, View

MOST_STEPS = 60
"""Steps that the critic is told; of more, the last."""

LONGEST_CLAIM = 4_000
"""Characters of what the agent says."""

_SAID = r"(?P<negated>not\s+(?:yet\s+)?)?(?:done|complete)\b"
_VERDICT = re.compile(rf"\W*verdict\W+{_SAID}\W*(?P<reason>.*)", re.IGNORECASE)
_BARE_VERDICT = re.compile(rf"\W*{_SAID}(?:\W*|\W*:\s*(?P<reason>.+))", re.IGNORECASE)
"""Without the word, a line counts that holds nothing else; prose too may begin with "done"."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a critic says."""

    done: bool
    objection: str = ""
    """What is missing; empty when it finds the task done, or says neither."""


class Critic:
    """Asks a model whether the task is done whenever an agent declares it so.

    The agent is told an objection in the same turn and decides anew. After so many objections in a row the
    completion is accepted all the same, since a critic errs too.
    """

    def __init__(self, agent: ChatAgent, rounds: int, tell: Callable[[str], str]) -> None:
        """Begin an episode.

        Args:
            agent: The critic's role: plans in words, no history.
            rounds: Objections in a row.
            tell: Makes an objection what the agent is told.
        """
        self._agent = agent
        self._rounds = rounds
        self._tell = tell
        self._steps: deque[str] = deque(maxlen=MOST_STEPS)
        self._objections = 0
        self._seen: Mapping[str, View] = {}
        """What the agent saw when it made the calls that the next turn tells of."""

    def settle(
        self,
        turn: Turn,
        decision: Decision,
        show: Callable[[], Sequence[Text | Screenshot]],
        rethink: Callable[[str], Decision],
    ) -> Decision:
        """The decision that stands once the critic is heard; call it every turn.

        Args:
            turn: The turn at hand.
            decision: What the agent wants.
            show: What the devices show, for the critic; called only when it is asked.
            rethink: Tells the agent why nothing was done and gives its new decision.

        Returns:
            The last decision; its thought tells what the critic said.

        Raises:
            AgentError: A model failed.
            LimitReached: The episode may ask no more.
        """
        self._steps.extend(feedback_words(turn.feedback, self._seen))
        self._seen = turn.views
        said: list[str] = []
        while _completes(decision):
            if self._objections >= self._rounds:
                said.append(
                    f"The critic has objected {self._objections} times in a row; accepted all the same."
                )
                break
            judged = self._judge(decision, show(), said)
            if judged.done or not judged.objection:
                said.append("The critic agrees." if judged.done else "The critic gave no verdict.")
                break
            self._objections += 1
            said.append(f"The critic objected: {judged.objection}")
            decision = rethink(self._tell(judged.objection))
        else:
            self._objections = 0
        return replace(decision, thought="\n\n".join(filter(None, (*said, decision.thought))))

    def _judge(
        self, decision: Decision, shown: Sequence[Text | Screenshot], said: Sequence[str]
    ) -> Judgement:
        steps = "\n".join(f"{i}. {step}" for i, step in enumerate(self._steps, start=1)) or "(nothing)"
        wants = ", then ".join(map(call_words, decision.calls))
        told = [f"What the agent has done:\n{steps}", *(f"Earlier in this step: {one}" for one in said)]
        if decision.thought:
            told.append(f"The agent says:\n{decision.thought[:LONGEST_CLAIM]}")
        told.append(f"It is about to do: {wants}")
        answer = self._agent.ask([Text("\n\n".join(told)), *shown])
        return Judgement(False) if answer.problem else read_verdict(answer.text)


def read_verdict(text: str) -> Judgement:
    """What a critic's reply comes to: the last line that says so counts."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for line in reversed(lines):
        verdict = _VERDICT.fullmatch(line) or _BARE_VERDICT.fullmatch(line)
        if verdict is not None and not verdict["negated"]:
            return Judgement(True)
        if verdict is not None:
            before = "\n".join(lines[: lines.index(line)])
            return Judgement(False, (verdict["reason"] or "").strip() or before or "The task is not done.")
    return Judgement(False)


def _completes(decision: Decision) -> bool:
    return any(
        call.environment == ROOT and call.name == "complete" and not call.problem for call in decision.calls
    )
