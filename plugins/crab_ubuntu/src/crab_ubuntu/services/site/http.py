"""HTTP/1.1 over one connection: h11 speaks it, this keeps it within bounds of size and time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import formatdate

import h11

MOST_HEAD = 32 * 1024
"""Bytes of a request's line and headers."""
MOST_BODY = 16 * 1024 * 1024
"""Bytes."""
NEXT_SECONDS = 75.0
"""How long a connection is kept for a further request."""
REQUEST_SECONDS = 60.0
"""How long a request may take to arrive, once it has begun."""
LINGER_SECONDS = 5.0
"""How long a client that was refused may go on sending."""
CHUNK = 64 * 1024


@dataclass(frozen=True, slots=True)
class Request:
    """One request that has arrived whole."""

    method: str
    target: str
    headers: dict[str, str]
    """By name in small letters; of several headers of the same name, the first."""
    body: bytes


@dataclass(frozen=True, slots=True)
class Response:
    """What is sent back."""

    status: int
    body: bytes = b""
    headers: list[tuple[str, str]] = field(default_factory=list)
    """Beside Date, Content-Length and Connection."""
    size: int | None = None
    """What Content-Length says when nothing is sent of it, as for HEAD."""


Answer = Callable[[Request], Response]
Refuse = Callable[[int], Response]


class TooLargeError(Exception):
    """A body that is larger than a site takes."""


async def converse(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, answer: Answer, refuse: Refuse
) -> None:
    """Answer the requests of a connection, one after the other, until one side ends it.

    Args:
        reader: What the client sends.
        writer: Where the answers go.
        answer: Gives the answer to a request.
        refuse: Gives the answer to what is no proper request, by its status.
    """
    talk = _Talk(reader, writer)
    while await talk.begun():
        try:
            async with asyncio.timeout(REQUEST_SECONDS):
                request = await talk.receive()
        except TimeoutError:
            await talk.send(refuse(408), last=True)
        except TooLargeError:
            await talk.send(refuse(413), last=True)
        except h11.RemoteProtocolError as error:
            await talk.send(refuse(error.error_status_hint), last=True)
        else:
            await talk.send(answer(request))


class _Talk:
    """The server's side of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._h11 = h11.Connection(h11.SERVER, max_incomplete_event_size=MOST_HEAD)

    async def begun(self) -> bool:
        """Wait for the first bytes of the next request; False when none comes."""
        if self._h11.our_state is h11.DONE and self._h11.their_state is h11.DONE:
            self._h11.start_next_cycle()
        if self._h11.our_state is not h11.IDLE:
            return False
        if self._h11.trailing_data[0]:
            return True  # it came together with the last one
        try:
            async with asyncio.timeout(NEXT_SECONDS):
                return await self._read()
        except TimeoutError:
            return False

    async def _read(self) -> bool:
        data = await self._reader.read(CHUNK)
        self._h11.receive_data(data)
        return bool(data)

    async def receive(self) -> Request:
        """The whole request.

        Raises:
            h11.RemoteProtocolError: It is none, or it ends before its end.
            TooLargeError: Its body is too large.
        """
        head: h11.Request | None = None
        body = bytearray()
        while True:
            event = self._h11.next_event()
            if event is h11.NEED_DATA:
                if self._h11.they_are_waiting_for_100_continue:
                    await self._write(h11.InformationalResponse(status_code=100, headers=[]))
                await self._read()
            elif isinstance(event, h11.Request):
                head = event
            elif isinstance(event, h11.Data):
                body += event.data
                if len(body) > MOST_BODY:
                    raise TooLargeError
            elif isinstance(event, h11.EndOfMessage) and head is not None:
                return _request(head, bytes(body))
            else:  # the client has ended the connection, or wants another protocol on it
                raise h11.RemoteProtocolError("no request", error_status_hint=400)

    async def send(self, response: Response, *, last: bool = False) -> None:
        """Send an answer; after the last one, or when the client wants so, the connection ends."""
        size = len(response.body) if response.size is None else response.size
        headers = [("Date", formatdate(usegmt=True)), *response.headers]
        if response.status not in {204, 304}:
            headers.append(("Content-Length", str(size)))
        if last:
            headers.append(("Connection", "close"))
        await self._write(h11.Response(status_code=response.status, headers=headers))
        for start in range(0, len(response.body), CHUNK):
            await self._write(h11.Data(data=response.body[start : start + CHUNK]))
        await self._write(h11.EndOfMessage())
        if last:
            await self._linger()

    async def _linger(self) -> None:
        """Take what the client still sends: closing at once would cut it off before it reads the answer."""
        self._writer.write_eof()
        with suppress(TimeoutError):
            async with asyncio.timeout(LINGER_SECONDS):
                while await self._reader.read(CHUNK):
                    pass

    async def _write(self, event: h11.Event) -> None:
        self._writer.write(self._h11.send(event) or b"")
        await self._writer.drain()


def _request(head: h11.Request, body: bytes) -> Request:
    headers: dict[str, str] = {}
    for name, value in head.headers:
        headers.setdefault(name.decode("ascii"), value.decode("latin-1"))
    return Request(head.method.decode("ascii"), head.target.decode("latin-1"), headers, body)
