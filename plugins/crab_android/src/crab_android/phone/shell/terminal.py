"""Typing commands: lines as they come, and on a terminal an echo, a prompt and Ctrl-C."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from .budget import Budget
from .flow import Exit
from .parser import ShellSyntaxError, UnfinishedError, parse
from .processes import KILL
from .streams import ErrSink, Input, Output, OutSink, Pipe, Source, Streams, decode

if TYPE_CHECKING:
    from .interpreter import Shell

_INTERRUPT, _END, _BACKSPACE, _DELETE, _KILL = 3, 4, 8, 127, 21


class Terminal:
    """An interactive shell.

    Args:
        shell: what runs the lines.
        output: where the answers go.
        source: what is typed.
        terminal: whether it is a terminal, which echoes and prompts, or only a stream of lines.
    """

    def __init__(self, shell: Shell, output: Output, source: Source, *, terminal: bool) -> None:
        self._shell = shell
        self._source = source
        self._terminal = terminal
        self._screen = OutSink(output)
        self._typed = Pipe()
        self._streams = Streams({0: Input(self._typed)}, {1: self._screen, 2: ErrSink(output)})
        self._running: asyncio.Task[int] | None = None
        self._line = bytearray()

    async def serve(self) -> int:
        """Run lines until ``exit`` or the end; returns the exit code."""
        reader = asyncio.get_running_loop().create_task(self._read())
        try:
            await self._lines()
        finally:
            reader.cancel()
            await asyncio.gather(reader, return_exceptions=True)
            for job in self._shell.jobs:
                if not job.detached:
                    job.signal(KILL)
        return self._shell.status

    async def _lines(self) -> None:
        text = ""
        while True:
            await self._prompt("> " if text else None)
            line = await self._streams.stdin.read_line()
            if line == b"\x03\n":
                text = ""
                continue
            if not line and not text:
                return
            text += decode(line)
            if line and not _complete(text):
                continue
            whole, text = text, ""
            self._shell.budget = Budget()
            if await self._run(whole):
                return
            if not line:
                return

    async def _prompt(self, more: str | None) -> None:
        if self._terminal:
            sign = "#" if self._shell.access.root else "$"
            prompt = more or f"{self._shell.variables['HOSTNAME']}:{self._shell.folder} {sign} "
            await self._screen.write(prompt.encode("utf-8", "surrogateescape"))

    async def _run(self, text: str) -> bool:
        """Run a command; True when it was the last one."""
        task = asyncio.get_running_loop().create_task(self._shell.evaluate(text, self._streams))
        self._running = task
        try:
            await asyncio.wait([task])
            if task.cancelled():
                self._shell.status = 130  # 128 + SIGINT
                return False
            task.result()
        except Exit as leaving:
            self._shell.status = leaving.code
            return not leaving.forced
        finally:
            self._running = None
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        return False

    async def _read(self) -> None:
        """Take what is typed, line by line on a terminal."""
        while data := await self._source.read():
            if not self._terminal:
                await self._typed.write(data.replace(b"\r\n", b"\n"))
                continue
            for byte in data:
                await self._key(byte)
        self._typed.end()

    async def _key(self, byte: int) -> None:
        if byte == _INTERRUPT:
            await self._screen.write(b"^C\n")
            self._line.clear()
            if self._running is not None:
                self._running.cancel()
            else:
                await self._typed.write(b"\x03\n")
        elif byte == _END:
            if self._line:
                await self._typed.write(bytes(self._line))
                self._line.clear()
            else:
                self._typed.end()
        elif byte in (10, 13):
            await self._screen.write(b"\n")
            await self._typed.write(bytes(self._line) + b"\n")
            self._line.clear()
        elif byte in (_BACKSPACE, _DELETE):
            if self._line:
                # All bytes of one character.
                while self._line and self._line[-1] & 0xC0 == 0x80:
                    del self._line[-1]
                del self._line[-1:]
                await self._screen.write(b"\b \b")
        elif byte == _KILL:
            await self._screen.write(b"\b \b" * len(self._line))
            self._line.clear()
        else:
            self._line.append(byte)
            await self._screen.write(bytes([byte]) if byte >= 32 or byte == 9 else b"^" + bytes([byte + 64]))


def _complete(text: str) -> bool:
    try:
        parse(text)
    except UnfinishedError:
        return False
    except ShellSyntaxError:
        return True
    return True
