"""The default engine: the models of rapidocr, which its wheel brings, so that text is read offline."""

from __future__ import annotations

import os
from pathlib import Path
from threading import BoundedSemaphore
from typing import ClassVar

from crab_core import TextLine, UsageError
from crab_visualprompt.ocr.icons import without_icons
from crab_visualprompt.ocr.lines import find_lines
from crab_visualprompt.ocr.models import Model, model_file, threads_here
from crab_visualprompt.ocr.words import LineReader
from crab_visualprompt.pixels import Pixels


class RapidOcr:
    """Reads upright text in the scripts of rapidocr's models, Latin, Chinese and Japanese among them."""

    name = "rapidocr"
    concurrent: ClassVar[bool] = True
    """Several threads may use one."""

    def __init__(
        self,
        *,
        least: float = 0.5,
        icons: bool = False,
        threads: int = 0,
        lines_model: str = "",
        words_model: str = "",
    ) -> None:
        """Load the models.

        Args:
            least: Confidence below which a line is left out, 0 to 1.
            icons: Keep also what looks like the reading of an icon: lone symbols and ideographs.
            threads: How many to use; 0 for one on each processor.
            lines_model: An ONNX file that finds lines, in place of rapidocr's.
            words_model: An ONNX file that reads them, with its characters, in place of rapidocr's.

        Raises:
            UsageError: A model is missing, or an option makes no sense.
        """
        if not 0 <= least <= 1:
            raise UsageError(f"`least` is a confidence from 0 to 1, not {least}.")
        if threads < 0:
            raise UsageError(
                f"`threads` is a number of threads, or 0 for one on each processor, not {threads}."
            )
        self._least = least
        self._icons = icons
        threads = threads or threads_here()
        # Who reads takes all its threads and much memory: more at a time would only wait for each other.
        self._turns = BoundedSemaphore(max(len(os.sched_getaffinity(0)) // threads, 1))
        self._lines = Model(_file(lines_model, "det"), threads)
        self._words = LineReader(Model(_file(words_model, "rec"), 1), threads)

    def read(self, pixels: Pixels) -> list[TextLine]:
        """The lines of text in a picture, in no particular order.

        Args:
            pixels: Red, green, blue; shape (height, width, 3), unsigned bytes.
        """
        with self._turns:
            boxes = find_lines(self._lines, pixels)
            texts = self._words.read(pixels, boxes)
        found = []
        for box, (text, confidence) in zip(boxes, texts, strict=True):
            shown = text.strip() if self._icons else without_icons(text)
            if shown and confidence >= self._least:
                found.append(TextLine(box, shown, confidence))
        return found


def _file(given: str, part: str) -> Path:
    if not given:
        return model_file(part)
    file = Path(given)
    if not file.is_file():
        raise UsageError(
            f"There is no model file {given}.", advice="Leave the option out for rapidocr's own."
        )
    return file
