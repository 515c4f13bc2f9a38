"""Pictures in the size that a network takes, and its boxes back in theirs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_visualprompt.boxes import Boxes
from crab_visualprompt.pixels import Pixels

Floats = NDArray[np.float32]

GREY: Final = 114
"""What fills the rest of a letterbox; YOLO's exports are trained with it."""
MEAN: Final = np.array([0.485, 0.456, 0.406], np.float32)
"""Of red, green and blue in ImageNet, from 0 to 1; DETR's networks expect them taken away."""
DEVIATION: Final = np.array([0.229, 0.224, 0.225], np.float32)


@dataclass(frozen=True, slots=True)
class Fit:
    """Where a picture lies in the input of a network."""

    width: int
    """Of the picture, in pixels."""
    height: int
    across: float
    """Pixels of the input for one of the picture."""
    down: float
    left: int = 0
    """Pixels of the input beside the picture."""
    top: int = 0

    def back(self, boxes: Boxes) -> Boxes:
        """Boxes in pixels of the picture, cut at its edges, for those of the input; shape (n, 4)."""
        places = (boxes - [self.left, self.top] * 2) / ([self.across, self.down] * 2)
        return np.clip(places, 0, [self.width, self.height] * 2).astype(np.float32)


def letterbox(pixels: Pixels, width: int, height: int) -> tuple[Pixels, Fit]:
    """The picture in its own shape in the middle of a grey one.

    Args:
        pixels: Shape (h, w, 3).
        width: Of the result.
        height: Of the result.
    """
    tall, wide = pixels.shape[:2]
    scale = min(width / wide, height / tall)
    inner = max(round(wide * scale), 1), max(round(tall * scale), 1)
    left, top = (width - inner[0]) // 2, (height - inner[1]) // 2
    whole = np.full((height, width, 3), GREY, np.uint8)
    whole[top : top + inner[1], left : left + inner[0]] = _resized(pixels, *inner)
    return whole, Fit(wide, tall, inner[0] / wide, inner[1] / tall, left, top)


def stretched(pixels: Pixels, width: int, height: int) -> tuple[Pixels, Fit]:
    """The picture drawn out to a size, whatever its shape."""
    tall, wide = pixels.shape[:2]
    return _resized(pixels, width, height), Fit(wide, tall, width / wide, height / tall)


def _resized(pixels: Pixels, width: int, height: int) -> Pixels:
    how = cv2.INTER_AREA if width < pixels.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(np.ascontiguousarray(pixels), (width, height), interpolation=how), np.uint8)


def tensor(pixels: Pixels, *, imagenet: bool) -> Floats:
    """The picture as networks take it: shape (1, 3, height, width), from 0 to 1.

    Args:
        pixels: Shape (height, width, 3).
        imagenet: Whether ImageNet's mean is taken away and its deviation divided by.
    """
    values = pixels.astype(np.float32) / 255
    if imagenet:
        values = (values - MEAN) / DEVIATION
    return np.ascontiguousarray(values.transpose(2, 0, 1)[None])
