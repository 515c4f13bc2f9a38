"""What has changed between two frames, as few rectangles."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from crab_core import Box
from crab_visualprompt.pixels import Pixels

TILE = 16
"""Pixels across and down of the tiles that frames are compared by."""
PRICE = 60 * 60
"""Square pixels whose reading takes as long as it takes to begin reading a rectangle."""


def changed_tiles(first: Pixels, second: Pixels) -> NDArray[np.bool_]:
    """Which tiles differ at all between two pictures of one size.

    Returns:
        True for those that do; a row for each `TILE` rows of pixels, the last one of what is left.
    """
    height, width = first.shape[:2]
    differs = (first != second).reshape(height, -1)
    rows = np.logical_or.reduceat(differs, np.arange(0, height, TILE), axis=0)
    return np.logical_or.reduceat(rows, np.arange(0, width * 3, TILE * 3), axis=1)


def rectangles(tiles: NDArray[np.bool_]) -> list[Box]:
    """Rectangles that cover all tiles that are True, in pixels.

    Those that are near each other are joined where one large is cheaper to read than two small.
    """
    import cv2

    _, _, stats, _ = cv2.connectedComponentsWithStats(tiles.astype(np.uint8), connectivity=8)
    return joined(Box(*(TILE * value for value in stat[:4])) for stat in stats[1:].tolist())


def joined(boxes: Iterable[Box]) -> list[Box]:
    """Boxes of which none overlap and no two would be cheaper as one."""
    done: list[Box] = []
    for new in boxes:
        box, again = new, True
        while again:
            again = False
            for other in done:
                both = around(box, other)
                if box.intersection(other).area or both.area <= box.area + other.area + PRICE:
                    done.remove(other)
                    box, again = both, True
                    break
        done.append(box)
    return done


def around(first: Box, second: Box) -> Box:
    """The smallest box that contains both."""
    left, top = min(first.x, second.x), min(first.y, second.y)
    right = max(first.x + first.width, second.x + second.width)
    bottom = max(first.y + first.height, second.y + second.height)
    return Box(left, top, right - left, bottom - top)


def grown(box: Box, by: int, width: int, height: int) -> Box:
    """A box with a margin, clipped to a picture of a width and height."""
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by).intersection(
        Box(0, 0, width, height)
    )
