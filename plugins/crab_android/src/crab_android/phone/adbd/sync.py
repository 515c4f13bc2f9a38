"""The ``sync:`` service: stat, list, send and receive files, in both versions of the protocol."""

from __future__ import annotations

import stat
import struct
from collections.abc import Callable
from dataclasses import dataclass
from posixpath import dirname

from ..system.files import FileError, FileTree
from . import sync_format as form
from .storage import check_writable
from .stream import Stream

_FILE_LIMIT = 512 * 1024 * 1024
_SEND_2 = struct.Struct("<4s2I")
_RECEIVE_2 = struct.Struct("<4sI")


@dataclass(frozen=True, slots=True)
class _Push:
    """A file that the host is about to send."""

    path: str
    mode: int
    dry_run: bool = False


class _RefusedError(Exception):
    """What the host asked for cannot be done; the stream goes on when ``fatal`` is not set."""

    def __init__(self, text: str, *, fatal: bool = False) -> None:
        super().__init__(text)
        self.fatal = fatal


class SyncService:
    """Serves one ``sync:`` stream on a file tree.

    Args:
        files: the phone's files, which are others after a reset.
        stream: the stream.
        changed: is called after files were written.
    """

    def __init__(
        self,
        files: Callable[[], FileTree],
        stream: Stream,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._files = files
        self._stream = stream
        self._changed = changed
        self._answers = bytearray()

    async def serve(self) -> None:
        """Answer requests until the host says QUIT or closes, or is no longer understood."""
        await self._serve()
        await self._flush()

    async def _read(self, count: int) -> bytes:
        """The next bytes of the host; before waiting for them it gets what there is to answer."""
        if not self._stream.has(count):
            await self._flush()
        return await self._stream.read_exactly(count)

    async def _say(self, data: bytes) -> None:
        """Answer, in one packet with other answers when the host has asked for several things at once.

        Two small packets in a row would cost 40 ms, for adb's server leaves Nagle's algorithm on towards its
        clients.
        """
        self._answers += data
        if len(self._answers) >= form.CHUNK:
            await self._flush()

    async def _flush(self) -> None:
        if self._answers:
            data, self._answers = bytes(self._answers), bytearray()
            await self._stream.write(data)

    async def _serve(self) -> None:
        while True:
            head = await self._read(8)
            name, length = head[:4], int.from_bytes(head[4:], "little")
            if name == b"QUIT":
                return
            try:
                if length > form.PATH_LIMIT:
                    raise _RefusedError("path too long", fatal=True)
                path = (await self._read(length)).decode("utf-8", "surrogateescape")
                await self._answer(name, path)
            except _RefusedError as error:
                await self._say(form.failure(str(error)))
                if error.fatal:
                    return

    async def _answer(self, name: bytes, path: str) -> None:
        files = self._files()
        if name == b"STAT":
            await self._say(b"STAT" + form.stat_1(files.get(path, follow=False)))
        elif name in (b"STA2", b"LST2"):
            await self._say(name + form.look(files, path, follow=name == b"STA2"))
        elif name in (b"LIST", b"LIS2"):
            await self._list(files, path, second=name == b"LIS2")
        elif name == b"RECV":
            await self._receive(files, path)
        elif name == b"RCV2":
            await self._receive_2(files, path)
        elif name == b"SEND":
            await self._send(_push(path))
        elif name == b"SND2":
            await self._send(await self._push_2(path))
        else:
            raise _RefusedError(f"unknown command {int.from_bytes(name, 'little'):08x}", fatal=True)

    # -- from the phone --------------------------------

    async def _list(self, files: FileTree, path: str, *, second: bool) -> None:
        entries: list[bytes] = []
        try:
            above = dirname(files.resolve(path))
            for name, at in ((".", path), ("..", above)):
                entries.append(form.entry(name, files.stat(at), second=second))
            entries += [form.entry(name, node, second=second) for name, node in files.children(path)]
        except FileError:
            entries = []  # adbd lists nothing when a folder cannot be opened
        await self._say(b"".join(entries) + form.end_of_list(second=second))

    async def _receive_2(self, files: FileTree, path: str) -> None:
        name, flags = _RECEIVE_2.unpack(await self._read(_RECEIVE_2.size))
        if name != b"RCV2":
            raise _RefusedError("malformed RCV2 request", fatal=True)
        if flags:
            raise _RefusedError(f"unsupported flags {flags:#x}: the phone does not compress", fatal=True)
        await self._receive(files, path)

    async def _receive(self, files: FileTree, path: str) -> None:
        try:
            node = files.stat(path)
        except FileError as error:
            raise _RefusedError(f"open failed: {error}") from error
        if node.content is None:
            raise _RefusedError("read failed: Is a directory")
        content = memoryview(node.content)
        # As many messages as fit go into one packet.
        step = max(1, self._stream.chunk // (form.CHUNK + 8)) * form.CHUNK
        for start in range(0, len(content), step):
            last = form.DONE if start + step >= len(content) else b""
            await self._say(form.data(content[start : start + step]) + last)
        if not content:
            await self._say(form.DONE)

    # -- to the phone --------------------------------

    async def _push_2(self, path: str) -> _Push:
        name, mode, flags = _SEND_2.unpack(await self._read(_SEND_2.size))
        if name != b"SND2":
            raise _RefusedError("malformed SND2 request", fatal=True)
        if flags & ~form.DRY_RUN:
            raise _RefusedError(f"unsupported flags {flags:#x}: the phone does not decompress", fatal=True)
        return _Push(path, mode, dry_run=bool(flags & form.DRY_RUN))

    async def _send(self, push: _Push) -> None:
        pieces: list[bytes] = []
        size = 0
        while True:
            head = await self._read(8)
            name, length = head[:4], int.from_bytes(head[4:], "little")
            if name == b"DONE":
                break
            if name != b"DATA" or length > form.CHUNK:
                raise _RefusedError("invalid data message", fatal=True)
            data = await self._read(length)
            size += length
            # What is too much is still read, for the host writes it all before it looks at an answer.
            if size <= _FILE_LIMIT and not push.dry_run:
                pieces.append(data)
        if not push.dry_run:
            if size > _FILE_LIMIT:
                raise _RefusedError("write failed: No space left on device")
            self._store(push, b"".join(pieces), mtime=length)
        await self._say(form.message(b"OKAY", 0))

    def _store(self, push: _Push, content: bytes, mtime: int) -> None:
        files = self._files()
        try:
            check_writable(files, push.path)
        except FileError as error:
            raise _RefusedError(f"couldn't create file: {error}") from error
        try:
            files.make_folder(dirname(files.resolve(push.path)), parents=True, mtime=mtime)
        except FileError as error:
            raise _RefusedError(f"secure_mkdirs failed: {error}") from error
        try:
            if stat.S_ISLNK(push.mode):
                if files.get(push.path, follow=False) is not None:
                    files.remove(push.path)
                target = content.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")
                files.link(push.path, target, mtime=mtime)
            elif stat.S_ISREG(push.mode) or not stat.S_IFMT(push.mode):
                # What the owner may, all may (adbd, handle_send_file).
                mode = push.mode & 0o777
                mode |= mode >> 3 & 0o070
                mode |= mode >> 3 & 0o007
                files.write(push.path, content, mtime=mtime, mode=mode)
            else:
                raise FileError("Operation not permitted")
        except FileError as error:
            doing = "symlink failed" if stat.S_ISLNK(push.mode) else "couldn't create file"
            raise _RefusedError(f"{doing}: {error}") from error
        self._changed()


def _push(request: str) -> _Push:
    """Read the ``path,mode`` of the first version; the mode is decimal.

    Raises:
        _RefusedError: when there is no mode.
    """
    path, comma, mode = request.rpartition(",")
    if not comma or not (mode.isascii() and mode.isdigit()):
        raise _RefusedError("missing , in ID_SEND_V1", fatal=True)
    return _Push(path, int(mode) & 0xFFFF)
