"""What one subject found on one screen, against the truth: counts, which are added up over screens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from crab_core import Box, Detection, TextLine
from crab_visualprompt.boxes import agreement, area, around, corners, inside, overlap
from crab_visualprompt.order import reading_order
from crab_visualprompt.score.texts import distance, distance_within, plain
from crab_visualprompt.score.truth import Element, Truth

SAME = 0.5
"""Intersection over union from which a box counts as found (PASCAL VOC, Everingham et al. 2010)."""
READ = 0.2
"""Share of wrong characters up to which a text counts as read."""
STANDS_IN = 0.5
"""Share of the smaller of two boxes that the larger one holds when they are about the same text."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What was counted on one screen, or on several together."""

    true: int = 0
    """Elements, or texts, that are there."""
    told: int = 0
    """Boxes, or lines, that were told."""
    judged: int = 0
    """Those of `told` of which the truth says whether they are right."""
    right: int = 0
    """Those of `judged` that are right."""
    found: int = 0
    """Those of `true` that were found."""
    exact: int = 0
    """Elements that a click into the middle of some told box hits; texts that were read without any error."""
    lands: int = 0
    """Boxes whose middle is on some element; lines are not counted."""
    agreement: float = 0.0
    """Sum of the intersections over union of what was found."""
    characters: int = 0
    """Of the true labels of elements that were found, or of all true texts."""
    errors: int = 0
    """Characters of these that are wrong."""

    def __add__(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(*(getattr(self, name) + getattr(other, name) for name in Counts.__slots__))


@dataclass(frozen=True, slots=True)
class Judged:
    """The counts of one screen, and which boxes are behind them, to be looked at."""

    counts: Counts
    found: tuple[Box, ...] = field(default=())
    missed: tuple[Box, ...] = field(default=())
    wrong: tuple[Box, ...] = field(default=())


def judge_elements(truth: Truth, told: Sequence[Detection]) -> Judged:
    """Compare boxes with the elements of a screen, each with one at most, the nearest first."""
    elements = truth.elements
    boxes = corners(d.box for d in told)
    shared = agreement(corners(e.box for e in elements), boxes)
    pairs = _paired(shared)
    characters = errors = 0
    for row, column in pairs:
        length, wrong = _label_error(elements[row], told[column].label)
        characters += length
        errors += wrong
    rows, columns = {row for row, _ in pairs}, {column for _, column in pairs}
    free = agreement(boxes, corners(truth.neutral))
    extra = [
        d.box for column, d in enumerate(told) if column not in columns and not (free[column] >= SAME).any()
    ]
    hit = _hit(elements, told)
    counts = Counts(
        true=len(elements),
        told=len(told),
        judged=len(pairs) + len(extra),
        right=len(pairs),
        found=len(pairs),
        exact=len(set(hit)),
        lands=len(hit),
        agreement=float(sum(shared[row, column] for row, column in pairs)),
        characters=characters,
        errors=errors,
    )
    return Judged(
        counts,
        tuple(elements[row].box for row in sorted(rows)),
        tuple(e.box for row, e in enumerate(elements) if row not in rows),
        tuple(extra),
    )


def _label_error(element: Element, label: str) -> tuple[int, int]:
    """Characters of the true label, and how many of them are wrong; 0 and 0 where nobody named the element.

    Its name, its name with the texts in it, and these alone are all true: the one that is nearest counts.
    """
    told = _unpunctuated(label)
    truths = [_unpunctuated(t) for t in (element.label, f"{element.label} {element.texts}", element.texts)]
    errors = [(len(truth), min(distance(truth, told), len(truth))) for truth in truths if truth]
    return min(errors, key=lambda pair: pair[1] / pair[0], default=(0, 0))


def _unpunctuated(text: str) -> str:
    """A text without the commas with which devices join texts."""
    return plain(text.replace(",", " "))


def _paired(shared: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Rows with columns, the greatest agreement first, down to `SAME`."""
    pairs: list[tuple[int, int]] = []
    left = shared.copy()
    while left.size and left.max() >= SAME:
        row, column = np.unravel_index(int(left.argmax()), left.shape)
        pairs.append((int(row), int(column)))
        left[row, :] = left[:, column] = 0
    return pairs


def _hit(elements: Sequence[Element], told: Sequence[Detection]) -> list[int]:
    """The innermost element under the middle of each box that has one under it."""
    if not elements or not told:
        return []
    boxes, points = corners(e.box for e in elements), np.array([d.box.center for d in told], np.float32)
    x, y = points[:, :1], points[:, 1:]
    under = (boxes[:, 0] <= x) & (x < boxes[:, 2]) & (boxes[:, 1] <= y) & (y < boxes[:, 3])
    sizes = np.where(under, area(boxes)[None], np.inf)
    innermost: list[int] = sizes.argmin(axis=1)[under.any(axis=1)].tolist()
    return innermost


def judge_texts(truth: Truth, told: Sequence[TextLine]) -> Judged:
    """Compare lines with the texts of a screen.

    An engine may split a text into lines, or read two that stand side by side as one: a text is compared with
    the part of the lines in its place that is nearest to it. A line is right when it is part of what the
    tree says stands there; where the tree says nothing, it is not judged.
    """
    lines = [line for line in told if plain(line.text)]
    found, missed = [], []
    exact = characters = errors = 0
    shares = 0.0
    for text in truth.texts:
        there = _lines_in(text.box, lines)
        read = plain(" ".join(line.text for line in there))
        shown = _shown(text.text, read)
        wrong = min(distance_within(shown, read), len(shown))
        characters += len(shown)
        errors += wrong
        exact += not wrong
        if there and wrong <= READ * len(shown):
            found.append(text.box)
            place = around(line.box for line in there)
            shares += float(agreement(corners([text.box]), corners([place]))[0, 0])
        else:
            missed.append(text.box)
    judged, bad = _lines_judged(truth, lines)
    counts = Counts(
        true=len(truth.texts),
        told=len(lines),
        judged=judged,
        right=judged - len(bad),
        found=len(found),
        exact=exact,
        agreement=shares,
        characters=characters,
        errors=errors,
    )
    return Judged(counts, tuple(found), tuple(missed), bad)


def _shown(text: str, read: str) -> str:
    """The part of a text that is on the screen: one that is too long for its place ends with three dots.

    That it does is only known from what was read; the part is as long as that.
    """
    begin = read.rstrip(".")
    return text[: len(begin)] if len(read) - len(begin) > 1 and len(begin) < len(text) else text


def _lines_in(box: Box, lines: Sequence[TextLine]) -> list[TextLine]:
    """The lines about the text of a box, as they are read."""
    if not lines:
        return []
    boxes, place = corners(line.box for line in lines), corners([box])
    share = overlap(boxes, place) / np.maximum(np.minimum(area(boxes), area(place)), 1)
    return reading_order(
        [line for line, part in zip(lines, share.tolist(), strict=True) if part >= STANDS_IN]
    )


def _lines_judged(truth: Truth, lines: Sequence[TextLine]) -> tuple[int, tuple[Box, ...]]:
    """How many lines stand where the tree says something, and the boxes of those that say something else."""
    if not lines or not truth.said:
        return 0, ()
    held = inside(corners(line.box for line in lines), corners(said.box for said in truth.said))
    touched = inside(corners(said.box for said in truth.said), corners(line.box for line in lines)).T
    judged, bad = 0, []
    for line, row, inner in zip(lines, held, touched, strict=True):
        there = [said for said, a, b in zip(truth.said, row, inner, strict=True) if max(a, b) >= STANDS_IN]
        if not there:
            continue
        judged += 1
        text = plain(line.text)
        every = plain(" ".join(said.text for said in reading_order(there)))
        sayings = [*(said.text for said in there), every]
        if min(distance_within(text, saying) for saying in sayings) > READ * len(text):
            bad.append(line.box)
    return judged, tuple(bad)
