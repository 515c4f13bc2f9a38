"""One host's connection to the phone: the handshake, and its streams."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from .auth import Authorization
from .handshake import Handshake
from .packets import (
    AUTH,
    CLSE,
    CNXN,
    OKAY,
    OPEN,
    STLS,
    WRTE,
    BadPacketError,
    Packet,
    read_packet,
)
from .stream import Stream, StreamClosedError

log = logging.getLogger(__name__)

_STREAMS_LIMIT = 256
_GRACE = 1.0  # seconds that a service may go on when its host has closed the stream


@dataclass(frozen=True, slots=True)
class Service:
    """What a stream is connected to.

    Attributes:
        serve: talks on the stream until it is done.
        hangs_up: whether it ends at once when the host closes the stream, as what runs on a terminal does;
            others may still read what has arrived.
    """

    serve: Callable[[Stream], Awaitable[None]]
    hangs_up: bool = False


FindService = Callable[[str, "Connection"], Service | None]


class Connection:
    """Reads packets until the host is gone.

    Args:
        reader: bytes from the host.
        writer: bytes to the host.
        find_service: what a name stands for; None closes the stream that asked for it.
        banner: the device's names.
        authorization: who may come in; everyone when None.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        find_service: FindService,
        banner: Callable[[], str],
        authorization: Authorization | None = None,
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._find = find_service
        self._handshake = Handshake(banner, authorization, self._send)
        self._streams: dict[int, Stream] = {}
        self._services: dict[int, tuple[asyncio.Task[None], Service]] = {}
        self._next = 1
        self.ended = contextlib.ExitStack()
        """What is to be undone when the connection ends."""

    async def serve(self) -> None:
        """Serve until the host leaves or sends what is no packet."""
        try:
            while True:
                packet = await read_packet(
                    self._reader, checksum=self._handshake.checksum and self._handshake.done
                )
                self._handle(packet)
                await self._writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        except BadPacketError as error:
            log.info("closing an ADB connection: %s", error)
        except Exception:
            log.exception("closing an ADB connection")
        finally:
            await self._shut()

    async def open(self, destination: str) -> Stream | None:
        """Open a stream to something on the host's side, such as ``tcp:8080``; None when it refuses."""
        if not self._handshake.done or len(self._streams) >= _STREAMS_LIMIT:
            return None
        stream = self._add(remote=0)
        name = destination.encode("utf-8", "surrogateescape")
        self._send(Packet(OPEN, stream.local, 0, name + b"\0"))
        if await stream.accepted():
            return stream
        self.forget(stream)
        return None

    def drop(self) -> None:
        """Hang up."""
        self._writer.close()

    def forget(self, stream: Stream) -> None:
        """A stream that the phone opened is no longer needed."""
        stream.abort()
        self._streams.pop(stream.local, None)

    async def _shut(self) -> None:
        self._handshake.stop()
        self.ended.close()
        tasks = [task for task, _ in self._services.values()]
        self._end_streams()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._writer.close()

    def _end_streams(self) -> None:
        for stream in list(self._streams.values()):
            self._closed(stream)

    def _send(self, packet: Packet) -> None:
        if not self._writer.is_closing():
            self._writer.write(packet.encode(checksum=self._handshake.checksum))

    def _handle(self, packet: Packet) -> None:
        if packet.command in (CNXN, AUTH, STLS):
            if packet.command == CNXN:
                self._end_streams()
            self._handshake.handle(packet)
        elif not self._handshake.done:
            raise BadPacketError("the first packet must be CNXN, and the host must have been let in")
        elif packet.command == OPEN:
            self._start(packet)
        elif packet.command in (WRTE, OKAY, CLSE):
            self._pass_on(packet)
        # Anything else was not asked for and needs no answer.

    def _add(self, remote: int) -> Stream:
        stream = Stream(self._next, remote, self._handshake.chunk, self._send)
        # Numbers are not used again while the connection lives, until there are no others left.
        self._next = self._next % 0xFFFFFFFF + 1
        while self._next in self._streams:
            self._next = self._next % 0xFFFFFFFF + 1
        self._streams[stream.local] = stream
        return stream

    def _start(self, packet: Packet) -> None:
        # The second argument is the window of a host that delays acknowledgements, which nobody agreed on.
        allowed = packet.arg0 != 0 and packet.arg1 == 0 and len(self._streams) < _STREAMS_LIMIT
        name = packet.data.rstrip(b"\0").decode("utf-8", "surrogateescape")
        service = self._find(name, self) if allowed else None
        if service is None:
            self._send(Packet(CLSE, 0, packet.arg0))
            return
        stream = self._add(packet.arg0)
        self._send(Packet(OKAY, stream.local, stream.remote))
        task = asyncio.get_running_loop().create_task(self._run(service, stream))
        self._services[stream.local] = task, service

    async def _run(self, service: Service, stream: Stream) -> None:
        try:
            await service.serve(stream)
        except StreamClosedError:
            pass
        except Exception:
            log.exception("a service of the phone failed")
        finally:
            try:
                await stream.close()
            finally:
                self._streams.pop(stream.local, None)
                self._services.pop(stream.local, None)

    def _pass_on(self, packet: Packet) -> None:
        """A packet that belongs to a stream; when there is no such stream, only a WRTE needs an answer."""
        stream = self._streams.get(packet.arg1)
        if stream is None or stream.closed:
            if packet.command == WRTE:
                self._send(Packet(CLSE, 0, packet.arg0))
        elif packet.command == OKAY and packet.arg0:
            stream.acknowledge(packet.arg0)
        elif packet.command == WRTE and packet.arg0 and packet.arg0 == stream.remote:
            stream.receive(packet.data)
        elif packet.command == CLSE and packet.arg0 in (stream.remote, 0):
            # A host that refuses a stream has no number for it; old ones close any stream without one.
            self._closed(stream)

    def _closed(self, stream: Stream) -> None:
        """The host has closed a stream: its service ends, at once or when it has read what arrived."""
        stream.end()
        running = self._services.get(stream.local)
        if running is None:
            return
        task, service = running
        if service.hangs_up:
            task.cancel()
        else:
            asyncio.get_running_loop().call_later(_GRACE, task.cancel)
