"""Replies of Chat Completions, whole or streamed, from OpenAI and from services that differ a little."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from crab_core import Native, Reply, StopReason, ToolCall, Usage
from crab_models.openai.answers import (
    BROKEN_OFF,
    FailureInAnswer,
    UnreadableAnswer,
    cost,
    count,
    read_arguments,
    unique,
)
from crab_models.openai.chat import NATIVE

_STOP_REASONS: Mapping[str, StopReason] = {
    "stop": "stop",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "content_filter": "refusal",
}
_THINKING = ("reasoning_content", "reasoning")
"""Fields in which services show the model's thinking: DeepSeek, vLLM and SGLang; OpenRouter and vLLM."""
_WANTED_BACK = (*_THINKING, "reasoning_details")


def from_completion(answer: Mapping[str, Any]) -> Reply:
    """The reply in a chat completion.

    Raises:
        FailureInAnswer: The service tells a failure instead.
        UnreadableAnswer: It is not a chat completion.
    """
    choice = _choice(answer)
    message = choice["message"]
    text, thought = _texts(message)
    refusal = message.get("refusal")
    calls, extra = _calls(message)
    stop = _STOP_REASONS.get(str(choice.get("finish_reason")), "other")
    if refusal:
        stop = "refusal"
    elif calls and stop in ("stop", "other"):
        stop = "tool_calls"  # some services end every reply with "stop"
    return Reply(
        text or (str(refusal) if refusal else ""),
        calls,
        _usage(answer.get("usage")),
        stop,
        reasoning=thought,
        native=_native(message, extra),
        model=str(answer.get("model") or ""),
    )


def _choice(answer: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    if isinstance(first, Mapping) and first.get("error"):
        raise FailureInAnswer.read(first["error"])
    if isinstance(first, Mapping) and isinstance(first.get("message"), Mapping):
        return first
    if answer.get("error"):
        raise FailureInAnswer.read(answer["error"])
    raise UnreadableAnswer(answer)


def _texts(message: Mapping[str, Any]) -> tuple[str, str]:
    """What is said, and what was thought before it."""
    content = message.get("content")
    text = content if isinstance(content, str) else ""
    thoughts = [message[name] for name in _THINKING if isinstance(message.get(name), str)][:1]
    if isinstance(content, list):  # Mistral: a list of parts, the thinking among them
        text = "".join(_of_kind(content, "text"))
        thoughts += ["".join(_of_kind(part.get("thinking"), "text")) for part in _kind(content, "thinking")]
    head, closed, rest = text.partition("</think>")
    thinking = head.lstrip().removeprefix("<think>")
    if closed and "<think>" not in thinking:
        # A server without a parser for the model's thinking; its template may have opened the tag itself.
        thoughts.append(thinking.strip())
        text = rest.lstrip()
    return text, "\n".join(thought for thought in thoughts if thought)


def _kind(parts: object, kind: str) -> list[Mapping[str, Any]]:
    if not isinstance(parts, list):
        return []
    return [part for part in parts if isinstance(part, Mapping) and part.get("type") == kind]


def _of_kind(parts: object, kind: str) -> list[str]:
    return [str(part.get(kind) or "") for part in _kind(parts, kind)]


def _calls(message: Mapping[str, Any]) -> tuple[tuple[ToolCall, ...], dict[str, Mapping[str, Any]]]:
    """The calls, and by their ids what the service wants back with them."""
    made = message.get("tool_calls")
    listed = [call for call in made if isinstance(call, Mapping)] if isinstance(made, list) else []
    if not listed and isinstance(message.get("function_call"), Mapping):
        listed = [{"function": message["function_call"]}]  # how it was before tools
    taken: set[str] = set()
    calls: list[ToolCall] = []
    extra: dict[str, Mapping[str, Any]] = {}
    for call in listed:
        identity = unique(call.get("id"), taken)
        calls.append(_call(call, identity))
        if call.get("extra_content"):  # Gemini's thought signatures
            extra[identity] = {"extra_content": call["extra_content"]}
    return tuple(calls), extra


def _call(call: Mapping[str, Any], identity: str) -> ToolCall:
    if call.get("type") == "custom":
        problem = "a tool is called with a JSON object as its arguments, not with free text"
        return ToolCall(identity, str((call.get("custom") or {}).get("name") or ""), {}, problem)
    function = call.get("function")
    function = function if isinstance(function, Mapping) else {}
    arguments, problem = read_arguments(function.get("arguments"))
    return ToolCall(identity, str(function.get("name") or ""), arguments, problem)


def _native(message: Mapping[str, Any], calls: Mapping[str, Any]) -> tuple[Native, ...]:
    fields = {name: message[name] for name in _WANTED_BACK if message.get(name)}
    if not fields and not calls:
        return ()
    return (Native(NATIVE, {"message": fields, "calls": dict(calls)}),)


def _usage(usage: object) -> Usage:
    if not isinstance(usage, Mapping):
        return Usage()
    return Usage(
        input_tokens=count(usage, "prompt_tokens"),
        output_tokens=count(usage, "completion_tokens"),
        cached_tokens=count(usage, "prompt_tokens_details", "cached_tokens")
        or count(usage, "prompt_cache_hit_tokens"),  # DeepSeek
        reasoning_tokens=count(usage, "completion_tokens_details", "reasoning_tokens"),
        cache_write_tokens=count(usage, "prompt_tokens_details", "cache_write_tokens"),
        cost=cost(usage),
    )


# -- streams -----------------------------------------------------------------------------------------


def gathered(chunks: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The completion that a stream of chunks makes.

    Raises:
        FailureInAnswer: The service tells a failure, or ends before the reply does.
        UnreadableAnswer: There is nothing in the stream.
    """
    whole: dict[str, Any] = {}
    message: dict[str, Any] = {}
    finish: str | None = None
    for chunk in chunks:
        if chunk.get("error"):
            raise FailureInAnswer.read(chunk["error"])
        whole |= {name: chunk[name] for name in ("model", "usage") if chunk.get(name)}
        choices = chunk.get("choices")
        for choice in choices if isinstance(choices, list) else ():
            if choice.get("error"):
                raise FailureInAnswer.read(choice["error"])
            finish = choice.get("finish_reason") or finish
            _add(message, choice.get("delta") or choice.get("message") or {})
    if not message and finish is None:
        raise UnreadableAnswer("a stream without a reply")
    if finish is None and not whole.get("usage"):
        raise FailureInAnswer("the stream broke off before the reply was complete", BROKEN_OFF)
    return whole | {"choices": [{"message": message, "finish_reason": finish}]}


def _add(message: dict[str, Any], delta: Mapping[str, Any]) -> None:
    for name in ("content", "refusal", *_THINKING):
        if delta.get(name):
            message[name] = _joined(message[name], delta[name]) if name in message else delta[name]
    for call in delta.get("tool_calls") or ():
        _add_call(message.setdefault("tool_calls", []), call)
    for detail in delta.get("reasoning_details") or ():
        _add_detail(message.setdefault("reasoning_details", []), detail)
    if isinstance(delta.get("function_call"), Mapping):
        _add_function(message.setdefault("function_call", {}), delta["function_call"])


def _joined(begun: Any, more: Any) -> Any:
    if isinstance(begun, str) and isinstance(more, str):
        return begun + more
    return [
        part
        for piece in (begun, more)
        for part in (piece if isinstance(piece, list) else [{"type": "text", "text": piece}])
    ]


def _add_call(calls: list[dict[str, Any]], delta: Mapping[str, Any]) -> None:
    """Join a piece of a call to the call that it belongs to.

    By its index, as the protocol says; unless its id is another one, or it names a function where a whole
    call stands already: Ollama and Gemini have given the index 0 to all calls.
    """
    index, identity = delta.get("index"), delta.get("id")
    same = [call for call in calls if index is None or call["index"] == index]
    if identity:
        same = [call for call in same if call.get("id") in (None, identity)]
    elif same and (delta.get("function") or {}).get("name") and _whole(same[-1]):
        same = []
    if not same:
        same = [{"index": index, "function": {}}]
        calls += same
    call = same[-1]
    call |= {name: delta[name] for name in ("id", "type", "extra_content") if delta.get(name)}
    _add_function(call["function"], delta.get("function") or {})


def _whole(call: Mapping[str, Any]) -> bool:
    raw = call["function"].get("arguments")
    return bool(raw) and not read_arguments(raw)[1]


def _add_function(function: dict[str, Any], delta: Mapping[str, Any]) -> None:
    if delta.get("name"):
        function["name"] = delta["name"]
    piece = delta.get("arguments")
    if isinstance(piece, str):
        function["arguments"] = function.get("arguments", "") + piece
    elif piece is not None:
        function["arguments"] = piece


def _add_detail(details: list[dict[str, Any]], piece: Mapping[str, Any]) -> None:
    """Join pieces of one block of OpenRouter's `reasoning_details`."""
    last = details[-1] if details else {}
    if last.get("type") != piece.get("type") or last.get("index") != piece.get("index"):
        details.append(dict(piece))
        return
    for name, value in piece.items():
        if name in ("text", "summary", "data") and isinstance(value, str) and last.get(name):
            last[name] += value
        elif value is not None:
            last[name] = value
