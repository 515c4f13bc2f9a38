"""Replies of Responses, whole or streamed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from crab_core import Native, Reply, StopReason, ToolCall, Usage
from crab_models.openai import computer as cua
from crab_models.openai.answers import (
    BROKEN_OFF,
    FailureInAnswer,
    UnreadableAnswer,
    cost,
    count,
    read_arguments,
    unique,
)
from crab_models.openai.responses import NATIVE

_ENDS: Mapping[str, StopReason] = {"max_output_tokens": "length", "content_filter": "refusal"}
_CALLS = ("function_call", "custom_tool_call", "computer_call")
_PLAIN = frozenset(("id", "type", "status", "role", "content", "call_id", "name", "arguments"))
"""Fields that our own messages tell as well."""


def from_response(
    response: Mapping[str, Any],
    *,
    computer: str = "computer",
    kind: Literal["desktop", "phone"] = "desktop",
    acknowledge: bool = True,
) -> Reply:
    """The reply in a response.

    Args:
        response: As the service gave it.
        computer: What calls of the computer-use tool are named.
        kind: What the model drives with it.
        acknowledge: Whether the provider's safety checks of computer calls are acknowledged; else such a
            call cannot be executed, and says why.

    Raises:
        FailureInAnswer: The service tells a failure instead.
        UnreadableAnswer: It is not a response.
    """
    if response.get("error") or response.get("status") == "failed":
        raise FailureInAnswer.read(response.get("error") or "no reason is given")
    output = response.get("output")
    if not isinstance(output, list):
        raise UnreadableAnswer(response)
    items = _items(output)
    calls = [call for item in items for call in _calls(item, computer, kind, acknowledge)]
    text, refusal = _said(items, "output_text", "text"), _said(items, "refusal", "refusal")
    return Reply(
        text or refusal,
        tuple(calls),
        _usage(response.get("usage")),
        _stop(response, bool(calls), bool(refusal)),
        reasoning=_thought(items),
        native=_native(items, text or refusal, kind),
        model=str(response.get("model") or ""),
    )


def _items(output: Sequence[Any]) -> list[Mapping[str, Any]]:
    """What is in the output; calls all have an id of their own, whatever the service calls it."""
    taken: set[str] = set()
    items: list[Mapping[str, Any]] = []
    for item in output:
        if not isinstance(item, Mapping) or not item.get("type"):
            continue
        call = item["type"] in _CALLS
        items.append(
            {**item, "call_id": unique(item.get("call_id") or item.get("id"), taken)} if call else item
        )
    return items


def _said(items: Sequence[Mapping[str, Any]], kind: str, field: str) -> str:
    messages = [item for item in items if item["type"] == "message"]
    told = (
        "".join(str(part.get(field) or "") for part in item.get("content") or () if part.get("type") == kind)
        for item in messages
    )
    return "\n".join(text for text in told if text)


def _thought(items: Sequence[Mapping[str, Any]]) -> str:
    """The summaries of the thinking, or the thinking itself where the service shows it."""
    thoughts = (
        str(part.get("text") or "")
        for item in items
        if item["type"] == "reasoning"
        for part in item.get("summary") or item.get("content") or ()
    )
    return "\n\n".join(thought for thought in thoughts if thought)


def _calls(item: Mapping[str, Any], computer: str, kind: Any, acknowledge: bool) -> list[ToolCall]:
    if item["type"] == "function_call":
        arguments, problem = read_arguments(item.get("arguments"))
        return [ToolCall(item["call_id"], str(item.get("name") or ""), arguments, problem)]
    if item["type"] == "custom_tool_call":
        problem = "a tool is called with a JSON object as its arguments, not with free text"
        return [ToolCall(item["call_id"], str(item.get("name") or ""), {}, problem)]
    if item["type"] == "computer_call":
        checks = item.get("pending_safety_checks") or ()
        problem = "" if acknowledge or not checks else _held(checks)
        actions = cua.from_item(item, kind)
        return [
            ToolCall(identity, computer, {} if problem else action, problem)
            for identity, action in zip(cua.ids(item, kind), actions, strict=True)
        ]
    return []


def _held(checks: Sequence[Mapping[str, Any]]) -> str:
    reasons = "; ".join(str(check.get("message") or check.get("code") or check.get("id")) for check in checks)
    return f"the provider's safety check holds the action back: {reasons}"


def _stop(response: Mapping[str, Any], calls: bool, refused: bool) -> StopReason:
    if response.get("status") == "incomplete":
        details = response.get("incomplete_details") or {}
        return _ENDS.get(str(details.get("reason")), "other")
    if refused:
        return "refusal"
    if response.get("status", "completed") not in ("completed", None):
        return "other"
    return "tool_calls" if calls else "stop"


def _native(items: Sequence[Mapping[str, Any]], text: str, kind: str) -> tuple[Native, ...]:
    """The items, where they hold more than text and calls of functions."""
    plain = ("message", "function_call")
    if all(item["type"] in plain and not _more(item) for item in items):
        return ()
    kept = [{name: value for name, value in item.items() if value is not None} for item in items]
    return (Native(NATIVE, {"items": kept, "text": text, "computer": kind}),)


def _more(item: Mapping[str, Any]) -> bool:
    return any(value is not None and name not in _PLAIN for name, value in item.items())


def _usage(usage: object) -> Usage:
    if not isinstance(usage, Mapping):
        return Usage()
    return Usage(
        input_tokens=count(usage, "input_tokens"),
        output_tokens=count(usage, "output_tokens"),
        cached_tokens=count(usage, "input_tokens_details", "cached_tokens"),
        reasoning_tokens=count(usage, "output_tokens_details", "reasoning_tokens"),
        cache_write_tokens=count(usage, "input_tokens_details", "cache_write_tokens"),
        cost=cost(usage),
    )


# -- streams -----------------------------------------------------------------------------------------

_ENDED = ("response.completed", "response.incomplete", "response.failed")


def gathered(events: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The response that a stream of events tells.

    Its last event holds the whole response; where a service leaves the items out there, they are those that
    were told to be done.

    Raises:
        FailureInAnswer: The service tells a failure, or ends before the reply does.
        UnreadableAnswer: There is nothing in the stream.
    """
    done: dict[int, Any] = {}
    begun = False
    for event in events:
        begun = True
        name = event.get("type")
        if name == "error" or (name is None and event.get("error")):
            raise FailureInAnswer.read(event.get("error") or event)
        if name == "response.output_item.done":
            done[int(event.get("output_index", len(done)))] = event.get("item")
        if name in _ENDED:
            response = dict(event.get("response") or {})
            response["output"] = response.get("output") or [done[place] for place in sorted(done)]
            return response
    if not begun:
        raise UnreadableAnswer("a stream without a reply")
    raise FailureInAnswer("the stream broke off before the reply was complete", BROKEN_OFF)
