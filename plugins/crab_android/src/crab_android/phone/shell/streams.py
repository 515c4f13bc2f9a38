"""Where commands read from and write to: the ADB stream, files, pipes between commands, or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

_PIPE_LIMIT = 256 * 1024
_KEPT_LIMIT = 16 * 1024 * 1024  # bytes of its input that a command may keep


class Output(Protocol):
    """Where a shell writes to."""

    async def out(self, data: bytes) -> None:
        """Write to standard output."""

    async def err(self, data: bytes) -> None:
        """Write to standard error."""


class Source(Protocol):
    """Where a shell reads from."""

    async def read(self, most: int = 65536) -> bytes:
        """The next bytes, empty at the end."""


class Sink(Protocol):
    """What one file descriptor is written to."""

    async def write(self, data: bytes) -> None:
        """Take bytes."""


class BrokenPipe(Exception):  # noqa: N818 - not a fault of the program
    """Nobody reads what is written."""


class OutSink:
    """The standard output of an :class:`Output`."""

    def __init__(self, output: Output) -> None:
        self.write = output.out


class ErrSink:
    """The standard error of an :class:`Output`."""

    def __init__(self, output: Output) -> None:
        self.write = output.err


class NullSink:
    """``/dev/null``, or a closed descriptor."""

    async def write(self, data: bytes) -> None:
        """Forget the bytes."""


class Captured:
    """Bytes kept in memory.

    Args:
        limit: how many are kept; more are dropped.
    """

    def __init__(self, limit: int = 64 * 1024 * 1024) -> None:
        self.data = bytearray()
        self._limit = limit

    async def write(self, data: bytes) -> None:
        """Keep the bytes."""
        self.data += data[: max(0, self._limit - len(self.data))]


class FileSink:
    """A file that is open for writing.

    Args:
        append: adds bytes to the file.
    """

    def __init__(self, append: Callable[[bytes], Awaitable[None]]) -> None:
        self._append = append

    async def write(self, data: bytes) -> None:
        """Add bytes to the file."""
        await self._append(data)


class Pipe:
    """Joins two commands: what one writes, the other reads."""

    def __init__(self) -> None:
        self._data = bytearray()
        self._ended = False
        self._abandoned = False
        self._moved = asyncio.Event()

    async def write(self, data: bytes) -> None:
        """Take bytes, waiting while the reader is far behind.

        Raises:
            BrokenPipe: when the reader is gone.
        """
        while len(self._data) >= _PIPE_LIMIT and not self._abandoned:
            self._moved.clear()
            await self._moved.wait()
        if self._abandoned:
            raise BrokenPipe
        self._data += data
        self._moved.set()

    async def read(self, most: int = 65536) -> bytes:
        """The next bytes; empty when the writer has ended."""
        while not self._data and not self._ended:
            self._moved.clear()
            await self._moved.wait()
        data = bytes(self._data[:most])
        del self._data[:most]
        self._moved.set()
        return data

    def end(self) -> None:
        """The writer writes no more."""
        self._ended = True
        self._moved.set()

    def abandon(self) -> None:
        """The reader reads no more."""
        self._abandoned = True
        self._moved.set()


class Input:
    """Standard input of one or more commands: what one leaves, the next may read.

    Args:
        source: bytes, or where they come from.
    """

    def __init__(self, source: Source | bytes = b"") -> None:
        self._source = None if isinstance(source, bytes) else source
        self._data = bytearray(source) if isinstance(source, bytes) else bytearray()

    async def read(self, most: int = 65536) -> bytes:
        """The next bytes; empty at the end."""
        if not self._data and self._source is not None:
            await self._more()
        data = bytes(self._data[:most])
        del self._data[:most]
        return data

    async def read_line(self) -> bytes:
        """The next line with its line break; without one at the end, and then empty."""
        start = 0
        while (end := self._data.find(b"\n", start)) < 0 and self._source is not None:
            start = len(self._data)
            if start > _KEPT_LIMIT:
                raise MemoryError
            await self._more()
        stop = end + 1 if end >= 0 else len(self._data)
        line = bytes(self._data[:stop])
        del self._data[:stop]
        return line

    async def read_all(self) -> bytes:
        """All that is left.

        Raises:
            MemoryError: it is more than a command may keep.
        """
        while self._source is not None:
            await self._more()
            if len(self._data) > _KEPT_LIMIT:
                raise MemoryError
        data = bytes(self._data)
        self._data.clear()
        return data

    async def _more(self) -> None:
        data = await self._source.read() if self._source is not None else b""
        if data:
            self._data += data
        else:
            self._source = None


class Streams:
    """File descriptors of a command.

    Attributes:
        inputs: those that are read, by number.
        outputs: those that are written, by number.
    """

    def __init__(self, inputs: dict[int, Input], outputs: dict[int, Sink]) -> None:
        self.inputs = inputs
        self.outputs = outputs

    def copy(self) -> Streams:
        """The same descriptors, to be changed independently."""
        return Streams(dict(self.inputs), dict(self.outputs))

    @property
    def stdin(self) -> Input:
        """Standard input; nothing when it is closed."""
        return self.inputs.get(0) or Input()

    @property
    def stdout(self) -> Sink:
        """Standard output; nowhere when it is closed."""
        return self.outputs.get(1) or NullSink()

    @property
    def stderr(self) -> Sink:
        """Standard error; nowhere when it is closed."""
        return self.outputs.get(2) or NullSink()


def encode(text: str) -> bytes:
    """Text as the bytes it came from."""
    return text.encode("utf-8", "surrogateescape")


def decode(data: bytes) -> str:
    """Bytes as text that :func:`encode` turns back into them."""
    return data.decode("utf-8", "surrogateescape")
