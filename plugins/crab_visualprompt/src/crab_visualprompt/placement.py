"""Finds a place for each label: beside or inside its element, where it hides least."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crab_visualprompt.boxes import Boxes, area, overlap
from crab_visualprompt.pixels import Pixels

GRID = 2
"""Pixels between two samples of the picture's detail."""
EDGE = 24
"""Difference of two neighbouring samples, of 255, from which there is something to see between them."""
ROUNDS = 6
"""How often labels that meet are moved again."""

# What a place costs. Each term is a share between 0 and 1, except for `_PREFERENCE`.
_HIDES_DETAIL = 2.0
_HIDES_TARGET = 2.0
_HIDES_OTHER = 0.9
_HIDES_LABEL = 12.0
_SMALL = 10.0
"""Elements of up to so many times the area of a label count in full when it lies on them …"""
_LEAST = 0.3
"""… and larger ones less, down to this share."""

# Where the label's top left corner goes: (of the element's width, of its height, of the label's width, of its
# height). (0, 0, 0, -1) stands on the top left corner; (1, 0, -1, 0) is inside the top right one.
_PLACES = np.array(
    [
        (0, 0, 0, -1), (1, 0, -1, -1), (0, 1, 0, 0), (1, 1, -1, 0),  # above and below
        (0, 0, -1, 0), (1, 0, 0, 0), (0, 0.5, -1, -0.5), (1, 0.5, 0, -0.5),  # beside
        (0, 0, 0, 0), (1, 0, -1, 0), (0, 1, 0, -1), (1, 1, -1, -1),  # inside a corner
        (0, 0.5, 0, -0.5), (1, 0.5, -1, -0.5),  # inside, half way up
        (0, 0, -0.5, -0.5), (1, 0, -0.5, -0.5),  # over an upper corner
    ],
    dtype=np.float32,
)  # fmt: skip
_PREFERENCE = np.array(
    [0.12, 0.14, 0.24, 0.24, 0.16, 0.16, 0.16, 0.16, 0.0, 0.02, 0.06, 0.06, 0.04, 0.04, 0.08, 0.10],
    np.float32,
)


def place_labels(elements: Boxes, sizes: NDArray[np.float32], pixels: Pixels) -> NDArray[np.int32]:
    """Choose where labels go.

    Args:
        elements: Shape (n, 4), inside the picture.
        sizes: Shape (n, 2): width and height of each label.
        pixels: The picture, to see where nothing is hidden.

    Returns:
        Shape (n, 2): left and top of each label, inside the picture.
    """
    height, width = pixels.shape[:2]
    places = _candidates(elements, sizes, width, height)
    cost = (
        _PREFERENCE
        + _HIDES_DETAIL * _detail_under(places, pixels)
        + _HIDES_TARGET * _share_of_target(places, elements)
        + _HIDES_OTHER * _share_over_others(places, elements)
    )
    chosen = _apart(places, cost)
    return places[np.arange(len(places)), chosen, :2].astype(np.int32)


def _candidates(elements: Boxes, sizes: NDArray[np.float32], width: int, height: int) -> Boxes:
    """Shape (n, places, 4), moved into the picture."""
    corner, extent = elements[:, None, :2], (elements[:, 2:] - elements[:, :2])[:, None]
    size = sizes[:, None]
    start = corner + _PLACES[:, :2] * extent + _PLACES[:, 2:] * size
    limit = np.maximum(np.array([width, height], np.float32) - size, 0)
    start = np.floor(np.clip(start, 0, limit))
    return np.concatenate([start, start + size], axis=-1)


def _detail_under(places: Boxes, pixels: Pixels) -> NDArray[np.float32]:
    """Share of the samples under a label that differ from their neighbours: text, icons, edges."""
    grey = pixels[::GRID, ::GRID, 1].astype(np.int16)
    rows, columns = grey.shape
    busy = np.zeros((rows, columns), np.int32)
    busy[:, 1:] = np.abs(np.diff(grey, axis=1)) > EDGE
    busy[1:] |= np.abs(np.diff(grey, axis=0)) > EDGE
    sums = np.zeros((rows + 1, columns + 1), np.int32)
    np.cumsum(np.cumsum(busy, axis=0, dtype=np.int32), axis=1, dtype=np.int32, out=sums[1:, 1:])
    cells = (places / GRID).astype(np.int32)
    left, top = cells[..., 0], cells[..., 1]
    right = np.minimum(cells[..., 2] + 1, columns)
    bottom = np.minimum(cells[..., 3] + 1, rows)
    inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    share = inside / np.maximum((right - left) * (bottom - top), 1)
    return share.astype(np.float32)


def _share_of_target(places: Boxes, elements: Boxes) -> NDArray[np.float32]:
    """How much of its own element a label hides."""
    share: NDArray[np.float32] = overlap(places, elements[:, None]) / area(elements)[:, None]
    return share


def _share_over_others(places: Boxes, elements: Boxes) -> NDArray[np.float32]:
    """How much of a label lies on other elements: large ones count less, those around its own not at all."""
    own, other = elements[:, None], elements[None]
    around = np.all(other[..., :2] <= own[..., :2], axis=-1) & np.all(other[..., 2:] >= own[..., 2:], axis=-1)
    total = np.zeros(places.shape[:2], np.float32)
    size = area(places)
    matters = np.clip(_SMALL * size[:, :1] / area(elements), _LEAST, 1)
    for place in range(places.shape[1]):  # one at a time stays in the processor's cache
        covered = overlap(places[:, place, None], other) * matters
        covered[around] = 0
        total[:, place] = np.minimum(covered.sum(axis=1) / size[:, place], 1)
    return total


def _apart(places: Boxes, cost: NDArray[np.float32]) -> NDArray[np.intp]:
    """The cheapest place for each label; those that would hide another one move."""
    everyone = np.arange(len(places))
    chosen: NDArray[np.intp] = np.argmin(cost, axis=1)
    for _ in range(ROUNDS):
        taken = places[everyone, chosen]
        meets = overlap(taken[:, None], taken[None]) > 0
        crowded = np.flatnonzero(np.tril(meets, -1).any(axis=1))
        if not crowded.size:
            break
        for label in crowded:
            others = np.delete(taken, label, axis=0)
            hidden = overlap(places[label][:, None], others[None]).sum(axis=1) / area(places[label])
            chosen[label] = np.argmin(cost[label] + _HIDES_LABEL * hidden)
            taken[label] = places[label, chosen[label]]
    return chosen
