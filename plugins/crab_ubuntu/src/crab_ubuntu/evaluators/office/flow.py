"""Where the pictures of a text come to lie, nearly: neither format says, since each reader lays out anew.

A picture that stands in the line like a character goes to the right of what is before it, or below when the
line is full. A floating one lies where its anchor says, or where the ones before it push it. Cells of a table
lie beside each other. That is enough to tell pictures that are side by side from those that are stacked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from crab_ubuntu.evaluators.office.model import Box, Picture

LINE: Final = 0.5
"""Height of a line without pictures, in centimetres."""
CHARACTER: Final = 0.2
"""Width of a character, in centimetres."""
SLACK: Final = 1.02
"""How much wider than the text pictures may be to still share a line: formats round lengths."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a document says of a picture's place, in centimetres."""

    width: float
    height: float
    inline: bool = True
    """Whether it stands in the line."""
    x: float | None = None
    """From the left of the text; None when it is aligned."""
    y: float | None = None
    """From its paragraph, or from the page's top."""
    of_page: bool = False
    """Whether `y` counts from the page."""
    side: str = ""
    """How it is aligned: "left", "right" or "center"."""
    pushes: bool = True
    """Whether neither text nor other pictures stand beside it."""


class Flow:
    """Lays paragraphs, pictures and tables out, from the top down."""

    def __init__(self, width: float) -> None:
        """Start an empty page.

        Args:
            width: Between the margins, in centimetres.
        """
        self.pictures: list[Picture] = []
        self._whole = self._width = width if width > 0 else 17.0
        self._left = 0.0
        self._x = self._y = self._top = 0.0
        self._height = LINE
        self._below = 0.0
        self._row_top = self._row_bottom = 0.0
        self._column = -1

    def open_paragraph(self) -> None:
        """The next paragraph begins."""
        self.line_break()
        self._top = self._y = max(self._y, self._below)

    def line_break(self) -> None:
        """The next line begins."""
        self._y += self._height
        self._x = self._left
        self._height = LINE
        self._row_bottom = max(self._row_bottom, self._y)

    def text(self, text: str) -> None:
        """Characters in the line."""
        self._x += CHARACTER * len(text.strip("\n"))
        if self._x > self._left + self._width:
            lines = int((self._x - self._left) // self._width)
            rest = (self._x - self._left) % self._width
            self.line_break()
            self._y += LINE * (lines - 1)
            self._x = self._left + rest

    def picture(self, frame: Frame, make: Callable[[Box], Picture]) -> None:
        """A picture, anchored here."""
        self.pictures.append(make(self._inline(frame) if frame.inline else self._floating(frame)))

    def _inline(self, frame: Frame) -> Box:
        if self._x > self._left and self._x + frame.width > self._left + self._width * SLACK:
            self.line_break()
        box = Box(self._x, self._y, frame.width, frame.height)
        self._x += frame.width
        self._height = max(self._height, frame.height)
        return box

    def _floating(self, frame: Frame) -> Box:
        free = self._width - frame.width
        aligned = {"left": 0.0, "right": free, "center": free / 2}.get(frame.side, 0.0)
        x = self._left + aligned if frame.x is None else frame.x
        if frame.y is None:
            y = max(self._top, self._below)
        else:
            y = frame.y if frame.of_page else self._top + frame.y
        if frame.pushes and frame.y is None:
            self._below = y + frame.height
        return Box(x, y, frame.width, frame.height)

    def open_table(self) -> None:
        """A table begins below."""
        self.line_break()
        self._row_top = self._row_bottom = max(self._y, self._below)

    def open_row(self, columns: int) -> None:
        """A row of so many cells begins below the one before it."""
        self._row_top = max(self._row_bottom, self._y + self._height, self._below)
        self._width = self._whole / max(1, columns)
        self._column = -1

    def open_cell(self) -> None:
        """The next cell of the row."""
        self._row_bottom = max(self._row_bottom, self._y + self._height)
        self._column += 1
        self._left = self._x = self._width * self._column
        self._y = self._row_top
        self._height = 0.0

    def close_table(self) -> None:
        """The text goes on below, over the whole width."""
        self._y = max(self._row_bottom, self._y + self._height)
        self._width, self._left, self._x, self._height = self._whole, 0.0, 0.0, LINE
