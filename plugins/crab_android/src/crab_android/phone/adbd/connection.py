"""One host's connection to the phone: the handshake, and its streams."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from .packets import (
    CLSE,
    CNXN,
    MAX_PAYLOAD,
    OKAY,
    OPEN,
    VERSION,
    WRTE,
    BadPacketError,
    Packet,
    read_packet,
)
from .stream import Stream, StreamClosedError

log = logging.getLogger(__name__)

FEATURES = ("shell_v2", "cmd", "stat_v2", "ls_v2")
_CHECKSUM_BEFORE = 0x01000001
_STREAMS_LIMIT = 256
_BUFFER_LIMIT = 64 * 1024 * 1024

Service = Callable[[Stream], Awaitable[None]]
FindService = Callable[[str], Service | None]
Banner = Callable[[], str]


class Connection:
    """Reads packets until the host is gone."""

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        find_service: FindService,
        banner: Banner,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._find = find_service
        self._banner = banner
        self._streams: dict[int, Stream] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._next = 1
        self._checksum = False
        self._chunk = 4096
        self._open = False

    async def serve(self) -> None:
        """Serve until the host leaves or sends what is no packet."""
        try:
            while True:
                self._handle(await read_packet(self._reader))
                await self._writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        except BadPacketError as error:
            log.info("closing an ADB connection: %s", error)
        finally:
            await self._shut()

    async def _shut(self) -> None:
        for stream in self._streams.values():
            stream.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._writer.close()

    def _send(self, packet: Packet) -> None:
        if not self._writer.is_closing():
            self._writer.write(packet.encode(checksum=self._checksum))

    def _handle(self, packet: Packet) -> None:
        if packet.command == CNXN:
            self._connect(packet)
        elif not self._open:
            raise BadPacketError("the first packet must be CNXN")
        elif packet.command == OPEN:
            self._start(packet)
        else:
            stream = self._streams.get(packet.arg1)
            if packet.command == WRTE:
                self._receive(packet, stream)
            elif stream is not None and packet.command == OKAY:
                stream.acknowledge()
            elif stream is not None and packet.command == CLSE:
                stream.end()
        # Anything else, AUTH and STLS among it, was not asked for and needs no answer.

    def _connect(self, packet: Packet) -> None:
        self._checksum = packet.arg0 < _CHECKSUM_BEFORE
        self._chunk = max(1024, min(packet.arg1, MAX_PAYLOAD, 256 * 1024))
        self._open = True
        answer = f"device::{self._banner()};features={','.join(FEATURES)}"
        self._send(Packet(CNXN, min(packet.arg0, VERSION), MAX_PAYLOAD, answer.encode()))

    def _start(self, packet: Packet) -> None:
        name = packet.data.rstrip(b"\0").decode("utf-8", "surrogateescape")
        service = self._find(name)
        if service is None or packet.arg0 == 0 or len(self._streams) >= _STREAMS_LIMIT:
            self._send(Packet(CLSE, 0, packet.arg0))
            return
        stream = Stream(self._next, packet.arg0, self._chunk, self._send)
        self._next += 1
        self._streams[stream.local] = stream
        self._send(Packet(OKAY, stream.local, stream.remote))
        task = asyncio.get_running_loop().create_task(self._run(service, stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, service: Service, stream: Stream) -> None:
        try:
            await service(stream)
        except StreamClosedError:
            pass
        except Exception:
            log.exception("a service of the phone failed")
        finally:
            await stream.close()
            self._streams.pop(stream.local, None)

    def _receive(self, packet: Packet, stream: Stream | None) -> None:
        if stream is None or stream.closed:
            self._send(Packet(CLSE, 0, packet.arg0))
            return
        if stream.buffered + len(packet.data) > _BUFFER_LIMIT:
            raise BadPacketError("the host sends faster than the phone reads")
        stream.feed(packet.data)
        self._send(Packet(OKAY, stream.local, stream.remote))
