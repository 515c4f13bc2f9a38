"""Scripted replies: what the people of a world answer. No chance and no memory but how often they did."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from crab_ubuntu.services.chat.line import fold
from crab_ubuntu.services.chat.options import ReplyOptions


@dataclass(frozen=True, slots=True)
class Reply:
    """Something that somebody says in answer."""

    by: str
    to: str
    """The channel, or the person who is answered."""
    text: str
    after: float


class Script:
    """The replies of a world, with how often each may still be given."""

    def __init__(self, replies: Iterable[ReplyOptions]) -> None:
        """Begin."""
        self._replies = list(replies)
        self._left = {index: reply.times for index, reply in enumerate(self._replies) if reply.times}

    def answers(
        self, nick: str, to: str, text: str, listeners: Iterable[str], on: str = "message"
    ) -> Iterator[Reply]:
        """What is answered.

        Args:
            nick: Who said something, or came in.
            to: The channel, or the person who was spoken to.
            text: What was said.
            listeners: Who heard it.
            on: "message" or "join".
        """
        heard = {fold(listener) for listener in listeners} - {fold(nick)}
        direct = not to.startswith("#")
        for index, reply in enumerate(self._replies):
            if fold(reply.by) not in heard or self._left.get(index) == 0 or reply.on != on:
                continue
            if reply.to is not None and fold(reply.to) != fold(to):
                continue
            if reply.mentions and not direct and not mentions(text, reply.by):
                continue
            if reply.contains.casefold() not in text.casefold():
                continue
            heard.discard(fold(reply.by))
            if index in self._left:
                self._left[index] = (self._left[index] or 0) - 1
            for said in reply.lines:
                yield Reply(reply.by, nick if direct else to, said.replace("{nick}", nick), reply.after)


def mentions(text: str, nick: str) -> bool:
    """Whether a text names somebody, as a word of its own, in capitals or not."""
    return re.search(rf"(?<![\w-]){re.escape(nick)}(?![\w-])", text, re.IGNORECASE) is not None
