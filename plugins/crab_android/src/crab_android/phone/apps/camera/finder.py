"""The viewfinder."""

from __future__ import annotations

from functools import partial

import skia

from crab_android.phone.kit import (
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    Painter,
    Rect,
    View,
    column,
    formats,
    label,
    px,
    row,
    space,
    stack,
)

from .lens import Look, seen
from .model import MODES, Camera, Mode
from .shoot import look

_RED = 0xFFE53935


def finder(context: Context[Camera]) -> View:
    """What the camera sees, with what is told over it."""
    state = context.state
    view = View(
        "android.view.TextureView",
        id="preview_content",
        desc="Viewfinder",
        width=MATCH,
        height=MATCH,
        on_touch=lambda _x, _y: None,
    )
    view.draw = _painter(look(context), grid=state.grid)
    view.on_swipe = partial(_swipe, context)

    def zoom() -> None:
        state.zoom = 1 if state.zoom == 2 else 2

    over: list[View] = []
    if state.recording is not None:
        seconds = (context.now() - state.recording).total_seconds()
        over.append(
            row(
                View(width=10, height=10, radius=5, fill=_RED, hidden=True),
                label(formats.duration_text(seconds), LABEL_LARGE, 0xFFFFFFFF, id="recording_time"),
                gap=8,
                pad=(14, 6, 14, 6),
                radius=18,
                fill=0x99000000,
            )
        )
    over.append(space(weight=1))
    if not state.front:
        over.append(
            label(
                f"{state.zoom}×",
                LABEL_LARGE,
                0xFFFFFFFF,
                cls="android.widget.Button",
                id="zoom_button",
                desc=f"Zoom {state.zoom}×",
                width=48,
                height=48,
                radius=24,
                fill=0x88000000,
                text_align=Align.CENTER,
                on_tap=zoom,
            )
        )
    marks = column(*over, width=MATCH, height=MATCH, align=Align.CENTER, pad=(0, 48, 0, 48), hidden=True)
    return stack(view, marks, width=MATCH, weight=1, height=MATCH, hidden=True)


def _painter(what: Look, *, grid: bool) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        wide = rect.width > rect.height
        across = min(rect.width, rect.height * 4 // 3 if wide else rect.height * 3 // 4)
        down = across * 3 // 4 if wide else across * 4 // 3
        if across <= 0 or down <= 0:
            return
        left, top = rect.center[0] - across // 2, rect.center[1] - down // 2
        box = skia.Rect.MakeXYWH(left, top, across, down)
        canvas.save()
        canvas.clipRRect(skia.RRect.MakeRectXY(box, px(20), px(20)), doAntiAlias=True)
        canvas.drawImage(seen(what, across, down), left, top)
        if grid:
            pen = skia.Paint(Color=0x88FFFFFF, StrokeWidth=px(1))
            for part in (1, 2):
                x, y = left + across * part / 3, top + down * part / 3
                canvas.drawLine(x, top, x, top + down, pen)
                canvas.drawLine(left, y, left + across, y, pen)
        canvas.restore()

    return paint


def _swipe(context: Context[Camera], dx: float, dy: float) -> bool:
    """A swipe to the side changes the mode, one upwards or downwards the camera."""
    if abs(dx) > abs(dy):
        names = [mode for mode, _text in MODES]
        number = names.index(context.state.mode) + (1 if dx < 0 else -1)
        if 0 <= number < len(names):
            set_mode(context, names[number])
    else:
        turn(context)
    return True


def turn(context: Context[Camera]) -> None:
    """Use the other camera, unless a video is recorded."""
    if context.state.recording is None:
        context.state.front = not context.state.front


def set_mode(context: Context[Camera], mode: Mode) -> None:
    """Take other kinds of pictures, unless a video is recorded."""
    if context.state.recording is None:
        context.state.mode = mode
