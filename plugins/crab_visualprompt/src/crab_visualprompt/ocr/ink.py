"""Where a picture can hold text at all: most of a screen is plain, and need not be looked at closely."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from crab_core import Box
from crab_visualprompt.ocr.changes import TILE, grown, joined, rectangles
from crab_visualprompt.pixels import Pixels

Ink = NDArray[np.uint8]
"""1 where a picture changes from one column to the next, else 0; shape (height, width)."""

CONTRAST = 14
"""Levels of grey, of 256, between two neighbouring pixels of which one belongs to a letter."""
TALLEST = 41
"""Pixels: what is straight for longer is the edge of a window or a frame."""
LEAST_INK = 4
"""Pixels of a tile in which there may be text."""
AROUND = 28
"""Pixels around it that are looked at with it: lines are told from each other by what is between them."""
MOST = 0.85
"""Share of a picture from which it is looked at as a whole."""
GAP = 0.75
"""Of the height of a line's letters: what stands further apart is two lines. A space is about a third."""
LETTERS = 0.6
"""Least height of letters, of a line's: some have neither tall ones nor descenders."""


def ink(pixels: Pixels) -> Ink:
    """Where a picture changes from left to right as it does in text; edges of windows are left out."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    found = np.zeros(grey.shape, np.uint8)
    if grey.shape[1] > 1:
        found[:, 1:] = cv2.absdiff(grey[:, 1:], grey[:, :-1]) > CONTRAST
    straight = cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((TALLEST, 1), np.uint8))
    return np.asarray(found - straight, np.uint8)


def parts_with(inked: Ink) -> list[Box]:
    """Rectangles of a picture that hold all its text."""
    height, width = inked.shape
    rows = np.add.reduceat(inked, np.arange(0, height, TILE), axis=0, dtype=np.uint16)
    tiles = np.add.reduceat(rows, np.arange(0, width, TILE), axis=1)
    parts = joined(grown(box, AROUND, width, height) for box in rectangles(tiles >= LEAST_INK))
    if sum(part.area for part in parts) > MOST * height * width:
        return [Box(0, 0, width, height)]
    return parts


def pieces(line: Box, inked: Ink) -> list[Box]:
    """A line, cut where nothing is written for longer than a space is wide.

    Side by side may stand the columns of a list, the fields of a status bar, an icon and its label.
    """
    written = inked[line.y : line.y + line.height, line.x : line.x + line.width]
    at = np.flatnonzero(written.any(axis=0))
    rows = np.flatnonzero(written.any(axis=1))
    if not len(at):
        return [line]
    letters = max(int(rows[-1] - rows[0]), LETTERS * line.height)
    cuts = np.flatnonzero(np.diff(at) > GAP * letters)
    if not len(cuts):
        return [line]
    starts = [0, *((at[cuts] + at[cuts + 1]) // 2).tolist()]
    ends = [*starts[1:], line.width]
    # Each piece keeps as much room around its ink as the line had.
    room = max(line.height // 5, 2)
    found = []
    for start, end in zip(starts, ends, strict=True):
        own = at[(at >= start) & (at < end)]
        left, right = max(int(own[0]) - room, start), min(int(own[-1]) + room, end)
        found.append(Box(line.x + left, line.y, right - left, line.height))
    return found
