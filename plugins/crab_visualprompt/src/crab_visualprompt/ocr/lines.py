"""Finds lines of text: a network's map of where text is, turned into boxes."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from crab_core import Box
from crab_visualprompt.ocr.ink import ink, parts_with, pieces
from crab_visualprompt.ocr.models import Floats, Model
from crab_visualprompt.pixels import Pixels

# Those with which the network was published (PP-OCR); the method is that of Liao et al. 2020, "Real-time
# scene text detection with differentiable binarization", whose D' = A' r' / L' is how far a core grows.
TEXT = 0.3
"""Likelihood from which a pixel belongs to the core of a line."""
LINE = 0.5
"""Mean likelihood from which such a core is a line."""
UNCLIP = 1.6
"""A core is a line shrunk by area times this over circumference; it is let grow again."""
SMALLEST = 3
"""Pixels of a core, across and down."""
STRIDE = 32
"""Sides of what the network is given are multiples of this."""


def find_lines(model: Model, pixels: Pixels) -> list[Box]:
    """Boxes of the lines of text in a picture, in no particular order.

    Args:
        model: rapidocr's detector, or one that was trained like it.
        pixels: At least a pixel across and down.
    """
    inked = ink(pixels)
    return [
        piece
        for part in parts_with(inked)
        for line in _lines_in(model, pixels, part)
        for piece in pieces(line, inked)
    ]


def _lines_in(model: Model, pixels: Pixels, part: Box) -> Iterator[Box]:
    crop = pixels[part.y : part.y + part.height, part.x : part.x + part.width]
    likely = model(_prepared(crop))[0, 0, : part.height, : part.width]
    cores = (likely > TEXT).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(cores, connectivity=8)
    for left, top, across, down, _ in stats[1:].tolist():
        if min(across, down) < SMALLEST:
            continue
        where = slice(top, top + down), slice(left, left + across)
        if cv2.mean(likely[where], cores[where])[0] < LINE:
            continue
        more = across * down * UNCLIP / (2 * (across + down))
        x, y = max(round(left - more), 0), max(round(top - more), 0)
        right, bottom = (
            min(round(left + across + more), part.width),
            min(round(top + down + more), part.height),
        )
        yield Box(part.x + x, part.y + y, right - x, bottom - y)


def _prepared(pixels: Pixels) -> Floats:
    """Blue, green, red from -1 to 1, shape (1, 3, height, width), padded with the picture's edge."""
    height, width = pixels.shape[:2]
    below, right = -height % STRIDE, -width % STRIDE
    padded = cv2.copyMakeBorder(pixels, 0, below, 0, right, cv2.BORDER_REPLICATE)
    blob = cv2.dnn.blobFromImage(padded, 1 / 127.5, mean=(127.5, 127.5, 127.5), swapRB=True)
    return np.asarray(blob, np.float32)
