"""One stream of an ADB connection: a service on the phone talking to a client on the host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from .packets import CLSE, WRTE, Packet

Send = Callable[[Packet], None]


class StreamClosedError(ConnectionError):
    """The other side has closed the stream."""


class Stream:
    """Bytes in both directions, with ADB's flow control: one unacknowledged WRTE at a time."""

    def __init__(self, local: int, remote: int, chunk: int, send: Send) -> None:
        self.local = local
        self.remote = remote
        self._chunk = chunk
        self._send = send
        self._incoming = bytearray()
        self._arrived = asyncio.Event()
        self._acknowledged = asyncio.Event()
        self._acknowledged.set()
        self._ended = False
        self.closed = False

    # -- what the connection calls --------------------------------

    def feed(self, data: bytes) -> None:
        """Bytes from the host."""
        self._incoming += data
        self._arrived.set()

    @property
    def buffered(self) -> int:
        """Bytes that have arrived and were not read yet."""
        return len(self._incoming)

    def acknowledge(self) -> None:
        """The host has taken the last WRTE."""
        self._acknowledged.set()

    def end(self) -> None:
        """The host has closed the stream."""
        self._ended = self.closed = True
        self._arrived.set()
        self._acknowledged.set()

    # -- what the service calls --------------------------------

    async def read(self, most: int = 65536) -> bytes:
        """The next bytes from the host; empty at the end."""
        while not self._incoming and not self._ended:
            self._arrived.clear()
            await self._arrived.wait()
        data = bytes(self._incoming[:most])
        del self._incoming[:most]
        return data

    async def read_exactly(self, count: int) -> bytes:
        """Exactly so many bytes.

        Raises:
            StreamClosedError: when the stream ends before.
        """
        while len(self._incoming) < count:
            if self._ended:
                raise StreamClosedError(
                    f"the host closed the stream after {len(self._incoming)} of {count} bytes"
                )
            self._arrived.clear()
            await self._arrived.wait()
        data = bytes(self._incoming[:count])
        del self._incoming[:count]
        return data

    async def write(self, data: bytes) -> None:
        """Send bytes to the host, in pieces, each acknowledged before the next.

        Raises:
            StreamClosedError: when the host has closed the stream.
        """
        view = memoryview(data)
        for start in range(0, len(data), self._chunk):
            await self._acknowledged.wait()
            if self.closed:
                raise StreamClosedError("the host closed the stream")
            self._acknowledged.clear()
            self._send(Packet(WRTE, self.local, self.remote, bytes(view[start : start + self._chunk])))

    async def close(self) -> None:
        """End the stream from the phone's side, once the last WRTE has been taken."""
        await self._acknowledged.wait()
        if not self.closed:
            self.closed = True
            self._send(Packet(CLSE, self.local, self.remote))
