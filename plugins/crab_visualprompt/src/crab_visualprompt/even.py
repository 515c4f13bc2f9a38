"""Finds what stands at even steps, as the rows of lists, the cells of grids and the icons of docks do."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from crab_visualprompt.select import Candidate

FEWEST = 3
"""Things from which even steps are no chance."""
OFF = 0.04
"""Share of a step by which things stand off."""
NEXT = 6
"""So many of the following things are tried as the second of a run: between two titles stand their texts."""
LEVEL = 0.25
"""Share of its height by which the middle of a thing is off that of others beside it."""


def middle(candidate: Candidate, axis: int) -> float:
    """The middle of a box, across (0) or down (1)."""
    return candidate.box[axis] + candidate.box[axis + 2] / 2


def pitch(run: Sequence[Candidate], axis: int) -> float:
    """The mean step of a run, in pixels."""
    return (middle(run[-1], axis) - middle(run[0], axis)) / (len(run) - 1)


def runs(
    items: Sequence[Candidate], axis: int, least: float, most: float, slack: float
) -> list[list[Candidate]]:
    """Runs of things with even steps, the longest first; nothing is in two of them.

    What stands at shorter steps than `least`, such as the lines of a paragraph, is in none.

    Args:
        items: In any order.
        axis: Along which they are looked for: across (0) or down (1).
        least: Pixels of a step.
        most: The same.
        slack: Pixels by which something may stand off, where a share of the step is less.
    """
    left = sorted(items, key=lambda c: middle(c, axis))
    found: list[list[Candidate]] = []
    while True:
        places = [middle(c, axis) for c in left]
        best: list[int] = []
        for first in range(len(left) - FEWEST + 1):
            for second in range(first + 1, min(first + NEXT, len(left))):
                step = places[second] - places[first]
                if slack < step <= most:
                    best = max(best, _run(places, first, second, max(OFF * step, slack)), key=len)
        if len(best) < FEWEST:
            return found
        run = [left[place] for place in best]
        taken = set(best)
        left = [c for place, c in enumerate(left) if place not in taken]
        if pitch(run, axis) >= least:
            found.append(run)


def _run(places: Sequence[float], first: int, second: int, off: float) -> list[int]:
    """The run that two places begin."""
    run = [first, second]
    while True:
        step = (places[run[-1]] - places[first]) / (len(run) - 1)
        following = bisect_left(places, places[run[-1]] + step - off, run[-1] + 1)
        if following == len(places) or places[following] > places[run[-1]] + step + off:
            return run
        run.append(following)


def levels(items: Sequence[Candidate], axis: int) -> list[list[Candidate]]:
    """Things beside each other along an axis, together."""
    across = 1 - axis
    found: list[list[Candidate]] = []
    for item in sorted(items, key=lambda c: middle(c, across)):
        if found and middle(item, across) - middle(found[-1][0], across) <= LEVEL * item.box.height:
            found[-1].append(item)
        else:
            found.append([item])
    return found
