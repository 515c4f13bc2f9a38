"""Relays: a connection is passed byte for byte to something that answers outside the desktop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

from crab_ubuntu.services.bounds import cut
from crab_ubuntu.services.service import Service, ServiceOptions

CHUNK = 64 * 1024
"""Bytes: what is held of each direction at a time, beside the kernel's own buffers."""


class RelayOptions(ServiceOptions):
    """Where a relay leads."""

    socket: str
    """Path of a unix socket."""


class Relay(Service[RelayOptions]):
    """Every connection becomes one to a unix socket; the end of one direction is passed on as such."""

    ports: ClassVar[tuple[int, ...]] = (80,)
    options = RelayOptions
    idle_seconds = 3600.0

    def start(self, options: RelayOptions, seed: int) -> None:  # noqa: ARG002 - nothing in it is left to chance
        """Remember where to connect to."""
        self._path = Path(options.socket)
        self._connections = self._refused = self._sent = self._received = 0

    async def serve(
        self,
        port: int,  # noqa: ARG002 - one socket answers for all ports
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """Pass everything on, both ways, until both have ended."""
        self._connections += 1
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(str(self._path), limit=CHUNK)
        except OSError:
            self._refused += 1
            cut(writer.transport)  # as a port on which nobody listens
            return
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass(reader, far_writer, "_sent"))
                group.create_task(self._pass(far_reader, writer, "_received"))
        except* OSError:
            cut(writer.transport)  # one side was cut, so the other must not take it for an end
        finally:
            far_writer.close()
            with suppress(OSError):
                await far_writer.wait_closed()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, counter: str) -> None:
        while data := await reader.read(CHUNK):
            writer.write(data)
            setattr(self, counter, getattr(self, counter) + len(data))
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()

    def state(self) -> dict[str, Any]:
        """How much was passed on; what it means is known outside only."""
        counters: Mapping[str, int] = {
            "connections": self._connections,
            "refused": self._refused,
            "sent": self._sent,
            "received": self._received,
        }
        return dict(counters)
