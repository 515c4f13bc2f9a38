"""From pairs of points to a match: the homography that most of them agree with, and whether it can be one."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_core import Match

LEAST_POINTS: Final = 6
"""Pairs of points that must agree on a homography: four always do."""
LEAST_UPRIGHT: Final = 4
"""Pairs of points that must agree on a shift, a turn and a size: two always do."""
FEW: Final = 16
"""Pairs of points below which a homography bends to their errors."""
TOLERANCE: Final = 3.0
"""Pixels by which a point may miss its place."""
LARGEST: Final = 64.0
"""Times that a picture may be larger or smaller, or one of its sides longer than the opposite."""

Points = NDArray[np.float64]
"""Shape (N, 4): x and y in the first picture, x and y in the second."""
Homography = NDArray[np.float64]
"""Shape (3, 3)."""


def agreed(pairs: Points, size: tuple[int, int], *, tolerance: float = TOLERANCE) -> Match:
    """The match that most pairs of points agree on; its confidence is left to what the pictures look like.

    Args:
        pairs: Points that seem to belong together, right ones and wrong ones.
        size: Width and height of the first picture.
        tolerance: Pixels of the second picture by which a point may miss its place.
    """
    found, inliers = _homography(pairs, tolerance)
    simple, upright = _similarity(pairs, tolerance)
    enough = (0.95 if len(inliers) >= FEW else 0.8) * len(inliers)
    # What says the same with four numbers instead of eight bends less where there are no points.
    if simple is not None and len(upright) >= enough:
        found, inliers = simple, upright
    return Match() if found is None else matched(found, inliers, size)


def matched(homography: Homography, points: Points, size: tuple[int, int], confidence: float = 0.0) -> Match:
    """The match by a homography; none when no look at a flat picture shows its corners so."""
    corners = _corners(homography, size)
    if corners is None:
        return Match()
    return Match(
        tuple(_floats(row) for row in points),  # type: ignore[misc]
        _floats(homography.ravel()),
        tuple((float(x), float(y)) for x, y in corners),
        confidence,
    )


def moved(points: NDArray[np.float64], homography: Homography) -> NDArray[np.float64]:
    """Points, shape (N, 2), seen through a homography."""
    seen = np.c_[points, np.ones(len(points))] @ homography.T
    answer: NDArray[np.float64] = seen[:, :2] / seen[:, 2:]
    return answer


def _homography(pairs: Points, tolerance: float) -> tuple[Homography | None, Points]:
    if len(pairs) < LEAST_POINTS:
        return None, pairs[:0]
    answer: Any = cv2.findHomography(
        pairs[:, :2], pairs[:, 2:], cv2.USAC_MAGSAC, tolerance, maxIters=5000, confidence=0.999
    )
    return _kept(answer, pairs, LEAST_POINTS)


def _similarity(pairs: Points, tolerance: float) -> tuple[Homography | None, Points]:
    """A shift, a turn and a size: how pictures are moved on screens."""
    if len(pairs) < LEAST_UPRIGHT:
        return None, pairs[:0]
    found, mask = cv2.estimateAffinePartial2D(
        pairs[:, :2].copy(),
        pairs[:, 2:].copy(),
        method=cv2.RANSAC,
        ransacReprojThreshold=tolerance,
        maxIters=5000,
    )
    whole = None if found is None else np.vstack([found, [0, 0, 1.0]])
    return _kept((whole, mask), pairs, LEAST_UPRIGHT)


def _kept(answer: Any, pairs: Points, least: int) -> tuple[Homography | None, Points]:
    found, mask = answer
    if found is None or not np.isfinite(found).all():
        return None, pairs[:0]
    inliers = pairs[mask.ravel().astype(bool)]
    # Many points of the one picture on a single point of the other agree on nothing.
    different = min(len(np.unique(np.rint(inliers[:, side]), axis=0)) for side in ([0, 1], [2, 3]))
    return (np.asarray(found, float), inliers) if different >= least else (None, pairs[:0])


def _corners(homography: Homography, size: tuple[int, int]) -> NDArray[np.float64] | None:
    """Where the first picture's corners come to lie; None when no look at a flat picture shows them so."""
    width, height = size
    square = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    depth = np.c_[square, np.ones(4)] @ homography[2]
    if not (depth > 1e-9).all():
        return None
    corners = moved(square, homography)
    across, down = np.roll(corners, -1, axis=0) - corners, np.roll(corners, -2, axis=0) - corners
    turns = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    sides = np.linalg.norm(across, axis=1) / [width, height, width, height]
    if not np.isfinite(corners).all() or sides.min() < 1 / LARGEST or sides.max() > LARGEST:
        return None
    # All corners turn the same way as in the picture: it is neither folded nor mirrored, and it has a size.
    return corners if (turns > 16).all() and sides.max() < LARGEST * sides.min() else None


def _floats(values: Any) -> tuple[float, ...]:
    return tuple(float(value) for value in values)
