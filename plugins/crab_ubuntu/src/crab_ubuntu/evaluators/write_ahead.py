"""Reading a SQLite data base that another process has open, without its locks and in memory alone.

Recent changes stand in a write-ahead log beside the file. Source: "Database File Format", sections 1.3 and 4,
sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import struct
from typing import Final

MAGIC: Final = (0x377F0682, 0x377F0683)
"""Of a log whose checksums are made from little-endian and big-endian words."""
HEADER: Final = 32
FRAME: Final = 24


def merged(data: bytes, log: bytes) -> bytes:
    """A data base file with the committed pages of its log put in, as one that has no log.

    Args:
        data: The file.
        log: Its write-ahead log; empty when there is none.

    Raises:
        ValueError: It is no data base.
    """
    if len(data) < 100 or not data.startswith(b"SQLite format 3\0"):
        raise ValueError("no SQLite data base")
    pages = bytearray(data)
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    for number, page in _committed(log, size).items():
        start = (number - 1) * size
        pages.extend(bytes(max(0, start + size - len(pages))))
        pages[start : start + size] = page
    pages[18:20] = b"\1\1"  # versions of the format: a journal, no write-ahead log
    return bytes(pages)


def _committed(log: bytes, size: int) -> dict[int, bytes]:
    """The last committed content of each page in a log; what follows a broken frame does not count."""
    if len(log) < HEADER:
        return {}
    magic, _, page_size, _, salt1, salt2, *check = struct.unpack(">8I", log[:HEADER])
    if magic not in MAGIC or page_size != size:
        return {}
    order = "<" if magic == MAGIC[0] else ">"
    if _checksum(order, log[: HEADER - 8], (0, 0)) != tuple(check):
        return {}
    sums = (check[0], check[1])
    committed: dict[int, bytes] = {}
    pending: dict[int, bytes] = {}
    for start in range(HEADER, len(log) - FRAME - size + 1, FRAME + size):
        number, after, one, two, *check = struct.unpack(">6I", log[start : start + FRAME])
        page = log[start + FRAME : start + FRAME + size]
        sums = _checksum(order, log[start : start + 8] + page, sums)
        if (one, two) != (salt1, salt2) or sums != tuple(check) or not 0 < number <= 1 << 20:
            break
        pending[number] = page
        if after:  # the size of the data base in pages after a commit
            committed.update(pending)
            pending.clear()
    return committed


def _checksum(order: str, data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
    one, two = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return one, two
