"""Conversations and tools in the format of Chat Completions."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import Any

from crab_core import (
    AgentError,
    Computer,
    Message,
    Native,
    Screenshot,
    Text,
    Tool,
    ToolCall,
    ToolResult,
)
from crab_models.pictures import media_type

NATIVE = "openai:chat"
"""`Native.provider` of what services add to the protocol and want back: their thinking, its signatures."""


def to_messages(messages: Sequence[Message], *, detail: str = "") -> list[dict[str, Any]]:
    """The conversation as the provider wants it.

    The protocol takes only text from a tool. Pictures among the results follow in a message of the user,
    after the last of the results that belong together, because nothing may stand between those.

    Args:
        messages: Oldest first.
        detail: How closely the model looks at pictures, as the provider names it; its default when empty.

    Raises:
        AgentError: A message holds what its role cannot say.
    """
    sent: list[dict[str, Any]] = []
    pictures: list[dict[str, Any]] = []
    for message in messages:
        if message.role == "tool":
            for result in only(message, ToolResult):
                sent.append({"role": "tool", "tool_call_id": result.id, "content": _result_text(result)})
                pictures += _result_pictures(result, detail)
            continue
        if pictures:
            sent.append({"role": "user", "content": pictures})
            pictures = []
        sent.append(_to_message(message, detail))
    if pictures:
        sent.append({"role": "user", "content": pictures})
    return sent


def _to_message(message: Message, detail: str) -> dict[str, Any]:
    if message.role == "system":
        return {"role": "system", "content": "\n".join(part.text for part in only(message, Text))}
    if message.role == "user":
        parts = only(message, Text, Screenshot)
        if len(parts) == 1 and isinstance(parts[0], Text):
            return {"role": "user", "content": parts[0].text}
        return {"role": "user", "content": [_part(part, detail) for part in parts]}
    return _said(message)


def _said(message: Message) -> dict[str, Any]:
    parts = only(message, Text, ToolCall, Native)
    calls = [part for part in parts if isinstance(part, ToolCall)]
    said: dict[str, Any] = {"role": "assistant", "content": message.text}
    extra: Mapping[str, Any] = {}
    for part in parts:
        if isinstance(part, Native) and part.provider == NATIVE:
            said |= part.data.get("message", {})
            extra = part.data.get("calls", {})
    if calls:
        said["content"] = message.text or None
        said["tool_calls"] = [_to_call(call) | extra.get(call.id, {}) for call in calls]
    return said


def only(message: Message, *kinds: type[Any]) -> list[Any]:
    """The parts of a message.

    Raises:
        AgentError: One is of another kind than the message's role can say.
    """
    wrong = next((part for part in message.parts if not isinstance(part, kinds)), None)
    if wrong is not None:
        raise AgentError(
            f"A message with the role {message.role!r} cannot hold a {type(wrong).__name__}.",
            advice=f"It can hold: {', '.join(kind.__name__ for kind in kinds)}.",
        )
    return list(message.parts)


def _to_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": json.dumps(dict(call.arguments), ensure_ascii=False)}
    return {"id": call.id, "type": "function", "function": function}


def _part(part: Text | Screenshot, detail: str) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    image = {"url": data_uri(part)} | ({"detail": detail} if detail else {})
    return {"type": "image_url", "image_url": image}


def data_uri(picture: Screenshot) -> str:
    """A picture as it was captured, as text, with the media type of its bytes."""
    return f"data:{media_type(picture)};base64,{base64.b64encode(picture.data).decode('ascii')}"


def _result_text(result: ToolResult) -> str:
    lines = [part.text for part in result.parts if isinstance(part, Text)]
    if any(isinstance(part, Screenshot) for part in result.parts):
        lines.append("(picture below)")
    return "\n".join(lines)


def _result_pictures(result: ToolResult, detail: str) -> list[dict[str, Any]]:
    pictures = [part for part in result.parts if isinstance(part, Screenshot)]
    if not pictures:
        return []
    title = _part(Text(f"Result of the tool call {result.id}:"), detail)
    return [title, *(_part(picture, detail) for picture in pictures)]


def to_tools(tools: Sequence[Tool | Computer]) -> list[dict[str, Any]]:
    """The tools as JSON schema, as the provider wants them.

    Raises:
        AgentError: The provider's own computer-use tool is asked for; this protocol has none.
    """
    sent = []
    for tool in tools:
        if isinstance(tool, Computer):
            raise AgentError(
                "Chat Completions has no computer-use tool.",
                advice='Give the model the option api="responses", or give it the actions as tools.',
            )
        sent.append({"type": "function", "function": describe(tool)})
    return sent


def describe(tool: Tool) -> dict[str, Any]:
    """Name, description and schema of a tool."""
    parameters = dict(tool.parameters) or {"type": "object", "properties": {}}
    return {"name": tool.name, "description": tool.description, "parameters": parameters}
