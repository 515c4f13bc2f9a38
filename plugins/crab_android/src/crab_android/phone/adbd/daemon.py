"""The ADB daemon of a phone: listens on TCP and serves every host that comes."""

from __future__ import annotations

import asyncio
import logging

from crab_core.serving import Listener

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
        self._listener = Listener(self._talk, limit=_READ_LIMIT)
        self._address = ("", 0)
        self._restarting: asyncio.Task[None] | None = None

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> tuple[str, int]:
        """Listen; returns the address, with the port chosen when ``port`` is 0.

        Raises:
            OSError: when the address cannot be had.
        """
        self._address = await self._listener.start(host, port)
        return self._address

    async def stop(self) -> None:
        """Stop listening and drop every connection."""
        if self._restarting is not None:
            self._restarting.cancel()
            await asyncio.gather(self._restarting, return_exceptions=True)
        await self._listener.stop()
        await self.sockets.stop()
        self._phone.shells.processes.end_all()

    def _restart(self, reboot: bool) -> None:
        """Drop every connection and listen again, after a reboot of the phone when told so."""
        if self._restarting is None or self._restarting.done():
            self._restarting = asyncio.get_running_loop().create_task(self._come_back(reboot))

    async def _come_back(self, reboot: bool) -> None:
        await self._listener.stop(hold=True)
        if reboot:
            self._phone.state.properties.pop("sys.powerctl", None)
            power.restart(self._phone)
        try:
            await self.start(*self._address)
        except OSError:
            log.exception("the phone cannot listen again after a restart")

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await Connection(reader, writer, self._services.find, self._banner, self._authorization).serve()

    def _banner(self) -> str:
        properties = self._phone.state.properties
        names = ("ro.product.name", "ro.product.model", "ro.product.device")
        return ";".join(f"{name}={properties.get(name, '')}" for name in names)
