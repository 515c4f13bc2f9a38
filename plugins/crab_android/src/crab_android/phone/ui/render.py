"""Drawing a laid-out view tree with skia."""

from __future__ import annotations

from functools import lru_cache

import skia

from .fonts import slanted
from .geometry import DENSITY, Rect, px
from .icons import draw_icon
from .layout import line_height, text_size
from .scripts import paragraph
from .text import shape
from .views import Align, View

# How far below a line's middle the baseline lies, as a part of the text's size: Roboto's ascent is 0.927 and
# its descent 0.244.
_BASELINE = (0.927 - 0.244) / 2


def draw_tree(canvas: skia.Canvas, view: View, font_scale: float) -> None:
    """Draw a view and everything below it that is on the screen."""
    shown = view.visible
    if shown.empty:
        return
    if view.fill is not None or view.stroke is not None:
        _draw_box(canvas, view)
    if view.draw is not None:
        view.draw(canvas, view.rect)
    if view.icon:
        _draw_view_icon(canvas, view)
    if view.text or view.hint or view.cursor is not None:
        _draw_text(canvas, view, font_scale)
    if view.scroll_key:
        canvas.save()
        canvas.clipRect(_skia_rect(shown))
    for child in view.children:
        draw_tree(canvas, child, font_scale)
    if view.scroll_key:
        canvas.restore()


def _skia_rect(rect: Rect) -> skia.Rect:
    return skia.Rect.MakeLTRB(*rect)


def rounded(rect: Rect, radius: float) -> skia.RRect:
    """A rounded rectangle; the radius is in dp and never more than half the shorter side."""
    limit = min(rect.width, rect.height) / 2
    corner = min(radius * DENSITY, limit)
    return skia.RRect.MakeRectXY(_skia_rect(rect), corner, corner)


def _box_shape(view: View) -> skia.RRect:
    if view.corners is None:
        return rounded(view.rect, view.radius)
    shape_ = skia.RRect()
    radii = [skia.Point(corner * DENSITY, corner * DENSITY) for corner in view.corners]
    shape_.setRectRadii(_skia_rect(view.rect), radii)
    return shape_


def _draw_box(canvas: skia.Canvas, view: View) -> None:
    box = _box_shape(view)
    if view.shadow:
        shade = skia.Paint(
            Color=0x38000000,
            AntiAlias=True,
            MaskFilter=skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, 3.2 * DENSITY),
        )
        canvas.save()
        canvas.translate(0, 2.4 * DENSITY)
        canvas.drawRRect(box, shade)
        canvas.restore()
    if view.fill is not None:
        canvas.drawRRect(box, skia.Paint(Color=view.fill, AntiAlias=True))
    if view.stroke is not None:
        pen = skia.Paint(
            Color=view.stroke, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=DENSITY
        )
        canvas.drawRRect(box, pen)


def _draw_view_icon(canvas: skia.Canvas, view: View) -> None:
    side = px(view.icon_size)
    x, y = view.rect.center
    square = Rect(x - side // 2, y - side // 2, x - side // 2 + side, y - side // 2 + side)
    draw_icon(canvas, view.icon, square, view.color)


def _draw_text(canvas: skia.Canvas, view: View, font_scale: float) -> None:
    left, top, right, bottom = view.pad
    size = text_size(view, font_scale)
    height = line_height(view, font_scale)
    inner = Rect(
        view.rect.left + px(left),
        view.rect.top + px(top),
        view.rect.right - px(right),
        view.rect.bottom - px(bottom),
    )
    first = inner.top + max(0.0, (inner.height - height * len(view.wrapped)) / 2)
    paint = skia.Paint(Color=view.color if view.text else view.hint_color, AntiAlias=True)
    starts = view.starts or (0,) * len(view.wrapped)
    with_cursor = max((n for n, start in enumerate(starts) if start <= (view.cursor or 0)), default=0)
    selected = view.selection is not None and view.selection[0] < view.selection[1]
    canvas.save()
    canvas.clipRect(_skia_rect(view.visible))
    for index, text in enumerate(view.wrapped):
        line, start = shape(text, view.style.weight, size), starts[index]
        x = inner.left + _shift(view.text_align, inner.width - line.width)
        baseline = first + index * height + height / 2 + size * _BASELINE
        _draw_selection(canvas, view, text, start, (x, first + index * height, height, size))
        if text and not line.runs:
            whole = paragraph(text, view.style.weight, size, paint.getColor())
            whole.paint(canvas, x, baseline - whole.AlphabeticBaseline)
        if view.underline and text:
            _strike(canvas, x, baseline + size * 0.1, line.width, paint.getColor())
        if view.shadow and view.fill is None:
            for run in line.runs:
                canvas.drawString(run.text, x + run.x, baseline + DENSITY * 0.6, run.font, _text_shade())
        for run in line.runs:
            face = slanted(run.font) if view.italic else run.font
            canvas.drawString(run.text, x + run.x, baseline, face, paint)
        if view.strike and text:
            _strike(canvas, x, baseline - size * 0.3, line.width, view.color)
        if view.cursor is not None and index == with_cursor and not selected:
            _draw_cursor(canvas, view, text, start, (x, first + index * height, height, size))
    canvas.restore()


@lru_cache(maxsize=1)
def _text_shade() -> skia.Paint:
    """What makes white text readable on a light wallpaper."""
    blur = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, 1.8 * DENSITY)
    return skia.Paint(Color=0xA8000000, AntiAlias=True, MaskFilter=blur)


def _shift(align: Align, spare: float) -> float:
    if align is Align.CENTER:
        return spare / 2
    return spare if align is Align.END else 0.0


def _strike(canvas: skia.Canvas, x: float, y: float, width: float, color: int) -> None:
    canvas.drawRect(skia.Rect.MakeXYWH(x, y, width, 1.2 * DENSITY), skia.Paint(Color=color, AntiAlias=True))


Spot = tuple[float, float, float, float]  # x, top, height of the line, size of the text


def _draw_cursor(canvas: skia.Canvas, view: View, text: str, start: int, spot: Spot) -> None:
    shown = text if view.text else ""
    # Spaces at the end of a line are not drawn.
    at = max(0, min(len(shown), (view.cursor or 0) - start))
    x, top, height, size = spot
    x += shape(shown[:at], view.style.weight, size).width
    bar = skia.Rect.MakeXYWH(x, top + height * 0.08, 2 * DENSITY, height * 0.84)
    canvas.drawRoundRect(bar, DENSITY, DENSITY, skia.Paint(Color=view.stroke or view.color, AntiAlias=True))


def _draw_selection(canvas: skia.Canvas, view: View, text: str, start: int, spot: Spot) -> None:
    if view.selection is None:
        return
    begin, end = (max(0, min(len(text), bound - start)) for bound in view.selection)
    if begin >= end:
        return
    x, top, height, size = spot
    left = x + shape(text[:begin], view.style.weight, size).width
    right = x + shape(text[:end], view.style.weight, size).width
    canvas.drawRect(skia.Rect.MakeLTRB(left, top, right, top + height), skia.Paint(Color=0x553A5BA9))
