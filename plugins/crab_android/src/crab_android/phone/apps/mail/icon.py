"""The icon of Mail: an envelope that is not quite closed."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFFFFE4DC)
    x, y = rect.center
    left, right, top, bottom = x - px(16.5), x + px(16.5), y - px(11.5), y + px(12.5)
    corner = px(5)
    body = skia.Rect.MakeLTRB(left, top, right, bottom)
    canvas.save()
    canvas.clipRRect(skia.RRect.MakeRectXY(body, corner, corner), doAntiAlias=True)
    canvas.drawColor(0xFFD5482B)
    fold = skia.Path()
    fold.moveTo(left - px(2), bottom + px(4))
    fold.lineTo(x, y - px(1))
    fold.lineTo(right + px(2), bottom + px(4))
    fold.close()
    canvas.drawPath(fold, skia.Paint(Color=0xFFE8694B, AntiAlias=True))
    flap = skia.Path()
    flap.moveTo(left - px(2), top - px(2))
    flap.lineTo(x - px(2.6), y + px(3.2))
    flap.quadTo(x, y + px(5.4), x + px(2.6), y + px(3.2))
    flap.lineTo(right + px(2), top - px(2))
    flap.close()
    canvas.drawPath(flap, skia.Paint(Color=0xFFFFF6F2, AntiAlias=True))
    canvas.restore()
    canvas.drawCircle(right - px(1.5), top + px(1), px(5.2), skia.Paint(Color=0xFFFFE4DC, AntiAlias=True))
    canvas.drawCircle(right - px(1.5), top + px(1), px(3.8), skia.Paint(Color=0xFF2E62D9, AntiAlias=True))
