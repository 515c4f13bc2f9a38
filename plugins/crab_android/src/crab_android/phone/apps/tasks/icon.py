"""The icon of Tasks: a ring and a tick."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, draw_icon, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFDFE8FF)
    x, y = rect.center
    ring = skia.Paint(Color=0xFF3568D4, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=px(4.2))
    canvas.drawArc(skia.Rect.MakeLTRB(x - px(15), y - px(15), x + px(15), y + px(15)), -25, 305, False, ring)
    half = px(13)
    draw_icon(
        canvas,
        "check",
        Rect(x - half + px(3), y - half - px(2), x + half + px(3), y + half - px(2)),
        0xFFF2A93B,
        pen=4.0,
    )
