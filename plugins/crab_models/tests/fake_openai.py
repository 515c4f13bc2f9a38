"""A local server that speaks the wire format of OpenAI's chat completions, as strict as the real one.

It answers what a test has told it to, keeps what arrived, and refuses what the real service would refuse:
a picture that is not what its media type says, a tool call without a result, a result without a call.
"""

from __future__ import annotations

import base64
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SIGNATURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff", "image/webp": b"RIFF"}


@dataclass
class Arrived:
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return self.body["messages"]


@dataclass
class Answer:
    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    content_type: str = "application/json"


def completion(
    content: Any = None,
    *,
    calls: list[dict[str, Any]] | None = None,
    finish: str | None = "stop",
    **more: Any,
) -> Answer:
    message: dict[str, Any] = {"role": "assistant", "content": content, "refusal": more.pop("refusal", None)}
    if calls:
        message["tool_calls"] = calls
    usage = more.pop("usage", {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12})
    return Answer(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1,
            "model": "tiny",
            "choices": [{"index": 0, "message": message, "finish_reason": finish, "logprobs": None}],
            "usage": usage,
            **more,
        }
    )


def call(name: str, arguments: Any, identity: str = "call_a") -> dict[str, Any]:
    return {"id": identity, "type": "function", "function": {"name": name, "arguments": arguments}}


def error(
    status: int, message: str, code: str | None = None, headers: Mapping[str, str] | None = None
) -> Answer:
    return Answer(
        {"error": {"message": message, "type": "error", "param": None, "code": code}}, status, headers or {}
    )


class FakeOpenAi:
    """Use as a context manager; `answers` are given in their order."""

    def __init__(self) -> None:
        self.answers: list[Answer | Callable[[], Answer]] = []
        self.arrived: list[Arrived] = []
        self.released = threading.Event()
        fake = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                fake.arrived.append(Arrived(self.path, self.headers, body))
                wrong = next(faults(self.path, body), None)
                answer = error(400, wrong) if wrong else fake.answers.pop(0)
                if callable(answer):
                    answer = answer()
                data = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
                self.send_response(answer.status)
                for name, value in {"Content-Type": answer.content_type, **answer.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = False

            def handle_error(self, *_: object) -> None:
                pass  # a client that gave up

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def never(self) -> Answer:
        """An answer that comes only when the test is over."""
        self.released.wait(30)
        return completion("too late")

    def __enter__(self) -> FakeOpenAi:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def faults(path: str, body: dict[str, Any]) -> Iterator[str]:
    """What the real service would refuse in a request."""
    if path != "/v1/chat/completions":
        yield f"unknown path {path}"
    if not body.get("model"):
        yield "no model"
    for tool in body.get("tools", []):
        if tool["type"] != "function" or tool["function"]["parameters"].get("type") != "object":
            yield "parameters of a tool must be a schema of type object"
    if "tool_choice" in body and "tools" not in body:
        yield "tool_choice without tools"
    waiting: set[str] = set()
    for message in body["messages"]:
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                yield f"no tool call has the id {message['tool_call_id']}"
            if not isinstance(message["content"], str):
                yield "a tool says text only"
            waiting.discard(message["tool_call_id"])
        elif waiting:
            yield f"no result for the tool calls {sorted(waiting)}"
        for made in message.get("tool_calls", []):
            if not isinstance(json.loads(made["function"]["arguments"]), dict):
                yield "arguments are the text of a JSON object"
            waiting.add(made["id"])
        parts = message["content"] if isinstance(message["content"], list) else []
        for part in parts:
            if part["type"] == "image_url":
                head, _, data = part["image_url"]["url"].partition(";base64,")
                kind = head.removeprefix("data:")
                if not base64.b64decode(data, validate=True).startswith(SIGNATURES.get(kind, b"unknown")):
                    yield f"the picture is not of type {kind}"
    if waiting:
        yield f"no result for the tool calls {sorted(waiting)}"
