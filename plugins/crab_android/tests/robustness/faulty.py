"""Stands between the real adb and a phone, and makes things go wrong, each of them when a test says so."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from crab_core.serving import Listener, LoopThread, hang_up

_HEAD = struct.Struct("<6I")
CNXN, AUTH, OPEN, OKAY, CLSE, WRTE = (
    int.from_bytes(name, "little") for name in (b"CNXN", b"AUTH", b"OPEN", b"OKAY", b"CLSE", b"WRTE")
)
_CHUNK = 4096


@dataclass
class Fault:
    """What happens to the next service whose name contains `service`."""

    service: str
    change: Callable[[bytes], bytes] | None = None
    """Makes other bytes of what the phone answers."""
    refuse: bool = False
    """The phone closes it unopened."""
    cut_before: bool = False
    """The connection ends before the phone hears of it."""
    cut_after: bool = False
    """The phone does it, and the connection ends before the answer."""
    seconds: float = 0.0
    """How much later the answer comes."""
    left: int = 1
    """How many more times."""


@dataclass
class _Stream:
    fault: Fault
    host: int
    phone: int = 0
    answer: bytearray = field(default_factory=bytearray)
    taken: asyncio.Event = field(default_factory=asyncio.Event)


class FaultyPhone:
    """A phone at an address of its own that passes on to another one what it is not told to spoil.

    Attributes:
        heard: The services that reached the real phone, in order.
        mute: It accepts connections and says nothing, so that adb shows it as offline.
        trusting: Without it, the phone asks for a key that no computer has.
    """

    def __init__(self, host: str, port: int) -> None:
        self._target = host, port
        self._faults: list[Fault] = []
        self.heard: list[str] = []
        self.mute = False
        self.trusting = True
        self._thread = LoopThread("faulty")
        self._listener = Listener(self._serve)
        _, self.port = self._thread.ask(self._listener.start("127.0.0.1", 0), 20)
        self.serial = f"127.0.0.1:{self.port}"

    def fail(self, service: str, **how: object) -> None:
        """Let something go wrong with the next service whose name contains this text."""
        self._faults.append(Fault(service, **how))  # type: ignore[arg-type]

    def unplug(self) -> None:
        """Drop every connection, and take no more."""
        self._thread.ask(self._listener.stop(hold=True), 20)

    def plug_in(self) -> None:
        """Be there again, at the same address."""
        self._thread.ask(self._listener.start("127.0.0.1", self.port), 20)

    def close(self) -> None:
        self._thread.ask(self._listener.stop(), 20)
        assert self._thread.close(20)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            if self.mute:
                await reader.read(-1)
            elif not self.trusting:
                while True:
                    await _read(reader)
                    writer.write(_packet(AUTH, 1, 0, bytes(20)))
            else:
                await self._connect(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        phone_reader, phone_writer = await asyncio.open_connection(*self._target)
        connection = _Connection(self, writer, phone_writer)
        ways = [
            asyncio.ensure_future(connection.from_host(reader)),
            asyncio.ensure_future(connection.from_phone(phone_reader)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            await connection.drop()
            phone_writer.transport.abort()
            await hang_up(phone_writer)

    def fault_for(self, service: str) -> Fault | None:
        for fault in self._faults:
            if fault.service in service and fault.left > 0:
                fault.left -= 1
                return fault
        return None


class _Connection:
    def __init__(self, owner: FaultyPhone, host: asyncio.StreamWriter, phone: asyncio.StreamWriter) -> None:
        self._owner = owner
        self._host = host
        self._phone = phone
        self._streams: dict[int, _Stream] = {}
        self._answers: set[asyncio.Task[None]] = set()

    async def from_host(self, reader: asyncio.StreamReader) -> None:
        while True:
            command, arg0, arg1, data = await _read(reader)
            stream = self._streams.get(arg0)
            if command == OPEN:
                name = data.rstrip(b"\0").decode()
                fault = self._owner.fault_for(name)
                if fault is not None and fault.cut_before:
                    return
                if fault is not None and fault.refuse:
                    self._host.write(_packet(CLSE, 0, arg0))
                    continue
                self._owner.heard.append(name)
                if fault is not None:
                    self._streams[arg0] = _Stream(fault, arg0)
            elif stream is not None and command == OKAY:
                stream.taken.set()
                continue
            self._phone.write(_packet(command, arg0, arg1, data))

    async def from_phone(self, reader: asyncio.StreamReader) -> None:
        while True:
            command, arg0, arg1, data = await _read(reader)
            stream = self._streams.get(arg1)
            if stream is None or command == OKAY:
                self._host.write(_packet(command, arg0, arg1, data))
                continue
            stream.phone = arg0
            if command == WRTE:
                stream.answer += data
                self._phone.write(_packet(OKAY, stream.host, stream.phone))
            elif stream.fault.cut_after:
                return
            else:
                task = asyncio.ensure_future(self._answer(stream))
                self._answers.add(task)
                task.add_done_callback(self._answers.discard)

    async def drop(self) -> None:
        """Give no answer that is still to come."""
        for answer in self._answers:
            answer.cancel()
        await asyncio.gather(*self._answers, return_exceptions=True)

    async def _answer(self, stream: _Stream) -> None:
        await asyncio.sleep(stream.fault.seconds)
        answer = bytes(stream.answer)
        if stream.fault.change is not None:
            answer = stream.fault.change(answer)
        for start in range(0, len(answer), _CHUNK):
            stream.taken.clear()
            self._host.write(_packet(WRTE, stream.phone, stream.host, answer[start : start + _CHUNK]))
            await stream.taken.wait()
        self._host.write(_packet(CLSE, stream.phone, stream.host))


def _packet(command: int, arg0: int, arg1: int, data: bytes = b"") -> bytes:
    return _HEAD.pack(command, arg0, arg1, len(data), sum(data) & 0xFFFFFFFF, command ^ 0xFFFFFFFF) + data


async def _read(reader: asyncio.StreamReader) -> tuple[int, int, int, bytes]:
    command, arg0, arg1, length, _sum, _magic = _HEAD.unpack(await reader.readexactly(_HEAD.size))
    return command, arg0, arg1, await reader.readexactly(length)
