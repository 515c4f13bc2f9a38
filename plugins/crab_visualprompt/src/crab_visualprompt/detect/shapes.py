"""What outlines are in a picture: filled areas, and clumps of edges that are no text.

Lengths are in pixels of a picture in which a small text is 16 pixels high.
"""

from __future__ import annotations

from typing import Final

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
LINE: Final = 26
"""Of the height of a line of text at most, where it stands alone."""
TITLE: Final = 60
"""Of the height of large letters, which are told from icons by their neighbours."""
DENSE: Final = 0.5
"""Share of its box that the edges of a text cover at least; a control is emptier."""
IN_TEXT: Final = 0.6
"""Share of an icon that lies in a known text when it is a part of that."""
PIECE: Final = 0.9
"""Share of a box that lies in another when it is a part of that."""
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
        self._clumps[0] = 0  # the ground
        self._text = _in_rows(self._clumps) | self._lines()

    def _lines(self) -> NDArray[np.bool_]:
        """Which clumps are words: long, low and full of edges."""
        width, height = (self._clumps[:, 2:] - self._clumps[:, :2]).T
        low = (height <= LINE) & (width > 1.4 * height)
        words: NDArray[np.bool_] = low & (self._covered >= DENSE * width * height)
        return words

    def icons(self, texts: Boxes) -> tuple[Boxes, Scores]:
        """Clumps that are as large as icons and no text, and how sure that is.

        Args:
            texts: Where text is known to stand.
        """
        sides = self._clumps[:, 2:] - self._clumps[:, :2]
        longer, shorter = sides.max(axis=1), sides.min(axis=1)
        fits = (shorter >= LEAST) & (longer <= ICON) & (longer <= SLIM * shorter) & ~self._text
        boxes = self._clumps[fits]
        scores = 0.7 * (shorter / np.maximum(longer, 1))[fits]
        if len(texts):
            free = ~np.any(inside(boxes, texts) >= IN_TEXT, axis=1)
            boxes, scores = boxes[free], scores[free]
        return boxes, scores.astype(np.float32)

    def grown(self, boxes: Boxes, side: float) -> Boxes:
        """Boxes of icons with the empty space around them that reacts with them, as far as it is empty.

        Args:
            boxes: Of icons.
            side: Of a target that is large enough for a pointer or a finger.
        """
        height, width = self._edges.shape
        sums = np.asarray(cv2.integral(self._edges // 255), np.int32)
        found = boxes.copy()
        lacks = np.maximum(side - (boxes[:, 2:] - boxes[:, :2]), 0) / 2
        for share in (0.25, 0.5, 0.75, 1):
            wider = (boxes + np.concatenate([-lacks, lacks], axis=1) * share).round()
            wider = wider.clip(0, (width, height, width, height)).astype(np.float32)
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
            text = self._text[self._labels[outline[0, 0, 1], outline[0, 0, 0]]]
            if filled >= (SOLID if text else FILLED):
                boxes.append((x, y, x + width, y + height))
                scores.append(filled)
        return np.array(boxes, np.float32).reshape(-1, 4), np.array(scores, np.float32)


def _inside_sums(sums: NDArray[np.int32], boxes: Boxes) -> NDArray[np.int32]:
    """How many pixels are set in each box, from the sums of all that lie above and to the left."""
    left, top, right, bottom = boxes.astype(int).T
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
    last = np.searchsorted(left, right + 0.5 * high + 1)
    for place in np.flatnonzero(last > first):
        near = slice(first[place], last[place])
        level = np.minimum(bottom[near], bottom[place]) - np.maximum(top[near], top[place])
        beside = level >= 0.6 * np.maximum(high[near], high[place])
        if beside.any():
            found[some[place]] = True
            found[some[near][beside]] = True
    return found


def whole(boxes: Boxes) -> NDArray[np.bool_]:
    """Which boxes are neither a piece of an icon nor a panel around many things."""
    sides = boxes[:, 2:] - boxes[:, :2]
    within = (inside(boxes, boxes) >= PIECE) & (area(boxes)[:, None] < area(boxes)[None])
    compact = (sides.max(axis=1) <= ICON) & (sides.max(axis=1) <= SLIM * sides.min(axis=1))
    pieces: NDArray[np.bool_] = np.any(within & compact[None], axis=1)
    nested = within.astype(np.float32) @ within.astype(np.float32) > 0
    panels = np.count_nonzero(within & ~nested & ~pieces[:, None], axis=0) >= HELD
    kept: NDArray[np.bool_] = ~pieces & ~(panels & ~compact)
    return kept
