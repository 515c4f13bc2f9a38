"""The ``shell:``, ``shell,v2:`` and ``exec:`` services."""

from __future__ import annotations

import struct

from ..shell.interpreter import Shell
from .stream import Stream, StreamClosedError

# Packet ids of the shell v2 protocol (AOSP, shell_protocol.h).
_STDIN, _STDOUT, _STDERR, _EXIT, _CLOSE_STDIN = 0, 1, 2, 3, 4


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
        await self._stream.write(struct.pack("<BI", kind, len(data)) + data)


class FramedInput:
    """Standard input out of the packets of the shell v2 protocol."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._ended = False

    async def read(self, most: int = 65536) -> bytes:
        """The next bytes; empty at the end. ``most`` is a wish only."""
        del most
        while not self._ended:
            try:
                kind, length = struct.unpack("<BI", await self._stream.read_exactly(5))
                data = await self._stream.read_exactly(length)
            except StreamClosedError:
                break
            if kind == _STDIN and data:
                return data
            if kind == _CLOSE_STDIN:
                break
        self._ended = True
        return b""


async def serve_shell(shell: Shell, stream: Stream, command: str, *, framed: bool, terminal: bool) -> None:
    """Run a command, or an interactive shell when it is empty, with its output on the stream."""
    if not framed:
        raw = RawOutput(stream)
        if command:
            await shell.run(command, raw, stream)
        else:
            await shell.interact(raw, stream, terminal=terminal)
        return
    output = FramedOutput(stream)
    source = FramedInput(stream)
    if command:
        code = await shell.run(command, output, source)
    else:
        code = await shell.interact(output, source, terminal=terminal)
    await output.exit(code)
