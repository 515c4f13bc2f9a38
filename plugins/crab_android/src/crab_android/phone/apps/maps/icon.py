"""The icon of Maps: a pin over a folded map."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFDDEBD6)
    x, y = rect.center
    for color, points in (
        (0xFFB7DBAE, ((-29, 4), (-6, -29), (29, -29), (29, -6), (-2, 29), (-29, 29))),
        (0xFFFFE29A, ((-29, -12), (-29, -2), (29, 20), (29, 9))),
        (0xFF9CC9EE, ((4, 29), (29, 14), (29, 29))),
    ):
        path = skia.Path()
        path.moveTo(x + px(points[0][0]), y + px(points[0][1]))
        for across, down in points[1:]:
            path.lineTo(x + px(across), y + px(down))
        path.close()
        canvas.drawPath(path, skia.Paint(Color=color, AntiAlias=True))
    pin = skia.Path()
    top = y - px(6)
    pin.moveTo(x, y + px(19))
    pin.cubicTo(x - px(4), y + px(9), x - px(13), y + px(4), x - px(13), top)
    pin.cubicTo(x - px(13), top - px(17), x + px(13), top - px(17), x + px(13), top)
    pin.cubicTo(x + px(13), y + px(4), x + px(4), y + px(9), x, y + px(19))
    pin.close()
    canvas.drawPath(pin, skia.Paint(Color=0xFFD93A30, AntiAlias=True))
    canvas.drawCircle(x, top, px(5), skia.Paint(Color=0xFFFFFFFF, AntiAlias=True))
