"""The icon of Messages: two speech bubbles."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFDCE9FF)
    x, y = rect.center
    _bubble(canvas, x + px(4), y + px(4), px(15), px(11), 0xFF8AB4F8, 1)
    _bubble(canvas, x - px(3), y - px(4), px(15), px(11), 0xFF1F5FD0, -1)
    light = skia.Paint(Color=0xFFFFFFFF, AntiAlias=True)
    for step in (-1, 0, 1):
        canvas.drawCircle(x - px(3) + step * px(6.5), y - px(4), px(1.9), light)


def _bubble(
    canvas: skia.Canvas, x: float, y: float, across: float, down: float, color: int, side: int
) -> None:
    paint = skia.Paint(Color=color, AntiAlias=True)
    box = skia.Rect.MakeLTRB(x - across, y - down, x + across, y + down)
    canvas.drawRoundRect(box, px(8), px(8), paint)
    tail = skia.Path()
    edge = x + side * across
    tail.moveTo(edge - side * px(11), y + down - px(2))
    tail.lineTo(edge - side * px(2), y + down + px(5.5))
    tail.lineTo(edge, y + down - px(9))
    tail.close()
    canvas.drawPath(tail, paint)
