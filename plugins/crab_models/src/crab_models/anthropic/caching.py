"""Where the provider is told to keep what it has read, so that the next request costs a tenth of it.

Tools and system prompt come again with every request of an agent. The conversation does only when it grows at
its end; where old turns are forgotten, keeping it would cost a quarter more and never be read again.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

from crab_core import Computer, Message, Native, Screenshot, Text, Tool, ToolCall, ToolResult

Part = Text | Screenshot | ToolCall | ToolResult | Native

_MARK = {"cache_control": {"type": "ephemeral"}}
_MOST = 512
"""Requests that are remembered, by their digests."""


class Conversations:
    """The requests of late, so that one that goes on where another ended is recognised. Safe to share."""

    def __init__(self) -> None:
        """Nothing was sent yet."""
        self._ends: OrderedDict[bytes, None] = OrderedDict()
        self._lock = threading.Lock()

    def goes_on(self, messages: Sequence[Message], tools: Sequence[Tool | Computer]) -> bool:
        """Whether a request begins with all of an earlier one and goes on; it is remembered."""
        digest = hashlib.blake2b(repr(tuple(tools)).encode())
        ends = []
        for message in messages:
            digest.update(message.role.encode())
            for part in message.parts:
                digest.update(_told(part).encode(errors="surrogatepass"))
            ends.append(digest.digest())
        with self._lock:
            found = any(end in self._ends for end in ends[:-1])
            self._ends.update(dict.fromkeys(ends[-1:]))
            while len(self._ends) > _MOST:
                self._ends.popitem(last=False)
        return found


def _told(part: Part) -> str:
    # The digest of a picture is made once, for the record.
    if isinstance(part, Screenshot):
        return part.digest
    if isinstance(part, ToolResult):
        return " ".join((part.id, *map(_told, part.parts)))
    return repr(part)


def marked(request: Mapping[str, Any], *, conversation: bool) -> dict[str, Any]:
    """The request with its marks.

    Args:
        request: With `messages`, and `system` and `tools` where it has them.
        conversation: Whether all of it is kept, and not only the tools and the system prompt.
    """
    kept = dict(request)
    # Tools stand before the system prompt, so that a mark after the one covers the other.
    for name in ("system", "tools"):
        if kept.get(name):
            kept[name] = _with_mark(kept[name])
            break
    if conversation:
        last = kept["messages"][-1]
        kept["messages"] = [*kept["messages"][:-1], {**last, "content": _with_mark(last["content"])}]
    return kept


def _with_mark(blocks: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return [*blocks[:-1], {**blocks[-1], **_MARK}]
