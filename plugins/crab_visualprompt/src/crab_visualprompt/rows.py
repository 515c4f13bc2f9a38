"""Finds the rows of lists, menus and settings that have no outline, by texts or icons at even steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_core import Box
from crab_visualprompt.even import FEWEST, middle, pitch, runs
from crab_visualprompt.order import reading_order
from crab_visualprompt.pixels import Pixels
from crab_visualprompt.scale import least_target, smallest_text
from crab_visualprompt.select import Candidate, join

# Lengths are in heights of the smallest text.
HIGHEST = 9.0
"""Of a row at most."""
ICON = 6.0
"""Side of an icon at most."""
SLACK = 0.25
"""By which a line of text stands off its place in a row."""
SPREADS = (0.35, 1.5)
"""By which the texts of one column begin beside each other: some lines were read with their icon."""
FREE = 0.5
"""Between the texts of two rows at least; the lines of a paragraph stand closer."""
FILLED = 0.2
"""Share of the rows that may have something in the space between them, such as a button above the list."""
NEAREST, FARTHEST = 0.9, 2.5
"""Steps from a row to another of the same column, between which a heading or a line may stand."""
MOST = 8
"""Lines of text in a row at most."""
LETTERS = 2
"""Characters that an icon may have been read as: a control with more to say makes no row, but a form."""
CHANGE = 3
"""Difference between neighbouring pixels from which they are on the two sides of an edge."""
UPRIGHT = 0.9
"""Share of its height that an upright edge has of the side of a list."""
EVERY = 3
"""Of so many lines of pixels one is looked at."""


class _Run(NamedTuple):
    """Things below each other at even steps."""

    members: list[Candidate]
    column: list[Candidate]
    """All that stand below each other there."""
    spread: float


def with_rows(pixels: Pixels, seen: Sequence[Candidate]) -> list[Candidate]:
    """Put together what stands in a row of a list.

    An icon at the right end of a row stays a thing of its own, and so does what stands in no row.

    Args:
        pixels: Shape (height, width, 3), red, green, blue.
        seen: Lines of text and icons.
    """
    height, width = pixels.shape[:2]
    text = smallest_text(width, height)
    found = _runs(seen, text, least_target(width, height))
    if not found:
        return list(seen)
    sides = _Sides(pixels)
    used: set[int] = set()
    rows: list[Candidate] = []
    for run in found:
        if not used & set(map(id, run.members)):
            rows += _rows(run, [c for c in seen if id(c) not in used], sides, text, used)
    return [*rows, *(c for c in seen if id(c) not in used)]


def _runs(seen: Sequence[Candidate], text: float, least: float) -> list[_Run]:
    """All that may be the texts or icons of rows, the longest runs first."""
    lines = [c for c in seen if c.source == "ocr"]
    icons = [c for c in seen if c.source != "ocr" and max(c.box[2:]) <= ICON * text]
    found = [
        _Run(run, column, spread)
        for items, where in ((lines, 0.0), (icons, 0.5))
        for column, spread in _columns(items, where, text)
        for run in runs(column, 1, least, HIGHEST * text, SLACK * text)
    ]
    return sorted(found, key=lambda run: (-len(run.members), run.spread, run.members[0].box.x))


def _columns(
    items: Sequence[Candidate], where: float, text: float
) -> Iterator[tuple[list[Candidate], float]]:
    """What stands below each other; `where` is the share of a width at which things are compared."""
    places = np.array([c.box.x + where * c.box.width for c in items])
    known: set[tuple[int, ...]] = set()
    for spread in SPREADS:
        for place in np.unique(places):
            column = np.flatnonzero(np.abs(places - place) <= spread * text).tolist()
            if len(column) >= FEWEST and tuple(column) not in known:
                known.add(tuple(column))
                yield [items[number] for number in column], spread


def _rows(
    run: _Run, seen: Sequence[Candidate], sides: _Sides, text: float, used: set[int]
) -> list[Candidate]:
    """The rows of one run, with the icons at their ends; what is in them is added to `used`."""
    step, first = pitch(run.members, 1), middle(run.members[0], 1)
    top, bottom = first - step / 2, middle(run.members[-1], 1) + step / 2
    left, right = sides.around(run.members, top, bottom)
    mine = [c for c in seen if c.box.x >= left - 2 and c.box.x + c.box.width <= right + 2]
    lines = [c for c in mine if c.source == "ocr" and top < middle(c, 1) < bottom]
    shift, free = _between(lines, top, step, len(run.members))
    if free < FREE * text:
        return []
    tops = [top + number * step + shift for number in range(len(run.members))]
    for other in sorted(run.column, key=lambda c: abs(middle(c, 1) - first)):
        above = middle(other, 1) - step / 2 + shift
        near = min(abs(above - known) for known in tops)
        if other.source == "ocr" and id(other) not in used and NEAREST * step <= near <= FARTHEST * step:
            tops.append(above)
    parts = [(above, [c for c in mine if above <= middle(c, 1) < above + step]) for above in tops]
    parts = [(above, inner) for above, inner in parts if _is_row(inner, step)]
    if len(parts) < FEWEST:
        return []
    found: list[Candidate] = []
    for above, inner in parts:
        box = Box(left, round(above), right - left, round(step)).intersection(sides.screen)
        label = join(c.label for c in reading_order([c for c in inner if c.label]))
        found.append(Candidate(box, label, "row", source="ocr", confidence=min(c.confidence for c in inner)))
        found += [c for c in inner if c.source != "ocr" and middle(c, 0) > left + (right - left) / 2]
        used.update(map(id, inner))
    return found


def _is_row(inner: Sequence[Candidate], step: float) -> bool:
    written = sum(c.source == "ocr" for c in inner)
    form = any(c.source != "ocr" and len(c.label) > LETTERS for c in inner)
    return 0 < written <= MOST and not form and all(c.box.height <= 1.1 * step for c in inner)


def _between(lines: Sequence[Candidate], top: float, step: float, count: int) -> tuple[float, float]:
    """The middle of the space between the texts of even rows, from their tops, and how high that space is."""
    period = round(step)
    filled = np.zeros(period)
    for line in lines:
        begin = int((line.box.y - top) % step)
        np.add.at(filled, (begin + np.arange(min(line.box.height, period))) % period, 1)
    empty = filled <= FILLED * count
    if empty.all():
        return 0.0, step
    # Turned so that it begins with what is filled, no empty space goes on over its end.
    turn = int(np.flatnonzero(~empty)[0])
    bounds = np.flatnonzero(np.diff(np.roll(empty, -turn).astype(np.int8), prepend=0, append=0)).reshape(
        -1, 2
    )
    if not len(bounds):
        return 0.0, 0.0
    begin, end = bounds[np.argmax(bounds[:, 1] - bounds[:, 0])]
    shift = (turn + (begin + end) / 2) % period
    return float(shift if shift < period / 2 else shift - period), float(end - begin)


class _Sides:
    """The upright edges of a picture, between which lists stand."""

    def __init__(self, pixels: Pixels) -> None:
        height, width = pixels.shape[:2]
        self.screen = Box(0, 0, width, height)
        some = pixels[::EVERY]
        change = np.maximum(some[:, 1:], some[:, :-1]) - np.minimum(some[:, 1:], some[:, :-1])
        edges = np.any(change >= CHANGE, axis=2)
        self._above: NDArray[np.int32] = np.cumsum(edges, axis=0, dtype=np.int32)

    def around(self, members: Sequence[Candidate], top: float, bottom: float) -> tuple[int, int]:
        """Left and right of what stands between two edges that are as high as it is."""
        first = int(max(top, 0)) // EVERY
        last = min(int(bottom) // EVERY, len(self._above) - 1)
        upright = self._above[last] - self._above[first] >= UPRIGHT * (last - first)
        left = min(c.box.x for c in members)
        right = max(c.box.x + c.box.width for c in members)
        before = np.flatnonzero(upright[: max(left - 1, 0)])
        after = np.flatnonzero(upright[right:])
        return (
            int(before[-1]) + 1 if before.size else 0,
            int(after[0]) + right + 1 if after.size else self.screen.width,
        )
