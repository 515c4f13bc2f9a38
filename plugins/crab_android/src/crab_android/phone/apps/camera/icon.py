"""The icon of Camera: a lens."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFF24292F)
    x, y = rect.center
    for radius, color in ((19, 0xFFE9EDF2), (15.5, 0xFF11151A), (11.5, 0xFF274C77), (7, 0xFF3E7CB1)):
        canvas.drawCircle(x, y, px(radius), skia.Paint(Color=color, AntiAlias=True))
    canvas.drawCircle(x - px(4), y - px(4.5), px(2.6), skia.Paint(Color=0xFFD6ECFF, AntiAlias=True))
    canvas.drawCircle(x + px(13.6), y - px(13.6), px(2.6), skia.Paint(Color=0xFFFFC94D, AntiAlias=True))
