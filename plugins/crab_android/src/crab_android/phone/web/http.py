"""As much of HTTP/1.1 as one page for one person on the same machine needs.

A library would bring its own event loop habits and dozens of modules for four addresses; here everything is
refused that such a page does not send. Message format: RFC 9112.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from crab_core.serving import Listener

_HEAD_LIMIT: Final = 16 * 1024
_BODY_LIMIT: Final = 1024 * 1024
_IDLE_SECONDS: Final = 300.0
_REASONS: Final = {
    200: "OK",
    204: "No Content",
    400: "Bad Request",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    500: "Internal Server Error",
}


@dataclass(frozen=True, slots=True)
class Request:
    """One request."""

    method: str
    path: str
    """Without what follows a question mark."""
    headers: Mapping[str, str]
    """By name in lower case."""
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Response:
    """One answer."""

    status: int = 200
    body: bytes = b""
    media_type: str = "text/plain; charset=utf-8"
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stream:
    """An answer that goes on: server-sent events, as long as the page listens (HTML standard, 9.2)."""

    serve: Callable[[asyncio.StreamWriter], Awaitable[None]]
    headers: Mapping[str, str] = field(default_factory=dict)


Answer = Response | Stream
Respond = Callable[[Request], Awaitable[Answer]]


class BadRequestError(ValueError):
    """What arrived is no request that this server takes.

    Attributes:
        status: The status to answer with.
    """

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class HttpServer:
    """Listens, reads requests and writes answers.

    Args:
        respond: Answers a request.
    """

    def __init__(self, respond: Respond) -> None:
        self._respond = respond
        self._listener = Listener(self._serve, limit=_HEAD_LIMIT)

    async def start(self, host: str, port: int) -> tuple[str, int]:
        """Listen; returns the address, with the port chosen when ``port`` is 0.

        Raises:
            OSError: when the address cannot be had.
        """
        return await self._listener.start(host, port)

    async def stop(self) -> None:
        """Stop listening and drop every connection."""
        await self._listener.stop()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                try:
                    # Not `wait_for`: before Python 3.12 that may lose a cancellation (CPython #86296).
                    async with asyncio.timeout(_IDLE_SECONDS):
                        request = await _read(reader)
                except BadRequestError as error:
                    _write(writer, Response(error.status, str(error).encode()), close=True)
                    return
                answer = await self._respond(request)
                if isinstance(answer, Stream):
                    _head(writer, 200, {"Content-Type": "text/event-stream", **answer.headers})
                    await answer.serve(writer)
                    return
                _write(writer, answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError):
            pass


async def _read(reader: asyncio.StreamReader) -> Request:
    """The next request.

    Raises:
        BadRequestError: when it is none, or too large.
        asyncio.IncompleteReadError: when the peer is gone.
    """
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    except asyncio.LimitOverrunError as error:
        raise BadRequestError(413, "the head is too large") from error
    line, *rest = head.split("\r\n")
    words = line.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise BadRequestError(400, "no HTTP request")
    headers = {}
    for entry in filter(None, rest):
        name, colon, value = entry.partition(":")
        if not colon:
            raise BadRequestError(400, "a header without a colon")
        headers[name.lower()] = value.strip()
    if "transfer-encoding" in headers:
        raise BadRequestError(400, "a body must tell its length")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or not length.isascii():
        raise BadRequestError(400, "no length")
    if int(length) > _BODY_LIMIT:
        raise BadRequestError(413, "the body is too large")
    return Request(words[0], words[1].partition("?")[0], headers, await reader.readexactly(int(length)))


def _write(writer: asyncio.StreamWriter, answer: Response, *, close: bool = False) -> None:
    headers = {
        "Content-Type": answer.media_type,
        "Content-Length": str(len(answer.body)),
        **answer.headers,
        **({"Connection": "close"} if close else {}),
    }
    _head(writer, answer.status, headers)
    writer.write(answer.body)


def _head(writer: asyncio.StreamWriter, status: int, headers: Mapping[str, str]) -> None:
    lines = [
        f"HTTP/1.1 {status} {_REASONS[status]}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
