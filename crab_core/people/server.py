"""A small web server for one page on this machine."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from importlib.resources import files
from typing import Any, Final, Protocol
from urllib.parse import parse_qsl, urlsplit

from crab_core.errors import CrabError, UsageError
from crab_core.people.door import HEADERS, Door
from crab_core.serving import ThreadedServer

LARGEST: Final = 1 << 20
"""Bytes that a page may send at once."""
PATIENCE: Final = 30.0
"""Seconds after which a connection that says nothing is closed."""
_TYPES: Final = {"html": "text/html", "css": "text/css", "js": "text/javascript"}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request gets."""

    body: bytes
    media_type: str = "application/json"
    status: HTTPStatus = HTTPStatus.OK
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, facts: Any, status: HTTPStatus = HTTPStatus.OK) -> Reply:
        """A value as JSON."""
        return cls(json.dumps(facts, ensure_ascii=False).encode(), status=status)


class Site(Protocol):
    """What a page consists of and does."""

    def get(self, name: str, query: Mapping[str, str]) -> Reply | None:
        """What is under a name; None when there is nothing."""

    def post(self, name: str, facts: Mapping[str, Any]) -> Reply | None:
        """Do what is asked for; None when there is no such thing.

        Raises:
            CrabError: It cannot be done; the page is told why.
        """


def static(name: str) -> Reply | None:
    """A file that belongs to the pages; None when there is none of this name."""
    ending = name.rpartition(".")[2]
    if ending not in _TYPES or not name.replace(".", "").replace("_", "").isalnum():
        return None
    package = "crab_core.report.html" if name == "base.css" else f"{__package__}.static"
    try:
        return Reply(files(package).joinpath(name).read_bytes(), f"{_TYPES[ending]}; charset=utf-8")
    except FileNotFoundError:
        return None


class PageServer:
    """Serves a site to this machine, each request in a thread of its own.

    Attributes:
        address: What to open; it holds a secret.
    """

    def __init__(self, site: Site, port: int = 0) -> None:
        """Listen.

        Args:
            site: What to serve.
            port: 0 takes a free one.

        Raises:
            UsageError: The port cannot be had.
        """
        try:
            self._server = _Server(("127.0.0.1", port), _Handler)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise UsageError(
                f"The page cannot have port {port}: {reason}.", advice="Name another, or none."
            ) from error
        self._server.door = Door(self._server.port)
        self._server.site = site
        self.address = self._server.door.address
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, name="crab-page", daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Answer nobody any more; what is being answered still arrives. Safe to call twice."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._server.hang_up()


class _Server(ThreadedServer):
    daemon_threads = True
    block_on_close = False
    door: Door
    site: Site

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that went away in the middle of an answer is no trouble."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    timeout = PATIENCE
    server: _Server

    def do_GET(self) -> None:
        self._serve(acts=False)

    def do_POST(self) -> None:
        self._serve(acts=True)

    def _serve(self, *, acts: bool) -> None:
        origin = self.headers.get("Origin") if acts else None
        refusal = self.server.door.refusal(self.headers.get("Host"), origin)
        if refusal:
            self._answer(_told(HTTPStatus.FORBIDDEN, refusal))
            return
        name = self.server.door.inside(self.path)
        if name is None:
            secret = "There is nothing here. The address of the page ends in a secret; open it whole."
            self._answer(_told(HTTPStatus.NOT_FOUND, secret))
            return
        try:
            reply = self._done(name) if acts else self._found(name)
        except CrabError as error:
            self._answer(Reply.of({"error": str(error)}, HTTPStatus.BAD_REQUEST))
        else:
            self._answer(reply or _told(HTTPStatus.NOT_FOUND, f"There is no {name!r}."))

    def _found(self, name: str) -> Reply | None:
        query = dict(parse_qsl(urlsplit(self.path).query))
        return self.server.site.get(name, query)

    def _done(self, name: str) -> Reply | None:
        try:
            length = int(self.headers.get("Content-Length", ""))
        except ValueError:
            return _told(HTTPStatus.LENGTH_REQUIRED, "How much is it?")
        if not 0 <= length <= LARGEST:
            return _told(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is too much.")
        try:
            facts = json.loads(self.rfile.read(length) or b"{}")
        except (ValueError, RecursionError) as error:
            raise UsageError(f"This is no JSON: {error}.") from error
        if not isinstance(facts, dict):
            raise UsageError("This is no JSON object.")
        return self.server.site.post(name, facts)

    def _answer(self, reply: Reply) -> None:
        self.send_response(reply.status)
        headers = {"Content-Type": reply.media_type, "Content-Length": str(len(reply.body))}
        for header, value in {**HEADERS, **headers, **reply.headers}.items():
            self.send_header(header, value)
        self.end_headers()
        self.wfile.write(reply.body)

    def log_message(self, *_: object) -> None:
        """Nothing: the address holds a secret."""


def _told(status: HTTPStatus, reason: str) -> Reply:
    return Reply(reason.encode(), "text/plain; charset=utf-8", status)
