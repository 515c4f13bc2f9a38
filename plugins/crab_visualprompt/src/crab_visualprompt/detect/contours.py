"""The default detector `contours`: finds icons and controls by their outlines, without weights.

A control is an area with an outline that fills most of its box: a button, a field, a tile. An icon is a clump
of edges about as wide as high, with nothing near it. Rows of clumps as high as letters are text, which OCR
engines read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from crab_core import Box, Detection, Pixels, UsageError
from crab_visualprompt.scale import smallest_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from crab_visualprompt.boxes import Boxes

UNIT: Final = 16
"""Pixels of the height of a small text, to which pictures of sharper screens are shrunk."""

SHARP: Final = 0.8
"""Scale above which a picture is not shrunk: that would only blur it."""
MOST: Final = 3000
"""Outlines that are compared with each other, the surest: a spreadsheet has some 1200."""
POINTER: Final = 2.0
"""Side of what a pointer should hit, in heights of a small text: 34 pixels of GNOME's buttons beside 17."""
FINGER: Final = 3.75
"""The same of a finger: 48 of Android's beside 12.8."""


class ContourDetector:
    """Finds icons and controls by their outlines. Several threads may use one."""

    name = "contours"
    concurrent: ClassVar[bool] = True
    """Several threads may use one."""

    def __init__(self, *, contrast: int = 12, faint: int = 3, overlap: float = 0.6) -> None:
        """Make a detector.

        Args:
            contrast: Least difference between neighbouring pixels that makes an edge, 1 to 255.
            faint: The same for the outlines of controls, which themes draw fainter than anything else.
            overlap: Intersection over union above which two boxes are around one thing, 0 to 1.

        Raises:
            UsageError: An option is outside its range.
        """
        for option, value in (("contrast", contrast), ("faint", faint)):
            if not 1 <= value <= 255:
                raise UsageError(f"`{option}` is a difference from 1 to 255, not {value}.")
        if not 0 < overlap <= 1:
            raise UsageError(f"`overlap` is a share from 0 to 1, not {overlap}.")
        self._contrast = contrast
        self._faint = faint
        self._overlap = overlap

    def detect(self, pixels: Pixels, texts: Sequence[Box] = ()) -> list[Detection]:
        """The icons and controls in a picture, the surest first.

        Args:
            pixels: Shape (height, width, 3), red, green, blue.
            texts: Where text stands, when that is known: nothing inside is an icon.
        """
        import cv2
        import numpy as np

        from crab_visualprompt.boxes import corners, inside
        from crab_visualprompt.detect import shapes
        from crab_visualprompt.detect.suppress import suppress

        height, width = pixels.shape[:2]
        if min(height, width) < 2:
            return []
        scale = UNIT / smallest_text(width, height)
        small = np.ascontiguousarray(pixels)
        if scale > SHARP:
            scale = 1.0
        else:
            small = cv2.resize(small, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        outlines, faint = (shapes.Outlines(small, least) for least in (self._contrast, self._faint))
        found = [outlines.controls(), faint.controls(), outlines.icons()]
        boxes, scores = (np.concatenate(parts) for parts in zip(*found, strict=True))
        free = ~np.any(inside(boxes, corners(texts) * scale) >= shapes.IN_TEXT, axis=1)
        boxes, scores = boxes[free], scores[free]
        surest = np.argsort(-scores, kind="stable")[:MOST]
        boxes, scores = boxes[surest], scores[surest]
        kept = suppress(boxes, scores, self._overlap)
        kept = kept[shapes.whole(boxes[kept])]
        boxes, scores = boxes[kept], scores[kept]
        icons = (scores < shapes.SOLID) & shapes.compact(boxes)
        side = (FINGER if height > width else POINTER) * UNIT
        alone = icons & shapes.compact(boxes, shapes.ROUND)
        boxes[alone] = outlines.grown(boxes[alone], side)
        places = _whole(boxes, scale, width, height).tolist()
        return [
            Detection(Box(*place), "icon" if icon else "control", score)
            for place, icon, score in zip(places, icons.tolist(), scores.tolist(), strict=True)
        ]


def _whole(boxes: Boxes, scale: float, width: int, height: int) -> NDArray[np.int_]:
    """Boxes in the shrunk picture as x, y, width, height in whole pixels of the real one."""
    import numpy as np

    found: NDArray[np.int_] = np.rint(boxes / scale).clip(0, (width, height, width, height)).astype(int)
    found[:, 2:] -= found[:, :2]
    return found
