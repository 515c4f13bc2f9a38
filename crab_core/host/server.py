"""The server of a host: one environment, any number of clients on a unix socket or TCP port."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from crab_core.environment import Environment
from crab_core.errors import HostError, UsageError
from crab_core.host.address import Address, TcpAddress, UnixAddress
from crab_core.host.connection import Connection
from crab_core.host.frames import Limits
from crab_core.host.handshake import check_token
from crab_core.host.service import Service
from crab_core.host.workers import Workers
from crab_core.serving import RETRY_SECONDS, Conversations, accept

if TYPE_CHECKING:
    import ssl

_BACKLOG = 128

log = logging.getLogger(__name__)


class HostServer:
    """Serves one environment. All methods belong to one running event loop.

    Calls of the environment run at the same time in worker threads, `reset` alone; the environment must
    bear that. One that does not is served with `workers=1`: its calls then run one after the other in the
    same thread, and heartbeats are still answered. A call that runs cannot be stopped from outside: when
    its client goes away, its result is dropped.

    Attributes:
        address: Where it listens, with the port that the kernel chose; set by `start`.
    """

    def __init__(
        self,
        environment: Environment,
        token: bytes,
        *,
        workers: int = 16,
        limits: Limits | None = None,
        handshake_seconds: float = 20.0,
        silence_seconds: float = 60.0,
        max_strangers: int = 16,
        requests_per_client: int = 256,
    ) -> None:
        """Prepare to serve; nothing listens yet.

        Args:
            environment: What is served.
            token: What clients have to know; at least 16 bytes.
            workers: How many calls run at the same time.
            limits: The largest frames.
            handshake_seconds: How long a stranger has to prove itself.
            silence_seconds: A client that is not heard for so long is gone; clients send heartbeats.
            max_strangers: How many may be unproved at the same time; one more, and the oldest has to go.
            requests_per_client: How many requests of one client may be open; more are refused.

        Raises:
            UsageError: The token is too short.
        """
        self.service = Service(environment)
        self.token = check_token(token)
        self.limits = limits or Limits()
        self.requests_per_client = requests_per_client
        self.stopping = False
        self.workers = Workers(workers)
        self.address: Address | None = None
        self._handshake_seconds = handshake_seconds
        self._silence_seconds = silence_seconds
        self._max_strangers = max_strangers
        self._strangers: dict[Connection, asyncio.TimerHandle] = {}
        self._clients: set[Connection] = set()
        self._loop = asyncio.get_running_loop()
        self._door: socket.socket | None = None
        self._acceptor: asyncio.Task[None] | None = None
        self._arriving = Conversations()
        self._ssl: ssl.SSLContext | None = None
        self._sweep: asyncio.TimerHandle | None = None
        self._inode = 0
        self._all_left = asyncio.Event()
        self._all_left.set()

    async def start(
        self, address: Address, *, ssl_context: ssl.SSLContext | None = None, allow_plain: bool = False
    ) -> Address:
        """Listen. A unix socket appears at its path when it already listens, readable by its owner only.

        Args:
            address: Where; a socket file that is there already is replaced.
            ssl_context: Speak TLS on a TCP port with this certificate.
            allow_plain: Permit TCP without TLS beyond this machine, on a link that is trusted.

        Raises:
            UsageError: A port that others reach would be without TLS.
            HostError: The address cannot be had.
        """
        if isinstance(address, TcpAddress) and not (address.is_loopback or ssl_context or allow_plain):
            raise UsageError(
                f"{address} would be reached from other machines without encryption.",
                advice="Give a certificate, or say that the network is trusted.",
            )
        try:
            listener = _listen_unix(address) if isinstance(address, UnixAddress) else _listen_tcp(address)
        except OSError as error:
            raise HostError(f"The host cannot listen on {address}: {error.strerror or error}.") from error
        if isinstance(address, UnixAddress):
            self._inode = Path(address.path).stat().st_ino
            self.address = address
        else:
            self.address = TcpAddress(address.host, listener.getsockname()[1])
        self._door = listener
        self._ssl = ssl_context
        self._acceptor = self._loop.create_task(self._accept(listener))
        self.workers.submit(self.service.warm_up, lambda _: None)
        self._drop_silent_clients()
        return self.address

    async def stop(self, grace_seconds: float = 5.0) -> bool:
        """Take no more requests, let those that run finish, then end all connections.

        Args:
            grace_seconds: How long to wait for calls that run, and then for answers to leave.

        Returns:
            Whether everything finished in time.
        """
        self.stopping = True
        if self._acceptor is not None:
            self._acceptor.cancel()
            await asyncio.wait([self._acceptor])
        if self._door is not None:
            self._door.close()
        await self._arriving.end()
        self._remove_socket()
        if self._sweep is not None:
            self._sweep.cancel()
        finished = await self.workers.drain(grace_seconds)
        self.workers.close()
        for connection in [*self._strangers, *self._clients]:
            connection.close()
        try:
            await asyncio.wait_for(self._all_left.wait(), grace_seconds)
        except TimeoutError:
            finished = False
            for connection in [*self._strangers, *self._clients]:
                connection.abort()
            await self._all_left.wait()
        return finished

    async def _accept(self, door: socket.socket) -> None:
        while True:
            try:
                connected = await accept(door)
            except OSError as error:
                log.warning("A connection cannot be accepted: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._arriving.begin(connected, self._welcome)

    async def _welcome(self, connected: socket.socket) -> None:
        """Make a connection of it; with TLS, after its handshake."""
        seconds = self._handshake_seconds if self._ssl else None
        with contextlib.suppress(OSError):  # a handshake that fails; asyncio has closed it
            await self._loop.connect_accepted_socket(
                lambda: Connection(self), connected, ssl=self._ssl, ssl_handshake_timeout=seconds
            )

    # -- called by connections -------------------------------------------------------------------------

    def arrived(self, connection: Connection) -> None:
        """A stranger has connected; it has so long to prove itself."""
        self._all_left.clear()
        while len(self._strangers) >= self._max_strangers:
            oldest = next(iter(self._strangers))
            self._strangers.pop(oldest).cancel()
            self._clients.add(oldest)  # until it has left, which it tells by itself
            oldest.abort()
        self._strangers[connection] = self._loop.call_later(self._handshake_seconds, connection.abort)

    def proved(self, connection: Connection) -> None:
        """The stranger knows the token."""
        timer = self._strangers.pop(connection, None)
        if timer is not None:
            timer.cancel()
        self._clients.add(connection)

    def left(self, connection: Connection) -> None:
        """The connection has ended."""
        timer = self._strangers.pop(connection, None)
        if timer is not None:
            timer.cancel()
        self._clients.discard(connection)
        if not self._strangers and not self._clients:
            self._all_left.set()

    def _drop_silent_clients(self) -> None:
        latest = self._loop.time() - self._silence_seconds
        for connection in self._clients:
            if connection.is_silent_since(latest):
                connection.abort()
        self._sweep = self._loop.call_later(self._silence_seconds / 4, self._drop_silent_clients)

    def _remove_socket(self) -> None:
        """Remove the socket file, unless another server has put its own in the place."""
        if isinstance(self.address, UnixAddress):
            path = Path(self.address.path)
            with contextlib.suppress(FileNotFoundError):
                if path.stat().st_ino == self._inode:
                    path.unlink()


def _listen_unix(address: UnixAddress) -> socket.socket:
    """Bind under another name in the same folder, and rename when it listens."""
    final = Path(address.path)
    hidden = final.with_name(f".{secrets.token_hex(4)}")
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        listener.bind(str(hidden))
        hidden.chmod(stat.S_IRUSR | stat.S_IWUSR)
        listener.listen(_BACKLOG)
        hidden.rename(final)
    except BaseException:
        listener.close()
        hidden.unlink(missing_ok=True)
        raise
    listener.setblocking(False)
    return listener


def _listen_tcp(address: TcpAddress) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listener = socket.create_server((address.host, address.port), family=family, backlog=_BACKLOG)
    listener.setblocking(False)
    return listener
