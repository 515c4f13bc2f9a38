"""Small pictures, such as icons, are looked for by laying them everywhere: they have few points to match."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_visualprompt.match.look import PLAIN
from crab_visualprompt.match.pictures import Gray, resized, scaling

LARGEST: Final = 256
"""Pixels of the longer side up to which a picture is small."""
LEAST: Final = 12
"""Pixels of the shorter side from which a picture can be told from others."""
COARSE: Final = 960
"""Pixels of the longer side of the picture that is searched through, at first."""
OCTAVE: Final = 4
"""Sizes tried between a size and its double."""
FINE: Final = 4
"""Sizes tried between two of those, once the place is known."""
ALIKE: Final = 0.8
"""Correlation from which a place is one that shows the picture."""


def laid(first: Gray, second: Gray) -> NDArray[np.float64] | None:
    """The homography that lays a small picture, half to double its size and upright, where it fits best.

    Returns:
        Shape (3, 3), from the first to the second; None when the first is large or plain, or fits nowhere.
    """
    if max(first.shape) > LARGEST or min(first.shape) < LEAST or first.std() < PLAIN:
        return None
    scale = min(1.0, max(COARSE / max(second.shape), (LEAST + 2) / min(first.shape)))
    ground = resized(second, scale)
    sizes = [2.0 ** (step / OCTAVE) for step in range(-OCTAVE, OCTAVE + 1)]
    rough = sorted(((*_best(resized(first, scale * size), ground), size) for size in sizes), reverse=True)[:3]
    found = max(
        (
            _placed(first, second, x / scale, y / scale, size, 2 / scale)
            for value, x, y, size in rough
            if value
        ),
        key=lambda one: one[0],
        default=(0.0, None),
    )
    return found[1] if found[0] >= ALIKE else None


def _placed(
    first: Gray, second: Gray, x: float, y: float, size: float, margin: float
) -> tuple[float, NDArray[np.float64] | None]:
    """The best correlation near a place at nearly a size, and the homography there."""
    best: tuple[float, Any] = (0.0, None)
    for step in range(-FINE // 2, FINE // 2 + 1):
        top = resized(first, size * 2.0 ** (step / FINE / OCTAVE))
        reach = margin + abs(size - top.shape[1] / first.shape[1]) * max(first.shape)
        left, up = max(0, int(x - reach)), max(0, int(y - reach))
        right, down = int(x + top.shape[1] + reach + 2), int(y + top.shape[0] + reach + 2)
        value, across, below = _best(top, second[up:down, left:right])
        if value > best[0]:
            place = np.array([[1, 0, left + across], [0, 1, up + below], [0, 0, 1.0]])
            best = value, place @ scaling(top, first)
    return best


def _best(top: Gray, ground: Gray) -> tuple[float, int, int]:
    """The best correlation of a picture with a part of another, and the x and y of that part."""
    if min(top.shape) < LEAST or top.shape[0] > ground.shape[0] or top.shape[1] > ground.shape[1]:
        return 0.0, 0, 0
    values = cv2.matchTemplate(ground, top, cv2.TM_CCOEFF_NORMED)
    _, value, _, (x, y) = cv2.minMaxLoc(values)
    return (float(value), x, y) if np.isfinite(value) else (0.0, 0, 0)
