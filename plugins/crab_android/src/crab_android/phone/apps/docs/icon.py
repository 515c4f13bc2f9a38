"""The icon of Docs: a page with lines and a heading."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFE4ECFD)
    x, y = rect.center
    left, right, top, bottom, fold = x - px(12.5), x + px(12.5), y - px(16.5), y + px(16.5), px(8.5)
    page = skia.Path()
    page.moveTo(left + px(3), top)
    page.lineTo(right - fold, top)
    page.lineTo(right, top + fold)
    page.lineTo(right, bottom - px(3))
    page.quadTo(right, bottom, right - px(3), bottom)
    page.lineTo(left + px(3), bottom)
    page.quadTo(left, bottom, left, bottom - px(3))
    page.lineTo(left, top + px(3))
    page.quadTo(left, top, left + px(3), top)
    page.close()
    canvas.drawPath(page, _fill(0xFF2F6BE0))
    corner = skia.Path()
    corner.moveTo(right - fold, top)
    corner.lineTo(right, top + fold)
    corner.lineTo(right - fold, top + fold)
    corner.close()
    canvas.drawPath(corner, _fill(0xFF9DBDFB))
    for number, (width, thick) in enumerate(((8, 3.4), (15, 2.2), (15, 2.2), (10, 2.2))):
        line = top + px(12) + number * px(5)
        box = skia.Rect.MakeXYWH(left + px(5), line, px(width), px(thick))
        canvas.drawRoundRect(box, px(1.1), px(1.1), _fill(0xFFFFFFFF))


def _fill(color: int) -> skia.Paint:
    return skia.Paint(Color=color, AntiAlias=True)
