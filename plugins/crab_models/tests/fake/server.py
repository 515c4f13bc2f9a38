"""A local server that speaks the wire formats of model providers, as strict as the real ones.

It answers what a test has told it to, keeps what arrived in neutral words, and refuses what the real service
would refuse. One module beside this one speaks one format.
"""

from __future__ import annotations

import importlib
import json
import re
import socket
import threading
from collections.abc import Iterator, Mapping
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from crab_core.serving import ThreadedServer

from .neutral import Answer, Asked, Failure, Reaction, Said, Script

FORMATS = ("openai_chat", "openai_responses", "anthropic", "google")


def wires() -> list[Any]:
    """The modules of the wire formats."""
    there = [name for name in FORMATS if Path(__file__).with_name(f"{name}.py").exists()]
    return [importlib.import_module(f".{name}", __package__) for name in there]


class FakeProvider:
    """Use as a context manager.

    Attributes:
        answers: Given in their order: what is said, a failure, a raw answer, or a function of what was asked.
        script: Answers when `answers` is empty: a scripted model.
        arrived: What was asked, in neutral words.
        refused: Why requests were refused; empty when all were as the real service wants them.
        released: Set when the test is over; an answer that waits for it never comes, see `never`.
    """

    def __init__(self, script: Script | None = None, *, port: int = 0) -> None:
        self.answers: list[Reaction | Script] = []
        self.script = script
        self.arrived: list[Asked] = []
        self.refused: list[str] = []
        self.released = threading.Event()
        self._wires = wires()
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.fake = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    @property
    def port(self) -> int:
        return self._server.port

    @property
    def providers(self) -> list[str]:
        return list(dict.fromkeys(wire.PROVIDER for wire in self._wires))

    def base_url(self, provider: str) -> str:
        """What a client of this provider is given as its `base_url`."""
        wire = next(wire for wire in self._wires if provider == wire.PROVIDER)
        return f"http://127.0.0.1:{self.port}{wire.BASE}"

    def never(self, _asked: Asked) -> Said:
        """An answer that comes only when the test is over."""
        self.released.wait(30)
        return Said("too late")

    def __enter__(self) -> FakeProvider:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.hang_up(socket.SHUT_RDWR)
        self._server.server_close()

    def react(self, path: str, headers: Mapping[str, str], body: dict[str, Any]) -> Answer:
        """The answer to one request."""
        place = urlsplit(path).path
        wire = next((w for w in self._wires if any(re.fullmatch(p, place) for p in w.PATHS)), None)
        if wire is None:
            self.refused.append(f"unknown path {path}")
            return Answer({"error": {"message": f"unknown path {path}"}}, 404)
        in_headers = getattr(wire, "header_faults", lambda _headers, _body: iter(()))
        found = chain(wire.faults(path, body), in_headers(headers, body))
        fault = next(_guarded(found), None)
        if fault is not None:
            self.refused.append(fault)
            return Answer(wire.error(400, fault), 400)
        asked = replace(wire.read(path, body), path=path, headers=headers, body=body)
        with self._lock:
            self.arrived.append(asked)
            planned = self.answers.pop(0) if self.answers else self.script
        try:
            reaction = planned(asked) if callable(planned) else planned
            if reaction is None:
                raise LookupError("nothing was planned for this request")
        except Exception as error:  # noqa: BLE001 - the test is told, and the client does not hang
            self.refused.append(f"{type(error).__name__}: {error}")
            return Answer(wire.error(400, self.refused[-1]), 400)
        if isinstance(reaction, Answer):
            return reaction
        if isinstance(reaction, Failure):
            made = wire.error(reaction.status, reaction.message, reaction.code)
            return Answer(made, reaction.status, reaction.headers)
        said = wire.asked_for(reaction, body) if hasattr(wire, "asked_for") else reaction
        made = wire.write(said, asked.stream)
        return made if isinstance(made, Answer) else Answer(made)


def _guarded(found: Iterator[str]) -> Iterator[str]:
    """The faults; a request of quite another shape is one too."""
    try:
        yield from found
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        yield f"the request has another shape: {type(error).__name__}: {error}"


class _Server(ThreadedServer):
    daemon_threads = False
    request_queue_size = 128
    fake: FakeProvider

    def handle_error(self, *_: object) -> None:
        pass  # a client that gave up


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = self.server.fake.react(self.path, self.headers, body)  # type: ignore[attr-defined]
        data = answer.body
        if isinstance(data, bytes):
            self._whole(answer, data)
        elif isinstance(data, Iterator):
            self._pieces(answer, data)
        else:
            self._whole(answer, json.dumps(data).encode())

    def _head(self, answer: Answer, usual: str, more: dict[str, str]) -> None:
        self.send_response(answer.status)
        for name, value in {"Content-Type": answer.content_type or usual, **answer.headers, **more}.items():
            self.send_header(name, value)
        self.end_headers()

    def _whole(self, answer: Answer, data: bytes) -> None:
        self._head(answer, "application/json", {"Content-Length": str(len(data))})
        self.wfile.write(data)
        self.wfile.flush()

    def _pieces(self, answer: Answer, pieces: Iterator[bytes | str]) -> None:
        """A stream; one that raises breaks off in the middle."""
        self._head(answer, "text/event-stream", {"Transfer-Encoding": "chunked"})
        for piece in pieces:
            data = piece.encode() if isinstance(piece, str) else piece
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()

    def log_message(self, *_: object) -> None:
        pass
