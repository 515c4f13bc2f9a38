"""Conversations, tools and replies in the format of OpenAI's chat completions, both ways."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from crab_core import AgentError, Message, Reply, Screenshot, Text, Tool, ToolCall, ToolResult, Usage

if TYPE_CHECKING:
    from openai.types import CompletionUsage
    from openai.types.chat import ChatCompletion, ChatCompletionMessageToolCallUnion

StopReason = Literal["stop", "tool_calls", "length", "refusal", "other"]

_STOP_REASONS: Mapping[str, StopReason] = {
    "stop": "stop",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "content_filter": "refusal",
}
_SIGNATURES = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))
_LONGEST_QUOTE = 200
"""Characters of unreadable arguments that are quoted back."""


# -- what is sent ------------------------------------------------------------------------------------


def to_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The conversation as the provider wants it.

    The provider takes only text from a tool. Pictures among the results follow in a message of the user,
    after the last of the results that belong together, because nothing may stand between those.

    Raises:
        AgentError: A message holds what its role cannot say.
    """
    sent: list[dict[str, Any]] = []
    pictures: list[dict[str, Any]] = []
    for message in messages:
        if message.role == "tool":
            for result in _only(message, ToolResult):
                sent.append({"role": "tool", "tool_call_id": result.id, "content": _result_text(result)})
                pictures += _result_pictures(result)
            continue
        if pictures:
            sent.append({"role": "user", "content": pictures})
            pictures = []
        sent.append(_to_message(message))
    if pictures:
        sent.append({"role": "user", "content": pictures})
    return sent


def _to_message(message: Message) -> dict[str, Any]:
    if message.role == "system":
        return {"role": "system", "content": "\n".join(part.text for part in _only(message, Text))}
    if message.role == "user":
        parts = _only(message, Text, Screenshot)
        if len(parts) == 1 and isinstance(parts[0], Text):
            return {"role": "user", "content": parts[0].text}
        return {"role": "user", "content": [_part(part) for part in parts]}
    calls = [part for part in _only(message, Text, ToolCall) if isinstance(part, ToolCall)]
    said: dict[str, Any] = {"role": "assistant", "content": message.text}
    if calls:
        said["content"] = message.text or None
        said["tool_calls"] = [_to_call(call) for call in calls]
    return said


def _only(message: Message, *kinds: type[Any]) -> list[Any]:
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


def _part(part: Text | Screenshot) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"type": "text", "text": part.text}
    data = base64.b64encode(part.data).decode("ascii")
    return {"type": "image_url", "image_url": {"url": f"data:{media_type(part)};base64,{data}"}}


def media_type(picture: Screenshot) -> str:
    """The media type of a picture, by its first bytes; what it is said to be where they tell nothing."""
    if picture.data[:4] == b"RIFF" and picture.data[8:12] == b"WEBP":
        return "image/webp"
    return next((kind for start, kind in _SIGNATURES if picture.data.startswith(start)), picture.media_type)


def _result_text(result: ToolResult) -> str:
    lines = [part.text for part in result.parts if isinstance(part, Text)]
    if any(isinstance(part, Screenshot) for part in result.parts):
        lines.append("(picture below)")
    return "\n".join(lines)


def _result_pictures(result: ToolResult) -> list[dict[str, Any]]:
    pictures = [part for part in result.parts if isinstance(part, Screenshot)]
    if not pictures:
        return []
    return [_part(Text(f"Result of the tool call {result.id}:")), *map(_part, pictures)]


def to_tools(tools: Sequence[Tool]) -> list[dict[str, Any]]:
    """The tools as JSON schema, as the provider wants them."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": dict(tool.parameters) or {"type": "object", "properties": {}},
            },
        }
        for tool in tools
    ]


# -- what comes back ---------------------------------------------------------------------------------


def from_completion(completion: ChatCompletion) -> Reply:
    """The reply in a completion that has at least one choice."""
    choice = completion.choices[0]
    message = choice.message
    calls = tuple(_from_call(call, place) for place, call in enumerate(message.tool_calls or ()))
    # Not every service sends each field, and the SDK does not insist.
    stop = _STOP_REASONS.get(str(getattr(choice, "finish_reason", "")), "other")
    if message.refusal:
        stop = "refusal"
    elif calls and stop in ("stop", "other"):
        stop = "tool_calls"  # some services end every reply with "stop"
    return Reply(message.content or message.refusal or "", calls, _from_usage(completion.usage), stop)


def _from_call(call: ChatCompletionMessageToolCallUnion, place: int) -> ToolCall:
    identity = getattr(call, "id", None) or f"call_{place + 1}"
    if getattr(call, "type", None) == "custom":
        problem = "a tool is called with a JSON object as its arguments, not with free text"
        return ToolCall(identity, str(getattr(getattr(call, "custom", None), "name", "")), {}, problem)
    function = getattr(call, "function", None)
    name = str(getattr(function, "name", None) or "")
    arguments, problem = _read_arguments(getattr(function, "arguments", None))
    return ToolCall(identity, name, arguments, problem)


def _read_arguments(raw: object) -> tuple[dict[str, Any], str]:
    """The arguments, and why they could not be read; some services send an object instead of its text."""
    if raw is None or (isinstance(raw, str) and not raw.strip()):
        return {}, ""
    try:
        arguments = json.loads(raw) if isinstance(raw, str) else raw
    except ValueError as error:
        quoted = str(raw)[:_LONGEST_QUOTE]
        return {}, f"the arguments are not valid JSON ({error}): {quoted}"
    if not isinstance(arguments, dict):
        return {}, f"the arguments must be a JSON object, not {type(arguments).__name__}"
    return arguments, ""


def _from_usage(usage: CompletionUsage | None) -> Usage:
    if usage is None:
        return Usage()
    sent, received = usage.prompt_tokens_details, usage.completion_tokens_details
    return Usage(
        input_tokens=getattr(usage, "prompt_tokens", 0) or 0,
        output_tokens=getattr(usage, "completion_tokens", 0) or 0,
        cached_tokens=(sent.cached_tokens if sent else 0) or 0,
        reasoning_tokens=(received.reasoning_tokens if received else 0) or 0,
    )
