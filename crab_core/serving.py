"""Servers that leave nothing open when they end.

`asyncio.start_server` may leave something: a connection that came in the turn of the loop in which the server
is closed, one whose task is cancelled before its first step, one whose peer does not read what waits for it.
Here a connection belongs to a task from the moment in which it is taken, and a task ends with its connection.
A server of threads waits for clients that keep a connection open and say nothing; it can end those.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import socketserver
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, TypeVar

Result = TypeVar("Result")
Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]

RETRY_SECONDS: Final = 0.5
"""The kernel has no descriptor or memory for a connection; nothing tells when it has one again."""
_BACKLOG: Final = 128
_TURNS: Final = 3
"""Of the loop, after which a connection that asyncio has taken is known to its server."""

log = logging.getLogger(__name__)


class LoopThread:
    """An asyncio loop in a thread of its own."""

    def __init__(self, name: str) -> None:
        """Start it.

        Args:
            name: Of the thread.
        """
        self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.loop = self._runner.get_loop()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def ask(self, coroutine: Coroutine[Any, Any, Result], seconds: float | None = None) -> Result:
        """Run a coroutine on the loop, from another thread; returns what it returns.

        Raises:
            TimeoutError: It took longer than so many seconds, and was cancelled.
            RuntimeError: The loop has ended.
        """
        try:
            future = asyncio.run_coroutine_threadsafe(coroutine, self.loop)
        except RuntimeError:
            coroutine.close()
            raise
        try:
            return future.result(seconds)
        except BaseException:
            future.cancel()
            raise

    def close(self, seconds: float | None = None) -> bool:
        """Cancel what still runs, wait for its end, and end the loop; safe to call twice.

        Args:
            seconds: How long that may take.

        Returns:
            Whether it has ended; if not, something blocks it, and the thread is left behind.
        """
        with suppress(RuntimeError):  # it has ended
            self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        with self._runner:
            self.loop.run_forever()


async def accept(door: socket.socket) -> socket.socket:
    """Wait for a connection to a listening socket that does not block.

    Unlike the loop's `sock_accept`, it loses none: when it is cancelled, none was taken.

    Returns:
        The connection; it does not block, and what is written to it leaves at once.

    Raises:
        OSError: The kernel has no descriptor or memory for it.
    """
    loop = asyncio.get_running_loop()
    while True:
        arrived = loop.create_future()
        loop.add_reader(door, _tell, arrived)
        try:
            await arrived
        finally:
            loop.remove_reader(door)
        with suppress(BlockingIOError, ConnectionAbortedError):  # it has gone again
            connection, _ = door.accept()
            connection.setblocking(False)
            if connection.family != socket.AF_UNIX:
                # asyncio does so only for sockets that were made with the protocol's number. Else the second
                # part of an answer waits 40 ms for the peer to acknowledge the first.
                with suppress(OSError):
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return connection


class Conversations:
    """Tasks that talk on a connection each."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(
        self,
        connection: socket.socket,
        talk: Callable[[socket.socket], Awaitable[None]],
        ended: Callable[[], None] | None = None,
    ) -> None:
        """Let someone talk on a connection, in a task.

        Args:
            connection: It belongs to `talk` once that has begun, and is closed if it never does.
            talk: Closes the connection, also when it is cancelled.
            ended: Called when the task has ended, in any way.
        """
        begun = False

        async def run() -> None:
            nonlocal begun
            begun = True
            await talk(connection)

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not begun:
                connection.close()
            if ended is not None:
                ended()
            if not task.cancelled() and (error := task.exception()) is not None:
                log.error("A connection was not served to its end.", exc_info=error)

        task = asyncio.get_running_loop().create_task(run())
        self._tasks.add(task)
        task.add_done_callback(done)

    async def end(self) -> None:
        """Cancel all, and wait until they have ended."""
        while self._tasks:
            tasks = set(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


class Listener:
    """Listens on a TCP port and talks to everyone who comes; all of it on one loop."""

    def __init__(self, talk: Talk, *, limit: int = 64 * 1024) -> None:
        """Prepare; nothing listens yet.

        Args:
            talk: Serves one connection, which is closed when it returns, once the peer has read all.
            limit: Bytes that are read ahead of it.
        """
        self._talk = talk
        self._limit = limit
        self._conversations = Conversations()
        self._door: socket.socket | None = None
        self._held: socket.socket | None = None
        self._acceptor: asyncio.Task[None] | None = None

    async def start(self, host: str, port: int) -> tuple[str, int]:
        """Listen; returns the address, with the port chosen when `port` is 0.

        Raises:
            OSError: The address cannot be had.
        """
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._let_go()
        self._door = door = socket.create_server((host, port), family=family, backlog=_BACKLOG)
        door.setblocking(False)
        self._acceptor = asyncio.get_running_loop().create_task(self._accept(door))
        name = door.getsockname()
        return str(name[0]), int(name[1])

    async def stop(self, *, hold: bool = False) -> None:
        """Stop listening and cut every connection; safe to call twice.

        Args:
            hold: Let nobody else have the address until the next `start` or `stop`.
        """
        self._let_go()
        acceptor, self._acceptor = self._acceptor, None
        if acceptor is not None:
            acceptor.cancel()
            await asyncio.wait([acceptor])
        door, self._door = self._door, None
        if door is not None:
            self._close(door, hold=hold)
        await self._conversations.end()

    def _close(self, door: socket.socket, *, hold: bool) -> None:
        name = door.getsockname()
        door.close()
        if hold:
            # Bound, but not listening: who connects is refused. Nothing else runs between the two.
            self._held = socket.socket(door.family)
            self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            self._held.bind(name)

    def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            held.close()

    async def _accept(self, door: socket.socket) -> None:
        while True:
            try:
                connection = await accept(door)
            except OSError as error:
                log.warning("A connection cannot be accepted: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._conversations.begin(connection, self._serve)

    async def _serve(self, connection: socket.socket) -> None:
        try:
            reader, writer = await asyncio.open_connection(sock=connection, limit=self._limit)
        except BaseException:
            connection.close()
            raise
        try:
            await self._talk(reader, writer)
        except OSError:
            writer.transport.abort()  # the peer has gone
        except BaseException:
            writer.transport.abort()
            raise
        finally:
            await hang_up(writer)


async def hang_up(writer: asyncio.StreamWriter) -> None:
    """Close a connection and wait until the peer has what was written; when cancelled, cut it."""
    writer.close()
    closed = asyncio.ensure_future(writer.wait_closed())
    try:
        with suppress(OSError):
            await asyncio.shield(closed)
    except asyncio.CancelledError:
        writer.transport.abort()
        with suppress(OSError):
            await closed
        raise


async def stop_accepting(server: asyncio.Server) -> None:
    """Make a server of asyncio take no more connections, and wait until it knows all that it has taken.

    To be awaited before the server is closed: what it has taken and does not know yet would stay open.
    """
    loop = asyncio.get_running_loop()
    for door in server.sockets:
        loop.remove_reader(door.fileno())
    for _ in range(_TURNS):
        await asyncio.sleep(0)


class ThreadedServer(socketserver.ThreadingTCPServer):
    """Talks to everyone who comes, in a thread each, and knows which connections are open."""

    allow_reuse_address = True

    def __init__(self, *arguments: Any) -> None:
        """Listen; as any server of `socketserver`."""
        self._open: set[socket.socket] = set()
        self._opening = threading.Lock()
        super().__init__(*arguments)

    @property
    def port(self) -> int:
        """The port on which it listens."""
        return int(self.server_address[1])

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a connection in a thread of its own."""
        with self._opening:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        """A connection is over."""
        with self._opening:
            self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self, how: int = socket.SHUT_RD) -> None:
        """End connections on which a client says nothing; it keeps some open in case.

        Args:
            how: What to shut down; what is being answered still arrives when that is reading only.
        """
        with self._opening:
            for connection in self._open:
                with suppress(OSError):
                    connection.shutdown(how)


def _tell(arrived: asyncio.Future[None]) -> None:
    if not arrived.done():
        arrived.set_result(None)
