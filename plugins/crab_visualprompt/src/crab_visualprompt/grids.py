"""Icons with the texts under them, and the cells of the grids, bars and docks in which they stand."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace

from crab_core import Box
from crab_visualprompt.boxes import around
from crab_visualprompt.even import levels, middle, pitch, runs
from crab_visualprompt.scale import least_target, smallest_text
from crab_visualprompt.select import Candidate

# Lengths are in heights of the smallest text.
ICON = 6.0
"""Side of an icon at most."""
SLIM = 2.2
"""How much longer than the other one side of an icon is at most."""
BELOW = 1.2
"""From an icon to its text at most."""
CENTRED = 0.12
"""Share of the wider of both by which the text is off the middle of its icon."""
LETTERS = 2
"""Characters that an icon may have been read as."""
WIDEST = 30.0
"""Step of a grid at most."""
SHAPE = 1.7
"""How much higher than wide the cells of a grid are at most."""
TEXTS = 4
"""Texts alone are cells from so many in a row, or where other rows stand below."""
DOCK = 4
"""Icons alone are a dock from so many."""
LARGE = 1.4
"""Side of the icons of a dock at least, in sides of a small target: smaller ones are those of a tool bar."""
APART = 2.0
"""Step of a dock at most, in sides of its icons."""
SLACK = 3.0
"""Pixels by which what stands at even steps is off."""


def with_cells(seen: Sequence[Candidate], screen: tuple[int, int]) -> tuple[list[Candidate], list[Candidate]]:
    """Find the cells of grids, bars and docks.

    Args:
        seen: Lines of text and icons.
        screen: Width and height in pixels.

    Returns:
        The cells, and what stands in none; icons with a text under them are one thing.
    """
    text, least = smallest_text(*screen), least_target(*screen)
    tiles, rest = _tiles(seen, text)
    lines = [c for c in rest if c.source == "ocr"]
    cells: list[Candidate] = []
    used: set[int] = set()
    for kind, fewest in ((tiles, 0), (lines, TEXTS)):
        bars = [run for level in levels(kind, 0) for run in runs(level, 0, least, WIDEST * text, SLACK)]
        bars = [run for run in bars if max(c.box.width for c in run) <= pitch(run, 0)]
        for run in bars:
            height = _height(run, bars)
            if height or len(run) >= fewest:
                cells += _cells(run, (pitch(run, 0), height or _alone(run, text, least)), screen)
                used.update(map(id, run))
    icons = [c for c in rest if c.source != "ocr" and LARGE * least <= max(c.box[2:]) <= ICON * text]
    for axis in (0, 1):
        free = [c for c in icons if id(c) not in used]
        for dock in (
            run for level in levels(free, axis) for run in runs(level, axis, least, ICON * text, SLACK)
        ):
            step = pitch(dock, axis)
            if len(dock) >= DOCK and step <= APART * statistics.median(max(c.box[2:]) for c in dock):
                cells += _cells(dock, (step, step), screen)
                used.update(map(id, dock))
    return cells, [c for c in (*tiles, *rest) if id(c) not in used]


def _tiles(seen: Sequence[Candidate], text: float) -> tuple[list[Candidate], list[Candidate]]:
    """Icons together with the text under them, and the rest."""
    lines = sorted((c for c in seen if c.source == "ocr"), key=lambda c: c.box.y)
    tiles, used = [], set()
    for icon in seen:
        if icon.source == "ocr" or len(icon.label) > LETTERS or not _compact(icon.box, ICON * text):
            continue
        under = (c for c in lines if id(c) not in used and _is_under(c.box, icon.box, text))
        if line := next(under, None):
            used |= {id(icon), id(line)}
            tiles.append(replace(icon, box=around([icon.box, line.box]), label=line.label))
    return tiles, [c for c in seen if id(c) not in used]


def _compact(box: Box, most: float) -> bool:
    longer, shorter = max(box[2:]), min(box[2:])
    return longer <= min(most, SLIM * shorter)


def _is_under(line: Box, icon: Box, text: float) -> bool:
    gap = line.y - icon.y - icon.height
    off = abs(line.x + line.width / 2 - icon.x - icon.width / 2)
    # The space around an icon that reacts with it may reach into its text.
    return -0.3 * line.height <= gap <= BELOW * text and off <= CENTRED * max(icon.width, line.width) + 2


def _height(run: Sequence[Candidate], bars: Sequence[Sequence[Candidate]]) -> float:
    """The height of a cell, where other bars with the same columns stand above or below; 0 otherwise."""
    step = pitch(run, 0)
    level = statistics.median(middle(c, 1) for c in run)
    others = [statistics.median(middle(c, 1) for c in bar) for bar in bars if _same_columns(run, bar, step)]
    steps = [abs(other - level) for other in others if other != level]
    content = max(c.box.height for c in run)
    return min((s for s in steps if content <= s <= SHAPE * step), default=0.0)


def _alone(run: Sequence[Candidate], text: float, least: float) -> float:
    """The height of the cells of a single bar."""
    return min(max(max(c.box.height for c in run) + text, least), SHAPE * pitch(run, 0))


def _same_columns(run: Sequence[Candidate], other: Sequence[Candidate], step: float) -> bool:
    near = (min(abs(middle(c, 0) - middle(o, 0)) for o in other) for c in run)
    return sum(off <= step / 10 for off in near) > 1


def _cells(run: Sequence[Candidate], size: tuple[float, float], screen: tuple[int, int]) -> list[Candidate]:
    """Boxes of one size around the middles of things."""
    width, height = map(round, size)
    whole = Box(0, 0, *screen)
    return [
        replace(
            c,
            box=Box(
                round(middle(c, 0) - width / 2), round(middle(c, 1) - height / 2), width, height
            ).intersection(whole),
            role="cell",
        )
        for c in run
    ]
