"""Writing MP4 files of JPEG pictures, each shown for a time of its own.

ISO/IEC 14496-12 (boxes) and 14496-1 (descriptors); JPEG pictures in an MP4 have the object type 0x6C.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

_SCALE = 1000  # ticks a second
_JPEG = 0x6C
_VISUAL_STREAM = 0x11  # stream type 4, and a reserved bit


def mp4(frames: Sequence[tuple[bytes, int]], width: int, height: int) -> bytes:
    """A video.

    Args:
        frames: JPEG pictures of one size, each with how long it is shown, in milliseconds.
        width: of the pictures, in pixels.
        height: of the pictures, in pixels.
    """
    head = _box("ftyp", b"isom", struct.pack(">I", 512), b"isommp41")
    pictures = b"".join(picture for picture, _ in frames)
    media = _box("mdat", pictures)
    offset = len(head) + 8
    duration = sum(length for _, length in frames)
    return head + media + _movie(frames, offset, duration, (width, height))


def _box(kind: str, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">I", len(body) + 8) + kind.encode() + body


def _full(kind: str, *parts: bytes, flags: int = 0) -> bytes:
    """A box with a version and flags."""
    return _box(kind, struct.pack(">I", flags), *parts)


_UNITY = struct.pack(">9I", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


def _movie(frames: Sequence[tuple[bytes, int]], offset: int, duration: int, size: tuple[int, int]) -> bytes:
    header = _full(
        "mvhd",
        struct.pack(">4I", 0, 0, _SCALE, duration),
        struct.pack(">IH10x", 0x10000, 0x100),
        _UNITY,
        bytes(24),
        struct.pack(">I", 2),
    )
    track = _full(
        "tkhd",
        struct.pack(">5I", 0, 0, 1, 0, duration),
        bytes(16),
        _UNITY,
        struct.pack(">2I", size[0] << 16, size[1] << 16),
        flags=7,
    )
    media_header = _full("mdhd", struct.pack(">4I2H", 0, 0, _SCALE, duration, 0x55C4, 0))
    handler = _full("hdlr", bytes(4), b"vide", bytes(12), b"VideoHandle\0")
    data = _box("dinf", _full("dref", struct.pack(">I", 1), _full("url ", flags=1)))
    info = _box("minf", _full("vmhd", bytes(8), flags=1), data, _table(frames, offset, size))
    return _box("moov", header, _box("trak", track, _box("mdia", media_header, handler, info)))


def _table(frames: Sequence[tuple[bytes, int]], offset: int, size: tuple[int, int]) -> bytes:
    times = b"".join(struct.pack(">2I", 1, length) for _, length in frames)
    sizes = b"".join(struct.pack(">I", len(picture)) for picture, _ in frames)
    return _box(
        "stbl",
        _full("stsd", struct.pack(">I", 1), _sample_entry(size)),
        _full("stts", struct.pack(">I", len(frames)), times),
        _full("stsc", struct.pack(">4I", 1, 1, max(1, len(frames)), 1)),
        _full("stsz", struct.pack(">2I", 0, len(frames)), sizes),
        _full("stco", struct.pack(">2I", 1, offset)),
    )


def _sample_entry(size: tuple[int, int]) -> bytes:
    decoder = struct.pack(">BBI2I", _JPEG, _VISUAL_STREAM, 0, 0, 0)
    config = _descriptor(4, decoder)
    stream = _descriptor(3, struct.pack(">HB", 1, 0), config, _descriptor(6, b"\2"))
    return _box(
        "mp4v",
        struct.pack(">6xH16x2H2I4xH32xHh", 1, *size, 0x480000, 0x480000, 1, 24, -1),
        _full("esds", stream),
    )


def _descriptor(tag: int, *parts: bytes) -> bytes:
    body = b"".join(parts)
    return struct.pack(">BB", tag, len(body)) + body
