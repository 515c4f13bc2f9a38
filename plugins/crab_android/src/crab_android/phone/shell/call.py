"""One command being run: its arguments, where it reads from and writes to, and the phone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from ..phone import Phone
from ..system.files import FileTree

if TYPE_CHECKING:
    from .interpreter import Shell


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


class Usage(Exception):  # noqa: N818 - it is an outcome of a command, not a fault of the program
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
    """

    def __init__(self, shell: Shell, words: Sequence[str], source: Source | bytes) -> None:
        self.shell = shell
        self.phone: Phone = shell.phone
        self.name = words[0]
        self.args = list(words[1:])
        self._source = source
        self.stdout = bytearray()
        self.stderr = bytearray()

    @property
    def files(self) -> FileTree:
        """The phone's files."""
        return self.phone.state.files

    def path(self, name: str) -> str:
        """An absolute path for a name that may be relative."""
        return self.files.resolve(name, self.shell.folder)

    def now(self) -> int:
        """The phone's time in seconds since 1970."""
        return self.phone.timestamp()

    def print(self, text: str) -> None:
        """A line on standard output."""
        self.stdout += encode(text) + b"\n"

    def error(self, text: str) -> None:
        """A line on standard error."""
        self.stderr += encode(text) + b"\n"

    async def read_input(self) -> bytes:
        """All of standard input."""
        if isinstance(self._source, bytes):
            return self._source
        pieces: list[bytes] = []
        while piece := await self._source.read():
            pieces.append(piece)
        return b"".join(pieces)

    @property
    def source(self) -> Source | bytes:
        """Standard input: bytes when they are known, else where they come from."""
        return self._source


CommandFunction = Callable[[Call], int | Awaitable[int]]


def encode(text: str) -> bytes:
    """Text as the bytes it came from."""
    return text.encode("utf-8", "surrogateescape")
