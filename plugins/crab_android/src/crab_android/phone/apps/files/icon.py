"""The icon of Files: a folder with a coloured sheet in it."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFE9F0FB)
    x, y = rect.center

    def slab(left: float, top: float, right: float, bottom: float, color: int, radius: float = 3) -> None:
        box = skia.Rect.MakeLTRB(x + px(left), y + px(top), x + px(right), y + px(bottom))
        canvas.drawRoundRect(box, px(radius), px(radius), skia.Paint(Color=color, AntiAlias=True))

    slab(-15, -13, 1, 4, 0xFF1F57B8)
    slab(-15, -9, 15, 12, 0xFF1F57B8)
    slab(-11, -6, 11, 8, 0xFFF9C846, 2)
    slab(-11, -3, 11, 8, 0xFFFFFFFF, 2)
    slab(-15, 0, 15, 13, 0xFF3E7BE0)
