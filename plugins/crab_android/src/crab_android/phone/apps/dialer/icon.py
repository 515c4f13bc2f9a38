"""The icon of Phone: a handset."""

from __future__ import annotations

import skia

from crab_android.phone.kit import Rect, draw_icon, px


def draw(canvas: skia.Canvas, rect: Rect) -> None:
    """Draw it into a square."""
    canvas.drawColor(0xFF188A4B)
    x, y = rect.center
    half = px(17)
    draw_icon(canvas, "call_full", Rect(x - half, y - half, x + half, y + half), 0xFFFFFFFF)
