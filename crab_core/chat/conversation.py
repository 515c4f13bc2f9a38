"""What a model has been told and has said, held to a number of turns or tokens."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from crab_core.content import Screenshot, Text, well_formed
from crab_core.model import Message, Part, ToolCall, ToolResult

_CHARACTERS = 4
"""Characters in a token, about: what OpenAI and Google give as a rule of thumb for English."""
_PIXELS = 750
"""Pixels in a token, about: Anthropic's rule; OpenAI and Google take fewer tokens for large pictures."""
_MESSAGE = 4
"""Tokens around each message, about."""

EMPTY: Final = Text("(no words)")
"""Stands for a reply that held nothing, since providers refuse messages without content."""


class Conversation:
    """The turns of one agent, oldest first. A turn begins with what the agent is told and holds its replies.

    A turn is kept or left out as a whole, so that no tool call is ever sent without its result.
    """

    def __init__(self, system: str, *, turns: int | None = 2, tokens: int | None = None) -> None:
        """Begin without turns.

        Args:
            system: The system prompt; always sent.
            turns: How many past turns are kept; None for as many as `tokens` allows.
            tokens: Most tokens of everything together, estimated; the turn at hand is always sent whole.
        """
        self._system = Message("system", (Text(well_formed(system)),))
        self._turns_limit = turns
        self._tokens_limit = tokens
        self._turns: deque[list[Message]] = deque()
        self._memo = ""

    def __iter__(self) -> Iterator[Message]:
        """Everything to be sent, oldest first."""
        yield self._system
        for place, turn in enumerate(self._turns, start=1):
            if self._memo and place == len(self._turns):
                yield Message("user", (Text(self._memo), *turn[0].parts))
                yield from turn[1:]
            else:
                yield from turn

    def __len__(self) -> int:
        """How many turns are held, the one at hand included."""
        return len(self._turns)

    def begin_turn(
        self,
        parts: Sequence[Text | Screenshot],
        results: Sequence[ToolResult] = (),
        told: Sequence[Text | Screenshot] = (),
        memo: str = "",
    ) -> None:
        """Tell the agent what it needs for its next reply.

        Args:
            parts: What it is shown.
            results: What became of the tool calls of its last reply, one for each.
            told: What stands for the results where there are none, or where that reply is no longer sent.
            memo: What is true of this turn alone and told first in it; never sent again as history.
        """
        self._memo = well_formed(memo)
        if results and self._turns:
            answered = tuple(replace(result, parts=_tidy(result.parts)) for result in results)
            self._turns[-1].append(Message("tool", answered))
        self._turns.append([Message("user", _tidy(parts))])
        kept = len(self._turns) > 1 and self._leave_out()
        if not (results and kept):
            self._turns[-1][0] = Message("user", _tidy((*told, *parts)))

    def add(self, reply: Message) -> None:
        """Take in what the agent says in the turn at hand; without words and calls, `EMPTY` is added."""
        kept = tuple(part for part in reply.parts if not (isinstance(part, Text) and not part.text.strip()))
        said = any(isinstance(part, Text | ToolCall) for part in kept)
        self._turns[-1].append(Message(reply.role, kept if said else (*kept, EMPTY)))

    def _leave_out(self) -> bool:
        """Leave out turns until the limits hold; whether the last turn before this one is still there."""
        while len(self._turns) > 1 and self._too_much():
            self._turns.popleft()
        return len(self._turns) > 1

    def _too_much(self) -> bool:
        if self._turns_limit is not None and len(self._turns) - 1 > self._turns_limit:
            return True
        return self._tokens_limit is not None and estimate(self) > self._tokens_limit


def _tidy(parts: Iterable[Text | Screenshot]) -> tuple[Text | Screenshot, ...]:
    """Parts that can be sent: what devices tell may hold anything, and names of files do."""
    return tuple(Text(well_formed(part.text)) if isinstance(part, Text) else part for part in parts)


def estimate(messages: Conversation | Sequence[Message]) -> int:
    """About how many tokens these messages take; providers count differently, and none tells beforehand."""
    return sum(_MESSAGE + sum(map(_tokens, message.parts)) for message in messages)


def _tokens(part: Part) -> int:
    match part:
        case Text(text):
            return -(-len(text) // _CHARACTERS)
        case Screenshot():
            return part.width * part.height // _PIXELS
        case ToolCall():
            return (len(part.name) + len(str(part.arguments))) // _CHARACTERS + _MESSAGE
        case ToolResult():
            return _MESSAGE + sum(map(_tokens, part.parts))
        case _:
            return len(str(part.data)) // _CHARACTERS
