"""Reads frame after frame with any engine: what has not changed is not read again."""

from __future__ import annotations

import hashlib
from collections import OrderedDict, deque
from dataclasses import replace
from threading import Lock
from typing import NamedTuple

import numpy as np

from crab_core import Box, OcrEngine, TextLine
from crab_visualprompt.ocr.changes import around, changed_tiles, grown, joined, rectangles
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
    rectangles that have changed are read, grown so that each line of text they touch is read whole. May be
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
            height, width = pixels.shape[:2]
            changed = _whole_lines(rectangles(tiles), lines, width, height)
            if sum(box.area for box in changed) < MOST * width * height:
                kept = [line for line in lines if not any(line.box.intersection(box).area for box in changed)]
                return kept + [line for box in changed for line in self._from_part(pixels, box)]
        return list(self.engine.read(pixels))

    def _from_part(self, pixels: Pixels, part: Box) -> list[TextLine]:
        crop = np.ascontiguousarray(pixels[part.y : part.y + part.height, part.x : part.x + part.width])
        return [
            replace(line, box=line.box._replace(x=line.box.x + part.x, y=line.box.y + part.y))
            for line in self.engine.read(crop)
        ]


def _whole_lines(changed: list[Box], lines: Lines, width: int, height: int) -> list[Box]:
    """The rectangles, grown until each contains, with a margin, all lines that it touches."""
    boxes = joined(grown(box, MARGIN, width, height) for box in changed)
    while True:
        wanted = []
        for box in boxes:
            whole = box
            for line in lines:
                if line.box.intersection(box).area:
                    whole = around(whole, grown(line.box, MARGIN, width, height))
            wanted.append(whole)
        wanted = joined(wanted)
        if wanted == boxes:
            return boxes
        boxes = wanted


def _holds(region: Box, point: tuple[int, int]) -> bool:
    return 0 <= point[0] - region.x < region.width and 0 <= point[1] - region.y < region.height
