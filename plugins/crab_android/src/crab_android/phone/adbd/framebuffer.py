"""The ``framebuffer:`` service: the screen as raw pixels.

The header is version 2 of ``struct fbinfo`` in AOSP, packages/modules/adb, ``framebuffer_service.cpp``.
"""

from __future__ import annotations

import struct

from ..phone import Phone
from .stream import Stream

_VERSION = 2
_BITS = 32
_SRGB = 1
_SCREENCAP_HEADER = struct.Struct("<4I")  # width, height, pixel format, colour space


async def serve_framebuffer(phone: Phone, stream: Stream) -> None:
    """Write the header, then the pixels: four bytes each, red first, rows from the top."""
    raw = phone.raw()
    width, height, _format, _space = _SCREENCAP_HEADER.unpack_from(raw)
    pixels = memoryview(raw)[_SCREENCAP_HEADER.size :]
    # For red, blue, green and alpha: the first bit, and how many.
    channels = (0, 8, 16, 8, 8, 8, 24, 8)
    await stream.write(struct.pack("<14I", _VERSION, _BITS, _SRGB, len(pixels), width, height, *channels))
    await stream.write(bytes(pixels))
