"""What matchers are given: checked, in shades of grey, at another size."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_core import Pixels, UsageError

Gray = NDArray[np.uint8]
"""Shape (height, width)."""


def gray(pixels: Pixels) -> Gray:
    """A picture in shades of grey.

    Raises:
        UsageError: It is no picture: not bytes, not three colours, or without a pixel.
    """
    if not isinstance(pixels, np.ndarray) or pixels.dtype != np.uint8:
        raise UsageError("A picture must be a numpy array of unsigned bytes.")
    if pixels.ndim != 3 or pixels.shape[2] != 3 or not pixels.size:
        raise UsageError(f"A picture must have the shape (height, width, 3), not {pixels.shape}.")
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_RGB2GRAY), np.uint8)


def resized(picture: Gray, scale: float) -> Gray:
    """A picture at another size, at least one pixel."""
    if scale == 1.0:
        return picture
    sides = max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale))
    how = cv2.INTER_AREA if scale < 1.0 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, sides, interpolation=how), np.uint8)


def scaling(small: Gray, large: Gray) -> NDArray[np.float64]:
    """From pixels of a picture to those of the same picture resized, shape (3, 3).

    A pixel's place is its middle, so that sizes have their corners in common and not their first pixels.
    """
    across, down = small.shape[1] / large.shape[1], small.shape[0] / large.shape[0]
    return np.array([[across, 0, across / 2 - 0.5], [0, down, down / 2 - 0.5], [0, 0, 1.0]])
