"""The ADB daemon of a phone: listens on TCP and serves every host that comes."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from ..phone import Phone
from ..system import power
from .auth import Authorization
from .connection import Connection
from .services import Services
from .sockets import Sockets

log = logging.getLogger(__name__)

_READ_LIMIT = 4 * 1024 * 1024


class AdbDaemon:
    """Serves one phone to any number of hosts.

    Args:
        phone: the phone; it is only touched on the event loop that :meth:`start` runs on.
        authorization: which hosts may come in; everyone when None.

    Attributes:
        sockets: what listens inside the phone, for ``adb forward`` and ``adb reverse``.
    """

    def __init__(self, phone: Phone, authorization: Authorization | None = None) -> None:
        self._phone = phone
        self._authorization = authorization
        self.sockets = Sockets()
        self._services = Services(phone, self.sockets, self._restart)
        self._server: asyncio.Server | None = None
        self._address = ("", 0)
        self._connections: set[asyncio.Task[None]] = set()
        self._restarting: asyncio.Task[None] | None = None

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> tuple[str, int]:
        """Listen; returns the address, with the port chosen when ``port`` is 0.

        Raises:
            OSError: when the address cannot be had.
        """
        self._server = await asyncio.start_server(self._accept, host, port, limit=_READ_LIMIT)
        name: tuple[Any, ...] = self._server.sockets[0].getsockname()
        self._address = (str(name[0]), int(name[1]))
        return self._address

    async def stop(self) -> None:
        """Stop listening and drop every connection."""
        if self._restarting is not None:
            self._restarting.cancel()
            await asyncio.gather(self._restarting, return_exceptions=True)
        await self._go_down()
        await self.sockets.stop()
        self._phone.shells.processes.end_all()

    async def _go_down(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        if self._server is not None:
            await self._server.wait_closed()

    def _restart(self, reboot: bool) -> None:
        """Drop every connection and listen again, after a reboot of the phone when told so."""
        if self._restarting is None or self._restarting.done():
            self._restarting = asyncio.get_running_loop().create_task(self._come_back(reboot))

    async def _come_back(self, reboot: bool) -> None:
        await self._go_down()
        if reboot:
            self._phone.state.properties.pop("sys.powerctl", None)
            power.restart(self._phone)
        try:
            await self.start(*self._address)
        except OSError:
            log.exception("the phone cannot listen again after a restart")

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._server is None or not self._server.is_serving():
            writer.close()  # it came while the daemon was going down
            return
        connection = Connection(reader, writer, self._services.find, self._banner, self._authorization)
        task = asyncio.get_running_loop().create_task(connection.serve())
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    def _banner(self) -> str:
        properties = self._phone.state.properties
        names = ("ro.product.name", "ro.product.model", "ro.product.device")
        return ";".join(f"{name}={properties.get(name, '')}" for name in names)
