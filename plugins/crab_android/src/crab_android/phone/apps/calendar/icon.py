"""The icon of Calendar: a sheet with a coloured head and a day marked on it."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFE3EBFF)
    x, y = rect.center
    sheet = skia.Rect.MakeLTRB(x - px(15.5), y - px(14), x + px(15.5), y + px(16))
    corner = px(5.5)
    canvas.drawRoundRect(sheet, corner, corner, skia.Paint(Color=0xFFFFFFFF, AntiAlias=True))
    canvas.save()
    canvas.clipRRect(skia.RRect.MakeRectXY(sheet, corner, corner), doAntiAlias=True)
    head = skia.Rect.MakeLTRB(sheet.left(), sheet.top(), sheet.right(), y - px(4.5))
    canvas.drawRect(head, skia.Paint(Color=0xFF2E62D9, AntiAlias=True))
    canvas.restore()
    for side in (-1, 1):
        ring = skia.Rect.MakeXYWH(x + side * px(7.5) - px(1.5), y - px(17.5), px(3), px(7.5))
        canvas.drawRoundRect(ring, px(1.5), px(1.5), skia.Paint(Color=0xFF163A8C, AntiAlias=True))
    for column in range(3):
        for line in range(2):
            chosen = (column, line) == (1, 1)
            paint = skia.Paint(Color=0xFFF2A93B if chosen else 0xFFB9C8EC, AntiAlias=True)
            cx, cy = x + px(8.5) * (column - 1), y + px(1.8) + px(8.2) * line
            canvas.drawCircle(cx, cy, px(3.6 if chosen else 2.5), paint)
