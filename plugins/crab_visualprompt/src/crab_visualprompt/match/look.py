"""Whether two pictures look alike once one is laid over the other.

Screens share bars, keyboards and words, so points that agree prove little: a hundred of them may lie on the
status bar alone. What the whole picture looks like tells two screens apart.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_visualprompt.match.pictures import Gray, resized, scaling

LEAST: Final = 0.6
"""Share of a picture that must be shown. On screens of the simulated phone pictures that are there reach 0.8
nearly always, and screens of other apps, with the same bars and keyboard, 0.45 at most."""
LEAST_LAID: Final = 0.8
"""The same of a picture that was laid everywhere: it had more chances to be shown by chance."""
LEAST_COMMON: Final = 0.25
"""Share of either picture that the other must cover: on less, a bar that two screens share would decide."""
LONGEST: Final = 512
"""Pixels of the first picture's longer side at which it is compared: words are still told apart."""
WINDOW: Final = 11
"""Pixels, across and down, whose course of light and dark is compared."""
PLAIN: Final = 6.0
"""Standard deviation of brightness, 0 to 255, up to which a window shows nothing."""
NOISE: Final = 3.0
"""The same of what rounding and encoders leave: it must not correlate by chance."""


def shown(first: Gray, second: Gray, homography: NDArray[np.float64]) -> float:
    """The share of the first picture that the second shows where the homography says, 0 to 1.

    Brightness and contrast do not count: windows are compared by their correlation. Windows that are plain in
    both pictures count as nothing, and so does what lies outside the second picture.

    Args:
        first: The picture that is looked for.
        second: Where it is looked for.
        homography: From the first to the second, shape (3, 3).
    """
    height, width = first.shape
    size = _size(homography, width, height)
    scale = min(1.0, LONGEST / max(height, width), size)
    # The second picture is shrunk first: a warp takes single pixels and would miss what lies between them.
    scale_too = min(1.0, scale / size)
    if min(height, width) * scale < WINDOW or min(second.shape) * scale_too < WINDOW:
        return 0.0
    here, there = resized(first, scale), resized(second, scale_too)
    laid = scaling(there, second) @ homography @ np.linalg.inv(scaling(here, first))
    sides = here.shape[1], here.shape[0]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(there, laid, sides, flags=flags)
    inside = cv2.warpPerspective(np.ones(there.shape, np.float32), laid, sides, flags=flags) > 0.999
    alike, busy = _alike(here, seen)
    common = float(inside.mean())
    if max(common, common * first.size * size**2 / second.size) < LEAST_COMMON:
        return 0.0
    busy &= cv2.erode(inside.astype(np.uint8), np.ones((WINDOW, WINDOW), np.uint8)).astype(bool)
    return float(alike[busy].clip(0).mean()) if busy.sum() > WINDOW**2 else 0.0


def _alike(first: Any, second: Any) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The correlation of the windows around each pixel, -1 to 1, and where there is anything to see."""
    first, second = (cv2.GaussianBlur(one, (0, 0), 1.0).astype(np.float32) for one in (first, second))
    window = (WINDOW, WINDOW)
    mean, mean_too = cv2.blur(first, window), cv2.blur(second, window)
    spread = (cv2.blur(first * first, window) - mean * mean).clip(0)
    spread_too = (cv2.blur(second * second, window) - mean_too * mean_too).clip(0)
    together = cv2.blur(first * second, window) - mean * mean_too
    alike = together / np.sqrt((spread + NOISE**2) * (spread_too + NOISE**2))
    return alike, np.maximum(spread, spread_too) > PLAIN * PLAIN


def _size(homography: NDArray[np.float64], width: int, height: int) -> float:
    """Pixels of the second picture for one of the first, in the middle of the first."""
    depth = homography[2] @ np.array([width / 2, height / 2, 1.0])
    return float(np.sqrt(abs(np.linalg.det(homography) / depth**3)))
