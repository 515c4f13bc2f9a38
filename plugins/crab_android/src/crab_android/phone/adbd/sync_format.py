"""What the ``sync:`` service and its hosts say to each other, byte by byte.

The format is described in AOSP, packages/modules/adb, ``SYNC.TXT`` and ``file_sync_protocol.h``.
"""

from __future__ import annotations

import errno
import struct
from typing import Final
from zlib import crc32

from ..system.files import FileError, Node

CHUNK: Final = 64 * 1024  # bytes of a file in one DATA message, at most
PATH_LIMIT: Final = 1024
DRY_RUN: Final = 0x80000000

_STAT_1 = struct.Struct("<3I")
_STAT_2 = struct.Struct("<I2Q4IQ3q")
_DEVICE = 1
_SHELL, _MEDIA = 2000, 1015  # user and group of files that the shell may write


def message(name: bytes, number: int) -> bytes:
    """A name of four letters and a number, with which every message begins."""
    return name + number.to_bytes(4, "little")


DONE: Final = message(b"DONE", 0)


def data(content: memoryview) -> bytes:
    """A part of a file as DATA messages."""
    parts: list[bytes | memoryview] = []
    for start in range(0, len(content), CHUNK):
        piece = content[start : start + CHUNK]
        parts += (message(b"DATA", len(piece)), piece)
    return b"".join(parts)


def failure(text: str) -> bytes:
    """The message that something went wrong, and what."""
    encoded = text.encode("utf-8", "replace")
    return message(b"FAIL", len(encoded)) + encoded


def stat_1(found: Node | FileError) -> bytes:
    """Mode, size and time of a node as the first version has them: all zero when there is none."""
    if isinstance(found, FileError):
        return bytes(_STAT_1.size)
    return _STAT_1.pack(found.mode, found.size & 0xFFFFFFFF, found.mtime & 0xFFFFFFFF)


def stat_2(found: Node | FileError, path: str) -> bytes:
    """``struct sync_stat_v2`` without its id: of a node, or with the number of an error alone."""
    if isinstance(found, FileError):
        return _STAT_2.pack(found.errno or errno.ENOENT, *[0] * 10)
    number = crc32(path.encode("utf-8", "surrogateescape"))
    links = 2 if found.is_folder else 1
    times = (found.mtime, found.mtime, found.mtime)
    return _STAT_2.pack(0, _DEVICE, number, found.mode, links, _SHELL, _MEDIA, found.size, *times)


def entry(name: str, node: Node, *, second: bool) -> bytes:
    """One entry of a folder."""
    encoded = name.encode("utf-8", "surrogateescape")
    head = b"DNT2" + stat_2(node, name) if second else b"DENT" + stat_1(node)
    return head + len(encoded).to_bytes(4, "little") + encoded


def end_of_list(*, second: bool) -> bytes:
    """What follows the last entry: as long as an entry without a name."""
    return b"DONE" + bytes(_STAT_2.size + 4 if second else _STAT_1.size + 4)
