"""Reads frame after frame with any engine: what has not changed is not read again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict, deque
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crab_core import Box, OcrEngine, TextLine
from crab_visualprompt.ocr.changes import changed_tiles, grown, joined, rectangles
from crab_visualprompt.order import reading_order
from crab_visualprompt.pixels import Pixels

MARGIN = 12
"""Pixels around a change that are read with it: as far as a word may stand from its neighbour."""
MOST = 0.6
"""Share of a frame from which it is read as a whole."""

Lines = tuple[TextLine, ...]


class _Frame(NamedTuple):
    pixels: Pixels
    lines: Lines


class Reader:
    """Reads text from the frames of any number of devices, with one engine.

    A frame that was read before costs a look-up. Of a frame that resembles one of the last few, only the
    rectangles that have changed are read, and whole each line of text that they touch. May be
    used by any number of threads, one of which reads at a time.
    """

    def __init__(self, engine: OcrEngine, *, frames: int = 4, known: int = 256) -> None:
        """Make a reader.

        Args:
            engine: What reads.
            frames: How many of the last frames are kept to compare new ones with; 6 MB each at 1080p.
            known: Of how many frames the lines are kept.
        """
        self.engine = engine
        self._frames: deque[_Frame] = deque(maxlen=frames)
        self._known: OrderedDict[bytes, Lines] = OrderedDict()
        self._most_known = known
        self._lock = Lock()

    def read(self, pixels: Pixels, region: Box | None = None) -> Lines:
        """The lines of text in a frame, in reading order.

        Args:
            pixels: Red, green, blue; shape (height, width, 3), unsigned bytes.
            region: Tell only the lines whose middle lies in it, in pixels; all when left out.
        """
        with self._lock:
            lines = self._read(np.ascontiguousarray(pixels))
        if region is None:
            return lines
        return tuple(line for line in lines if _holds(region, line.box.center))

    def _read(self, pixels: Pixels) -> Lines:
        key = hashlib.sha256(repr(pixels.shape).encode() + pixels.tobytes()).digest()
        if (lines := self._known.get(key)) is not None:
            self._known.move_to_end(key)
            return lines
        lines = tuple(reading_order(self._from_changes(pixels)))
        self._frames.append(_Frame(pixels.copy(), lines))
        self._known[key] = lines
        if len(self._known) > self._most_known:
            self._known.popitem(last=False)
        return lines

    def _from_changes(self, pixels: Pixels) -> list[TextLine]:
        alike = [frame for frame in self._frames if frame.pixels.shape == pixels.shape]
        if alike:
            compared = [(changed_tiles(frame.pixels, pixels), frame.lines) for frame in alike]
            tiles, lines = min(compared, key=lambda pair: pair[0].sum())
            plan = _plan(rectangles(tiles), lines, pixels.shape[1], pixels.shape[0])
            if plan.wanted.mean() < MOST:
                new = [line for crop in plan.crops for line in self._from(pixels, crop, plan)]
                return [*plan.kept, *(line for line in new if not _told(line, plan.kept))]
        return list(self.engine.read(pixels))

    def _from(self, pixels: Pixels, crop: Box, plan: _Plan) -> list[TextLine]:
        """What is wanted of a part of a frame; the rest of it is painted over, so that it is not read."""
        where = slice(crop.y, crop.y + crop.height), slice(crop.x, crop.x + crop.width)
        wanted = plan.wanted[where]
        part = np.ascontiguousarray(pixels[where])
        if not wanted.all():
            # The colour that is there most: a page stays a page.
            part[~wanted] = np.median(part[::4, ::4], axis=(0, 1)).astype(np.uint8)
        return [
            replace(line, box=line.box._replace(x=line.box.x + crop.x, y=line.box.y + crop.y))
            for line in self.engine.read(part)
        ]


class _Plan(NamedTuple):
    """What to read of a frame that resembles another one."""

    wanted: NDArray[np.bool_]
    """The pixels, shape (height, width)."""
    crops: list[Box]
    """Boxes that hold them all."""
    kept: list[TextLine]
    """Lines of the other frame that hold for this one."""


def _plan(changed: list[Box], lines: Lines, width: int, height: int) -> _Plan:
    """Read what has changed and, as a whole, each line that it touches."""
    changed = joined(grown(box, MARGIN, width, height) for box in changed)
    touched: list[TextLine] = []
    kept: list[TextLine] = []
    for line in lines:
        meets = any(line.box.intersection(box).area for box in changed)
        (touched if meets else kept).append(line)
    # Lines stand closer below than beside each other; their boxes have some room already.
    around_them = [grown(line.box, MARGIN, width, height) for line in touched]
    around_them = [
        Box(wide.x, line.box.y, wide.width, line.box.height)
        for wide, line in zip(around_them, touched, strict=True)
    ]
    wanted = np.zeros((height, width), np.bool_)
    for boxes, value in (
        (around_them, True),
        ([line.box for line in kept], False),
        ([line.box for line in touched], True),
        (changed, True),
    ):
        for box in boxes:
            wanted[box.y : box.y + box.height, box.x : box.x + box.width] = value
    return _Plan(wanted, joined([*changed, *around_them]), kept)


def _told(line: TextLine, kept: list[TextLine]) -> bool:
    """Whether a line is but a sliver of one that is known, seen where their boxes overlap."""
    return any(2 * line.box.intersection(other.box).area > line.box.area for other in kept)


def _holds(region: Box, point: tuple[int, int]) -> bool:
    return 0 <= point[0] - region.x < region.width and 0 <= point[1] - region.y < region.height
