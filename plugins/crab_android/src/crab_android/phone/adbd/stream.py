"""One stream of an ADB connection: a service on the phone talking to a client on the host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from .packets import CLSE, OKAY, WRTE, BadPacketError, Packet

Send = Callable[[Packet], None]

_WINDOW = 1024 * 1024  # bytes that may wait to be read before the host has to pause
_MOST_AHEAD = 2 * _WINDOW + 4096  # more than this a host cannot send by the rules


class StreamClosedError(ConnectionError):
    """The other side has closed the stream."""


class Duplex(Protocol):
    """Bytes in both directions: an ADB stream, or one end of a connection inside the phone."""

    async def read(self, most: int = 65536) -> bytes:
        """The next bytes; empty at the end."""

    async def write(self, data: bytes) -> None:
        """Send bytes; waits while the other side does not take them."""

    async def close(self) -> None:
        """End it from this side."""


class Incoming:
    """Bytes that have arrived and wait to be read."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._arrived = asyncio.Event()
        self.ended = False

    def __len__(self) -> int:
        return len(self._bytes)

    def feed(self, data: bytes) -> None:
        """More bytes."""
        self._bytes += data
        self._arrived.set()

    def end(self) -> None:
        """No more bytes will come."""
        self.ended = True
        self._arrived.set()

    async def read(self, most: int) -> bytes:
        """Between one and ``most`` bytes; empty at the end."""
        while not self._bytes and not self.ended:
            self._arrived.clear()
            await self._arrived.wait()
        return self._take(most)

    async def read_exactly(self, count: int) -> bytes:
        """Exactly so many bytes.

        Raises:
            StreamClosedError: when the end comes before.
        """
        while len(self._bytes) < count:
            if self.ended:
                raise StreamClosedError(
                    f"the other side closed the stream after {len(self._bytes)} of {count} bytes"
                )
            self._arrived.clear()
            await self._arrived.wait()
        return self._take(count)

    def _take(self, count: int) -> bytes:
        with memoryview(self._bytes) as view:
            data = bytes(view[:count])
        del self._bytes[:count]
        return data


class Stream:
    """Bytes in both directions, with ADB's flow control: one unacknowledged WRTE at a time, each way.

    Args:
        local: the phone's number for it.
        remote: the host's number for it; 0 as long as the host has not accepted it.
        chunk: payload that the host takes at most, in bytes.
        send: sends a packet to the host.
    """

    def __init__(self, local: int, remote: int, chunk: int, send: Send) -> None:
        self.local = local
        self.remote = remote
        self.chunk = chunk
        self._send = send
        self._incoming = Incoming()
        self._owed = False
        self._acknowledged = asyncio.Event()
        self._answered = asyncio.Event()
        self._writing = asyncio.Lock()
        if remote:
            self._acknowledged.set()
            self._answered.set()
        self.closed = False

    # -- what the connection calls --------------------------------

    def receive(self, data: bytes) -> None:
        """Bytes from the host; acknowledged at once, or when enough of what came before has been read.

        Raises:
            BadPacketError: when the host goes on without waiting for that.
        """
        if len(self._incoming) + len(data) > _MOST_AHEAD:
            raise BadPacketError("the host sends without waiting for the phone")
        self._incoming.feed(data)
        self._owed = True
        self._acknowledge_what_fits()

    def acknowledge(self, remote: int) -> None:
        """The host has accepted the stream, or taken the last WRTE."""
        if not self.remote:
            self.remote = remote
        if remote == self.remote:
            self._answered.set()
            self._acknowledged.set()

    def end(self) -> None:
        """The host has closed the stream. What it sent before can still be read."""
        self.closed = True
        self._incoming.end()
        self._answered.set()
        self._acknowledged.set()

    # -- what the service calls --------------------------------

    async def read(self, most: int = 65536) -> bytes:
        """The next bytes from the host; empty at the end."""
        data = await self._incoming.read(most)
        self._acknowledge_what_fits()
        return data

    def has(self, count: int) -> bool:
        """Whether so many bytes have arrived already."""
        return len(self._incoming) >= count

    async def read_exactly(self, count: int) -> bytes:
        """Exactly so many bytes, at most what fits into the stream's window (1 MiB).

        Raises:
            StreamClosedError: when the stream ends before.
        """
        data = await self._incoming.read_exactly(count)
        self._acknowledge_what_fits()
        return data

    async def write(self, data: bytes) -> None:
        """Send bytes to the host, in pieces, each acknowledged before the next.

        Raises:
            StreamClosedError: when the host has closed the stream.
        """
        view = memoryview(data)
        async with self._writing:
            for start in range(0, len(data), self.chunk):
                await self._acknowledged.wait()
                if self.closed:
                    raise StreamClosedError("the host closed the stream")
                self._acknowledged.clear()
                self._send(Packet(WRTE, self.local, self.remote, bytes(view[start : start + self.chunk])))

    async def taken(self) -> None:
        """Wait until the host has taken all that was written, or closed the stream."""
        await self._acknowledged.wait()

    async def close(self) -> None:
        """End the stream from the phone's side, once the host has taken all that was written."""
        await self.taken()
        self.abort()

    def abort(self) -> None:
        """End the stream at once."""
        if not self.closed:
            self.end()
            self._send(Packet(CLSE, self.local, self.remote))

    async def accepted(self) -> bool:
        """Wait until the host has answered a stream that the phone opened; whether it took it."""
        await self._answered.wait()
        return not self.closed

    def _acknowledge_what_fits(self) -> None:
        if self._owed and not self.closed and len(self._incoming) <= _WINDOW:
            self._owed = False
            self._send(Packet(OKAY, self.local, self.remote))
