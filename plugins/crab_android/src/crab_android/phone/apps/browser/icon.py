"""The icon of Browser: a globe with a ring of orbit."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    x, y = rect.center
    ends = [skia.Point(rect.left, rect.top), skia.Point(rect.right, rect.bottom)]
    canvas.drawPaint(skia.Paint(Shader=skia.GradientShader.MakeLinear(ends, [0xFF2FA7B8, 0xFF2450B8])))
    canvas.drawCircle(x, y, px(19), skia.Paint(Color=0xFFFFFFFF, AntiAlias=True))
    pen = skia.Paint(Color=0xFF2B67B8, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=px(2.2))
    canvas.drawLine(x - px(19), y, x + px(19), y, pen)
    canvas.drawOval(skia.Rect.MakeLTRB(x - px(8.5), y - px(19), x + px(8.5), y + px(19)), pen)
    for down in (-10, 10):
        half = (19**2 - down**2) ** 0.5
        canvas.drawLine(x - px(half), y + px(down), x + px(half), y + px(down), pen)
    canvas.drawCircle(x + px(15), y + px(14), px(10.5), skia.Paint(Color=0xFF2456B8, AntiAlias=True))
    arrow = skia.Path()
    for number, (right, below) in enumerate(((9.0, 8.0), (23, 14), (16.5, 16.5), (14, 23))):
        point = (x + px(right), y + px(below))
        if number:
            arrow.lineTo(*point)
        else:
            arrow.moveTo(*point)
    arrow.close()
    canvas.drawPath(arrow, skia.Paint(Color=0xFFFFD45C, AntiAlias=True))
