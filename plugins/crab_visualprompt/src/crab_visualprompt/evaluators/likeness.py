"""How far two pictures of one size look the same, patch by patch."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_visualprompt.pixels import Pixels

PATCH = 8
"""Pixels across and down."""
SMOOTH = 1.2
"""Standard deviation of the blur that forgives what scaling and JPEG do to single pixels."""
C2 = (0.03 * 255) ** 2
"""Keeps noise in plain patches from counting (Wang, Bovik, Sheikh, Simoncelli 2004, below eq. 13)."""
STRUCTURE = 0.5
"""Of a patch that shows the same: its structural similarity without brightness, at most 1."""
COLOR = 24.0
"""Mean difference of a channel, 0 to 255, of a patch that has the same colour; JPEG stays far below."""

Floats = NDArray[np.float32]


class Likeness(NamedTuple):
    """Shares of patches, 0 to 1."""

    shape: float
    """Those that show the same lights and shades."""
    colors: float
    """Those that have the same colours and brightness."""


def likeness(one: Pixels, other: Pixels) -> Likeness:
    """How far two pictures of one size look the same.

    Args:
        one: Patches in which one of them shows something weigh at least as much as all plain ones together,
            so that a small thing on a large empty ground is not lost.
        other: The other.
    """
    same, near, busy = patches(one, other)
    weights = weighed(busy)
    return Likeness(float((same * weights).sum()), float((near * weights).sum()))


def patches(one: Pixels, other: Pixels) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]:
    """Which patches show the same, which have the same colours, and in which one shows anything."""
    blurred = [cv2.GaussianBlur(pixels, (0, 0), SMOOTH) for pixels in (one, other)]
    x, y = (cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32) for pixels in blurred)
    mx, my = _means(x), _means(y)
    vx, vy = _means(x * x) - mx**2, _means(y * y) - my**2
    both = _means(x * y) - mx * my
    # How much contrast there is may differ; what is plain in the one must be plain in the other.
    same = (2 * both + C2) / (2 * np.sqrt(np.maximum(vx, 0) * np.maximum(vy, 0)) + C2) >= STRUCTURE
    same &= np.maximum(vx, vy) <= 16 * np.minimum(vx, vy) + C2
    gap = cv2.absdiff(*blurred).astype(np.float32)
    near = _means(gap).max(axis=2) <= COLOR
    return same, near, np.maximum(vx, vy) > C2 / 2


def weighed(busy: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What each patch weighs: half for those that show something, half for the plain ones."""
    count = int(busy.sum())
    if count in {0, busy.size}:
        return np.full(busy.shape, 1 / busy.size)
    share = max(0.5, count / busy.size)
    return np.where(busy, share / count, (1 - share) / (busy.size - count))


def _means(values: Floats) -> Floats:
    """The mean of each patch; the last ones in a row or column are what is left, if it is half a patch."""
    height, width = values.shape[:2]
    down, across = max(round(height / PATCH), 1), max(round(width / PATCH), 1)
    found = cv2.resize(values, (across, down), interpolation=cv2.INTER_AREA)
    return np.asarray(found, np.float32)
