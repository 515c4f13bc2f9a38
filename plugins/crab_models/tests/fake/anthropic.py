"""Anthropic's Messages, as its API of November 2026 speaks them."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any

from .limits import picture_limits
from .neutral import Asked, Said, event, picture, picture_faults, pieces, schema_faults

PROVIDER = "anthropic"
BASE = ""
PATHS = ("/v1/messages",)

FIELDS = {
    "cache_control", "container", "inference_geo", "max_tokens", "messages", "metadata", "model",
    "output_config", "service_tier", "stop_sequences", "stream", "system", "temperature", "thinking",
    "tool_choice", "tools", "top_k", "top_p",
}  # fmt: skip
MEMBERS = {
    "cursor_position", "double_click", "hold_key", "key", "left_click", "left_click_drag", "left_mouse_down",
    "left_mouse_up", "middle_click", "mouse_move", "right_click", "screenshot", "scroll", "triple_click",
    "type", "wait", "zoom",
}  # fmt: skip
TOOLSET = "computer_toolset_20260801"
EARLIER = {"computer_20251124": "computer-use-2025-11-24", "computer_20250124": "computer-use-2025-01-24"}
"""The earlier forms of the computer-use tool, and the beta header of each."""
BINDING = "thinking-binding-controls-2026-08-01"
MODERN = re.compile(r"-5-5|fable-5-1")
"""Models that refuse to be forced, and the earlier forms of the computer-use tool."""
STOPS = {"stop": "end_turn", "length": "max_tokens"}
ERRORS = {
    400: "invalid_request_error", 401: "authentication_error", 402: "billing_error", 403: "permission_error",
    404: "not_found_error", 413: "request_too_large", 429: "rate_limit_error", 504: "timeout_error",
    529: "overloaded_error",
}  # fmt: skip

_numbers = itertools.count(1)


def signature(thinking: str) -> str:
    """What makes a thought the model's own: it cannot be changed and sent back."""
    return hashlib.sha256(f"signed:{thinking}".encode()).hexdigest()


# -- what the real service would refuse --------------------------------------------------------------


def faults(path: str, body: dict[str, Any]) -> Iterator[str]:
    for name in sorted(body.keys() - FIELDS):
        yield f"{name}: Extra inputs are not permitted"
    if not isinstance(body.get("model"), str) or not body["model"]:
        yield "model: Field required"
    if not isinstance(body.get("max_tokens"), int) or body["max_tokens"] < 1:
        yield "max_tokens: Field required"
    yield from _thinking_faults(body)
    yield from _tool_faults(body)
    for block in _system(body):
        if block["type"] != "text" or not block["text"].strip():
            yield "system: text content blocks must be non-empty"
    yield from _message_faults(body)
    yield from picture_limits([size for _, *size in read(path, body).pictures])
    if (marks := json.dumps(body).count('"cache_control":')) > 4:
        yield f"A maximum of 4 blocks with cache_control may be provided. Found {marks}."


def header_faults(headers: dict[str, str], body: dict[str, Any]) -> Iterator[str]:
    told = {name.lower(): value for name, value in headers.items()}
    if not told.get("authorization", "").startswith("Bearer ") and not told.get("x-api-key"):
        yield "x-api-key header is required"
    version = told.get("anthropic-version")
    if version not in ("2023-06-01", "2026-10-21"):
        yield "anthropic-version: header is required"
    if version != "2023-06-01":
        for name in sorted(body.keys() & {"temperature", "top_k", "top_p"}):
            yield f"{name}: Extra inputs are not permitted"
    betas = told.get("anthropic-beta", "").split(",")
    if "block_binding" in body.get("thinking", {}) and BINDING not in betas:
        yield f"thinking.block_binding: that setting requires the `{BINDING}` value"
    for tool in body.get("tools", []):
        if EARLIER.get(tool.get("type"), betas[0]) not in betas:
            yield f"Input tag '{tool['type']}' found using 'type' does not match any of the expected tags"


def _system(body: dict[str, Any]) -> list[dict[str, Any]]:
    system = body.get("system", [])
    return [{"type": "text", "text": system}] if isinstance(system, str) else system


def _thinking_faults(body: dict[str, Any]) -> Iterator[str]:
    thinking = body.get("thinking", {})
    if thinking and thinking["type"] not in ("adaptive", "enabled", "disabled", "between_tools"):
        yield f"thinking.type: unknown type {thinking['type']}"
    if thinking.get("type") == "enabled" and not 1024 <= thinking["budget_tokens"] < body["max_tokens"]:
        yield "`max_tokens` must be greater than `thinking.budget_tokens`"
    if "block_binding" in thinking and thinking["type"] not in ("adaptive", "enabled"):
        yield "thinking.block_binding: Extra inputs are not permitted"
    if body.get("output_config", {}).get("effort", "low") not in ("low", "medium", "high", "xhigh", "max"):
        yield "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'"


def _tool_faults(body: dict[str, Any]) -> Iterator[str]:
    tools, choice = body.get("tools", []), body.get("tool_choice")
    names = [tool.get("name", "computer") for tool in tools]
    if len(set(names)) < len(names):
        yield "tools: Tool names must be unique."
    for tool in tools:
        own = tool.get("type", "custom") == "custom"
        yield from _own_tool_faults(tool) if own else _computer_faults(tool, body["model"])
    if choice is None:
        return
    if not tools:
        yield "tool_choice may only be specified while providing tools"
    if choice["type"] not in ("auto", "any", "none", "tool"):
        yield f"tool_choice: unknown type {choice['type']}"
    forced = choice["type"] in ("any", "tool")
    if forced and MODERN.search(body["model"]):
        yield 'tool_choice: type "tool" and "any" are not supported for this model.'
    if forced and body.get("thinking", {}).get("type") in ("adaptive", "enabled"):
        yield "Thinking may not be enabled when tool_choice forces tool use."


def _own_tool_faults(tool: dict[str, Any]) -> Iterator[str]:
    if not re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", tool["name"]):
        yield f"tools.{tool['name']}: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'"
    if extra := tool.keys() - {"type", "name", "description", "input_schema", "cache_control", "strict"}:
        yield f"tools.{tool['name']}: Extra inputs are not permitted: {sorted(extra)}"
    for word in {"oneOf", "allOf", "anyOf"} & tool.get("input_schema", {}).keys():
        yield f"tools.{tool['name']}: input_schema does not support {word} at the top level"
    yield from schema_faults(tool["name"], tool.get("input_schema"))


def _computer_faults(tool: dict[str, Any], model: str) -> Iterator[str]:
    kind = tool["type"]
    allowed = {"type", "cache_control", "configs"}
    if kind in EARLIER:
        allowed = {"type", "cache_control", "name", "display_width_px", "display_height_px", "display_number"}
        if MODERN.search(model):
            yield f"'{model}' does not support tool types: {kind}. Did you mean one of {TOOLSET}?"
        if tool.get("name") != "computer" or not tool["display_width_px"] or not tool["display_height_px"]:
            yield f"{kind}: name and size are required"
    elif kind != TOOLSET:
        yield f"Input tag '{kind}' found using 'type' does not match any of the expected tags"
    if tool.keys() - allowed:
        yield f"{kind}: Extra inputs are not permitted: {sorted(tool.keys() - allowed)}"
    if unknown := tool.get("configs", {}).keys() - MEMBERS:
        yield f"{kind}: unknown members {sorted(unknown)}"


def _message_faults(body: dict[str, Any]) -> Iterator[str]:
    messages = body["messages"]
    if not messages:
        yield "messages: at least one message is required"
        return
    if messages[0]["role"] != "user":
        yield "messages: first message must use the user role"
    if messages[-1]["role"] != "user":
        yield "This model does not support assistant message prefill. It must end with a user message."
    waiting: dict[str, str] = {}
    used: set[str] = set()
    toolset = any(tool.get("type") == TOOLSET for tool in body.get("tools", []))
    for place, message in enumerate(messages):
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        where = f"messages.{place}"
        if message["role"] not in ("user", "assistant"):
            yield f"{where}.role: Input should be 'user' or 'assistant'"
        if not blocks:
            yield f"{where}: all messages must have non-empty content"
        if message["role"] == "user":
            yield from _answer_faults(blocks, waiting, where)
            waiting = {}
            for block in blocks:
                yield from _said_faults(block, where)
        else:
            if waiting:
                yield _unanswered(waiting, where)
            waiting = {b["id"]: b.get("toolset_name", "") for b in blocks if b["type"] == "tool_use"}
            yield from _reply_faults(blocks, used, where, toolset)
            used |= waiting.keys()
    if used and not body.get("tools"):
        yield "Requests which include `tool_use` or `tool_result` blocks must define tools"


def _unanswered(waiting: dict[str, str], where: str) -> str:
    ids = ", ".join(sorted(waiting))
    return f"{where}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}"


def _answer_faults(blocks: list[dict[str, Any]], waiting: dict[str, str], where: str) -> Iterator[str]:
    left = dict(waiting)
    kinds = [block["type"] for block in blocks]
    if "tool_result" in kinds[kinds.count("tool_result") :]:
        yield f"{where}: `tool_result` blocks must come before other content"
    for block in blocks:
        if block["type"] != "tool_result":
            continue
        identity = block["tool_use_id"]
        if identity not in left:
            yield f"{where}: unexpected `tool_use_id` found in `tool_result` blocks: {identity}"
        elif block.get("toolset_name", "") != left.pop(identity):
            yield f"{where}: toolset_name of the result {identity} is not that of its `tool_use` block"
    if left:
        yield _unanswered(left, where)


def _said_faults(block: dict[str, Any], where: str) -> Iterator[str]:
    if block["type"] == "text":
        if not block["text"].strip():
            yield f"{where}: text content blocks must be non-empty"
    elif block["type"] == "image":
        source = block["source"]
        if source["type"] != "base64":
            yield f"{where}: only base64 pictures are sent here"
        yield from picture_faults(source["media_type"], source["data"])
    elif block["type"] == "tool_result":
        content = block.get("content", [])
        inner = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if block.get("is_error") and any(part["type"] != "text" for part in inner):
            yield f"{where}: all content must be type `text` if `is_error` is true"
        if block.get("is_error") and not inner:
            yield f"{where}: content cannot be empty if `is_error` is true"
        for part in inner:
            if part["type"] not in ("text", "image"):
                yield f"{where}: a result holds no {part['type']}"
            yield from _said_faults(part, where)
    else:
        yield f"{where}: a user says no {block['type']}"


def _reply_faults(blocks: list[dict[str, Any]], used: set[str], where: str, toolset: bool) -> Iterator[str]:
    thoughts = ("thinking", "redacted_thinking")
    if any(block["type"] in thoughts for block in blocks) and blocks[0]["type"] not in thoughts:
        yield f"{where}.content.0: the first block must be `thinking` or `redacted_thinking`"
    if blocks[-1]["type"] in thoughts:
        yield f"{where}: The final block in an assistant message cannot be `thinking`."
    for block in blocks:
        kind = block["type"]
        if kind == "text" and not block["text"].strip():
            yield f"{where}: text content blocks must be non-empty"
        elif kind == "thinking" and block.get("signature") != signature(block["thinking"]):
            yield f"{where}: Invalid `signature` in `thinking` block"
        elif kind in thoughts and "cache_control" in block:
            yield f"{where}: cache_control cannot be set for thinking blocks"
        elif kind == "redacted_thinking" and not block["data"].startswith("sealed:"):
            yield f"{where}: Invalid `data` in `redacted_thinking` block"
        elif kind == "tool_use":
            yield from _call_faults(block, used, where, toolset)
        elif kind not in ("text", *thoughts):
            yield f"{where}: an assistant says no {kind}"


def _call_faults(block: dict[str, Any], used: set[str], where: str, toolset: bool) -> Iterator[str]:
    if not re.fullmatch(r"[a-zA-Z0-9_-]+", block["id"]):
        yield f"{where}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"
    if block["id"] in used:
        yield f"{where}: `tool_use` ids must be unique"
    if not isinstance(block["input"], dict):
        yield f"{where}: Input should be a valid dictionary"
    if "toolset_name" in block:
        if not toolset or block["toolset_name"] != "computer":
            yield f"{where}: the toolset {block['toolset_name']} is not declared"
        if block["name"] not in MEMBERS:
            yield f"{where}: the toolset has no member {block['name']}"


# -- in neutral words --------------------------------------------------------------------------------


def read(path: str, body: dict[str, Any]) -> Asked:
    asked = Asked(PROVIDER, body["model"], stream=bool(body.get("stream")))
    asked.system = "\n".join(block["text"] for block in _system(body))
    for tool in body.get("tools", []):
        name = tool.get("name", "computer")
        asked.tools.append(name)
        asked.schemas[name] = tool.get("input_schema", {})
    for message in body["messages"]:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        said = [block["text"] for block in blocks if block["type"] == "text"]
        asked.texts += said
        if message["role"] == "user" and said:
            asked.last_user_text = "\n".join(said)
        for block in blocks:
            if block["type"] == "image":
                asked.pictures.append(picture(block["source"]["data"]))
            elif block["type"] == "tool_result":
                _read_result(block.get("content", []), asked)
    return asked


def _read_result(content: Any, asked: Asked) -> None:
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    asked.results.append("\n".join(part["text"] for part in parts if part["type"] == "text"))
    asked.pictures += [picture(part["source"]["data"]) for part in parts if part["type"] == "image"]


# -- what is answered --------------------------------------------------------------------------------


def write(said: Said, stream: bool) -> Any:
    message = _message(said)
    return _events(message, cut=said.stop == "length") if stream else message


def _message(said: Said) -> dict[str, Any]:
    content: list[dict[str, Any]] = []
    if said.reasoning:
        content.append(
            {"type": "thinking", "thinking": said.reasoning, "signature": signature(said.reasoning)}
        )
    if said.text:
        content.append({"type": "text", "text": said.text, "citations": None})
    content += [_call(name, arguments) for name, arguments in said.calls]
    stop = STOPS.get(said.stop, said.stop)
    details = None
    if said.refusal:
        stop, details = "refusal", {"type": "refusal", "category": None, "explanation": said.refusal}
    elif said.calls and said.stop == "stop":
        stop = "tool_use"
    if said.calls and said.stop == "length":
        content[-1]["input"] = {}  # as far as it came
    return {
        "id": f"msg_{next(_numbers)}",
        "type": "message",
        "role": "assistant",
        "model": "claude-tiny-20261101",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "stop_details": details,
        "usage": _usage(said),
    }


def _call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """A call; "computer.left_click" is one of the toolset's."""
    block = {"type": "tool_use", "id": f"toolu_{next(_numbers):06}", "name": name, "input": arguments}
    family, dot, member = name.partition(".")
    return block | {"name": member, "toolset_name": family} if dot else block


def _usage(said: Said) -> dict[str, Any]:
    told = said.usage
    cached, written = told.get("cached", 0), told.get("cache_write", 0)
    return {
        "input_tokens": told.get("input", 0) - cached - written,
        "cache_read_input_tokens": cached,
        "cache_creation_input_tokens": written,
        "output_tokens": told.get("output", 0),
        "output_tokens_details": {"thinking_tokens": told["reasoning"]} if "reasoning" in told else None,
        "service_tier": "standard",
    }


def _events(message: dict[str, Any], *, cut: bool) -> Iterator[bytes]:
    begun = {**message["usage"], "output_tokens": 1, "output_tokens_details": None}
    head = {**message, "content": [], "stop_reason": None, "stop_details": None, "usage": begun}
    yield _event("message_start", message=head)
    yield _event("ping")
    for index, block in enumerate(message["content"]):
        yield from _block_events(index, block, cut=cut and index == len(message["content"]) - 1)
    ended = {name: message[name] for name in ("stop_reason", "stop_sequence", "stop_details")}
    usage = {name: message["usage"][name] for name in ("output_tokens", "output_tokens_details")}
    yield _event("message_delta", delta=ended, usage=usage)
    yield _event("message_stop")


def _block_events(index: int, block: dict[str, Any], *, cut: bool) -> Iterator[bytes]:
    kind = block["type"]
    empty = {"text": {"text": ""}, "thinking": {"thinking": "", "signature": ""}, "tool_use": {"input": {}}}
    yield _event("content_block_start", index=index, content_block={**block, **empty.get(kind, {})})
    if kind == "tool_use":
        written = json.dumps(block["input"]) if not cut else '{"text": "hel'
        deltas = [{"type": "input_json_delta", "partial_json": piece} for piece in ["", *pieces(written)]]
    elif kind in ("text", "thinking"):
        deltas = [{"type": f"{kind}_delta", kind: piece} for piece in pieces(block[kind])]
        if kind == "thinking":
            deltas.append({"type": "signature_delta", "signature": block["signature"]})
    else:
        deltas = []
    for delta in deltas:
        yield _event("content_block_delta", index=index, delta=delta)
    yield _event("content_block_stop", index=index)


def _event(kind: str, **fields: Any) -> bytes:
    return event(json.dumps({"type": kind, **fields}), kind)


def error(status: int, message: str, code: str = "") -> dict[str, Any]:
    """The body of an error; `code` is the service's stable word for its cause."""
    details = {"details": {"error_code": code}} if code else {}
    kind = ERRORS.get(status, "api_error" if status >= 500 else "invalid_request_error")
    return {"type": "error", "error": {"type": kind, "message": message, **details}, "request_id": "req_1"}
