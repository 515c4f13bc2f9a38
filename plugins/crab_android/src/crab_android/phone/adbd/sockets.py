"""The sockets inside a phone: what listens there, for hosts that forward to it and for the phone itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from .stream import Duplex, Incoming, StreamClosedError

log = logging.getLogger(__name__)

Handler = Callable[[Duplex], Awaitable[None]]

_KINDS = ("tcp", "localabstract", "localreserved", "localfilesystem", "local", "unix", "dev")
_SAME = {"local": "localreserved", "unix": "localfilesystem"}
_FREE_PORTS = range(40000, 65536)
_PIPE_LIMIT = 1024 * 1024


class SocketError(OSError):
    """A socket of the phone cannot be had; the text says why, as adbd words it."""


def socket_name(destination: str) -> str | None:
    """The one spelling of a socket's address, or None when it is no address of a socket on the phone.

    ``tcp:8080`` and ``tcp:8080:localhost`` are the same; ``tcp:0`` stands for any free port.
    """
    kind, sign, rest = destination.partition(":")
    if kind not in _KINDS or not sign or not rest:
        return None
    if kind != "tcp":
        return f"{_SAME.get(kind, kind)}:{rest}"
    port, _, host = rest.partition(":")
    here = host in ("", "localhost", "127.0.0.1")
    number = small_number(port)
    if not here or number is None or number > 0xFFFF:
        return None
    return f"tcp:{number}"


def small_number(digits: str) -> int | None:
    """A number below a quintillion, or None when the text is no such number."""
    if len(digits) > 18 or not (digits.isascii() and digits.isdigit()):
        return None
    return int(digits)


class Sockets:
    """What listens on a phone.

    Attributes:
        services: address, such as ``tcp:8080`` or ``localabstract:name``, → what talks to whoever connects.
            The connection ends when the handler returns.
    """

    def __init__(self) -> None:
        self.services: dict[str, Handler] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def listen(self, address: str, handler: Handler, *, replace: bool = False) -> str:
        """Let a handler answer at an address; returns the address, with the port chosen for ``tcp:0``.

        Raises:
            SocketError: when it is no address, or taken and not to be replaced.
        """
        name = socket_name(address)
        if name is None:
            raise SocketError(f"unknown socket specification: {address}")
        if name == "tcp:0":
            name = next(free for port in _FREE_PORTS if (free := f"tcp:{port}") not in self.services)
        if name in self.services and not replace:
            raise SocketError("Address already in use")
        self.services[name] = handler
        return name

    def find(self, address: str) -> Handler | None:
        """What listens at an address, or None."""
        name = socket_name(address)
        return self.services.get(name) if name else None

    def connect(self, address: str) -> PipeEnd:
        """Connect to an address from inside the phone.

        Raises:
            SocketError: when nothing listens there.
        """
        handler = self.find(address)
        if handler is None:
            raise SocketError("Connection refused")
        near, far = PipeEnd(), PipeEnd()
        near.peer, far.peer = far, near
        task = asyncio.get_running_loop().create_task(_serve(handler, far))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return near

    async def stop(self) -> None:
        """End the connections that were made inside the phone."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _serve(handler: Handler, end: PipeEnd) -> None:
    try:
        await handler(end)
    except StreamClosedError:
        pass
    except Exception:
        log.exception("what listens on a socket of the phone failed")
    finally:
        await end.close()


class PipeEnd:
    """One end of a connection inside the phone."""

    def __init__(self) -> None:
        self._incoming = Incoming()
        self._room = asyncio.Event()
        self._room.set()
        self.peer: PipeEnd | None = None

    async def read(self, most: int = 65536) -> bytes:
        """The next bytes; empty at the end."""
        data = await self._incoming.read(most)
        if len(self._incoming) < _PIPE_LIMIT:
            self._room.set()
        return data

    async def write(self, data: bytes) -> None:
        """Send bytes; waits while many are unread.

        Raises:
            StreamClosedError: when either end is closed.
        """
        peer = self.peer
        if peer is not None:
            await peer._room.wait()
        if peer is None or self.peer is None:
            raise StreamClosedError("the other end is closed")
        peer._incoming.feed(data)
        if len(peer._incoming) >= _PIPE_LIMIT:
            peer._room.clear()

    async def close(self) -> None:
        """End the connection."""
        peer, self.peer = self.peer, None
        self._incoming.end()
        if peer is not None:
            peer.peer = None
            peer._incoming.end()
            self._room.set()
            peer._room.set()


async def join(one: Duplex, other: Duplex) -> None:
    """Carry bytes both ways until either side ends; both are closed then."""

    async def carry(source: Duplex, target: Duplex) -> None:
        try:
            while data := await source.read():
                await target.write(data)
        except StreamClosedError:
            pass
        await target.close()

    async with asyncio.TaskGroup() as group:
        group.create_task(carry(one, other))
        group.create_task(carry(other, one))
