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
REACH = 1.5
"""How far from its element a label may go that finds no place beside it, in its own sizes."""
MOST_SOUGHT = 64
"""Labels that look for a place further off; where more find none, there is none."""
MOST_HIDDEN = 0.25
"""Share of its own element that a label may hide."""

# What a place costs. Each term is a share between 0 and 1, except for `_PREFERENCE`.
_HIDES_DETAIL = 2.0
_HIDES_TARGET = 2.0
_HIDES_OTHER = 0.9
_HIDES_LABEL = 12.0
_TOUCHES_LABEL = 4.0
"""For hiding any part of another label, however small: more than all that a free place can cost nearby."""
_FAR = 1.0
"""For each height of a label between it and its element."""
_TOO_MUCH = 4.0
"""For a label that hides more of its element than `MOST_HIDDEN`."""
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
    detail = _Detail(pixels)
    places = _candidates(elements, sizes, width, height)
    cost = _PREFERENCE + _hidden(places, elements, elements, detail)
    chosen = places[np.arange(len(places)), _apart(places, cost)]
    for label in _stuck(chosen, elements)[:MOST_SOUGHT]:
        chosen[label] = _elsewhere(label, chosen, elements, detail, (width, height))
    return chosen[:, :2].astype(np.int32)


def crowded(places: NDArray[np.int32], sizes: NDArray[np.float32], elements: Boxes) -> bool:
    """Whether some label hides a part of another, or more of its own element than it should.

    Args:
        places: Shape (n, 2): left and top of each label.
        sizes: Shape (n, 2): width and height of each label.
        elements: Shape (n, 4).
    """
    return bool(_stuck(np.concatenate([places, places + sizes], axis=1).astype(np.float32), elements))


def _hidden(places: Boxes, own: Boxes, elements: Boxes, detail: _Detail) -> NDArray[np.float32]:
    """What labels would hide of the picture and of elements at each place; shape (labels, places)."""
    found: NDArray[np.float32] = (
        _HIDES_DETAIL * detail.under(places)
        + _HIDES_TARGET * overlap(places, own[:, None]) / area(own)[:, None]
        + _HIDES_OTHER * _share_over_others(places, own, elements)
    )
    return found


def _elsewhere(label: int, chosen: Boxes, elements: Boxes, detail: _Detail, screen: tuple[int, int]) -> Boxes:
    """The best of all places near an element, for a label that found none beside it; shape (4,)."""
    own, size = elements[label], chosen[label, 2:] - chosen[label, :2]
    places = _around(own, size, *screen)
    cost = _hidden(places[:, None], np.broadcast_to(own, places.shape), elements, detail)[:, 0]
    others = np.delete(chosen, label, axis=0)
    cost += _over_labels(places, others)
    cost += _FAR * _distance(places, own) / size[1]
    cost += _TOO_MUCH * (overlap(places, own) > MOST_HIDDEN * area(own))
    best: Boxes = places[np.argmin(cost)]
    return best


def _stuck(labels: Boxes, elements: Boxes) -> list[int]:
    """Labels that lie on another one or hide too much of their own element."""
    meets = overlap(labels[:, None], labels[None]) > 0
    hides = overlap(labels, elements) > MOST_HIDDEN * area(elements)
    stuck: list[int] = np.flatnonzero(np.tril(meets, -1).any(axis=1) | hides).tolist()
    return stuck


def _candidates(elements: Boxes, sizes: NDArray[np.float32], width: int, height: int) -> Boxes:
    """Shape (n, places, 4), moved into the picture."""
    corner, extent = elements[:, None, :2], (elements[:, 2:] - elements[:, :2])[:, None]
    size = sizes[:, None]
    start = corner + _PLACES[:, :2] * extent + _PLACES[:, 2:] * size
    limit = np.maximum(np.array([width, height], np.float32) - size, 0)
    start = np.floor(np.clip(start, 0, limit))
    return np.concatenate([start, start + size], axis=-1)


class _Detail:
    """Where in a picture there is something to see: text, icons, edges."""

    def __init__(self, pixels: Pixels) -> None:
        """Count the samples of a picture that differ from their neighbours."""
        grey = pixels[::GRID, ::GRID, 1].astype(np.int16)
        self._rows, self._columns = rows, columns = grey.shape
        busy = np.zeros((rows, columns), np.int32)
        busy[:, 1:] = np.abs(np.diff(grey, axis=1)) > EDGE
        busy[1:] |= np.abs(np.diff(grey, axis=0)) > EDGE
        self._sums = sums = np.zeros((rows + 1, columns + 1), np.int32)
        np.cumsum(np.cumsum(busy, axis=0, dtype=np.int32), axis=1, dtype=np.int32, out=sums[1:, 1:])

    def under(self, places: Boxes) -> NDArray[np.float32]:
        """Share of such samples under each label."""
        cells = (places / GRID).astype(np.int32)
        left, top = cells[..., 0], cells[..., 1]
        right = np.minimum(cells[..., 2] + 1, self._columns)
        bottom = np.minimum(cells[..., 3] + 1, self._rows)
        sums = self._sums
        inside = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
        share: NDArray[np.float64] = inside / np.maximum((right - left) * (bottom - top), 1)
        return share.astype(np.float32)


def _share_over_others(places: Boxes, own: Boxes, elements: Boxes) -> NDArray[np.float32]:
    """How much of a label lies on other elements: large ones count less, those around its own not at all."""
    mine, other = own[:, None], elements[None]
    around = np.all(other[..., :2] <= mine[..., :2], axis=-1) & np.all(
        other[..., 2:] >= mine[..., 2:], axis=-1
    )
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
            chosen[label] = np.argmin(cost[label] + _over_labels(places[label], others))
            taken[label] = places[label, chosen[label]]
    return chosen


def _over_labels(places: Boxes, labels: Boxes) -> NDArray[np.float32]:
    """What each place costs for the labels that it would hide; shape (places,)."""
    hidden = overlap(places[:, None], labels[None]).sum(axis=1) / area(places)
    found: NDArray[np.float32] = _HIDES_LABEL * hidden + _TOUCHES_LABEL * (hidden > 0)
    return found


def _around(element: Boxes, size: NDArray[np.float32], width: int, height: int) -> Boxes:
    """Every place near an element, half a label apart, shape (places, 4): for labels that find no other."""
    reach = REACH * size
    start, end = element[:2] - size - reach, element[2:] + reach
    columns = np.arange(start[0], end[0] + 1, max(size[0] / 2, 2))
    rows = np.arange(start[1], end[1] + 1, max(size[1] / 2, 2))
    grid = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    limit = np.maximum(np.array([width, height], np.float32) - size, 0)
    corner = np.floor(np.clip(grid, 0, limit)).astype(np.float32)
    return np.concatenate([corner, corner + size], axis=-1)


def _distance(places: Boxes, element: Boxes) -> NDArray[np.float32]:
    """Pixels between each place and an element; 0 where they touch."""
    apart = np.maximum(places[:, :2] - element[2:], element[:2] - places[:, 2:])
    found: NDArray[np.float32] = np.maximum(apart, 0).max(axis=1)
    return found
