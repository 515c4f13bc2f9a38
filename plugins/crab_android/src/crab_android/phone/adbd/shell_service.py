"""The services that run commands: ``shell:``, ``shell,v2:``, ``exec:``, ``abb:`` and ``abb_exec:``."""

from __future__ import annotations

import asyncio
import shlex
import struct
from dataclasses import dataclass
from typing import Final

from ..shell.call import Output, Source
from ..shell.interpreter import Shell
from .stream import Incoming, Stream, StreamClosedError

# Packet ids of the shell v2 protocol (AOSP, shell_protocol.h).
_STDIN, _STDOUT, _STDERR, _EXIT, _CLOSE_STDIN, _WINDOW_SIZE = 0, 1, 2, 3, 4, 5
_HEAD = struct.Struct("<BI")
_FRAME_LIMIT: Final = 256 * 1024  # adb sends 64 KiB at most
_AHEAD: Final = 256 * 1024
_INTERRUPT: Final = b"\x03"  # Ctrl-C
_END: Final = b"\x04"  # Ctrl-D


@dataclass(frozen=True, slots=True)
class ShellRequest:
    """What a host wants to run.

    Attributes:
        command: the program; empty for an interactive shell.
        framed: whether it speaks the shell v2 protocol.
        pty: whether it runs on a terminal.
        term: the kind of terminal.
    """

    command: str
    framed: bool = False
    pty: bool = False
    term: str = "dumb"

    @classmethod
    def parse(cls, options: str, command: str) -> ShellRequest:
        """Read what stands before and after the colon, as in ``v2,TERM=xterm,pty`` and ``ls``."""
        words = options.split(",")
        pty = not command
        term = "dumb"
        for word in words:
            if word in ("raw", "pty"):
                pty = word == "pty"
            elif word.startswith("TERM="):
                term = word.removeprefix("TERM=")
        return cls(command, "v2" in words, pty, term)

    @classmethod
    def binder(cls, arguments: str, *, framed: bool) -> ShellRequest:
        """Read a call of a system service: its words, each but the last ended by a zero byte."""
        return cls(shlex.join(["cmd", *arguments.split("\0")]), framed)


class RawOutput:
    """Standard output and error on one stream, as ``shell:`` and ``exec:`` have them."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    async def out(self, data: bytes) -> None:
        """Write to standard output."""
        await self._stream.write(data)

    async def err(self, data: bytes) -> None:
        """Write to standard error."""
        await self._stream.write(data)


class FramedOutput:
    """Output in the packets of the shell v2 protocol: an id, a length, the bytes."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    async def out(self, data: bytes) -> None:
        """Write to standard output."""
        await self._frame(_STDOUT, data)

    async def err(self, data: bytes) -> None:
        """Write to standard error."""
        await self._frame(_STDERR, data)

    async def exit(self, code: int) -> None:
        """Tell the exit code."""
        await self._frame(_EXIT, bytes([code & 0xFF]))

    async def _frame(self, kind: int, data: bytes) -> None:
        await self._stream.write(_HEAD.pack(kind, len(data)) + data)


class TerminalOutput:
    """Output of a terminal: errors among the rest, and every line ended by a return as well."""

    def __init__(self, inner: Output) -> None:
        self._inner = inner

    async def out(self, data: bytes) -> None:
        """Show standard output."""
        await self._inner.out(data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))

    async def err(self, data: bytes) -> None:
        """Show standard error."""
        await self.out(data)


class FramedInput:
    """Standard input and the size of the terminal, out of the packets of the shell v2 protocol.

    Packets are taken from the stream as they come, so that a new size or Ctrl-C reaches the shell while it
    runs something that reads nothing.
    """

    def __init__(self, stream: Stream, shell: Shell, request: ShellRequest) -> None:
        self._stream = stream
        self._shell = shell
        self._pty = request.pty
        self._interactive = not request.command
        self._bytes = Incoming()
        self._room = asyncio.Event()

    async def read(self, most: int = 65536) -> bytes:
        """The next bytes; empty at the end."""
        data = await self._bytes.read(most)
        self._room.set()
        return data

    async def pump(self) -> None:
        """Take packets until the host closes standard input or the stream."""
        try:
            while not self._bytes.ended:
                kind, length = _HEAD.unpack(await self._stream.read_exactly(_HEAD.size))
                if length > _FRAME_LIMIT:
                    break
                self._take(kind, await self._stream.read_exactly(length))
                while len(self._bytes) > _AHEAD:
                    self._room.clear()
                    await self._room.wait()
        except StreamClosedError:
            pass
        self._bytes.end()

    def _take(self, kind: int, data: bytes) -> None:
        if kind == _STDIN:
            if self._pty and _INTERRUPT in data:
                interrupt(self._shell)
            if self._pty and not self._interactive and _END in data:
                self._bytes.feed(data.partition(_END)[0])
                self._bytes.end()
                return
            self._bytes.feed(data)
        elif kind == _CLOSE_STDIN:
            self._bytes.end()
        elif kind == _WINDOW_SIZE:
            set_window_size(self._shell, data)


def interrupt(shell: Shell) -> None:
    """Ctrl-C: stop what runs in the foreground, when the shell knows how."""
    stop = getattr(shell, "interrupt", None)
    if stop is not None:
        stop()


def set_window_size(shell: Shell, data: bytes) -> None:
    """Tell the shell how large the terminal is; ``data`` is ``24x80,640x480``: rows, columns and pixels."""
    rows, _, columns = data.partition(b",")[0].partition(b"x")
    if rows.isdigit() and columns.isdigit():
        shell.variables["LINES"], shell.variables["COLUMNS"] = rows.decode(), columns.decode()


async def serve_shell(shell: Shell, stream: Stream, request: ShellRequest) -> None:
    """Run a command, or an interactive shell when there is none, with its input and output on the stream."""
    shell.variables["TERM"] = request.term
    if not request.framed:
        raw: Output = RawOutput(stream)
        await _run(shell, request, TerminalOutput(raw) if request.pty else raw, stream)
        return
    output = FramedOutput(stream)
    source = FramedInput(stream, shell, request)
    pump = asyncio.get_running_loop().create_task(source.pump())
    try:
        code = await _run(shell, request, TerminalOutput(output) if request.pty else output, source)
    finally:
        pump.cancel()
        await asyncio.gather(pump, return_exceptions=True)
    await output.exit(code)


async def _run(shell: Shell, request: ShellRequest, output: Output, source: Source) -> int:
    if request.command:
        return await shell.run(request.command, output, source)
    return await shell.interact(output, source, terminal=request.pty)
