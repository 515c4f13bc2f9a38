"""The ``sync:`` service: stat, list, send and receive files, in both versions of the protocol."""

from __future__ import annotations

import stat
import struct
from dataclasses import dataclass
from posixpath import dirname

from ..phone import Phone
from ..shell.access import Access
from ..system.files import FileError, Node
from . import sync_format as form
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
    """Serves one ``sync:`` stream on a phone's files, with the rights that its shell has.

    Args:
        phone: the phone.
        stream: the stream.
    """

    def __init__(self, phone: Phone, stream: Stream) -> None:
        self._phone = phone
        self._access = Access(phone)
        self._stream = stream
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
        if name == b"STAT":
            await self._say(b"STAT" + form.stat_1(self._look(path)))
        elif name in (b"STA2", b"LST2"):
            found = self._look(path, follow=name == b"STA2")
            await self._say(name + form.stat_2(found, path))
        elif name in (b"LIST", b"LIS2"):
            await self._list(path, second=name == b"LIS2")
        elif name == b"RECV":
            await self._receive(path)
        elif name == b"RCV2":
            await self._receive_2(path)
        elif name == b"SEND":
            await self._send(_push(path))
        elif name == b"SND2":
            await self._send(await self._push_2(path))
        else:
            raise _RefusedError(f"unknown command {int.from_bytes(name, 'little'):08x}", fatal=True)

    # -- from the phone --------------------------------

    def _look(self, path: str, *, follow: bool = False) -> Node | FileError:
        """What is at a path, or why it cannot be looked at."""
        tree = self._access.tree
        try:
            self._access.get(tree.resolve(path), follow=follow)
            return tree.stat(path, follow=follow)
        except FileError as error:
            return error

    async def _list(self, path: str, *, second: bool) -> None:
        tree = self._access.tree
        entries: list[bytes] = []
        try:
            names = self._access.names(path)
            places = {".": path, "..": f"{path}/.."} | {name: f"{path}/{name}" for name in names}
            for name, place in places.items():
                node = tree.stat(place, follow=name in (".", ".."))
                entries.append(form.entry(name, node, second=second))
        except FileError:
            entries = []  # adbd lists nothing when a folder cannot be opened
        await self._say(b"".join(entries) + form.end_of_list(second=second))

    async def _receive_2(self, path: str) -> None:
        name, flags = _RECEIVE_2.unpack(await self._read(_RECEIVE_2.size))
        if name != b"RCV2":
            raise _RefusedError("malformed RCV2 request", fatal=True)
        if flags:
            raise _RefusedError(f"unsupported flags {flags:#x}: the phone does not compress", fatal=True)
        await self._receive(path)

    async def _receive(self, path: str) -> None:
        tree = self._access.tree
        try:
            node = tree.stat(path)
            # Opening a folder works, reading it does not.
            content = memoryview(b"" if node.is_folder else self._access.read(tree.real_path(path)))
        except FileError as error:
            raise _RefusedError(f"open failed: {error}") from error
        if node.is_folder:
            raise _RefusedError("read failed: Is a directory")
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
        files = self._access.tree
        try:
            self._make_folders(dirname(files.resolve(push.path)), mtime)
        except FileError as error:
            raise _RefusedError(f"secure_mkdirs failed: {error}") from error
        try:
            self._access.check_write(push.path)
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
        self._phone.changed()

    def _make_folders(self, path: str, mtime: int) -> None:
        """Make the folders above a file that are missing."""
        files = self._access.tree
        missing = []
        while files.get(path) is None:
            missing.append(path)
            path = dirname(path)
        for folder in reversed(missing):
            self._access.check_write(folder)
            files.make_folder(folder, mtime=mtime)


def _push(request: str) -> _Push:
    """Read the ``path,mode`` of the first version; the mode is decimal.

    Raises:
        _RefusedError: when there is no mode.
    """
    path, comma, mode = request.rpartition(",")
    if not comma or not (mode.isascii() and mode.isdigit()):
        raise _RefusedError("missing , in ID_SEND_V1", fatal=True)
    return _Push(path, int(mode) & 0xFFFF)
