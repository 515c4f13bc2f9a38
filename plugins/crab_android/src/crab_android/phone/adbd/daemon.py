"""The ADB daemon of a phone: listens on TCP and finds the service that a host asks for."""

from __future__ import annotations

import asyncio
from typing import Any

from ..phone import Phone
from ..shell.interpreter import Shell
from .connection import Connection, Service
from .shell_service import serve_shell
from .stream import Stream
from .sync import SyncService


class AdbDaemon:
    """Serves one phone to any number of hosts.

    Args:
        phone: the phone; it is only touched on the event loop that :meth:`start` runs on.
    """

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> tuple[str, int]:
        """Listen; returns the address, with the port chosen when ``port`` is 0.

        Raises:
            OSError: when the address cannot be had.
        """
        self._server = await asyncio.start_server(self._accept, host, port, limit=4 * 1024 * 1024)
        name: tuple[Any, ...] = self._server.sockets[0].getsockname()
        return str(name[0]), int(name[1])

    async def stop(self) -> None:
        """Stop listening and drop every connection."""
        if self._server is not None:
            self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        if self._server is not None:
            await self._server.wait_closed()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = Connection(reader, writer, self._service, self._banner)
        task = asyncio.get_running_loop().create_task(connection.serve())
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    def _banner(self) -> str:
        properties = self._phone.state.properties
        names = ("ro.product.name", "ro.product.model", "ro.product.device")
        return ";".join(f"{name}={properties.get(name, '')}" for name in names)

    def _service(self, name: str) -> Service | None:
        kind, _, rest = name.partition(":")
        options = kind.split(",")
        if options[0] == "shell":
            framed = "v2" in options
            terminal = "raw" not in options and (not rest or "pty" in options)

            async def shell(stream: Stream) -> None:
                await serve_shell(Shell(self._phone), stream, rest, framed=framed, terminal=terminal)

            return shell
        if options[0] == "exec":

            async def execute(stream: Stream) -> None:
                await serve_shell(Shell(self._phone), stream, rest, framed=False, terminal=False)

            return execute
        if name == "sync:":

            async def sync(stream: Stream) -> None:
                await SyncService(lambda: self._phone.state.files, self._phone.now, stream).serve()

            return sync
        return None
