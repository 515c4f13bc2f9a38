"""How far two screens look the same, and where they do not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from crab_core import Box
from crab_visualprompt.evaluators.likeness import patches, weighed
from crab_visualprompt.evaluators.parameters import box_of
from crab_visualprompt.pixels import Pixels

LONGEST = 960
"""Pixels of the longer side at which screens are compared: text is still told from other text."""


class Compared(NamedTuple):
    """What was found."""

    share: float
    """Of the screen that looks the same, 0 to 1; what shows something weighs half of it at least."""
    worst: Box
    """Around the largest part that does not, in pixels of the first."""


def compare_screens(
    now: Pixels, kept: Pixels, region: Sequence[float] | None, ignore: Sequence[Sequence[float]]
) -> Compared:
    """How far two screens of the same proportions look the same.

    Args:
        now: The one of which the places are told.
        kept: The other, at any resolution.
        region: Compare only here: left, top, width and height as shares.
        ignore: Parts that may differ.

    Raises:
        DefinitionError: A part is empty, or reaches outside; or nothing is left to compare.
    """
    height, width = now.shape[:2]
    scale = min(1.0, LONGEST / max(height, width), max(kept.shape[:2]) / max(height, width))
    size = max(round(width * scale), 1), max(round(height * scale), 1)
    one, other = (
        np.asarray(cv2.resize(p, size, interpolation=cv2.INTER_AREA), np.uint8) for p in (now, kept)
    )
    part = box_of(region, *size)
    for hole in (box_of(away, *size) for away in ignore):
        for pixels in (one, other):
            pixels[_in(hole)] = 127
    same, near, busy = patches(*(np.ascontiguousarray(pixels[_in(part)]) for pixels in (one, other)))
    alike = same & near
    weights = weighed(busy)
    _, _, stats, _ = cv2.connectedComponentsWithStats((~alike).astype(np.uint8), connectivity=8)
    worst = max(stats[1:].tolist(), key=lambda stat: stat[4], default=[0, 0, 0, 0, 0])
    patch = part.width / alike.shape[1] / scale, part.height / alike.shape[0] / scale
    return Compared(
        float((alike * weights).sum()),
        Box(
            round(part.x / scale + worst[0] * patch[0]),
            round(part.y / scale + worst[1] * patch[1]),
            round(worst[2] * patch[0]),
            round(worst[3] * patch[1]),
        ),
    )


def _in(box: Box) -> tuple[slice, slice]:
    return slice(box.y, box.y + box.height), slice(box.x, box.x + box.width)
