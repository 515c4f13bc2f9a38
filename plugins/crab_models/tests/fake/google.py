"""Google's wire format: `generateContent`, whole and streamed, as strict as the real service."""

from __future__ import annotations

import base64
import binascii
import itertools
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

from .google_tools import tool_faults
from .neutral import Asked, Said, event, picture, picture_faults, pieces

PROVIDER = "google"
BASE = ""
PATHS = (
    r"/v1beta/models/[^/:]+:(generateContent|streamGenerateContent)",
    # Vertex AI
    r"/v1beta1/projects/[^/]+/locations/[^/]+/publishers/google/models/[^/:]+:(generateContent|streamGenerateContent)",
)

TAKEN = ("image/png", "image/jpeg", "image/webp", "image/heic", "image/heif")
DATA = ("args", "response", "parametersJsonSchema", "labels")
"""Fields whose names inside are the user's."""
SKIP = "skip_thought_signature_validator"
SIGNED = "signed:"
"""What our own signatures begin with."""
STATUSES = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}
_number = itertools.count(1)


# -- what the service refuses ------------------------------------------------------------------------


def faults(path: str, body: dict[str, Any]) -> Iterator[str]:
    model, body = _model(path), plain_names(body)
    known = {
        *("contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "safetySettings"),
        *("cachedContent", "labels", "store", "serviceTier", "continuationToken"),
    }
    for name in body.keys() - known:
        yield f'Invalid JSON payload received. Unknown name "{name}": Cannot find field.'
    if path.partition("?")[0].endswith(":streamGenerateContent") and _query(path).get("alt") != ["sse"]:
        yield "the SDK streams server-sent events"
    if not body.get("contents"):
        yield "contents are required"
    yield from tool_faults(body, model)
    if "systemInstruction" in body and not _texts([body["systemInstruction"]]):
        yield "the system instruction has no text"
    yield from _content_faults(body.get("contents", []), model)


def _content_faults(contents: list[dict[str, Any]], model: str) -> Iterator[str]:
    waiting: list[dict[str, Any]] = []
    for number, content in enumerate(contents):
        role, parts = content.get("role"), content.get("parts", [])
        if role not in ("user", "model"):
            yield "Please use a valid role: user, model."
        if not parts:
            yield f"contents[{number}].parts must not be empty."
        given = [part["functionResponse"] for part in parts if "functionResponse" in part]
        if given or waiting:
            yield from _pairing_faults(waiting, given)
        waiting = [part["functionCall"] for part in parts if "functionCall" in part]
        if waiting and role != "model":
            yield "only the model calls functions"
        if given and len(given) < len(parts):
            yield "the content with the function responses holds other parts too"
        for part in parts:
            yield from _part_faults(part, role, model)
    if waiting:
        yield f"no function response for {[call['name'] for call in waiting]}"
    if contents and contents[-1].get("role") == "model":
        yield "Please ensure that the conversation ends with a user turn"
    if not re.match(r"gemini-[12]\b", model):
        yield from _signature_faults(contents)


def _pairing_faults(calls: list[dict[str, Any]], given: list[dict[str, Any]]) -> Iterator[str]:
    if not calls:
        yield "a function response turn comes immediately after a function call turn"
    elif len(calls) != len(given):
        yield (
            "Please ensure that the number of function response parts is equal to the number of function "
            f"call parts of the function call turn: {len(calls)} calls, {len(given)} responses"
        )
    called = sorted((call["name"], call.get("id", "")) for call in calls)
    answered = sorted((response["name"], response.get("id", "")) for response in given)
    if called != answered:
        yield f"the function responses {answered} do not fit the calls {called}"


def _signature_faults(contents: list[dict[str, Any]]) -> Iterator[str]:
    """From Gemini 3 on, for the steps since the user last said something."""
    said = [n for n, content in enumerate(contents) if content["role"] == "user" and _texts([content])]
    for number, content in enumerate(contents):
        calls = [part for part in content["parts"] if "functionCall" in part]
        if number > (said[-1] if said else -1) and calls and "thoughtSignature" not in calls[0]:
            yield f"Function call {calls[0]['functionCall']['name']} is missing a thought_signature"
        for part in content["parts"]:
            if not _is_valid(part.get("thoughtSignature", SKIP)):
                yield "Thought signature is not valid"


def _is_valid(signature: str) -> bool:
    if signature == SKIP:
        return True
    try:
        return base64.b64decode(signature, altchars=b"-_", validate=True).startswith(SIGNED.encode())
    except binascii.Error:
        return False


def _part_faults(part: dict[str, Any], role: str, model: str) -> Iterator[str]:
    kinds = part.keys() & {"text", "inlineData", "functionCall", "functionResponse"}
    if len(kinds) != 1:
        yield f"required oneof field 'data' must have one initialized field, not {sorted(part)}"
    if part.get("text") == "" and "thoughtSignature" not in part:
        yield "Unable to submit request because it must have a text parameter"
    if "inlineData" in part:
        if role != "user":
            yield "only the user shows pictures"
        yield from _blob_faults(part["inlineData"])
    if "functionCall" in part and not isinstance(part["functionCall"].get("args", {}), dict):
        yield "args are a JSON object"
    response = part.get("functionResponse")
    if response is not None:
        if not isinstance(response.get("response"), dict):
            yield "the response is a JSON object"
        shown = response.get("parts", [])
        if shown and re.match(r"gemini-[12]\b", model) and "computer-use" not in model:
            yield f"{model} does not take media in function responses"
        for inner in shown:
            yield from _blob_faults(inner["inlineData"])


def _blob_faults(blob: dict[str, Any]) -> Iterator[str]:
    kind = blob.get("mimeType", "")
    if kind not in TAKEN:
        yield f"Unsupported MIME type: {kind}"
    yield from picture_faults(kind, _plain(blob["data"]))


# -- what was asked ----------------------------------------------------------------------------------


def read(path: str, body: dict[str, Any]) -> Asked:
    body = plain_names(body)
    contents = body["contents"]
    asked = Asked(PROVIDER, _model(path), stream=":streamGenerateContent" in path)
    asked.system = "\n".join(_texts([body.get("systemInstruction", {})]))
    asked.texts = _texts(contents)
    asked.last_user_text = next(
        ("\n".join(_texts([c])) for c in reversed(contents) if c["role"] == "user" and _texts([c])), ""
    )
    for part in (part for content in contents for part in content["parts"]):
        response = part.get("functionResponse", {})
        blobs = [part] if "inlineData" in part else response.get("parts", [])
        asked.pictures += [picture(_plain(blob["inlineData"]["data"])) for blob in blobs]
        if response:
            told = response["response"]
            asked.results.append(str(told.get("output", told.get("error", ""))))
    for tool in body.get("tools", []):
        for declared in tool.get("functionDeclarations", []):
            schema = declared.get("parameters") or declared.get("parametersJsonSchema") or {}
            asked.tools.append(declared["name"])
            asked.schemas[declared["name"]] = schema
        if "computerUse" in tool:
            asked.tools.append("computer_use")
    return asked


# -- what is answered --------------------------------------------------------------------------------


def write(said: Said, stream: bool) -> Any:
    """Stops beside "stop" and "length" are finish reasons of Google's, such as "SAFETY".

    Whatever is called is signed, the first call of an answer only, as Gemini does. A refusal is a blocked
    reply; with the stop "blocked" it is a blocked request, which has no candidates.
    """
    identity = f"r{next(_number)}"
    usage = {"usageMetadata": _usage(said.usage)}
    head = {"modelVersion": "gemini-fake-001", "responseId": identity}
    if said.stop == "blocked":
        feedback = {"blockReason": "PROHIBITED_CONTENT", "blockReasonMessage": said.refusal}
        chunks = [{"promptFeedback": feedback, **usage, **head}]
        return _events(chunks) if stream else chunks[0]
    finish = {"stop": "STOP", "length": "MAX_TOKENS"}.get(said.stop, said.stop)
    end: dict[str, Any] = {"finishReason": "SAFETY" if said.refusal else finish}
    if said.refusal:
        end["finishMessage"] = said.refusal
    parts = _parts(said, identity)
    if not stream:
        candidate = {"content": {"role": "model", "parts": parts} if parts else {}, "index": 0, **end}
        return {"candidates": [candidate], **usage, **head}
    pieced = [piece for part in parts for piece in _pieced(part)]
    chunks = [
        {"candidates": [{"content": {"role": "model", "parts": [p]}, "index": 0}], **head} for p in pieced
    ]
    return _events([*chunks, {"candidates": [{"content": {}, "index": 0, **end}], **usage, **head}])


def _parts(said: Said, identity: str) -> list[dict[str, Any]]:
    signature = base64.b64encode(f"{SIGNED}{identity}".encode()).decode()
    parts: list[dict[str, Any]] = []
    if said.reasoning:
        parts.append({"text": said.reasoning, "thought": True})
    if said.text:
        parts.append({"text": said.text})
    for number, (name, arguments) in enumerate(said.calls):
        call: dict[str, Any] = {
            "functionCall": {"name": name, "args": arguments, "id": f"{identity}-{number}"}
        }
        parts.append(call if number else {**call, "thoughtSignature": signature})
    return parts


def _pieced(part: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "text" not in part:
        yield part
        return
    for piece in pieces(part["text"]):
        yield {**part, "text": piece}


def _events(chunks: list[dict[str, Any]]) -> Iterator[bytes]:
    return (event(json.dumps(chunk)) for chunk in chunks)


def _usage(usage: Any) -> dict[str, int]:
    """Google counts thoughts beside the candidates' tokens, not among them."""
    thoughts = usage.get("reasoning", 0)
    counted = {
        "promptTokenCount": usage.get("input", 0),
        "candidatesTokenCount": usage.get("output", 0) - thoughts,
        "totalTokenCount": usage.get("input", 0) + usage.get("output", 0),
    }
    if thoughts:
        counted["thoughtsTokenCount"] = thoughts
    if usage.get("cached"):
        counted["cachedContentTokenCount"] = usage["cached"]
    return counted


def error(status: int, message: str, code: str = "") -> Any:
    """The `code` is a reason, such as "API_KEY_INVALID", the id of a quota, or a delay, such as "0.01s"."""
    details: list[dict[str, Any]] = []
    if re.fullmatch(r"[\d.]+s", code):
        details.append({"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": code})
    elif "Per" in code:
        details.append(
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [{"quotaId": code}]}
        )
    elif code and code not in ("FAILED_PRECONDITION",):
        details.append({"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": code})
    word = code if code == "FAILED_PRECONDITION" else STATUSES.get(status, "UNKNOWN")
    return {"error": {"code": status, "message": message, "status": word, "details": details}}


def plain_names(value: Any) -> Any:
    """The fields of a request by one name: the SDK writes both mimeType and mime_type."""
    if isinstance(value, list):
        return [plain_names(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    plain = {}
    for name, inner in value.items():
        field = re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
        if field == "properties":
            plain[field] = {key: plain_names(schema) for key, schema in inner.items()}
        else:
            plain[field] = inner if field in DATA else plain_names(inner)
    return plain


def _model(path: str) -> str:
    return urlsplit(path).path.rpartition("/")[2].partition(":")[0]


def _query(path: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(path).query)


def _texts(contents: list[dict[str, Any]]) -> list[str]:
    return [part["text"] for content in contents for part in content.get("parts", []) if part.get("text")]


def _plain(data: str) -> str:
    """The SDK writes base64 with the letters for addresses, which the service reads too."""
    return data.replace("-", "+").replace("_", "/")
