"""What outlines are in a picture: filled areas, and clumps of edges that are no text.

Lengths are in pixels of a picture in which a small text is 16 pixels high.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_visualprompt.boxes import Boxes, area, inside

Mask = NDArray[np.uint8]
"""Shape (height, width): 255 where something is, else 0."""
Scores = NDArray[np.float32]

LEAST: Final = 9
"""Of the shorter side of an icon or a control."""
LARGEST: Final = 0.2
"""Share of the picture from which an outline is that of a window."""
FILLED: Final = 0.75
"""Share of its box that an area fills at least; a circle fills 0.785."""
SOLID: Final = 0.92
"""The same, of an area that might be a letter."""
GAP: Final = 5
"""Between the strokes of one icon at most."""
ICON: Final = 96
"""Of the longer side of an icon at most."""
SLIM: Final = 2.2
"""How much longer than the other one side of an icon is at most."""
ROUND: Final = 1.4
"""The same of a drawing that stands for a target of its own; a switch is longer."""
DOTS: Final = 36
"""Of the height of three dots one below the other at most."""
DOTTED: Final = 0.5
"""How sure it is that these are an icon."""
LETTER: Final = 18
"""Of the height of a letter of a small text at most."""
LINE: Final = 26
"""Of the height of a line of text at most, where it stands alone."""
WORD: Final = 1.4
"""How much longer than high a word is at least, where it stands alone."""
TITLE: Final = 60
"""Of the height of large letters at most."""
WORDS: Final = 7
"""Between two words of a small text at most."""
SPACE: Final = 0.3
"""The same of a larger text, of its height."""
DENSE: Final = 0.5
"""Share of its box that the edges of a text cover at least; a control is emptier."""
IN_TEXT: Final = 0.6
"""Share of an icon that lies in a known text when it is a part of that."""
PIECE: Final = 0.9
"""Share of a box that lies in another when it is a part of that."""
ROUNDED: Final = 3
"""Between the outline of a control and the arc that rounds its corner at most."""
HELD: Final = 5
"""Boxes side by side that make what is around them a panel, which is pointed at nowhere."""


class Outlines:
    """The edges of one picture, and the clumps that they make."""

    def __init__(self, pixels: NDArray[np.uint8], contrast: int) -> None:
        """Find them.

        Args:
            pixels: Shape (height, width, 3).
            contrast: Least difference between neighbouring pixels that makes an edge.
        """
        change = cv2.morphologyEx(pixels, cv2.MORPH_GRADIENT, np.ones((2, 2), np.uint8))
        red, green, blue = cv2.split(change)
        strongest = cv2.max(cv2.max(red, green), blue)
        self._edges: Mask = np.asarray(
            cv2.threshold(strongest, contrast - 1, 255, cv2.THRESH_BINARY)[1], np.uint8
        )
        joined = cv2.morphologyEx(self._edges, cv2.MORPH_CLOSE, np.ones((GAP, GAP), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8, ltype=cv2.CV_32S)
        self._labels = labels
        left, top, width, height, self._covered = stats.astype(np.float32).T
        self._clumps: Boxes = np.stack([left, top, left + width, top + height], axis=1)
        self._clumps[1:, 2:] -= 1  # the edge of what ends at a pixel is at the next
        self._clumps[0] = 0  # the ground
        self._area = area(self._clumps)
        self._text = _in_rows(self._clumps) | self._lines()

    def _lines(self) -> NDArray[np.bool_]:
        """Which clumps are words: long, low and full of edges."""
        width, height = (self._clumps[:, 2:] - self._clumps[:, :2]).T
        low = (height <= TITLE) & (width > np.where(height <= LINE, WORD, SLIM) * height)
        words: NDArray[np.bool_] = low & (self._covered >= DENSE * width * height)
        return words

    def icons(self) -> tuple[Boxes, Scores]:
        """Clumps that are as large as icons and no text, and how sure that is."""
        sides = self._clumps[:, 2:] - self._clumps[:, :2]
        longer, shorter = sides.max(axis=1), sides.min(axis=1)
        fits = (shorter >= LEAST) & compact(self._clumps) & ~self._text
        scores = 0.7 * (shorter / np.maximum(longer, 1))[fits]
        dots = self._dots()
        return (
            np.concatenate([self._clumps[fits], dots]),
            np.concatenate([scores, np.full(len(dots), DOTTED)]).astype(np.float32),
        )

    def _dots(self) -> Boxes:
        """Squares around three dots one below the other, which open a menu."""
        width, height = (self._clumps[:, 2:] - self._clumps[:, :2]).T
        slender = (width >= 2) & (width < LEAST) & (height >= 2.5 * width) & (height <= DOTS)
        found = []
        for left, top, right, bottom in self._clumps[slender].astype(int).tolist():
            filled = self._edges[top : bottom + 1, left : right + 1].any(axis=1)
            ends = np.flatnonzero(np.diff(filled.astype(np.int8), prepend=0, append=0)).reshape(-1, 2)
            tall = ends[:, 1] - ends[:, 0]
            if len(tall) == 3 and np.ptp(tall) <= 1:
                middle, half = (left + right) / 2, (bottom - top) / 2
                found.append((middle - half, top, middle + half, bottom))
        return np.array(found, np.float32).reshape(-1, 4)

    def grown(self, boxes: Boxes, side: float) -> Boxes:
        """Boxes of icons with the empty space around them that reacts with them, as far as it is empty.

        Args:
            boxes: Of icons.
            side: Of a target that is large enough for a pointer or a finger.
        """
        height, width = self._edges.shape
        sums = np.asarray(cv2.integral(self._edges // 255), np.int32)
        found = boxes.astype(np.float32)
        lacks = np.maximum(side - (boxes[:, 2:] - boxes[:, :2]), 0) / 2
        for share in (0.25, 0.5, 0.75, 1):
            wider = (boxes + np.concatenate([-lacks, lacks], axis=1) * share).round()
            wider = wider.clip(0, (width, height, width, height))
            alone = _inside_sums(sums, wider) == _inside_sums(sums, boxes)
            found[alone] = wider[alone]
        return found

    def controls(self) -> tuple[Boxes, Scores]:
        """Areas whose outline fills their box, and how much of it."""
        found, _ = cv2.findContours(self._edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        most = LARGEST * self._edges.size
        boxes, scores = [], []
        for outline in found:
            if len(outline) < 4:
                continue
            x, y, width, height = cv2.boundingRect(outline)
            if min(width, height) < LEAST or width * height > most:
                continue
            filled = cv2.contourArea(outline) / ((width - 1) * (height - 1))
            clump = self._labels[outline[0, 0, 1], outline[0, 0, 0]]
            part = width * height < PIECE * self._area[clump]
            if self._text[clump] and part and (height <= LETTER or width < WORD * height):
                continue
            if filled >= (SOLID if self._text[clump] else FILLED):
                boxes.append((x, y, x + width - 1, y + height - 1))
                scores.append(filled)
        return np.array(boxes, np.float32).reshape(-1, 4), np.array(scores, np.float32)


def _inside_sums(sums: NDArray[np.int32], boxes: NDArray[np.floating[Any]]) -> NDArray[np.int32]:
    """How many edges each box has, from the sums of all that lie above and to the left."""
    left, top, right, bottom = boxes.astype(int).T
    right, bottom = np.minimum(right + 1, sums.shape[1] - 1), np.minimum(bottom + 1, sums.shape[0] - 1)
    found: NDArray[np.int32] = sums[bottom, right] - sums[top, right] - sums[bottom, left] + sums[top, left]
    return found


def _in_rows(boxes: Boxes) -> NDArray[np.bool_]:
    """Which clumps stand close beside others that are as high, as words and letters do."""
    tall = boxes[:, 3] - boxes[:, 1]
    found = np.zeros(len(boxes), bool)
    some = np.flatnonzero((tall <= TITLE) & (tall > 4))
    some = some[np.argsort(boxes[some, 0])]
    left, top, right, bottom = boxes[some].T
    high = tall[some]
    # Neighbours begin within a short way after the end of a box, so most pairs need no look.
    first = np.searchsorted(left, right - 2)
    last = np.searchsorted(left, right + np.maximum(SPACE * high, WORDS))
    for place in np.flatnonzero(last > first):
        near = slice(first[place], last[place])
        level = np.minimum(bottom[near], bottom[place]) - np.maximum(top[near], top[place])
        beside = level >= 0.6 * np.maximum(high[near], high[place])
        if beside.any():
            found[some[place]] = True
            found[some[near][beside]] = True
    return found


def compact(boxes: Boxes, slim: float = SLIM) -> NDArray[np.bool_]:
    """Which boxes are as large as icons and about as wide as high.

    Args:
        boxes: Shape (n, 4).
        slim: How much longer than the other one side is at most.
    """
    sides = boxes[:, 2:] - boxes[:, :2]
    longer = sides.max(axis=1)
    fits: NDArray[np.bool_] = (longer <= ICON) & (longer <= slim * sides.min(axis=1))
    return fits


def _arcs(boxes: Boxes) -> NDArray[np.bool_]:
    """Which box may be what rounds a corner of which other: it lies in that corner; shape (n, n)."""
    near = np.abs(boxes[:, None] - boxes[None]) <= ROUNDED
    sides = boxes[:, 2:] - boxes[:, :2]
    low = sides.max(axis=1)[:, None] <= sides.min(axis=1)[None] / 2
    corner: NDArray[np.bool_] = (near[..., 0] ^ near[..., 2]) & (near[..., 1] ^ near[..., 3]) & low
    return corner


def whole(boxes: Boxes) -> NDArray[np.bool_]:
    """Which boxes are neither a piece of an icon nor a panel around many things."""
    areas, small = area(boxes), compact(boxes)
    within = (inside(boxes, boxes) >= PIECE) & (areas[:, None] < areas[None])
    pieces: NDArray[np.bool_] = np.any(within & (small[None] | _arcs(boxes)), axis=1)
    held = np.zeros(len(boxes), int)
    if len(boxes):
        holder = np.where(within, areas[None], np.inf).argmin(axis=1)
        held = np.bincount(holder[within.any(axis=1) & ~pieces], minlength=len(boxes))
    panels = held >= HELD
    kept: NDArray[np.bool_] = ~pieces & ~(panels & ~small)
    return kept
