"""Finds a picture by its pixels, at any size: for icons and drawings that have too few features."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_visualprompt.pixels import Pixels

SIDE: Final = 24
"""Pixels of its longer side at which what is sought is first looked for, at any size from there up."""
SMALLEST: Final = 12
"""Pixels of its longer side below which it is told from nothing else."""
STEP: Final = 1.12
"""From one size to the next."""
FINE: Final = 9
"""Sizes that are tried between a size's neighbours once it has been found."""
ROUGHLY: Final = 0.5
"""Correlation below which nothing is there."""

MOST: Final = 3
"""Places that are worth a closer look."""

Gray = NDArray[np.uint8]
"""Shape (height, width)."""


class Place(NamedTuple):
    """Where it may be."""

    score: float
    """Correlation, at most 1."""
    scale: float
    """Pixels of what is searched for one of what is sought."""
    left: float
    top: float

    def near(self, other: Place, shape: tuple[int, ...]) -> bool:
        """Whether both mean the same place."""
        room = 0.3 * max(shape) * max(self.scale, other.scale)
        return abs(self.left - other.left) < room and abs(self.top - other.top) < room


def by_template(sought: Pixels, where: Pixels) -> Iterator[NDArray[np.float64]]:
    """From pixels of a picture to pixels of the one that may show it upright, the likeliest place first.

    Args:
        sought: Not plain.
        where: The one to look in.
    """
    # The channel in which there is most to see stands for all.
    channel = int(sought.reshape(-1, 3).std(axis=0).argmax())
    mine, there = (np.ascontiguousarray(pixels[..., channel]) for pixels in (sought, where))
    tried: list[Place] = []
    for place in sorted(_coarse(mine, there), reverse=True):
        if place.score < ROUGHLY or len(tried) == MOST:
            return
        if not any(place.near(other, sought.shape) for other in tried):
            tried.append(place)
            yield _fine(mine, there, place)


def _coarse(sought: Gray, where: Gray) -> Iterator[Place]:
    """The best place at each size."""
    height, width = sought.shape
    scale = min(where.shape[0] / height, where.shape[1] / width)
    while scale * max(height, width) >= SMALLEST:
        closer = min(1.0, SIDE / (scale * max(height, width)))
        yield _place(_resized(sought, scale * closer), _resized(where, closer), scale, closer)
        scale /= STEP


def _fine(sought: Gray, where: Gray, rough: Place) -> NDArray[np.float64]:
    """The same place to the pixel."""
    _, scale, x, y = rough
    height, width = sought.shape[0] * scale, sought.shape[1] * scale
    room = 0.15 * max(height, width) + 8
    left, top = max(int(x - room), 0), max(int(y - room), 0)
    part = where[top : int(y + height + room) + 1, left : int(x + width + room) + 1]
    closer = min(1.0, 16 * SIDE / max(part.shape))
    small = _resized(part, closer)
    best = Place(-1.0, scale, x - left, y - top)
    # Whole pixels, for a small picture has no other sizes; a large one is not told apart by one of them.
    side = max(sought.shape)
    sizes = np.unique(np.round(np.linspace(scale / STEP * side, scale * STEP * side, 2 * FINE + 1)))
    for one in sizes / side:
        mine = _resized(sought, float(one) * closer)
        best = max(best, _place(mine, small, float(one), closer))
    _, scale, x, y = best
    return np.array([[scale, 0, left + x], [0, scale, top + y], [0, 0, 1]])


def _place(mine: Gray, small: Gray, scale: float, closer: float) -> Place:
    if mine.shape[0] > small.shape[0] or mine.shape[1] > small.shape[1]:
        return Place(-1.0, scale, 0.0, 0.0)
    scores = cv2.matchTemplate(small, mine, cv2.TM_CCOEFF_NORMED)
    scores[~np.isfinite(scores)] = -1  # where what is searched is plain
    _, score, _, (x, y) = cv2.minMaxLoc(np.minimum(scores, 1.0))
    return Place(float(score), scale, x / closer, y / closer)


def _resized(pixels: Gray, scale: float) -> Gray:
    size = max(round(pixels.shape[1] * scale), 1), max(round(pixels.shape[0] * scale), 1)
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(pixels, size, interpolation=how), np.uint8)
