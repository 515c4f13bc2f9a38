"""From pairs of points to a match: the homography that most of them agree with, and whether it can be one."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_core import Match

LEAST_POINTS: Final = 6
"""Pairs of points that must agree: four always do."""
TOLERANCE: Final = 3.0
"""Pixels by which a point may miss its place."""

Points = NDArray[np.float64]
"""Shape (N, 4): x and y in the first picture, x and y in the second."""


def agreed(pairs: Points, size: tuple[int, int], *, tolerance: float = TOLERANCE) -> Match:
    """The match that pairs of points make.

    Args:
        pairs: Points that seem to belong together, right ones and wrong ones.
        size: Width and height of the first picture.
        tolerance: Pixels of the second picture by which a point may miss its place.
    """
    if len(pairs) < LEAST_POINTS:
        return Match()
    answer: Any = cv2.findHomography(
        pairs[:, :2], pairs[:, 2:], cv2.USAC_MAGSAC, tolerance, maxIters=5000, confidence=0.999
    )
    found, mask = answer
    if found is None:
        return Match()
    inliers = pairs[mask.ravel().astype(bool)]
    corners = _corners(np.asarray(found), size)
    if len(inliers) < LEAST_POINTS or corners is None:
        return Match()
    return Match(
        tuple(_floats(row) for row in inliers),  # type: ignore[misc]
        _floats(np.asarray(found).ravel()),
        tuple((float(x), float(y)) for x, y in corners),
        _confidence(len(inliers), len(pairs)),
    )


def _corners(homography: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64] | None:
    """Where the first picture's corners come to lie; None when no look at a flat picture shows them so."""
    width, height = size
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    seen = np.c_[square, np.ones(4)] @ homography.T
    if not np.isfinite(seen).all() or (seen[:, 2] <= 1e-9).any():
        return None
    corners = seen[:, :2] / seen[:, 2:]
    across, down = np.roll(corners, -1, axis=0) - corners, np.roll(corners, -2, axis=0) - corners
    turns = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    # All corners turn the same way as in the picture: it is neither folded nor mirrored, and it has a size.
    return corners if (turns > 16).all() else None


def _confidence(inliers: int, pairs: int) -> float:
    """How sure a match is, 0 to 1: by the share of pairs that agree and by how many they are.

    Chance seldom lets more than a handful of points agree, so thirty or more leave little doubt.
    """
    return float(min(1.0, inliers / 30) ** 0.5 * (inliers / pairs) ** 0.25)


def _floats(values: Any) -> tuple[float, ...]:
    return tuple(float(value) for value in values)
