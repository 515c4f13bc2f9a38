"""The ``sync:`` service: stat, list, send and receive files.

The format is described in AOSP, packages/modules/adb, ``SYNC.TXT`` and ``file_sync_protocol.h``.
"""

from __future__ import annotations

import errno
import stat
import struct
from collections.abc import Callable
from datetime import datetime
from zlib import crc32

from ..system.files import FileError, FileTree, Node
from .stream import Stream

_CHUNK = 64 * 1024
_PATH_LIMIT = 4096
_FILE_LIMIT = 512 * 1024 * 1024

Changed = Callable[[], None]


class SyncService:
    """Serves one ``sync:`` stream on a file tree."""

    def __init__(self, files: Callable[[], FileTree], now: Callable[[], datetime], stream: Stream) -> None:
        self._files = files
        self._now = now
        self._stream = stream

    async def serve(self) -> None:
        """Answer requests until the host says QUIT or closes."""
        while True:
            head = await self._stream.read_exactly(8)
            name, length = head[:4], int.from_bytes(head[4:], "little")
            if name == b"QUIT":
                return
            if length > _PATH_LIMIT:
                await self._fail(f"path of {length} bytes is too long")
                return
            path = (await self._stream.read_exactly(length)).decode("utf-8", "surrogateescape")
            if not await self._answer(name, path):
                return

    async def _answer(self, name: bytes, path: str) -> bool:
        if name == b"STAT":
            await self._stream.write(b"STAT" + _stat_v1(self._files().get(path)))
        elif name in (b"STA2", b"LST2"):
            await self._stream.write(name + _stat_v2(self._files().get(path), path))
        elif name in (b"LIST", b"LIS2"):
            await self._list(path, second=name == b"LIS2")
        elif name == b"RECV":
            await self._receive(path)
        elif name == b"SEND":
            return await self._send(path)
        else:
            await self._fail(f"unknown command {name.hex()}")
            return False
        return True

    async def _list(self, path: str, *, second: bool) -> None:
        entries: list[bytes] = []
        try:
            for name, node in self._files().children(path):
                encoded = name.encode("utf-8", "surrogateescape")
                head = b"DNT2" + _stat_v2(node, name) if second else b"DENT" + _stat_v1(node)
                entries.append(head + struct.pack("<I", len(encoded)) + encoded)
        except FileError:
            entries = []  # adbd lists nothing when a folder cannot be opened
        await self._stream.write(b"".join(entries) + b"DONE" + bytes(72 if second else 16))

    async def _receive(self, path: str) -> None:
        try:
            content = self._files().read(path)
        except FileError as error:
            await self._fail(f"open failed: {error}")
            return
        pieces = [content[start : start + _CHUNK] for start in range(0, len(content), _CHUNK)]
        framed = b"".join(b"DATA" + struct.pack("<I", len(piece)) + piece for piece in pieces)
        await self._stream.write(framed + b"DONE" + bytes(4))

    async def _send(self, request: str) -> bool:
        path, _, mode_text = request.rpartition(",")
        mode = int(mode_text) if mode_text.isdigit() else 0o644
        content = bytearray()
        while True:
            head = await self._stream.read_exactly(8)
            length = int.from_bytes(head[4:], "little")
            if head[:4] == b"DONE":
                break
            if head[:4] != b"DATA" or length > _CHUNK or len(content) + length > _FILE_LIMIT:
                await self._fail("invalid data message")
                return False
            content += await self._stream.read_exactly(length)
        try:
            if stat.S_ISLNK(mode):
                raise FileError("symbolic links are not supported")
            self._files().write(path, bytes(content), mtime=length, mode=mode, parents=True)
        except FileError as error:
            await self._fail(f"couldn't create file: {error}")
            return True
        await self._stream.write(b"OKAY" + bytes(4))
        return True

    async def _fail(self, message: str) -> None:
        encoded = message.encode("utf-8", "replace")
        await self._stream.write(b"FAIL" + struct.pack("<I", len(encoded)) + encoded)


def _stat_v1(node: Node | None) -> bytes:
    return bytes(12) if node is None else struct.pack("<III", node.mode, node.size, node.mtime)


def _stat_v2(node: Node | None, path: str) -> bytes:
    """``struct sync_stat_v2`` without its id."""
    if node is None:
        return struct.pack("<IQQIIIIQqqq", errno.ENOENT, *[0] * 10)
    number = crc32(path.encode("utf-8", "surrogateescape"))
    times = (node.mtime, node.mtime, node.mtime)
    return struct.pack("<IQQIIIIQqqq", 0, 1, number, node.mode, 1, 2000, 1015, node.size, *times)
