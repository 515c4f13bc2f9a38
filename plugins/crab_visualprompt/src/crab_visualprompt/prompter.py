"""The prompter `marks`: numbers on the elements of the UI tree."""

from __future__ import annotations

from crab_core import ElementMap, Mark, Marked, Screenshot, UiTree
from crab_visualprompt.describe import describe
from crab_visualprompt.draw import Painter
from crab_visualprompt.select import select


class MarksPrompter:
    """Set-of-Marks (Yang et al. 2023), with the UI tree in place of detectors."""

    name = "marks"

    def __init__(self, *, texts: bool = False) -> None:
        """Make a prompter; it may be used for any number of devices.

        Args:
            texts: Number also texts that belong to nothing that can be clicked.
        """
        self._texts = texts
        self._painter = Painter()

    def mark(self, screenshot: Screenshot | None, tree: UiTree | None) -> Marked:
        """Mark one observation of one device.

        Args:
            screenshot: The picture, if the device has one; any format that Pillow reads.
            tree: The UI tree captured with it; without one nothing is marked.

        Returns:
            The marks, numbered from 1 in reading order; the picture with them drawn as a PNG of the same
            size, None without a picture or a mark; and one line of text for each mark.

        Raises:
            DeviceError: The picture cannot be decoded.
        """
        if tree is None:
            return Marked()
        elements = ElementMap(
            tuple(
                Mark(number, c.box, c.label, c.role, c.value, c.states, c.source, c.confidence)
                for number, c in enumerate(select(tree, texts=self._texts), start=1)
            )
        )
        drawn = None if screenshot is None or not len(elements) else self._painter.draw(screenshot, elements)
        return Marked(elements, drawn, describe(elements))
