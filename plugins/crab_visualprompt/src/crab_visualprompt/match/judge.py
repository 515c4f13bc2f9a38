"""From pairs of points to a match that holds when the pictures are looked at."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from crab_core import Match
from crab_visualprompt.match import look, small
from crab_visualprompt.match.geometry import Points, agreed, matched, moved
from crab_visualprompt.match.pictures import Gray

TRIES: Final = 3
"""Homographies that are looked at: a bar that stands still may have more points than what moved."""


def judged(pairs: Points, first: Gray, second: Gray, tolerance: float) -> Match:
    """Where the second picture shows the first; without a homography when it does not.

    Args:
        pairs: Points that seem to show the same, right ones and wrong ones.
        first: The picture that is looked for.
        second: Where it is looked for.
        tolerance: Pixels of the second picture by which a point may miss its place.
    """
    height, width = first.shape
    for _ in range(TRIES):
        match = agreed(pairs, (width, height), tolerance=tolerance)
        if match.homography is None:
            break
        homography = np.array(match.homography).reshape(3, 3)
        share = look.shown(first, second, homography)
        if share >= look.LEAST:
            return replace(match, confidence=share)
        missed = np.linalg.norm(moved(pairs[:, :2], homography) - pairs[:, 2:], axis=1) > tolerance
        pairs = pairs[missed]
    return _laid(first, second)


def _laid(first: Gray, second: Gray) -> Match:
    """The match of a small picture with few points, by its corners."""
    homography = small.laid(first, second)
    if homography is None or (share := look.shown(first, second, homography)) < look.LEAST_LAID:
        return Match()
    height, width = first.shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
    return matched(homography, np.c_[corners, moved(corners, homography)], (width, height), share)
