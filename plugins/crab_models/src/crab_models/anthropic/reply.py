"""Replies in the format of Anthropic's Messages: whole ones, and those that come in events."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from crab_core import Computer, Native, Reply, StopReason, ToolCall, Usage
from crab_models.anthropic.computer import from_block, is_call, on_phone
from crab_models.anthropic.messages import NATIVE, is_native, joined_text
from crab_models.prices import tokens_told

_STOP_REASONS: Mapping[str, StopReason] = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}
_LONGEST_QUOTE = 200
"""Characters of unreadable arguments that are quoted back."""
_CUT_OFF = "the reply was cut off in this call, so that its arguments may not be complete"


class BrokenOff(Exception):  # noqa: N818 - what it is
    """A stream ended before the reply did."""


def plain(answer: object) -> dict[str, Any]:
    """An answer or an event of the SDK as JSON values, with what the SDK does not know of.

    Raises:
        ValueError: It is no JSON object.
    """
    # The SDK builds its objects from anything, and hands on what is no JSON as text.
    told = getattr(answer, "to_dict", None)
    if told is None:
        raise ValueError(str(answer))
    read: dict[str, Any] = told(mode="json", warnings=False)
    return read


def from_message(message: Mapping[str, Any], computer: Computer | None = None) -> Reply:
    """The reply in a message of the assistant.

    Args:
        message: As JSON values.
        computer: The computer-use tool, when the request had one.

    Raises:
        ValueError: It is not such a message.
    """
    content = message.get("content")
    if not isinstance(content, list) or not all(isinstance(block, Mapping) for block in content):
        raise ValueError(json.dumps(message.get("error") or dict(message), ensure_ascii=False))
    stop = _STOP_REASONS.get(str(message.get("stop_reason")), "other")
    calls = _calls(content, computer, cut=stop in ("length", "refusal"))
    if calls and stop in ("stop", "other"):
        stop = "tool_calls"
    text = joined_text(content)
    if stop == "refusal" and not text:
        text = str((message.get("stop_details") or {}).get("explanation") or "")
    whole = [_mended(block, place) for place, block in enumerate(content)]
    native = (Native(NATIVE, {"content": whole}),) if is_native(whole, computer) else ()
    thoughts = (str(block.get("thinking") or "") for block in content if block.get("type") == "thinking")
    return Reply(
        text,
        calls,
        _usage(message.get("usage") or {}),
        stop,
        reasoning="\n".join(thought for thought in thoughts if thought),
        native=native,
        model=str(message.get("model") or ""),
    )


def _calls(content: list[Mapping[str, Any]], computer: Computer | None, *, cut: bool) -> tuple[ToolCall, ...]:
    calls: list[ToolCall] = []
    for place, block in enumerate(content):
        if block.get("type") != "tool_use":
            continue
        found = _call(block, computer, place)
        if cut and place == len(content) - 1:
            found = tuple(ToolCall(call.id, call.name, {}, call.problem or _CUT_OFF) for call in found)
        calls += found
    return tuple(calls)


def _call(block: Mapping[str, Any], computer: Computer | None, place: int) -> tuple[ToolCall, ...]:
    whole = _mended(block, place)
    arguments, problem = _arguments(block.get("input"))
    if computer is None or not is_call(whole, computer):
        return (ToolCall(whole["id"], str(block.get("name") or ""), arguments, problem),)
    if problem:
        return (ToolCall(whole["id"], computer.name, {}, problem),)
    calls = from_block(whole, computer.name)
    return tuple(on_phone(call) for call in calls) if computer.kind == "phone" else calls


def _mended(block: Mapping[str, Any], place: int) -> dict[str, Any]:
    """A block as the service takes it back: a call has an id, and an object for its arguments."""
    if block.get("type") != "tool_use":
        return dict(block)
    given = block.get("input")
    identity = str(block.get("id") or f"call_{place + 1}")
    return {**block, "id": identity, "input": given if isinstance(given, dict) else {}}


def _arguments(given: object) -> tuple[dict[str, Any], str]:
    """The arguments, and why they could not be read; a stream gives text where it is not valid JSON."""
    if isinstance(given, str):
        return {}, f"the arguments are not valid JSON: {given[:_LONGEST_QUOTE]}"
    if given is None:
        return {}, ""
    if not isinstance(given, dict):
        return {}, f"the arguments must be a JSON object, not {type(given).__name__}"
    return given, ""


def _usage(usage: Mapping[str, Any]) -> Usage:
    read, written = _count(usage, "cache_read_input_tokens"), _count(usage, "cache_creation_input_tokens")
    return Usage(
        input_tokens=_count(usage, "input_tokens") + read + written,
        output_tokens=_count(usage, "output_tokens"),
        cached_tokens=read,
        reasoning_tokens=_count(usage.get("output_tokens_details") or {}, "thinking_tokens"),
        cache_write_tokens=written,
    )


def _count(usage: Mapping[str, Any], name: str) -> int:
    return tokens_told(usage.get(name))


# -- streams -----------------------------------------------------------------------------------------


def gathered(events: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The message that the events of a stream make.

    Arguments that are not valid JSON stay text, for `from_message` to tell. The SDK's own helper completes
    them instead, so that a number that was cut in the middle would pass for a whole one.

    Raises:
        BrokenOff: The stream ends before the message does.
        ValueError: There is no message in the stream.
    """
    message: dict[str, Any] = {}
    blocks: dict[int, dict[str, Any]] = {}
    arguments: dict[int, str] = {}
    for event in events:
        kind = event.get("type")
        if kind == "message_start":
            message = dict(event["message"])
        elif kind == "content_block_start":
            blocks[event["index"]] = dict(event["content_block"])
        elif kind == "content_block_delta":
            delta = event["delta"]
            if delta.get("type") == "input_json_delta":
                arguments[event["index"]] = arguments.get(event["index"], "") + delta["partial_json"]
            else:
                _add(blocks[event["index"]], delta)
        elif kind == "message_delta":
            message |= {name: value for name, value in event["delta"].items() if value is not None}
            told = {name: value for name, value in (event.get("usage") or {}).items() if value is not None}
            message["usage"] = {**(message.get("usage") or {}), **told}
        elif kind == "message_stop":
            for index, text in arguments.items():
                blocks[index]["input"] = _parsed(text)
            return message | {"content": [blocks[index] for index in sorted(blocks)]}
    if not message:
        raise ValueError("a stream without a message")
    raise BrokenOff("the stream broke off before the reply was complete")


def _add(block: dict[str, Any], delta: Mapping[str, Any]) -> None:
    if delta.get("type") == "signature_delta":
        block["signature"] = delta["signature"]
    elif delta.get("type") == "text_delta":
        block["text"] = block.get("text", "") + delta["text"]
    elif delta.get("type") == "thinking_delta":
        block["thinking"] = block.get("thinking", "") + delta["thinking"]


def _parsed(text: str) -> object:
    try:
        return json.loads(text) if text.strip() else {}
    except ValueError:
        return text
