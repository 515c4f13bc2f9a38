"""Of several boxes around one thing, the one that is most surely there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crab_visualprompt.boxes import Boxes, agreement

BLOCK = 512
"""Boxes that are compared with all others at once, so that thousands of them need little memory."""


def suppress(boxes: Boxes, scores: NDArray[np.float32], overlap: float) -> NDArray[np.intp]:
    """Drop boxes that overlap with one that has a greater score (greedy non-maximum suppression).

    Args:
        boxes: Shape (n, 4): left, top, right, bottom.
        scores: Shape (n,).
        overlap: Intersection over union above which two boxes are around one thing; 1 keeps all.

    Returns:
        Places of the boxes that stay, the greatest score first.
    """
    order = np.argsort(-scores, kind="stable")
    boxes = boxes[order]
    gone = np.zeros(len(order), bool)
    for start in range(0, len(order), BLOCK):
        same = agreement(boxes[start : start + BLOCK], boxes[start:]) > overlap
        for row in range(len(same)):
            if not gone[start + row]:
                gone[start + row + 1 :] |= same[row, row + 1 :]
    kept: NDArray[np.intp] = order[~gone]
    return kept
