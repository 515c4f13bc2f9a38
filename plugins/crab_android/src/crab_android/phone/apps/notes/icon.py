"""The icon of Notes: a sheet with a folded corner."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFFFC94D)
    x, y = rect.center
    half, fold = px(13), px(9)
    left, top, right, bottom = x - half, y - half - px(1), x + half, y + half + px(1)
    sheet = skia.Path()
    sheet.moveTo(left, top)
    sheet.lineTo(right, top)
    sheet.lineTo(right, bottom - fold)
    sheet.lineTo(right - fold, bottom)
    sheet.lineTo(left, bottom)
    sheet.close()
    canvas.drawPath(sheet, skia.Paint(Color=0xFFFFFFFF, AntiAlias=True))
    corner = skia.Path()
    corner.moveTo(right, bottom - fold)
    corner.lineTo(right - fold, bottom - fold)
    corner.lineTo(right - fold, bottom)
    corner.close()
    canvas.drawPath(corner, skia.Paint(Color=0xFFB97900, AntiAlias=True))
    pen = skia.Paint(Color=0xFF8A5A00, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=px(2.4))
    pen.setStrokeCap(skia.Paint.kRound_Cap)
    for number, length in enumerate((18, 18, 11)):
        line = top + px(7) + number * px(6.5)
        canvas.drawLine(left + px(4.5), line, left + px(4.5) + px(length - 1.5), line, pen)
