"""One command being run: its arguments, where it reads from and writes to, and the phone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from ..phone import Phone
from ..system.files import FileTree
from .access import Access
from .processes import Process
from .streams import Input, Output, Source, Streams, decode, encode

if TYPE_CHECKING:
    from .interpreter import Shell

__all__ = ["Call", "CommandFunction", "Output", "Source", "Usage", "decode", "encode"]

_CHUNK = 64 * 1024


class Usage(Exception):  # noqa: N818 - not a fault of the program
    """A command was called in a way it does not know; the text goes to standard error."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


class Call:
    """What a command gets.

    Attributes:
        name: the name it was called by.
        args: its arguments.
        phone: the phone.
        shell: the shell that runs it.
        streams: its file descriptors.
        graceful: whether it ends by itself, with its work finished, when it is interrupted.
        process: its entry among the processes, once it has waited.
    """

    def __init__(self, shell: Shell, words: Sequence[str], streams: Streams) -> None:
        self.shell = shell
        self.phone: Phone = shell.phone
        self.name = words[0]
        self.args = list(words[1:])
        self.streams = streams
        self.graceful = False
        self.process: Process | None = None
        self._written: list[tuple[bool, bytearray]] = []

    # -- what it works on --------------------------------

    @property
    def files(self) -> FileTree:
        """The phone's files, without asking whether the shell's user may."""
        return self.phone.state.files

    @property
    def access(self) -> Access:
        """The phone's files as far as the shell's user may read and write them."""
        return self.shell.access

    def path(self, name: str) -> str:
        """An absolute path for a name that may be relative."""
        return self.files.resolve(name, self.shell.folder)

    def read(self, name: str) -> bytes:
        """The content of a file, by a name that may be relative.

        Raises:
            FileError: when there is none, or it may not be read.
        """
        return self.access.read(self.path(name))

    async def read_named(self, name: str) -> bytes:
        """The content of a file, or all of standard input for ``-``.

        Raises:
            FileError: when there is none, or it may not be read.
        """
        return await self.stdin.read_all() if name in ("-", "/dev/stdin") else self.read(name)

    async def pieces(self, name: str) -> AsyncIterator[bytes]:
        """The content of a file, or of standard input for ``-``, without keeping all of it.

        Raises:
            FileError: when there is none, or it may not be read.
        """
        if name not in ("-", "/dev/stdin"):
            yield self.read(name)
            return
        while piece := await self.stdin.read():
            await self.shell.budget.step()
            yield piece

    def write_file(self, name: str, data: bytes) -> None:
        """Create or replace a file, by a name that may be relative.

        Raises:
            FileError: when it may not be written.
        """
        self.access.write(self.path(name), data)

    def now(self) -> int:
        """The phone's time in seconds since 1970."""
        return self.phone.timestamp()

    # -- streams --------------------------------

    @property
    def stdin(self) -> Input:
        """Standard input."""
        return self.streams.stdin

    def write(self, data: bytes | str) -> None:
        """Put bytes on standard output; they leave when the command ends, or with :meth:`flush`."""
        self._put(False, encode(data) if isinstance(data, str) else data)

    def print(self, text: str = "") -> None:
        """A line on standard output."""
        self._put(False, encode(text) + b"\n")

    def error(self, text: str) -> None:
        """A line on standard error."""
        self._put(True, encode(text) + b"\n")

    def _put(self, wrong: bool, data: bytes) -> None:
        if not self._written or self._written[-1][0] is not wrong:
            self._written.append((wrong, bytearray()))
        self._written[-1][1].extend(data)

    async def flush(self) -> None:
        """Send what was written so far."""
        written, self._written = self._written, []
        for wrong, data in written:
            sink = self.streams.stderr if wrong else self.streams.stdout
            for start in range(0, len(data), _CHUNK):
                await self.shell.budget.step()
                await sink.write(bytes(data[start : start + _CHUNK]))

    async def wait(self, seconds: float | None) -> bool:
        """Let time pass; returns True when a signal asked the command to end before.

        From the first time on, the command is among the processes that ``ps`` and ``kill`` know.

        Args:
            seconds: how long, in real time; None for ever.
        """
        await self.flush()
        process = self.shell.process or self.process
        if process is None:
            table = self.shell.processes
            process = self.process = Process(table.number(), self.name, asyncio.current_task())
            table.running[process.pid] = process
        process.name, process.graceful = self.name, self.graceful
        try:
            await asyncio.wait_for(process.interrupted.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def ended(self) -> int | None:
        """The command is over; returns the exit code when a signal has ended it."""
        if self.process is None:
            return None
        self.shell.processes.running.pop(self.process.pid, None)
        return self.process.code


CommandFunction = Callable[[Call], int | Awaitable[int]]
