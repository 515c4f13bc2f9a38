"""The icon of Photos: hills and a sun in a frame."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFF7F4EE)
    x, y = rect.center
    half = px(14.5)
    frame = skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(x - half, y - half, x + half, y + half), px(7), px(7))
    canvas.save()
    canvas.clipRRect(frame, doAntiAlias=True)
    canvas.drawColor(0xFF8CC7F2)
    canvas.drawCircle(x + px(6), y - px(6), px(4.6), skia.Paint(Color=0xFFFFD65C, AntiAlias=True))
    for color, left, top, right in (
        (0xFF4C9F70, x - px(22), y - px(5), x + px(10)),
        (0xFF2B7551, x - px(8), y + px(1), x + px(26)),
    ):
        hill = skia.Path()
        hill.moveTo(left, y + half)
        hill.lineTo((left + right) / 2, top)
        hill.lineTo(right, y + half)
        hill.close()
        canvas.drawPath(hill, skia.Paint(Color=color, AntiAlias=True))
    canvas.restore()
