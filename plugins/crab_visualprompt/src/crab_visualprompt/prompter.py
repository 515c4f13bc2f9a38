"""Set-of-Marks (Yang et al. 2023): numbers on what an agent can point at.

`marks` reads the UI tree, `marks-pixels` only the picture, as the CRAB paper does (§4.1: text by OCR, icons
by a detector), and `marks-all` merges what they tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from crab_core import Detector, ElementMap, Mark, Marked, OcrEngine, Screenshot, UiTree
from crab_visualprompt.describe import describe
from crab_visualprompt.draw import Painter
from crab_visualprompt.grids import with_cells
from crab_visualprompt.merge import merge
from crab_visualprompt.order import insert
from crab_visualprompt.pixels import Pixels, decode
from crab_visualprompt.rows import with_rows
from crab_visualprompt.select import Candidate
from crab_visualprompt.sources import Sources
from crab_visualprompt.styles import style_named


class MarksPrompter:
    """Marks from any mix of sources; by default from the UI tree."""

    name = "marks"
    sources: ClassVar[Sequence[str]] = ("tree",)
    """Where elements come from when none is named."""

    def __init__(
        self,
        *,
        sources: str | Iterable[str] = "",
        ocr: str | OcrEngine = "",
        ocr_options: Mapping[str, Any] | None = None,
        detector: str | Detector = "",
        detector_options: Mapping[str, Any] | None = None,
        style: str = "frames",
        texts: bool = False,
        draw: bool = True,
    ) -> None:
        """Make a prompter; it may be used for any number of devices.

        Args:
            sources: Of "tree", "ocr" and "icons"; in one text with commas between them, or several.
            ocr: An engine that reads text, or the name of one; the first registered when empty.
            ocr_options: For an engine that is named.
            detector: A detector of icons, or the name of one; the first registered when empty.
            detector_options: For a detector that is named.
            style: How marks look, of `crab_visualprompt.styles`.
            texts: Number also texts of the tree that belong to nothing that can be clicked.
            draw: Whether to draw the marks; whoever goes by the elements alone is served quicker without.

        Raises:
            UsageError: A source, style or option is unknown.
            UnknownNameError: No engine has this name.
        """
        self._sources = Sources(sources or self.sources, ocr, ocr_options, detector, detector_options)
        self._painter = Painter(style_named(style))
        self._texts = texts
        self._draw = draw

    def mark(self, screenshot: Screenshot | None, tree: UiTree | None) -> Marked:
        """Mark one observation of one device.

        Args:
            screenshot: The picture, if the device has one; any format that Pillow reads.
            tree: The UI tree captured with it, if the device has one.

        Returns:
            The marks, numbered from 1 in reading order; the picture with them drawn as a PNG of the same
            size, None without a picture or a mark, or where none is drawn; and a line of text for each mark.

        Raises:
            DeviceError: The picture cannot be decoded.
        """
        pixels = decode(screenshot) if screenshot is not None and self._sources.see else None
        elements = ElementMap(
            tuple(
                Mark(number, c.box, c.label, c.role, c.value, c.states, c.source, c.confidence)
                for number, c in enumerate(self._candidates(pixels, tree), start=1)
            )
        )
        if screenshot is None or not len(elements) or not self._draw:
            return Marked(elements, None, describe(elements))
        # Engines may keep the picture that they have read, so it is not drawn upon.
        ground = decode(screenshot) if pixels is None else pixels.copy()
        return Marked(elements, self._painter.draw(ground, elements), describe(elements))

    def _candidates(self, pixels: Pixels | None, tree: UiTree | None) -> list[Candidate]:
        """The elements in the order of their numbers."""
        told = self._sources.elements(tree, texts=self._texts)
        if pixels is None:
            return list(told.elements)
        height, width = pixels.shape[:2]
        lines = self._sources.lines(pixels)
        icons = self._sources.icons(pixels, lines)
        elements, seen = merge(told, lines, icons, (width, height))
        if not elements:
            # Rows and cells have no outline that a detector would find.
            cells, rest = with_cells(seen, (width, height))
            seen = [*cells, *with_rows(pixels, rest)]
        return insert(elements, seen)


class PixelMarksPrompter(MarksPrompter):
    """Marks from the picture alone: text that is read and icons that are detected."""

    name = "marks-pixels"
    sources = ("ocr", "icons")


class AllMarksPrompter(MarksPrompter):
    """Marks from everything: what the UI tree does not tell is taken from the picture."""

    name = "marks-all"
    sources = ("tree", "ocr", "icons")
