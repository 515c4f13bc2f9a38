"""The client's end of a connection: bytes in and out with deadlines, plain or TLS, from two threads.

One thread receives while others send. The socket does not block; whoever has to wait waits in `poll`, so
that TLS, whose object serves one thread at a time, is never held while waiting.
"""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from crab_core.errors import HostError
from crab_core.host.address import Address, UnixAddress

if TYPE_CHECKING:
    import ssl

_BUFFERS_AT_ONCE = 64
"""Buffers handed to one `sendmsg`; the kernel takes 1024."""


class Channel:
    """A connected stream."""

    def __init__(self, connected: socket.socket) -> None:
        """Take over a connected socket."""
        connected.setblocking(False)
        self._socket = connected
        self._lock = threading.Lock()
        self._would_block: tuple[type[OSError], ...] = (BlockingIOError,)
        self._wait_to_send = select.POLLOUT
        self._encrypted = False
        if hasattr(connected, "getpeercert"):
            import ssl

            self._encrypted = True
            self._would_block = (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError)
            self._wait_to_send = select.POLLOUT | select.POLLIN

    @classmethod
    def connect(
        cls, address: Address, deadline: float, ssl_context: ssl.SSLContext | None, server_name: str | None
    ) -> Channel:
        """Connect, and speak TLS if a context is given.

        Raises:
            OSError: Nobody listens there, or TLS failed.
        """
        seconds = max(deadline - time.monotonic(), 0.001)
        if isinstance(address, UnixAddress):
            connected = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                connected.settimeout(seconds)
                connected.connect(address.path)
            except BaseException:
                connected.close()
                raise
            return cls(connected)
        connected = socket.create_connection((address.host, address.port), seconds)
        try:
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if ssl_context is not None:
                connected = ssl_context.wrap_socket(connected, server_hostname=server_name or address.host)
            return cls(connected)
        except BaseException:
            connected.close()
            raise

    def receive_into(self, buffer: memoryview, seconds: float | None) -> int | None:
        """Receive what is there.

        Args:
            buffer: Filled from its start.
            seconds: How long to wait for the first byte; None for ever.

        Returns:
            How many bytes came; 0 when the other side has closed; None when nothing came in time.

        Raises:
            OSError: The connection broke.
        """
        while True:
            try:
                with self._lock:
                    return self._socket.recv_into(buffer)
            except self._would_block:
                if not self._wait(select.POLLIN, seconds):
                    return None

    def receive_exactly(self, size: int, deadline: float) -> bytes:
        """Receive `size` bytes.

        Raises:
            HostError: The stream ended before, or it took too long.
            OSError: The connection broke.
        """
        data = bytearray(size)
        filled = 0
        while filled < size:
            count = self.receive_into(memoryview(data)[filled:], max(deadline - time.monotonic(), 0))
            if not count:
                raise HostError("The host closed." if count == 0 else "The host does not answer.")
            filled += count
        return bytes(data)

    def send(self, buffers: Sequence[bytes], deadline: float) -> None:
        """Send all buffers, without joining them. Callers take turns by a lock of their own.

        Raises:
            TimeoutError: It took too long; the stream is in pieces.
            OSError: The connection broke.
        """
        pending = [memoryview(buffer) for buffer in buffers if buffer]
        while pending:
            try:
                with self._lock:
                    if self._encrypted:
                        sent = self._socket.send(pending[0])
                    else:
                        sent = self._socket.sendmsg(pending[:_BUFFERS_AT_ONCE])
            except self._would_block:
                if not self._wait(self._wait_to_send, max(deadline - time.monotonic(), 0)):
                    raise TimeoutError("sending took too long") from None
                continue
            while pending and sent >= len(pending[0]):
                sent -= len(pending.pop(0))
            if sent:
                pending[0] = pending[0][sent:]

    def can_send(self) -> bool:
        """Whether something small can be sent without waiting."""
        return self._wait(select.POLLOUT, 0)

    def shut_down(self) -> None:
        """End the stream; wakes the thread that receives."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give the descriptor back; no thread may receive any more."""
        self._socket.close()

    def _wait(self, events: int, seconds: float | None) -> bool:
        poll = select.poll()
        poll.register(self._socket, events)
        return bool(poll.poll(None if seconds is None else seconds * 1000))
