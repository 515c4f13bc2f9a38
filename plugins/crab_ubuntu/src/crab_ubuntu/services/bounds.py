"""What one connection may cost the host: bytes that wait, and time without a byte."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import SupportsIndex

LINE = 64 * 1024
"""Bytes: what is read ahead of a service, and so the longest line that it can wait for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What all connections together, those of one host, and a single one may cost."""

    connections: int = 256
    """At a time. Further ones wait in the kernel until one ends; they cost the host nothing."""
    connections_per_host: int = 64
    """The same for one named host, so that one cannot shut out the others."""
    waiting: int = 128
    """Connections to one port that the kernel keeps waiting."""
    received: int = 256 * 1024 * 1024
    """Bytes that one connection may send in its life."""
    unsent: int = 64 * 1024 * 1024
    """Bytes that may wait because a client does not read them; then it is cut off."""
    idle_seconds: float | None = None
    """Instead of each service's own."""


class BoundedReader(asyncio.StreamReader):
    """Counts what comes in; after too much of it, reading ends with an error."""

    def __init__(self, loop: asyncio.AbstractEventLoop, most: int) -> None:
        super().__init__(limit=LINE, loop=loop)
        self._left = most
        self.last = loop.time()
        """When something came last, in the loop's time."""
        self._clock = loop.time

    def feed_data(self, data: Iterable[SupportsIndex]) -> None:
        """Take what came in."""
        self.last = self._clock()
        taken = bytes(data)
        self._left -= len(taken)
        if self._left < 0:
            self.set_exception(ConnectionAbortedError("the client has sent too much"))
        else:
            super().feed_data(taken)


class BoundedWriter(asyncio.StreamWriter):
    """Counts what goes out, and cuts a client off that does not read what it is sent."""

    def __init__(
        self,
        transport: asyncio.Transport,
        protocol: asyncio.StreamReaderProtocol,
        reader: asyncio.StreamReader,
        most: int,
    ) -> None:
        super().__init__(transport, protocol, reader, asyncio.get_running_loop())
        self._most = most
        self.written = 0

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send, or cut off."""
        super().write(data)
        self.written += len(data)
        if self.transport.get_write_buffer_size() > self._most:
            cut(self.transport)

    def writelines(self, data: Iterable[bytes | bytearray | memoryview]) -> None:
        """Send several pieces as one."""
        self.write(b"".join(data))

    @property
    def taken(self) -> int:
        """Bytes that the kernel has taken, which it does as the client reads."""
        return self.written - self.transport.get_write_buffer_size()


class Connection:
    """One accepted connection with its bounds."""

    def __init__(self, reader: BoundedReader, writer: BoundedWriter, idle_seconds: float) -> None:
        self.reader = reader
        self.writer = writer
        self._idle = idle_seconds
        self._taken = 0
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(idle_seconds, self._look)

    @classmethod
    async def of(cls, accepted: socket.socket, limits: Limits, idle_seconds: float) -> Connection:
        """Take over an accepted socket.

        Raises:
            OSError: It is gone already.
        """
        loop = asyncio.get_running_loop()
        reader = BoundedReader(loop, limits.received)
        protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
        transport, _ = await loop.connect_accepted_socket(lambda: protocol, accepted)
        writer = BoundedWriter(transport, protocol, reader, limits.unsent)
        return cls(reader, writer, limits.idle_seconds or idle_seconds)

    def _look(self) -> None:
        """Cut a connection on which nothing has moved; look again when it could next be time."""
        now = self._loop.time()
        last = self.reader.last if self.writer.taken == self._taken else now
        self._taken = self.writer.taken
        if now - last >= self._idle:
            self.abort()
        else:
            self._timer = self._loop.call_at(last + self._idle, self._look)

    async def end(self) -> None:
        """Send what waits to be sent, as long as the client reads, then close."""
        try:
            self.writer.close()
            with suppress(OSError):
                await self.writer.wait_closed()
        except asyncio.CancelledError:
            cut(self.writer.transport)
            raise
        finally:
            self._timer.cancel()

    def abort(self) -> None:
        """Cut it at once."""
        self._timer.cancel()
        cut(self.writer.transport)


def cut(transport: asyncio.WriteTransport) -> None:
    """End a connection by a reset: a close would say that all was sent."""
    found = transport.get_extra_info("socket")
    with suppress(OSError):  # closed already
        found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
