"""Chat Completions as OpenAI's own service speaks it, and refuses it."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from .neutral import Asked, Said, event, picture, picture_faults, pieces, schema_faults

PROVIDER = "openai"
BASE = "/v1"
PATHS = (r"/v1/chat/completions",)

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
DETAILS = ("auto", "low", "high", "original")
FINISH = {"stop": "stop", "length": "length", "filter": "content_filter"}
_numbers = itertools.count(1)


# -- what the real service would refuse --------------------------------------------------------------


def faults(path: str, body: dict[str, Any]) -> Iterator[str]:
    if not isinstance(body.get("model"), str) or not body["model"]:
        yield "you must provide a model parameter"
    if not body.get("messages"):
        yield "'messages' must hold one message at least"
    if "stream_options" in body and not body.get("stream"):
        yield "'stream_options' is only allowed when 'stream' is enabled"
    for limit in ("max_tokens", "max_completion_tokens"):
        if limit in body and (not isinstance(body[limit], int) or body[limit] < 1):
            yield f"{limit} must be a whole number of at least 1"
    yield from tool_faults(body, [tool.get("function", {}) for tool in body.get("tools", [])])
    if any(tool["type"] != "function" for tool in body.get("tools", [])):
        yield "a tool is of type function"
    yield from _conversation_faults(body["messages"])


def tool_faults(body: Mapping[str, Any], functions: list[Mapping[str, Any]]) -> Iterator[str]:
    """What is wrong with the functions of either protocol."""
    if body.get("tool_choice") not in (None, "auto", "required", "none"):
        yield f"tool_choice cannot be {body['tool_choice']!r}"
    if "tool_choice" in body and not body.get("tools"):
        yield "'tool_choice' is only allowed when 'tools' are specified"
    if "tools" in body and not body["tools"]:
        yield "'tools' is an empty array"
    names = [function.get("name", "") for function in functions]
    for function in functions:
        if not NAME.fullmatch(function.get("name", "")):
            yield f"the name {function.get('name')!r} does not match {NAME.pattern}"
        yield from schema_faults(function["name"], function.get("parameters"))
    if len(names) != len(set(names)):
        yield "names of tools must be unique"


def _conversation_faults(messages: list[dict[str, Any]]) -> Iterator[str]:
    waiting: set[str] = set()
    for message in messages:
        role = message["role"]
        if role == "tool":
            if message["tool_call_id"] not in waiting:
                yield f"no tool call before it has the id {message['tool_call_id']!r}"
            if not isinstance(message["content"], str):
                yield "a tool says text only"
            waiting.discard(message["tool_call_id"])
            continue
        if waiting:
            yield f"no result follows the tool calls {sorted(waiting)}"
        if role not in ("system", "developer", "user", "assistant"):
            yield f"there is no role {role!r}"
        if role == "assistant":
            yield from _said_faults(message)
            waiting = {made["id"] for made in message.get("tool_calls", [])}
        yield from _content_faults(message)
    if waiting:
        yield f"no result follows the tool calls {sorted(waiting)}"


def _said_faults(message: Mapping[str, Any]) -> Iterator[str]:
    calls = message.get("tool_calls", [])
    if message.get("content") is None and not calls:
        yield "an assistant says something, or calls a tool"
    if "tool_calls" in message and not calls:
        yield "'tool_calls' is an empty array"
    if len({made["id"] for made in calls}) != len(calls):
        yield "ids of tool calls must be unique"
    for made in calls:
        if made["type"] != "function" or not NAME.fullmatch(made["function"]["name"]):
            yield f"a tool call is of type function and has a name: {made}"
        if not isinstance(json.loads(made["function"]["arguments"]), dict):
            yield "arguments are the text of a JSON object"


def _content_faults(message: Mapping[str, Any]) -> Iterator[str]:
    content = message.get("content")
    if not isinstance(content, list):
        if not isinstance(content, str | None):
            yield f"content is text or a list of parts, not {type(content).__name__}"
        return
    for part in content:
        if part["type"] == "image_url":
            if message["role"] != "user":
                yield f"the role {message['role']!r} shows no pictures"
            yield from url_faults(part["image_url"]["url"], part["image_url"].get("detail", "auto"))
        elif part["type"] != "text" or not isinstance(part["text"], str):
            yield f"there is no part of type {part['type']!r}"


def url_faults(url: str, detail: str) -> Iterator[str]:
    """What is wrong with a picture in a data URI."""
    if detail not in DETAILS:
        yield f"detail cannot be {detail!r}"
    head, base64, data = url.partition(";base64,")
    if not base64 or not head.startswith("data:image/"):
        yield "a picture is no data URI in base64"
    else:
        yield from picture_faults(head.removeprefix("data:"), data)


# -- in neutral words --------------------------------------------------------------------------------


def read(path: str, body: dict[str, Any]) -> Asked:
    asked = Asked(PROVIDER, body["model"], stream=bool(body.get("stream")))
    functions = [tool["function"] for tool in body.get("tools", [])]
    asked.tools = [function["name"] for function in functions]
    asked.schemas = {function["name"]: function["parameters"] for function in functions}
    systems = []
    for message in body["messages"]:
        texts, pictures = _parts(message.get("content"))
        asked.pictures += pictures
        if message["role"] in ("system", "developer"):
            systems += texts
        elif message["role"] == "tool":
            asked.results += texts
        else:
            asked.texts += texts
            if message["role"] == "user":
                asked.last_user_text = "\n".join(texts)
    asked.system = "\n".join(systems)
    return asked


def _parts(content: Any) -> tuple[list[str], list[tuple[str, int, int]]]:
    if not isinstance(content, list):
        return ([content] if content else []), []
    texts = [part["text"] for part in content if part["type"] == "text"]
    urls = [part["image_url"]["url"] for part in content if part["type"] == "image_url"]
    return texts, [picture(url.partition(";base64,")[2]) for url in urls]


# -- what is answered --------------------------------------------------------------------------------


def completion(content: Any = None, **more: Any) -> dict[str, Any]:
    """A whole answer, for tests that want an odd one.

    Args:
        content: What is said.
        more: `calls`, `finish`, `refusal`, `message` (further fields of the message), `usage`; anything else
            is a field of the answer.
    """
    message = {"role": "assistant", "content": content, "refusal": more.pop("refusal", None)}
    if calls := more.pop("calls", None):
        message["tool_calls"] = calls
    message |= more.pop("message", {})
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "tiny",
        "choices": [
            {"index": 0, "message": message, "finish_reason": more.pop("finish", "stop"), "logprobs": None}
        ],
        "usage": more.pop("usage", {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}),
        **more,
    }


def call(name: str, arguments: Any, identity: str = "call_a") -> dict[str, Any]:
    """A call as it stands in an answer."""
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}


def write(said: Said, stream: bool) -> Any:
    calls = [call(name, json.dumps(given), f"call_{next(_numbers)}") for name, given in said.calls]
    finish = "tool_calls" if calls and said.stop == "stop" else FINISH[said.stop]
    # Only other services show what the model thought.
    thought = {"reasoning_content": said.reasoning} if said.reasoning else {}
    if stream:
        return _events(said, calls, finish, thought)
    return completion(
        said.text or None,
        calls=calls,
        finish=finish,
        refusal=said.refusal or None,
        message=thought,
        usage=usage(said.usage),
    )


def usage(tokens: Mapping[str, int]) -> dict[str, Any]:
    """Tokens as this protocol tells them."""
    sent, received = tokens.get("input", 0), tokens.get("output", 0)
    return {
        "prompt_tokens": sent,
        "completion_tokens": received,
        "total_tokens": sent + received,
        "prompt_tokens_details": {
            "cached_tokens": tokens.get("cached", 0),
            "cache_write_tokens": tokens.get("cache_write", 0),
        },
        "completion_tokens_details": {"reasoning_tokens": tokens.get("reasoning", 0)},
    }


def _events(said: Said, calls: list[dict[str, Any]], finish: str, thought: dict[str, str]) -> Iterator[bytes]:
    yield from chunks([{"role": "assistant", "content": ""}])
    for field, text in (*thought.items(), ("content", said.text), ("refusal", said.refusal)):
        yield from chunks({field: piece} for piece in pieces(text))
    for index, made in enumerate(calls):
        begun = {**made, "index": index, "function": {**made["function"], "arguments": ""}}
        yield from chunks([{"tool_calls": [begun]}])
        for piece in pieces(made["function"]["arguments"]):
            yield from chunks([{"tool_calls": [{"index": index, "function": {"arguments": piece}}]}])
    yield from chunks([{}], finish=finish)
    yield from ended(usage(said.usage))


def chunks(deltas: Any, finish: str | None = None) -> Iterator[bytes]:
    """Pieces of a stream."""
    for delta in deltas:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        yield event(json.dumps(_chunk([choice], None)))


def ended(tokens: dict[str, Any] | None) -> Iterator[bytes]:
    """The end of a stream."""
    if tokens is not None:
        yield event(json.dumps(_chunk([], tokens)))
    yield event("[DONE]")


def _chunk(choices: list[Any], tokens: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "tiny",
        "choices": choices,
        "usage": tokens,
    }


def error(status: int, message: str, code: str = "") -> Any:
    return {"error": {"message": message, "type": "error", "param": None, "code": code or None}}
