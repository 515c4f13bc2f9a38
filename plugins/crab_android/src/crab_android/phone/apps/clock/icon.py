"""The icon of Clock: a face at ten past ten."""

from __future__ import annotations

import math

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFF24305E)
    x, y = rect.center
    canvas.drawCircle(x, y, px(19), skia.Paint(Color=0xFF3B4C8C, AntiAlias=True))
    canvas.drawCircle(x, y, px(16.5), skia.Paint(Color=0xFFF4F6FF, AntiAlias=True))
    for hour in range(12):
        turn = hour / 12 * math.tau
        far = px(13.2)
        big = hour % 3 == 0
        dot = skia.Paint(Color=0xFF3B4C8C if big else 0xFFB4BEDF, AntiAlias=True)
        canvas.drawCircle(x + far * math.sin(turn), y - far * math.cos(turn), px(1.4 if big else 0.9), dot)

    def hand(turn: float, length: float, wide: float, color: int) -> None:
        pen = skia.Paint(
            Color=color,
            AntiAlias=True,
            Style=skia.Paint.kStroke_Style,
            StrokeWidth=px(wide),
            StrokeCap=skia.Paint.kRound_Cap,
        )
        angle = turn * math.tau
        canvas.drawLine(x, y, x + px(length) * math.sin(angle), y - px(length) * math.cos(angle), pen)

    hand((10 + 10 / 60) / 12, 7.5, 3.2, 0xFF24305E)
    hand(10 / 60, 11, 2.4, 0xFF24305E)
    hand(0.59, 10, 1.3, 0xFFF2A93B)
    canvas.drawCircle(x, y, px(2.2), skia.Paint(Color=0xFFF2A93B, AntiAlias=True))
