"""Photographs that nobody took: landscapes drawn from a seed, the same bytes for the same seed."""

from __future__ import annotations

import io
from datetime import datetime
from functools import lru_cache
from typing import Any

FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP", ".bmp": "BMP", ".gif": "GIF"}
DATE_TAKEN = 0x9003
"""DateTimeOriginal, in the Exif folder at 0x8769 (Exif 2.32, table 8)."""
EXIF = 0x8769
LARGEST = 4096


@lru_cache(maxsize=64)
def draw_photo(suffix: str, *, seed: int, width: int = 1280, height: int = 853, taken: str = "") -> bytes:
    """A landscape: a sky between two colours, a sun, and rows of hills.

    Args:
        suffix: Of the file; says the format.
        seed: Tells one photograph from another.
        width: Pixels.
        height: Pixels.
        taken: When, in ISO format; kept in a JPEG's metadata.

    Raises:
        ValueError: There is no such format, the size cannot be, or `taken` is no time or has no place.
    """
    import numpy
    from PIL import Image

    kind = FORMATS.get(suffix.lower())
    if kind is None:
        raise ValueError(f"a photo is one of {', '.join(FORMATS)}, not {suffix or 'a file without suffix'}")
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise ValueError(f"a photo has 1 to {LARGEST} pixels a side")
    chance = numpy.random.Generator(numpy.random.PCG64(seed))
    line: Any
    across, down = numpy.arange(width) / width, numpy.arange(height)[:, None] / height
    hue = chance.uniform()
    top, low = _colour(hue + 0.55, 0.55, 0.5), _colour(hue + 0.45, 0.88, 0.6)
    picture = top + (low - top) * numpy.clip(down * 1.6, 0, 1)[..., None]
    picture = numpy.repeat(picture, width, axis=1)
    x, y, radius = chance.uniform(0.15, 0.85), chance.uniform(0.12, 0.35), chance.uniform(0.04, 0.09)
    distance = numpy.hypot((across - x) * width / height, down - y)
    glow = numpy.clip(1 - (distance - radius) * height / 3, 0, 1)[..., None]
    picture += (numpy.array([1.0, 0.95, 0.8]) - picture) * glow
    for row in range(4):
        near = row / 3
        line = 0.45 + 0.14 * row
        for wave in range(1, 5):
            line = line + chance.uniform(0.01, 0.06) / wave * numpy.sin(
                across * 6.28 * wave * chance.uniform(0.6, 1.6) + chance.uniform(0, 6.28)
            )
        hill = _colour(hue + chance.uniform(-0.06, 0.06), 0.6 - 0.42 * near, 0.3 + 0.1 * near)
        inside = numpy.clip((down - line) * height, 0, 1)[..., None]
        picture += (hill - picture) * inside
    image = Image.fromarray((numpy.clip(picture, 0, 1) * 255).astype(numpy.uint8))
    stream = io.BytesIO()
    if taken:
        if kind != "JPEG":
            raise ValueError("only a JPEG keeps when it was taken")
        exif = Image.Exif()
        exif.get_ifd(EXIF)[DATE_TAKEN] = datetime.fromisoformat(taken).strftime("%Y:%m:%d %H:%M:%S")
        image.save(stream, kind, quality=90, exif=exif)
    elif kind == "JPEG":
        image.save(stream, kind, quality=90)
    else:
        image.save(stream, kind)
    return stream.getvalue()


def _colour(hue: float, light: float, strength: float) -> Any:
    """Red, green and blue between 0 and 1."""
    import colorsys

    import numpy

    return numpy.array(colorsys.hls_to_rgb(hue % 1, light, strength))
