"""Text inside drawings: the letters on an avatar, the numbers round a dial, the day on a calendar's icon."""

from __future__ import annotations

import skia

from .scripts import paragraph
from .text import shape
from .theme import Color

# Half the height of Roboto's capital letters (1456 of 2048 units), as a part of the text's size.
_HALF_CAPITAL = 1456 / 2048 / 2


def draw_centered(
    canvas: skia.Canvas, text: str, x: float, y: float, size: float, color: Color, weight: int = 400
) -> None:
    """Draw one line with its middle at a point; all lengths are in pixels.

    For what is a picture. What a user reads belongs in the text of a view, where the UI tree has it.
    """
    line = shape(text, weight, size)
    left = x - line.width / 2
    baseline = y + size * _HALF_CAPITAL
    if text and not line.runs:
        whole = paragraph(text, weight, size, color)
        whole.paint(canvas, left, baseline - whole.AlphabeticBaseline)
        return
    paint = skia.Paint(Color=color, AntiAlias=True)
    for run in line.runs:
        canvas.drawString(run.text, left + run.x, baseline, run.font, paint)
