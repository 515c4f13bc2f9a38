"""PNG for screens: written in a few milliseconds, read back about as fast.

Screens are flat, so the one filter "up" and igzip's quickest level give files as small as a slow encoder's
(measured in `benchmarks/`). Needs `numpy` and `isal`, which distributions that use it name.

Format: PNG specification, third edition, W3C 2025.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Final, cast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_COLOUR_TYPES: Final = {3: 2, 4: 6}  # channels to "colour type": RGB, RGBA
_NONE, _UP = 0, 2  # filter types
_LEVEL: Final = 1


def encode(pixels: Pixels) -> bytes:
    """A PNG file of pixels.

    Args:
        pixels: Shape (height, width, 3 or 4): red, green, blue and perhaps alpha, 8 bits each.

    Raises:
        ValueError: The array has another shape.
    """
    import numpy as np
    from isal import isal_zlib

    if pixels.ndim != 3 or pixels.shape[2] not in _COLOUR_TYPES:
        raise ValueError(f"pixels have the shape {pixels.shape}, not (height, width, 3 or 4)")
    height, width, channels = pixels.shape
    flat = pixels.reshape(height, width * channels)
    rows = np.empty((height, width * channels + 1), np.uint8)
    rows[:, 0] = _UP
    rows[:1, 1:] = flat[:1]
    np.subtract(flat[1:], flat[:-1], out=rows[1:, 1:])
    header = struct.pack("!IIBBBBB", width, height, 8, _COLOUR_TYPES[channels], 0, 0, 0)
    data = isal_zlib.compress(rows, _LEVEL)
    return b"".join((_SIGNATURE, *_chunk(b"IHDR", header), *_chunk(b"IDAT", data), *_chunk(b"IEND", b"")))


def _chunk(kind: bytes, data: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    return struct.pack("!I", len(data)), kind, data, struct.pack("!I", zlib.crc32(data, zlib.crc32(kind)))


def decode(data: bytes) -> Pixels:
    """The pixels of a PNG file as `encode` writes them: shape (height, width, 3 or 4), writable.

    Raises:
        ValueError: It is no such file. Another kind of PNG is refused as well: read it with an image library.
    """
    import numpy as np
    from isal import isal_zlib
    from isal.igzip_lib import IsalError

    damage = cast("type[Exception]", IsalError)  # its stub does not say so
    if data[:8] != _SIGNATURE or data[12:16] != b"IHDR":
        raise ValueError("not a PNG file")
    width, height, depth, colour, *rest = struct.unpack_from("!IIBBBBB", data, 16)
    channels = {2: 3, 6: 4}.get(colour, 0)
    (length,) = struct.unpack_from("!I", data, 33)
    one_part = data[37:41] == b"IDAT" and data[49 + length : 53 + length] == b"IEND"
    if depth != 8 or not channels or any(rest) or not one_part:
        raise ValueError("another kind of PNG file")
    size = height * (width * channels + 1)
    try:
        raw = isal_zlib.decompress(data[41 : 41 + length], bufsize=size)
    except damage as error:
        raise ValueError(f"the PNG file is damaged: {error}") from error
    if len(raw) != size:
        raise ValueError("the PNG file is damaged: pixels are missing")
    rows = np.frombuffer(raw, np.uint8).reshape(height, width * channels + 1)
    if np.any((rows[:, 0] != _UP) & (rows[:, 0] != _NONE)):
        raise ValueError("another kind of PNG file")
    pixels = rows[:, 1:].copy()
    for above, row, kind in zip(pixels, pixels[1:], rows[1:, 0], strict=False):
        if kind == _UP:  # a row is one addition: quicker than numpy's accumulate along this axis
            np.add(above, row, out=row)
    return pixels.reshape(height, width, channels)
