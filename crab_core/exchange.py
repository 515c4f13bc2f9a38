"""Model calls as JSON values, and back: what records, caches and replays share.

Pictures and long texts are named by their digest and stored apart, so that a system prompt or a screenshot
that is sent again each turn is kept once.
"""

from __future__ import annotations

import hashlib
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


# -- to JSON -----------------------------------------------------------------------------------------


def exchange_json(exchange: Exchange, put: Put) -> dict[str, Any]:
    """One model call as it stands in a record.

    Returns:
        `agent`, `model`, `messages` (`role` and `parts`, each with a `type`: text, stored_text, screenshot,
        tool_call, tool_result, native), `tools` (where their JSON list is stored; null when there are none),
        `tool_choice`, `request` (its digest), `reply` (see `reply_json`; null when the call failed), `error`,
        `seconds`, `source`, `note`.
    """
    return {
        "agent": exchange.agent,
        "model": exchange.model,
        "messages": [_message(message, put) for message in exchange.messages],
        "tools": _tools(exchange.tools, put),
        "tool_choice": exchange.tool_choice,
        "request": request_digest(exchange.messages, exchange.tools, exchange.tool_choice),
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


def _tools(tools: Sequence[Tool | Computer], put: Put) -> dict[str, Any] | None:
    if not tools:
        return None
    data = _dump([asdict(tool) for tool in tools])
    return dict(put(data, "application/json", hashlib.sha256(data).hexdigest()))


def request_digest(
    messages: Sequence[Message], tools: Sequence[Tool | Computer], tool_choice: ToolChoice
) -> str:
    """SHA-256 over all that is asked of a model, pictures by their bytes; equal requests have equal ones."""

    def by_digest(_data: bytes, _media_type: str, digest: str) -> Mapping[str, Any]:
        return {"digest": digest}

    asked = [[_message(message, by_digest) for message in messages], [asdict(t) for t in tools], tool_choice]
    return hashlib.sha256(_dump(asked)).hexdigest()


def _message(message: Message, put: Put) -> dict[str, Any]:
    return {"role": message.role, "parts": [_part(part, put) for part in message.parts]}


def _part(part: Part, put: Put) -> dict[str, Any]:
    match part:
        case Text(text) if len(text) < _LONG:
            return {"type": "text", "text": text}
        case Text(text):
            data = text.encode()
            stored = put(data, "text/plain", hashlib.sha256(data).hexdigest())
            return {"type": "stored_text", "start": text[:80], **stored}
        case Screenshot():
            size = {"width": part.width, "height": part.height, "media_type": part.media_type}
            return {"type": "screenshot", **size, **put(part.data, part.media_type, part.digest)}
        case ToolCall():
            return {"type": "tool_call", **asdict(part)}
        case ToolResult():
            parts = [_part(inner, put) for inner in part.parts]
            return {"type": "tool_result", "id": part.id, "error": part.error, "parts": parts}
        case Native():
            return {"type": "native", **asdict(part)}


def _dump(value: Any) -> bytes:
    from pydantic_core import to_json, to_jsonable_python

    # Keys in order, so that equal values have equal bytes.
    return to_json(_ordered(to_jsonable_python(value, fallback=repr, bytes_mode="base64")))


def _ordered(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return [_ordered(part) for part in value] if isinstance(value, list) else value


# -- from JSON ---------------------------------------------------------------------------------------


def read_exchange(facts: Mapping[str, Any], get: Get) -> Exchange:
    """The model call that a record tells of.

    Raises:
        KeyError, TypeError, ValueError: The record is not of this form.
        OSError: Something that it names cannot be read.
    """
    import json

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
