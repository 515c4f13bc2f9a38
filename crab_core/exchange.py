"""Model calls as JSON values, and back: what records, caches and replays share.

Pictures and long texts are named by their digest and stored apart, so that a system prompt or a screenshot
that is sent again each turn is kept once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from crab_core.content import Screenshot, Text
from crab_core.model import (
    Computer,
    Exchange,
    Message,
    Native,
    Part,
    Reply,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
    Usage,
)

Put = Callable[[bytes, str, str], Mapping[str, Any]]
"""Stores bytes of a media type under their SHA-256; says where: `digest` and `path`."""
Get = Callable[[str], bytes]
"""Gives what was stored at a path."""

_LONG: Final = 400
"""Characters from which on a text is stored apart."""
_TOOLS_KNOWN: Final = 64
"""Sets of tools that are kept as JSON."""


# -- to JSON -----------------------------------------------------------------------------------------


class KnownTools:
    """Tools as JSON, made once for those that are sent with request after request."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Sequence[Tool | Computer], bytes, str]] = {}

    def of(self, tools: Sequence[Tool | Computer]) -> tuple[bytes, str]:
        """The tools as JSON, and its SHA-256."""
        known = self._known.get(id(tools))
        if known is not None and known[0] is tools:
            return known[1], known[2]
        data = _dump([asdict(tool) for tool in tools])
        digest = hashlib.sha256(data).hexdigest()
        if len(self._known) >= _TOOLS_KNOWN:
            self._known.clear()
        self._known[id(tools)] = tools, data, digest  # held, so that no other object gets its id
        return data, digest


def exchange_json(exchange: Exchange, put: Put, known: KnownTools | None = None) -> dict[str, Any]:
    """One model call as it stands in a record.

    Args:
        exchange: The call.
        put: Stores pictures, long texts and tools.
        known: Tools of earlier calls.

    Returns:
        `agent`, `model`, `messages` (`role` and `parts`, each with a `type`: text, stored_text, screenshot,
        tool_call, tool_result, native), `tools` (where their JSON list is stored; null when there are none),
        `tool_choice`, `request` (its digest), `reply` (see `reply_json`; null when the call failed), `error`,
        `seconds`, `source`, `note`.
    """
    apart: list[_Apart] = []
    messages = [_message(message, apart) for message in exchange.messages]
    tools, tools_digest = (known or KnownTools()).of(exchange.tools)
    request = _digest(messages, tools_digest, exchange.tool_choice)
    for entry, data, media_type in apart:
        entry.update(put(data, media_type, entry["digest"]))
    return {
        "agent": exchange.agent,
        "model": exchange.model,
        "messages": messages,
        "tools": dict(put(tools, "application/json", tools_digest)) if exchange.tools else None,
        "tool_choice": exchange.tool_choice,
        "request": request,
        "reply": reply_json(exchange.reply) if exchange.reply else None,
        "error": exchange.error,
        "seconds": round(exchange.seconds, 4),
        "source": exchange.source,
        "note": exchange.note,
    }


def reply_json(reply: Reply) -> dict[str, Any]:
    """A reply, whole: `text`, `reasoning`, `tool_calls`, `stop_reason`, `usage`, `native`, `model`."""
    return {
        "text": reply.text,
        "reasoning": reply.reasoning,
        "tool_calls": [asdict(call) for call in reply.tool_calls],
        "stop_reason": reply.stop_reason,
        "usage": asdict(reply.usage),
        "native": [asdict(part) for part in reply.native],
        "model": reply.model,
    }


def request_digest(
    messages: Sequence[Message],
    tools: Sequence[Tool | Computer],
    tool_choice: ToolChoice,
    known: KnownTools | None = None,
) -> str:
    """SHA-256 over all that is asked of a model, pictures by their bytes; equal requests have equal ones."""
    asked = [_message(message, []) for message in messages]
    return _digest(asked, (known or KnownTools()).of(tools)[1], tool_choice)


_Apart = tuple[dict[str, Any], bytes, str]
"""What a message names by its digest: its entry, its bytes and their media type."""


def _digest(messages: list[dict[str, Any]], tools: str, tool_choice: ToolChoice) -> str:
    return hashlib.sha256(_dump([messages, tools, tool_choice])).hexdigest()


def _message(message: Message, apart: list[_Apart]) -> dict[str, Any]:
    return {"role": message.role, "parts": [_part(part, apart) for part in message.parts]}


def _part(part: Part, apart: list[_Apart]) -> dict[str, Any]:
    match part:
        case Text(text) if len(text) < _LONG:
            return {"type": "text", "text": text}
        case Text(text):
            data = text.encode()
            entry: dict[str, Any] = {
                "type": "stored_text",
                "start": text[:80],
                "digest": hashlib.sha256(data).hexdigest(),
            }
            apart.append((entry, data, "text/plain"))
            return entry
        case Screenshot():
            size = {"width": part.width, "height": part.height, "media_type": part.media_type}
            entry = {"type": "screenshot", **size, "digest": part.digest}
            apart.append((entry, part.data, part.media_type))
            return entry
        case ToolCall():
            return {"type": "tool_call", **asdict(part)}
        case ToolResult():
            parts = [_part(inner, apart) for inner in part.parts]
            return {"type": "tool_result", "id": part.id, "error": part.error, "parts": parts}
        case Native():
            return {"type": "native", **asdict(part)}


def _dump(value: Any) -> bytes:
    # Keys in order, so that equal values have equal bytes.
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=repr).encode()


# -- from JSON ---------------------------------------------------------------------------------------


def read_exchange(facts: Mapping[str, Any], get: Get) -> Exchange:
    """The model call that a record tells of.

    Raises:
        KeyError, TypeError, ValueError: The record is not of this form.
        OSError: Something that it names cannot be read.
    """
    tools = json.loads(get(facts["tools"]["path"])) if facts["tools"] else []
    return Exchange(
        facts["agent"],
        facts["model"],
        tuple(
            Message(m["role"], tuple(_read_part(part, get) for part in m["parts"])) for m in facts["messages"]
        ),
        tuple(Computer(**tool) if "kind" in tool else Tool(**tool) for tool in tools),
        facts["tool_choice"],
        read_reply(facts["reply"]) if facts["reply"] else None,
        facts["error"],
        facts["seconds"],
        facts["source"],
        facts["note"],
    )


def read_reply(facts: Mapping[str, Any]) -> Reply:
    """The reply that `reply_json` wrote.

    Raises:
        KeyError, TypeError: It is not of this form.
    """
    return Reply(
        facts["text"],
        tuple(ToolCall(**call) for call in facts["tool_calls"]),
        Usage(**facts["usage"]),
        facts["stop_reason"],
        facts["reasoning"],
        tuple(Native(**part) for part in facts["native"]),
        facts["model"],
    )


def _read_part(facts: Mapping[str, Any], get: Get) -> Any:
    rest = {key: value for key, value in facts.items() if key != "type"}
    match facts["type"]:
        case "text":
            return Text(facts["text"])
        case "stored_text":
            return Text(get(facts["path"]).decode())
        case "screenshot":
            return Screenshot(get(facts["path"]), facts["width"], facts["height"], facts["media_type"])
        case "tool_call":
            return ToolCall(**rest)
        case "tool_result":
            parts = tuple(_read_part(part, get) for part in facts["parts"])
            return ToolResult(facts["id"], parts, facts["error"])
        case "native":
            return Native(**rest)
        case other:
            raise ValueError(f"a message cannot hold {other!r}")
