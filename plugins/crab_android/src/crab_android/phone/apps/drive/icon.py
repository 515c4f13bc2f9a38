"""The icon of Drive: a cloud above a folder's edge."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFE3F4EC)
    x, y = rect.center
    left, right, bottom = x - px(17), x + px(17), y + px(14)
    folder = skia.Path()
    folder.addRoundRect(skia.Rect.MakeLTRB(left, y - px(13), right, bottom), px(5), px(5))
    canvas.save()
    canvas.clipPath(folder, doAntiAlias=True)
    canvas.drawRect(skia.Rect.MakeLTRB(left, y - px(13), x - px(1), y), _fill(0xFF12805C))
    canvas.drawRect(skia.Rect.MakeLTRB(left, y - px(8), right, bottom), _fill(0xFF1FA97A))
    canvas.restore()
    cloud = skia.Path()
    cloud.addCircle(x - px(5), y + px(3.6), px(4.6))
    cloud.addCircle(x + px(1), y + px(0.4), px(6))
    cloud.addCircle(x + px(6), y + px(4), px(4.2))
    cloud.addRoundRect(skia.Rect.MakeLTRB(x - px(9), y + px(3), x + px(10), y + px(8.2)), px(2.6), px(2.6))
    canvas.drawPath(cloud, _fill(0xFFFFFFFF))


def _fill(color: int) -> skia.Paint:
    return skia.Paint(Color=color, AntiAlias=True)
