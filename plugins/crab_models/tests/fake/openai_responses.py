"""Responses as OpenAI's own service speaks it, and refuses it."""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from .neutral import Asked, Said, event, picture, pieces
from .openai_chat import error, tool_faults, url_faults

__all__ = ["BASE", "PATHS", "PROVIDER", "asked_for", "error", "faults", "read", "write"]

PROVIDER = "openai"
BASE = "/v1"
PATHS = (r"/v1/responses",)

HOSTED = ("web_search_call", "file_search_call", "code_interpreter_call")
"""Calls of tools that the provider runs itself."""
ENVIRONMENTS = ("windows", "mac", "linux", "ubuntu", "browser")
FIELDS = {
    "click": {"button", "x", "y"},
    "double_click": {"x", "y"},
    "drag": {"path"},
    "keypress": {"keys"},
    "move": {"x", "y"},
    "screenshot": set(),
    "scroll": {"x", "y", "scroll_x", "scroll_y"},
    "type": {"text"},
    "wait": set(),
}
"""Fields of the actions of a computer."""
INCLUDABLE = {"reasoning.encrypted_content", "message.output_text.logprobs", "message.input_image.image_url"}
"""Those of what `include` takes that have to do with what is tested."""
_numbers = itertools.count(1)


# -- what the real service would refuse --------------------------------------------------------------


def faults(path: str, body: dict[str, Any]) -> Iterator[str]:
    if not isinstance(body.get("model"), str) or not body["model"]:
        yield "you must provide a model parameter"
    if unknown := {"messages", "max_tokens", "max_completion_tokens", "stream_options"} & set(body):
        yield f"unknown parameters: {sorted(unknown)}"
    if unknown := set(body.get("include", ())) - INCLUDABLE:
        yield f"'include' has no {sorted(unknown)}"
    if not body.get("input"):
        yield "'input' must hold one item at least"
    tools = body.get("tools", [])
    yield from tool_faults(body, [tool for tool in tools if tool["type"] == "function"])
    for tool in tools:
        yield from _tool_faults(tool, body)
    items = body["input"]
    calls: dict[str, Mapping[str, Any]] = {}
    answered: set[str] = set()
    for place, item in enumerate(items):
        kind = item.get("type", "message")
        following = items[place + 1] if place + 1 < len(items) else {}
        if kind == "message":
            yield from _message_faults(item)
        elif kind == "reasoning":
            yield from _reasoning_faults(item, following, body)
        elif kind in ("function_call", "computer_call"):
            yield from _call_faults(item, calls)
            calls[item["call_id"]] = item
        elif kind in ("function_call_output", "computer_call_output"):
            yield from _output_faults(item, calls.get(item["call_id"]), answered)
            answered.add(item["call_id"])
        elif kind not in HOSTED:
            yield f"there is no item of type {kind!r}"
    if missing := sorted(set(calls) - answered):
        yield f"no tool output found for the calls {missing}"


def _tool_faults(tool: Mapping[str, Any], body: Mapping[str, Any]) -> Iterator[str]:
    if tool["type"] == "function":
        if "function" in tool or not isinstance(tool.get("strict"), bool):
            yield "a function stands flat in its tool, and says whether it is strict"
    elif tool["type"] == "computer":
        if set(tool) != {"type"}:
            yield f"unknown parameters of the computer: {sorted(tool)}"
        if body["model"].startswith("computer-use-preview"):
            yield "this model has the tool computer_use_preview"
    elif tool["type"] == "computer_use_preview":
        sized = all(isinstance(tool.get(side), int) for side in ("display_width", "display_height"))
        if not sized or tool.get("environment") not in ENVIRONMENTS:
            yield f"the computer lacks its size or has another environment: {dict(tool)}"
        if body.get("truncation") != "auto":
            yield "computer_use_preview needs truncation 'auto'"
    else:
        yield f"there is no tool of type {tool['type']!r}"


def _message_faults(item: Mapping[str, Any]) -> Iterator[str]:
    if item["role"] not in ("system", "developer", "user", "assistant"):
        yield f"there is no role {item['role']!r}"
    parts = item["content"]
    if isinstance(parts, str):
        return
    for part in parts:
        if item["role"] == "assistant":
            if part["type"] not in ("output_text", "refusal"):
                yield f"an assistant says no {part['type']!r}"
        else:
            yield from _part_faults(part, pictures=item["role"] == "user")


def _part_faults(part: Mapping[str, Any], *, pictures: bool = True) -> Iterator[str]:
    if part["type"] == "input_image" and pictures:
        yield from url_faults(part["image_url"], part["detail"])
    elif part["type"] != "input_text" or not isinstance(part["text"], str):
        yield f"there is no part of type {part['type']!r} here"


def _reasoning_faults(
    item: Mapping[str, Any], following: Mapping[str, Any], body: Mapping[str, Any]
) -> Iterator[str]:
    if following.get("type", "message") not in ("message", "function_call", "computer_call", "reasoning"):
        yield "an item of type 'reasoning' was provided without its required following item"
    if not following or following.get("role", "assistant") != "assistant":
        yield "an item of type 'reasoning' was provided without its required following item"
    if not isinstance(item.get("summary"), list):
        yield "reasoning has a summary"
    sealed = item.get("encrypted_content", "")
    if body.get("store") is False and not sealed.startswith("sealed-"):
        yield "the reasoning is not stored, and its encrypted content could not be verified"
    if body.get("store") is False and "id" in item:
        yield "the id of reasoning that is not stored"


def _call_faults(item: Mapping[str, Any], calls: Mapping[str, Any]) -> Iterator[str]:
    if item["call_id"] in calls:
        yield f"two calls have the id {item['call_id']!r}"
    if item["type"] == "function_call":
        if not isinstance(json.loads(item["arguments"]), dict) or not item["name"]:
            yield "a call has a name, and arguments that are the text of a JSON object"
        return
    if not item.get("id") or not isinstance(item.get("pending_safety_checks"), list):
        yield "a computer call has an id and a list of safety checks"
    done = item["actions"] if "actions" in item else [item["action"]]
    for action in done:
        if lacking := FIELDS[action["type"]] - set(action):
            yield f"the action {action['type']!r} lacks {sorted(lacking)}"


def _output_faults(
    item: Mapping[str, Any], call: Mapping[str, Any] | None, answered: set[str]
) -> Iterator[str]:
    if call is None or item["type"] != f"{call['type']}_output":
        yield f"no tool call found for the output with call_id {item['call_id']!r}"
        return
    if item["call_id"] in answered:
        yield f"two outputs for the call {item['call_id']!r}"
    if item["type"] == "function_call_output":
        for part in [] if isinstance(item["output"], str) else item["output"]:
            yield from _part_faults(part)
        return
    if item["output"]["type"] != "computer_screenshot":
        yield "the output of a computer call is a computer_screenshot"
    yield from url_faults(item["output"]["image_url"], "auto")
    unseen = [check for check in call["pending_safety_checks"] if check not in _checks(item)]
    if unseen:
        yield f"the safety checks {unseen} were not acknowledged"


def _checks(item: Mapping[str, Any]) -> list[Any]:
    return item.get("acknowledged_safety_checks") or []


# -- in neutral words --------------------------------------------------------------------------------


def read(path: str, body: dict[str, Any]) -> Asked:
    asked = Asked(PROVIDER, body["model"], stream=bool(body.get("stream")))
    for tool in body.get("tools", []):
        name = tool["name"] if tool["type"] == "function" else "computer"
        asked.tools.append(name)
        asked.schemas[name] = tool.get("parameters", {})
    systems = []
    for item in body["input"]:
        output = item.get("output")
        content = item.get("content") if item.get("type") != "reasoning" else None
        texts, pictures = _parts(content if output is None else output)
        asked.pictures += pictures
        if item.get("role") in ("system", "developer"):
            systems += texts
        elif output is not None:
            asked.results += texts
        else:
            asked.texts += texts
            if item.get("role") == "user":
                asked.last_user_text = "\n".join(texts)
    asked.system = "\n".join(systems)
    return asked


def _parts(content: Any) -> tuple[list[str], list[tuple[str, int, int]]]:
    if isinstance(content, str):
        return [content], []
    listed = [content] if isinstance(content, dict) else content or []
    urls = [part["image_url"] for part in listed if "image_url" in part]
    texts = [part["text"] for part in listed if "text" in part]
    return texts, [picture(url.partition(";base64,")[2]) for url in urls]


# -- what is answered --------------------------------------------------------------------------------


def response(output: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A whole answer, for tests that want an odd one; `more` are fields of it."""
    tokens = {"input_tokens": 9, "output_tokens": 3, "total_tokens": 12}
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "model": "tiny-2026-01-01",
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": tokens,
        **more,
    }


def message(*texts: str, refusal: str = "") -> dict[str, Any]:
    """An item that says something."""
    content: list[dict[str, Any]] = [
        {"type": "output_text", "text": text, "annotations": []} for text in texts
    ]
    if refusal:
        content.append({"type": "refusal", "refusal": refusal})
    return {
        "id": f"msg_{next(_numbers)}",
        "type": "message",
        "status": "completed",
        "role": "assistant",
        "content": content,
    }


def reasoning(summary: str, *, sealed: bool = True) -> dict[str, Any]:
    """An item of thinking, which its reader cannot open."""
    number = next(_numbers)
    seal = f"sealed-{number}-{base64.b64encode(summary.encode()).decode()}"
    return {
        "id": f"rs_{number}",
        "type": "reasoning",
        "summary": [{"type": "summary_text", "text": summary}],
        "encrypted_content": seal if sealed else None,
    }


def function_call(name: str, arguments: str, call_id: str = "") -> dict[str, Any]:
    """An item that calls a function."""
    number = next(_numbers)
    return {
        "id": f"fc_{number}",
        "type": "function_call",
        "status": "completed",
        "call_id": call_id or f"call_{number}",
        "name": name,
        "arguments": arguments,
    }


def computer_call(*actions: dict[str, Any], checks: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """An item that drives the computer."""
    number = next(_numbers)
    return {
        "id": f"cu_{number}",
        "type": "computer_call",
        "status": "completed",
        "call_id": f"call_{number}",
        "pending_safety_checks": list(checks),
        "actions": list(actions),
    }


def usage(tokens: Mapping[str, int]) -> dict[str, Any]:
    """Tokens as this protocol tells them."""
    sent, received = tokens.get("input", 0), tokens.get("output", 0)
    written, cached = tokens.get("cache_write", 0), tokens.get("cached", 0)
    return {
        "input_tokens": sent,
        "input_tokens_details": {"cached_tokens": cached, "cache_write_tokens": written},
        "output_tokens": received,
        "output_tokens_details": {"reasoning_tokens": tokens.get("reasoning", 0)},
        "total_tokens": sent + received,
    }


def asked_for(said: Said, body: Mapping[str, Any]) -> Said:
    """Thinking that is not stored comes sealed for those alone who ask for it so."""
    sealed = body.get("store", True) or "reasoning.encrypted_content" in body.get("include", ())
    return said if sealed else replace(said, sealed=False)


def write(said: Said, stream: bool) -> Any:
    output = [reasoning(said.reasoning, sealed=said.sealed)] if said.reasoning else []
    if said.text or said.refusal:
        output.append(message(*([said.text] if said.text else []), refusal=said.refusal))
    output += [
        computer_call(*given["actions"]) if name == "computer" else function_call(name, json.dumps(given))
        for name, given in said.calls
    ]
    ends = {"length": "max_output_tokens", "filter": "content_filter"}
    more: dict[str, Any] = {"usage": usage(said.usage)}
    if said.stop in ends:
        more |= {"status": "incomplete", "incomplete_details": {"reason": ends[said.stop]}}
    whole = response(output, **more)
    return events(whole) if stream else whole


def events(whole: dict[str, Any]) -> Iterator[bytes]:
    """The stream that tells a response."""
    numbers = itertools.count()

    def tell(name: str, **fields: Any) -> bytes:
        return event(json.dumps({"type": name, "sequence_number": next(numbers), **fields}), name)

    yield tell("response.created", response={**whole, "status": "in_progress", "output": [], "usage": None})
    for index, item in enumerate(whole["output"]):
        yield tell("response.output_item.added", output_index=index, item={**item, "status": "in_progress"})
        place = {"item_id": item["id"], "output_index": index}
        if item["type"] == "message":
            for number, part in enumerate(item["content"]):
                for piece in pieces(part.get("text", "")):
                    yield tell(
                        "response.output_text.delta", **place, content_index=number, delta=piece, logprobs=[]
                    )
        elif item["type"] == "function_call":
            for piece in pieces(item["arguments"]):
                yield tell("response.function_call_arguments.delta", **place, delta=piece)
        yield tell("response.output_item.done", output_index=index, item=item)
    yield tell(f"response.{whole['status']}", response=whole)
