"""Clocks that are drawn: a round face, and rings that run out."""

from __future__ import annotations

import math
from datetime import datetime

import skia

from crab_android.phone.kit import DENSITY, Color, Painter, Rect, Theme, with_alpha


def face(moment: datetime, theme: Theme, *, seconds: bool = True) -> Painter:
    """A round clock that shows a time."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.center
        far = min(rect.width, rect.height) / 2
        canvas.drawCircle(x, y, far, skia.Paint(Color=theme.surface_container, AntiAlias=True))
        for mark in range(60):
            if mark % 5 and far < 60 * DENSITY:
                continue
            angle = mark / 60 * math.tau
            outer, inner = far * 0.93, far * (0.84 if mark % 5 == 0 else 0.89)
            pen = _pen(
                theme.on_surface_variant if mark % 5 == 0 else theme.outline_variant,
                2 if mark % 5 == 0 else 1,
            )
            canvas.drawLine(*_at(x, y, inner, angle), *_at(x, y, outer, angle), pen)
        hour = (moment.hour % 12 + moment.minute / 60) / 12 * math.tau
        minute = (moment.minute + moment.second / 60) / 60 * math.tau
        canvas.drawLine(x, y, *_at(x, y, far * 0.5, hour), _pen(theme.on_surface, 6))
        canvas.drawLine(x, y, *_at(x, y, far * 0.74, minute), _pen(theme.primary, 4))
        if seconds:
            tick = moment.second / 60 * math.tau
            canvas.drawLine(
                *_at(x, y, far * -0.14, tick), *_at(x, y, far * 0.8, tick), _pen(theme.error, 1.6)
            )
        canvas.drawCircle(x, y, 5 * DENSITY, skia.Paint(Color=theme.primary, AntiAlias=True))

    return paint


def ring(part: float, theme: Theme, *, width: float = 8, alert: bool = False) -> Painter:
    """A ring of which a part, from 0 to 1, is left."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        color = theme.error if alert else theme.primary
        inset = width * DENSITY / 2
        side = min(rect.width, rect.height) / 2 - inset
        x, y = rect.center
        box = skia.Rect.MakeLTRB(x - side, y - side, x + side, y + side)
        canvas.drawOval(box, _pen(with_alpha(color, 0.18), width))
        if part > 0:
            canvas.drawArc(box, -90, 360 * min(1.0, part), False, _pen(color, width))

    return paint


def disc(color: Color, size: float) -> Painter:
    """A disc of a size in dp, in the middle of what is larger to be touched."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        canvas.drawCircle(*rect.center, size / 2 * DENSITY, skia.Paint(Color=color, AntiAlias=True))

    return paint


def _pen(color: int, width: float) -> skia.Paint:
    return skia.Paint(
        Color=color,
        AntiAlias=True,
        Style=skia.Paint.kStroke_Style,
        StrokeWidth=width * DENSITY,
        StrokeCap=skia.Paint.kRound_Cap,
    )


def _at(x: float, y: float, far: float, angle: float) -> tuple[float, float]:
    return x + far * math.sin(angle), y - far * math.cos(angle)
