"""One peer of a host: first a stranger that has to prove itself, then a client with requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from crab_core.errors import HostError
from crab_core.host.frames import Frame, FrameError, FrameParser, Limits, encode_frame
from crab_core.host.handshake import HandshakeError, HostHandshake
from crab_core.host.service import Service
from crab_core.host.wire import WireError, decode, encode, encode_error
from crab_core.host.workers import Job, Workers


class Owner(Protocol):
    """What a connection needs of its server."""

    service: Service
    workers: Workers
    limits: Limits
    token: bytes
    requests_per_client: int
    stopping: bool

    def arrived(self, connection: Connection) -> None:
        """A stranger has connected."""

    def proved(self, connection: Connection) -> None:
        """The stranger knows the token."""

    def left(self, connection: Connection) -> None:
        """The connection has ended."""


class Connection(asyncio.BufferedProtocol):
    """Speaks with one peer. Whatever goes wrong here ends this connection only."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self._handshake = HostHandshake(owner.token)
        self._greeting = bytearray(self._handshake.needed)
        self._greeted = 0
        self._parser: FrameParser | None = None
        self._jobs: dict[int, Job] = {}
        self._unsent = 0
        self._transport: asyncio.Transport
        self._clock = asyncio.get_running_loop().time
        self._last_heard = self._clock()

    def abort(self) -> None:
        """End the connection now."""
        self._transport.abort()

    def close(self) -> None:
        """End the connection when everything written has left."""
        self._transport.close()

    def is_silent_since(self, moment: float) -> bool:
        """Whether nothing came since then, on the clock of the loop, nor an answer went on leaving."""
        unsent = self._transport.get_write_buffer_size()
        if unsent < self._unsent:
            self._last_heard = self._clock()
        self._unsent = unsent
        return self._last_heard < moment

    # -- asyncio.BufferedProtocol ------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A stranger is here."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._owner.arrived(self)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - the name is asyncio's
        """The peer went away: nobody waits for its calls any more."""
        jobs, self._jobs = self._jobs, {}
        for job in jobs.values():
            self._owner.workers.cancel(job)
        self._owner.left(self)

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002 - the name is asyncio's
        """Where the next bytes belong."""
        if self._parser is None:
            return memoryview(self._greeting)[self._greeted :]
        return self._parser.get_buffer()

    def buffer_updated(self, nbytes: int) -> None:
        """Bytes came."""
        self._last_heard = self._clock()
        if self._parser is None:
            self._greet(nbytes)
            return
        try:
            for frame in self._parser.buffer_updated(nbytes):
                self._receive(frame)
        except (FrameError, WireError) as error:
            self._send(encode_frame({"id": None, "error": encode_error(error)}))
            self.close()

    def eof_received(self) -> bool:
        """The peer will send no more: it is gone."""
        return False

    def pause_writing(self) -> None:
        """The peer does not read its answers: take no more questions."""
        if not self._transport.is_closing():
            self._transport.pause_reading()

    def resume_writing(self) -> None:
        """The peer reads again."""
        if not self._transport.is_closing():
            self._transport.resume_reading()

    # -- talking -------------------------------------------------------------------------------------

    def _greet(self, count: int) -> None:
        self._greeted += count
        if self._greeted < len(self._greeting):
            return
        try:
            answer = self._handshake.receive(bytes(self._greeting))
        except HandshakeError:
            self.abort()
            return
        self._greeting, self._greeted = bytearray(self._handshake.needed), 0
        if not self._handshake.needed:
            self._parser = FrameParser(self._owner.limits)
            self._owner.proved(self)
        self._transport.write(answer)

    def _receive(self, frame: Frame) -> None:
        header = frame.header
        if "cancel" in header:
            self._cancel(header["cancel"])
            return
        number = header.get("id")
        if type(number) is not int or number in self._jobs:
            raise WireError("A request has no number of its own.")
        if header.get("method") == "ping":
            self._send(encode_frame({"id": number, "result": None}))
            return
        try:
            self._begin(number, header, frame.blobs)
        except HostError as error:
            self._send(encode_frame({"id": number, "error": encode_error(error)}))

    def _begin(self, number: int, header: Mapping[str, Any], blobs: tuple[bytes, ...]) -> None:
        if self._owner.stopping:
            raise HostError("The host is shutting down.")
        if len(self._jobs) >= self._owner.requests_per_client:
            raise HostError(f"This client has {len(self._jobs)} requests open; the host takes no more.")
        method = self._owner.service.method(header.get("method"))

        def call() -> Any:
            parameters = decode(header.get("parameters"), blobs)
            if not isinstance(parameters, dict):
                raise WireError("The parameters are not an object.")
            return method.run(parameters)

        def done(buffers: list[bytes]) -> None:
            if self._jobs.pop(number, None) is not None:
                self._send(buffers)

        limits = self._owner.limits
        self._jobs[number] = self._owner.workers.submit(
            lambda: _answer(number, call, limits), done, exclusive=method.exclusive
        )

    def _cancel(self, number: Any) -> None:
        job = self._jobs.pop(number, None) if isinstance(number, int) else None
        if job is not None:
            self._owner.workers.cancel(job)

    def _send(self, buffers: list[bytes]) -> None:
        if self._transport.is_closing():
            return
        for buffer in buffers:
            self._transport.write(buffer)


def _answer(number: int, call: Callable[[], Any], limits: Limits) -> list[bytes]:
    """The answer to one request, whatever happens; runs in a worker thread."""
    try:
        blobs: list[bytes] = []
        return encode_frame({"id": number, "result": encode(call(), blobs)}, blobs, limits)
    except BaseException as error:  # noqa: BLE001 - told to the client; the next request must not suffer
        return encode_frame({"id": number, "error": encode_error(error)})
