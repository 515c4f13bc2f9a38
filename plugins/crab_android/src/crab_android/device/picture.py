"""The PNG in what `screencap -p` gave: whole, and free of what devices put around and into it."""

from __future__ import annotations

import struct
import zlib
from statistics import median
from typing import Final

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_DOUBLED: Final = {_PNG.replace(b"\n", newline): newline for newline in (b"\r\n", b"\r\r\n")}
_STRETCH, _FEW = 512, 64


def png_in(data: bytes) -> bytes | None:
    """The PNG file in an answer; None when there is none, or not the whole of it.

    Devices with several displays write a warning before it (Android 14), and a terminal between the shell and
    us turns every line feed into two or three bytes (before Android 7).
    """
    start = data.find(_PNG)
    if start < 0:
        for signature, newline in _DOUBLED.items():
            start = data.find(signature)
            if start >= 0:
                data = data[start:].replace(newline, b"\n")
                start = 0
                break
        else:
            return None
    end = _end_of_chunks(data, start + len(_PNG))
    return None if end is None else data[start:end]


def _end_of_chunks(data: bytes, position: int) -> int | None:
    """Where the last chunk ends; a chunk is a length, a type, the data and a checksum of four bytes each."""
    while position + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, position)
        kind = data[position + 4 : position + 8]
        position += 12 + length
        if kind == b"IEND":
            return position
    return None


def may_be_blank(png: bytes) -> bool:
    """Whether a picture may be nearly all of one colour; one that is not is hardly ever taken for one.

    Where nothing changes, whatever packs the picture writes the same few bytes again and again; elsewhere
    nearly every byte value comes in a short stretch. So nothing need be unpacked.
    """
    stretches = (len(png) * tenth // 10 for tenth in (2, 4, 5, 6, 7))
    return median(len(set(png[start : start + _STRETCH])) for start in stretches) < _FEW


def black_png(width: int, height: int) -> bytes:
    """A black picture, as newer phones give it for a window that forbids pictures of itself.

    Args:
        width: Pixels.
        height: Pixels.
    """
    rows = zlib.compress(bytes(height * (1 + 3 * width)))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # eight bits each of red, green and blue
    chunks = ((b"IHDR", header), (b"IDAT", rows), (b"IEND", b""))
    return _PNG + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
