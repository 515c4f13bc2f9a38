"""App icons, cut round as the launcher shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import skia

from .geometry import Rect, px
from .views import Painter

if TYPE_CHECKING:
    from ..app import App


def icon_painter(app: App[Any]) -> Painter:
    """What draws an app's icon, cut round."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        side = px(58)
        x, y = rect.center[0], rect.top + px(4) + side // 2
        square = Rect(x - side // 2, y - side // 2, x + side // 2, y + side // 2)
        canvas.save()
        circle = skia.Path()
        circle.addCircle(x, y, side / 2)
        canvas.clipPath(circle, doAntiAlias=True)
        app.icon(canvas, square)
        canvas.restore()

    return paint
