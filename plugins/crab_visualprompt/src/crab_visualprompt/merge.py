"""Makes one list of elements of what a UI tree, an OCR engine and a detector of icons tell of one screen.

The tree is believed most, then the text. What overlaps is resolved by containment and by intersection over
union: a text inside its button becomes the button's label, a piece of an element is no element, and what
only surrounds elements is none either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from crab_core import Box
from crab_visualprompt.boxes import Boxes, agreement, area, corners, inside
from crab_visualprompt.order import reading_order
from crab_visualprompt.scale import smallest_text
from crab_visualprompt.select import SURFACES, Candidate, Selection, join

SAME = 0.5
"""Intersection over union from which two sources mean one element."""
INSIDE = 0.75
"""Share of a box that must lie in another to be a part of it: boxes of detectors are some pixels off."""
TOLD = 0.6
"""Share of a line of text that the tree must cover to have told it."""
CONTAINER = 0.2
"""Share of the screen from which an element holds others, and a picture is a background."""
LINES = 4
"""Lines of text from which a box is a paragraph or a list, and not a button."""
MANY_CELLS = 40
"""Boxes of one size without a text from which they are the empty cells of a table."""
ICON = 6
"""Side of an icon, in heights of the smallest text: what is found inside one is a piece of it."""


def merge(
    tree: Selection,
    lines: Sequence[Candidate],
    icons: Sequence[Candidate],
    screen: tuple[int, int],
) -> tuple[list[Candidate], list[Candidate]]:
    """Merge what the sources tell of one screen.

    Args:
        tree: What the UI tree tells; its elements all stay.
        lines: Lines of text that were read.
        icons: Icons and controls that were detected.
        screen: Width and height in pixels.

    Returns:
        The elements of the tree in their order, with labels where pixels had one for them; and what pixels
        tell that the tree does not, in no particular order.
    """
    seen = _Seen(_best(lines), _best(icons), screen)
    seen.drop_containers()
    seen.drop_pieces()
    seen.label_icons()
    seen.drop_empty_cells()
    if not tree.elements and not tree.texts:
        return [], seen.all
    return _Told(tree, screen).take(seen.all)


def _best(found: Sequence[Candidate]) -> list[Candidate]:
    """Of several boxes around one thing the one that its source is most sure of."""
    ordered = sorted((c for c in found if c.box.area), key=lambda c: -c.confidence)
    boxes = corners(c.box for c in ordered)
    same = np.triu(agreement(boxes, boxes) >= SAME, 1)
    kept = np.ones(len(ordered), bool)
    for place in range(len(ordered)):
        if kept[place]:
            kept &= ~same[place]
    return [candidate for candidate, keep in zip(ordered, kept, strict=True) if keep]


class _Seen:
    """What is seen in the picture: lines of text and icons."""

    def __init__(self, lines: list[Candidate], icons: list[Candidate], screen: tuple[int, int]) -> None:
        self._lines = lines
        self._icons = icons
        self._screen = screen

    @property
    def all(self) -> list[Candidate]:
        """Every element that is left."""
        return [*self._lines, *self._icons]

    def drop_containers(self) -> None:
        """Drop boxes around several things: of bars, cards, lists and windows."""
        boxes, lines = corners(c.box for c in self._icons), corners(c.box for c in self._lines)
        within = _within(boxes)
        # Of boxes in boxes only the outer ones are counted.
        nested = (within.astype(np.float32) @ within.astype(np.float32)) > 0
        held = np.count_nonzero(within & ~nested, axis=0)
        written = np.count_nonzero(inside(lines, boxes) >= INSIDE, axis=0)
        large = area(boxes) >= CONTAINER * self._screen[0] * self._screen[1]
        icon = (boxes[:, 2:] - boxes[:, :2]).max(axis=1, initial=0) <= ICON * smallest_text(*self._screen)
        container = large | (written >= LINES) | ((held > 1) & ~icon)
        self._icons = [c for c, is_one in zip(self._icons, container, strict=True) if not is_one]

    def drop_pieces(self) -> None:
        """Drop icons that are letters of a text, or parts of another icon."""
        boxes, lines = corners(c.box for c in self._icons), corners(c.box for c in self._lines)
        letters: NDArray[np.bool_] = np.any(inside(boxes, lines) >= INSIDE, axis=1)
        parts: NDArray[np.bool_] = np.any(_within(boxes) & ~letters[None], axis=1)
        self._icons = [c for c, drop in zip(self._icons, letters | parts, strict=True) if not drop]

    def label_icons(self) -> None:
        """Give the texts inside an icon or a control to it as its label."""
        owners = _owners(self._lines, self._icons)
        for place, icon in enumerate(self._icons):
            mine = [line for line, owner in zip(self._lines, owners, strict=True) if owner == place]
            if mine:
                self._icons[place] = replace(icon, label=_read(mine))
        self._lines = [line for line, owner in zip(self._lines, owners, strict=True) if owner < 0]

    def drop_empty_cells(self) -> None:
        """Drop the boxes of a table in which nothing is written, a thousand on the screen of a sheet."""
        sizes = Counter(icon.box[2:] for icon in self._icons if not icon.label)
        self._icons = [c for c in self._icons if c.label or _alike(sizes, c.box) <= MANY_CELLS]


class _Told:
    """What the tree tells, which takes in what is seen of it in the picture."""

    def __init__(self, tree: Selection, screen: tuple[int, int]) -> None:
        self._elements = list(tree.elements)
        self._boxes = corners(c.box for c in self._elements)
        self._texts = [text for text in tree.texts if text.label]
        self._text_boxes = corners(c.box for c in self._texts)
        large = area(self._boxes) >= CONTAINER * screen[0] * screen[1]
        self._open = np.array([_is_open(c) for c in self._elements], bool).reshape(-1)
        self._open |= large & ~np.array([bool(c.value) for c in self._elements], bool).reshape(-1)

    def take(self, seen: Sequence[Candidate]) -> tuple[list[Candidate], list[Candidate]]:
        """Sort what is seen into what the tree tells too, which may lend it a label, and the rest."""
        boxes = corners(c.box for c in seen)
        same = agreement(boxes, self._boxes) >= SAME
        part = (inside(boxes, self._boxes) >= INSIDE) & ~self._open[None]
        holds = (inside(self._boxes, boxes) >= INSIDE).T
        written = np.minimum(_covered(boxes, self._text_boxes), 1)
        filled = np.minimum(_covered(boxes, self._boxes[~self._open]) + written, 1)
        lent: dict[int, list[Candidate]] = {}
        rest = []
        for place, candidate in enumerate(seen):
            owners = np.flatnonzero(same[place] | part[place])
            if owners.size:
                smallest = owners[np.argmin(area(self._boxes[owners]))]
                lent.setdefault(int(smallest), []).append(candidate)
            elif candidate.source == "ocr":
                if filled[place] < TOLD:
                    rest.append(candidate)
            elif not holds[place].any() and written[place] < TOLD:
                rest.append(self._named(candidate, boxes[place]))
        for place, lenders in lent.items():
            element = self._elements[place]
            if not element.label and not element.value:
                self._elements[place] = replace(element, label=_read(lenders))
        return self._elements, rest

    def _named(self, icon: Candidate, box: Boxes) -> Candidate:
        """An icon with the texts of the tree that stand in it, when none was read."""
        if icon.label or not self._texts:
            return icon
        mine = np.flatnonzero(inside(self._text_boxes, box[None])[:, 0] >= INSIDE)
        return replace(icon, label=_read([self._texts[place] for place in mine]))


def _alike(sizes: Counter[tuple[int, int]], box: Box) -> int:
    """How many boxes are as large as this one, give or take a pixel."""
    near = (-1, 0, 1)
    return sum(sizes[box.width + x, box.height + y] for x in near for y in near)


def _is_open(element: Candidate) -> bool:
    """Whether what is seen inside is a thing of its own: in a drawing, not in a terminal with its text."""
    return element.role in SURFACES and not element.value


def _within(boxes: Boxes) -> NDArray[np.bool_]:
    """Which box lies in which larger one; shape (n, n)."""
    lies = (inside(boxes, boxes) >= INSIDE) & (area(boxes)[:, None] < area(boxes)[None])
    found: NDArray[np.bool_] = lies
    return found


def _covered(boxes: Boxes, others: Boxes) -> NDArray[np.float32]:
    """Which share of each box the others cover together, as long as they do not overlap."""
    share: NDArray[np.float32] = inside(boxes, others).sum(axis=1)
    return share


def _owners(lines: Sequence[Candidate], icons: Sequence[Candidate]) -> list[int]:
    """For each line the place of the smallest icon that holds it; -1 for none."""
    if not icons:
        return [-1] * len(lines)
    boxes = corners(c.box for c in icons)
    held = inside(corners(c.box for c in lines), boxes) >= INSIDE
    smallest = np.where(held, area(boxes)[None], np.inf).argmin(axis=1)
    return [int(place) if held[line, place] else -1 for line, place in enumerate(smallest)]


def _read(parts: Sequence[Candidate]) -> str:
    """One label of what stands in one place."""
    return join(part.label for part in reading_order(parts))
