"""App icons, cut round as the launcher shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import skia

from .geometry import Rect, px
from .views import Painter

if TYPE_CHECKING:
    from ..app import App

_SIDE = px(58)


def draw_app_icon(canvas: skia.Canvas, app: App[Any], square: Rect) -> None:
    """Draw an app's icon, cut round, into a square of any size."""
    canvas.save()
    canvas.translate(square.left, square.top)
    canvas.scale(square.width / _SIDE, square.height / _SIDE)
    circle = skia.Path()
    circle.addCircle(_SIDE / 2, _SIDE / 2, _SIDE / 2)
    canvas.clipPath(circle, doAntiAlias=True)
    app.icon(canvas, Rect(0, 0, _SIDE, _SIDE))
    canvas.restore()


def icon_painter(app: App[Any]) -> Painter:
    """What draws an app's icon at the top of a view, in the launcher's size."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        left, top = rect.center[0] - _SIDE // 2, rect.top + px(4)
        draw_app_icon(canvas, app, Rect(left, top, left + _SIDE, top + _SIDE))

    return paint


def small_icon_painter(app: App[Any]) -> Painter:
    """What draws an app's icon into the whole of a square view."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        draw_app_icon(canvas, app, rect)

    return paint
