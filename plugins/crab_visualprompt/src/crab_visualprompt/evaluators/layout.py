"""Whether things lie on a page in rows, each from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

SLACK: Final = 0.15
"""Share of the smaller thing by which two may overlap: boxes of text are generous."""
ROW: Final = 0.5
"""Share of the lower of two things in a row that lies beside the other."""


class Spot(NamedTuple):
    """Where something lies, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """In pixels."""
        return self.bottom - self.top


Row = Sequence[Sequence[Spot]]
"""For each thing in a row, from left to right, the places where it was found."""


def laid_out(rows: Sequence[Row]) -> bool:
    """Whether each thing can be given one of its places so that all lie in these rows."""
    return _placed(rows, ((),))


def apart(things: Sequence[Sequence[Spot]]) -> bool:
    """Whether each thing can be given a place of its own, wherever it is."""
    return _taken(things, ())


def _taken(things: Sequence[Sequence[Spot]], taken: tuple[Spot, ...]) -> bool:
    if len(taken) == len(things):
        return True
    return any(_taken(things, (*taken, spot)) for spot in things[len(taken)] if spot not in taken)


def _placed(rows: Sequence[Row], done: tuple[tuple[Spot, ...], ...]) -> bool:
    """Whether the rest can be placed below and right of what is done, whose last row is not full yet."""
    row = done[-1]
    if len(row) == len(rows[len(done) - 1]):
        return len(done) == len(rows) or _placed(rows, (*done, ()))
    above = done[-2] if len(done) > 1 else ()
    for spot in rows[len(done) - 1][len(row)]:
        follows = not row or _right_of(row[-1], spot)
        if (
            follows
            and all(_below(other, spot) for other in above)
            and _placed(rows, (*done[:-1], (*row, spot)))
        ):
            return True
    return False


def _right_of(one: Spot, other: Spot) -> bool:
    room = SLACK * min(one.right - one.left, other.right - other.left)
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return other.left >= one.right - room and shared >= ROW * min(one.height, other.height)


def _below(one: Spot, other: Spot) -> bool:
    return other.top >= one.bottom - SLACK * min(one.height, other.height)
