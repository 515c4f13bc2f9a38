"""Reading order: lines from top to bottom, each from left to right; columns are read one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from crab_core import Box


class Placed(Protocol):
    """Anything with a place on the screen."""

    @property
    def box(self) -> Box:
        """Where it is, in pixels."""


_P = TypeVar("_P", bound=Placed)


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


def insert(ordered: Sequence[_P], others: Sequence[_P]) -> list[_P]:
    """Put items where they are read among others that are in order already.

    What lies in an item is read after it, and everything else after the item that is read before it when all
    are read together.

    Args:
        ordered: Items whose order stays as it is; at least one.
        others: Those to put between them.
    """
    following: list[list[_P]] = [[] for _ in range(len(ordered) + 1)]
    places = {id(item): place for place, item in enumerate(ordered, start=1)}
    free: list[_P] = []
    for item in others:
        hosts = [host for host in ordered if host.box.contains(item.box)]
        if hosts:
            following[places[id(min(hosts, key=lambda host: host.box.area))]].append(item)
        else:
            free.append(item)
    last = 0
    for item in reading_order([*ordered, *free]) if free else ():
        if id(item) in places:
            last = places[id(item)]
        else:
            following[last].append(item)
    result = reading_order(following[0])
    for item, after in zip(ordered, following[1:], strict=True):
        result += [item, *reading_order(after)]
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
