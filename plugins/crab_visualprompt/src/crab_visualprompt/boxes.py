"""Many boxes at once: what they cover, and what they share."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from crab_core import Box

Boxes = NDArray[np.float32]
"""Shape (..., 4): left, top, right, bottom in pixels."""


def corners(boxes: Iterable[Box]) -> Boxes:
    """Boxes as an array of shape (n, 4)."""
    array = np.array(list(boxes), np.float32).reshape(-1, 4)
    array[:, 2:] += array[:, :2]
    return array


def area(boxes: Boxes) -> NDArray[np.float32]:
    """Square pixels of each box; shape (...)."""
    found: NDArray[np.float32] = (boxes[..., 2] - boxes[..., 0]) * (boxes[..., 3] - boxes[..., 1])
    return found


def overlap(a: Boxes, b: Boxes) -> NDArray[np.float32]:
    """Square pixels that both cover; the shapes are broadcast."""
    across = np.minimum(a[..., 2], b[..., 2]) - np.maximum(a[..., 0], b[..., 0])
    down = np.minimum(a[..., 3], b[..., 3]) - np.maximum(a[..., 1], b[..., 1])
    covered: NDArray[np.float32] = np.maximum(across, 0) * np.maximum(down, 0)
    return covered


def inside(a: Boxes, b: Boxes) -> NDArray[np.float32]:
    """Which share of each box of `a` lies in each of `b`; shape (len(a), len(b))."""
    shares: NDArray[np.float32] = overlap(a[:, None], b[None])
    shares /= np.maximum(area(a), 1)[:, None]
    return shares


def agreement(a: Boxes, b: Boxes) -> NDArray[np.float32]:
    """Intersection over union of each box of `a` with each of `b`; shape (len(a), len(b))."""
    both = overlap(a[:, None], b[None])
    union = area(a)[:, None] + area(b)[None] - both
    share: NDArray[np.float32] = both / np.maximum(union, 1)
    return share


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of them; at least one is given."""
    every = list(boxes)
    left, top = min(box.x for box in every), min(box.y for box in every)
    right, bottom = max(box.x + box.width for box in every), max(box.y + box.height for box in every)
    return Box(left, top, right - left, bottom - top)
