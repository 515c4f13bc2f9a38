"""Reading order: lines from top to bottom, each from left to right; columns are read one after the other."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol, TypeVar

from crab_core import Box


class Placed(Protocol):
    """Anything with a place on the screen."""

    @property
    def box(self) -> Box:
        """Where it is, in pixels."""


_P = TypeVar("_P", bound=Placed)

GUTTER = 1.5
"""Least width of the gap between two columns of a picture, in median heights of what stands in them."""
LIKE = 0.75
"""Of the widest gap: what is parted by a gap of so much is parted with it."""
ALIGNED = 0.7
"""Share of one column whose items stand beside one of the other, from which both are one table."""
OFF = 0.25
"""How far the middles of items of one row are apart at most, of the height of the lower one."""


def reading_order(items: Sequence[_P]) -> list[_P]:
    """Sort items as a person reads them.

    Lines are tried first. Items that share one line are split into columns, and each column is read on its
    own, so that a side bar is finished before what stands beside it. What overlaps too much for either is
    read from the top left.
    """
    if len(items) < 2:
        return list(items)
    for vertical in (True, False):
        bands = _bands(items, vertical)
        if len(bands) > 1:
            return [item for band in bands for item in reading_order(band)]
    return sorted(items, key=lambda item: (item.box.y, item.box.x))


def picture_order(items: Sequence[_P]) -> list[_P]:
    """Sort items of which nothing is known but their places, as a person reads them.

    The widest empty band between them parts them, again and again; an upright one only when it is no gap
    between the columns of one table.
    """
    if len(items) < 3:
        return reading_order(items)
    across, columns = _parted(items, 0)
    down, rows = _parted(items, 1)
    gutter = GUTTER * statistics.median(item.box.height for item in items)
    if across > max(down, gutter) and not any(_one_table(*pair) for pair in pairwise(columns)):
        return [item for column in columns for item in picture_order(column)]
    if len(rows) > 1:
        return [item for row in rows for item in picture_order(row)]
    return reading_order(items)


def _parted(items: Sequence[_P], axis: int) -> tuple[int, list[list[_P]]]:
    """The width of the widest empty band across an axis, and what it and bands like it part."""
    ordered = sorted(items, key=lambda item: item.box[axis])
    gaps = []
    end = ordered[0].box[axis]
    for item in ordered:
        gaps.append(item.box[axis] - end)
        end = max(end, item.box[axis] + item.box[axis + 2])
    widest = max(gaps)
    parts: list[list[_P]] = [[]]
    for item, gap in zip(ordered, gaps, strict=True):
        if gap > 0 and gap >= LIKE * widest:
            parts.append([])
        parts[-1].append(item)
    return widest, parts


def _one_table(left: Sequence[Placed], right: Sequence[Placed]) -> bool:
    """Whether two columns have the same rows; one row alone makes no column."""
    few, many = sorted((left, right), key=len)
    beside = sum(any(_in_a_row(item.box, other.box) for other in many) for item in few)
    return beside >= ALIGNED * len(few) or len(_bands(few, vertical=True)) < 2


def _in_a_row(a: Box, b: Box) -> bool:
    apart = abs(a.y + a.height / 2 - b.y - b.height / 2)
    return apart <= OFF * min(a.height, b.height)


def insert(ordered: Sequence[_P], others: Sequence[_P]) -> list[_P]:
    """Put items where they are read among others that are in order already.

    Each comes after the item that is read before it when all are read together.

    Args:
        ordered: Items whose order stays as it is.
        others: Those to put between them.
    """
    places = {id(item): place for place, item in enumerate(ordered, start=1)}
    following: list[list[_P]] = [[] for _ in range(len(ordered) + 1)]
    last = 0
    for item in picture_order([*ordered, *others]):
        if id(item) in places:
            last = places[id(item)]
        else:
            following[last].append(item)
    result = following[0]
    for item, after in zip(ordered, following[1:], strict=True):
        result += [item, *after]
    return result


def _bands(items: Sequence[_P], vertical: bool) -> list[list[_P]]:
    """Split items where one ends, on one axis, before the middle of the next begins."""
    start, length = (1, 3) if vertical else (0, 2)
    bands: list[list[_P]] = []
    first = last = 0
    for item in sorted(items, key=lambda i: (i.box[start], i.box[1 - start])):
        begin, end = item.box[start], item.box[start] + item.box[length]
        if bands and ((begin + end) / 2 < last or begin < (first + last) / 2):
            bands[-1].append(item)
            last = max(last, end)
        else:
            bands.append([item])
            first, last = begin, end
    return bands
