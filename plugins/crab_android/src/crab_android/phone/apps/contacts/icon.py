"""The icon of Contacts: a person on a card."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFF2B66D9)
    x, y = rect.center
    light = skia.Paint(Color=0xFFFFFFFF, AntiAlias=True)
    soft = skia.Paint(Color=0xFFA9C7FF, AntiAlias=True)
    canvas.save()
    clip = skia.Path()
    clip.addCircle(x, y, px(19))
    canvas.clipPath(clip, doAntiAlias=True)
    canvas.drawColor(0xFF1B4DB3)
    canvas.drawOval(skia.Rect.MakeLTRB(x - px(14), y + px(4), x + px(14), y + px(30)), soft)
    canvas.restore()
    canvas.drawCircle(x, y - px(5), px(7.5), light)
