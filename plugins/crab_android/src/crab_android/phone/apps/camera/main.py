"""The viewfinder, and what stands around it."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import unquote

import skia

from crab_android.phone.kit import (
    LABEL,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    FileError,
    Handler,
    Intent,
    Rect,
    View,
    button,
    column,
    empty_state,
    icon_button,
    icon_mark,
    image,
    label,
    px,
    row,
    space,
    stack,
)

from .finder import finder, set_mode, turn
from .model import FLASHES, MODES, TIMERS, Camera, Mode
from .shoot import is_wide, start_video, stop_video, take

CAMERA = "android.permission.CAMERA"
_RED = 0xFFE53935


def capture_arguments(intent: Intent) -> dict[str, Any]:
    """Where another app wants the picture, by ``MediaStore.EXTRA_OUTPUT``."""
    output = str(intent.extras.get("output", ""))
    return {"output": unquote(output.removeprefix("file://"))}


def video_arguments(_intent: Intent) -> dict[str, Any]:
    """The mode to begin with."""
    return {"mode": "video"}


def opened(context: Context[Camera]) -> None:
    """Ask for the camera at its first use."""
    if context.args.get("mode") == "video":
        context.state.mode = "video"
    context.require(CAMERA, "camera")


def answered(_context: Context[Camera], _result: dict[str, Any]) -> None:
    """The user has said whether the camera may be used; the screen shows what follows."""


def camera(context: Context[Camera]) -> View:
    """The viewfinder between the settings and the shutter."""
    if not context.granted(CAMERA):
        return _refused(context)
    wide = is_wide(context)
    head = _head(context, wide=wide)
    foot = _foot(context, wide=wide)
    shown = finder(context)
    if wide:
        return row(
            head, stack(shown, weight=1, height=MATCH, hidden=True), foot, width=MATCH, height=MATCH, gap=8
        )
    return column(head, shown, foot, width=MATCH, height=MATCH)


def _refused(context: Context[Camera]) -> View:
    theme = context.theme

    def ask() -> None:
        context.require(CAMERA, "refused")

    return column(
        empty_state(theme, "camera", "Camera needs your permission", "Without it no pictures can be taken"),
        button("Allow", theme, ask, id="permission_button", filled=True),
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
    )


def refused(context: Context[Camera], result: dict[str, Any]) -> None:
    """What was refused for good can only be allowed in Settings."""
    if not result.get("granted"):
        context.toast("Allow the camera in Settings, under Apps")


# -- around it --------------------------------


def _head(context: Context[Camera], *, wide: bool) -> View:
    theme, state = context.theme, context.state
    color = theme.on_surface
    _flash, icon, text = next(entry for entry in FLASHES if entry[0] == state.flash)

    def next_flash() -> None:
        names = [entry[0] for entry in FLASHES]
        state.flash = names[(names.index(state.flash) + 1) % len(names)]

    def next_timer() -> None:
        state.timer = TIMERS[(TIMERS.index(state.timer) + 1) % len(TIMERS)]

    def grid() -> None:
        state.grid = not state.grid

    timer = icon_button(
        "timer",
        f"Timer {state.timer} seconds" if state.timer else "Timer off",
        theme.primary if state.timer else color,
        next_timer,
        id="countdown_toggle_button",
    )
    parts = [
        icon_button(
            icon, text, theme.primary if state.flash == "on" else color, next_flash, id="flash_toggle_button"
        ),
        timer,
        icon_button(
            "grid",
            "Grid lines on" if state.grid else "Grid lines off",
            theme.primary if state.grid else color,
            grid,
            id="grid_lines_toggle_button",
        ),
        icon_button("settings", "Settings", color, lambda: context.open("settings"), id="settings_button"),
    ]
    if state.timer:
        parts.insert(2, label(f"{state.timer}s", LABEL, theme.primary, id="timer_text"))
    if wide:
        return column(
            *parts, width=64, height=MATCH, align=Align.CENTER, justify=Align.CENTER, gap=8, id="mode_options"
        )
    return row(*parts, width=MATCH, height=64, justify=Align.CENTER, gap=24, id="mode_options")


def _foot(context: Context[Camera], *, wide: bool) -> View:
    state = context.state
    modes = [_mode(context, mode, text) for mode, text in MODES]
    asked = context.activity.screen == "capture"
    flip = icon_button(
        "flip_camera",
        "Switch to back camera" if state.front else "Switch to front camera",
        context.theme.on_surface,
        lambda: turn(context),
        id="camera_toggle_button",
        width=56,
        height=56,
        radius=28,
        fill=context.theme.surface_high,
    )
    thumb = space(width=56, height=56) if asked else _thumb(context)
    shutter = _shutter(context)
    if wide:
        return column(
            *([] if asked else [column(*modes, gap=2, hidden=True)]),
            space(weight=1),
            *(flip, shutter, thumb),
            space(weight=1),
            width=120,
            height=MATCH,
            pad=(0, 0, 0, 0),
            gap=6,
            align=Align.CENTER,
        )
    return column(
        row(*([] if asked else modes), width=MATCH, justify=Align.CENTER, gap=6, min_height=48, hidden=True),
        row(
            thumb,
            shutter,
            flip,
            width=MATCH,
            justify=Align.BETWEEN,
            pad=(44, 0, 44, 0),
            min_height=96,
            hidden=True,
        ),
        width=MATCH,
        gap=4,
        pad=(0, 8, 0, 20 + context.foot),
    )


def _mode(context: Context[Camera], mode: Mode, text: str) -> View:
    theme = context.theme
    chosen = context.state.mode == mode
    return label(
        text,
        LABEL_LARGE,
        theme.on_primary if chosen else theme.on_surface,
        cls="android.widget.Button",
        id=f"mode_{mode}",
        selected=chosen,
        min_height=48,
        pad=(16, 14, 16, 14),
        radius=24,
        fill=theme.primary if chosen else None,
        on_tap=partial(set_mode, context, mode),
    )


def _thumb(context: Context[Camera]) -> View:
    """The last picture; a tap shows it in the app for pictures."""
    state = context.state
    node = context.files.get(state.last) if state.last else None
    if node is None or node.content is None:
        return stack(
            icon_mark("image", context.theme.on_surface_variant),
            width=56,
            height=56,
            radius=28,
            align=Align.CENTER,
            justify=Align.CENTER,
            fill=context.theme.surface_high,
            cls="android.widget.ImageButton",
            id="rounded_thumbnail_view",
            desc="Photos",
            on_tap=lambda: _gallery(context),
        )
    video = state.last.endswith(".mp4")
    data = node.content[max(0, node.content.find(b"\xff\xd8\xff")) :] if video else node.content
    return stack(
        image(data, width=56, height=56, radius=28, hidden=True),
        *(
            [
                stack(
                    icon_mark("play", 0xFFFFFFFF, 22),
                    width=56,
                    height=56,
                    align=Align.CENTER,
                    justify=Align.CENTER,
                    hidden=True,
                )
            ]
            if video
            else []
        ),
        cls="android.widget.ImageButton",
        id="rounded_thumbnail_view",
        desc="Last video" if video else "Last picture",
        on_tap=lambda: context.view(f"file://{state.last}", "video/mp4" if video else "image/jpeg"),
    )


def _gallery(context: Context[Camera]) -> None:
    context.start(Intent(package="com.android.gallery3d"))


def _shutter(context: Context[Camera]) -> View:
    state = context.state
    video, running = state.mode == "video", state.recording is not None
    desc = "Stop recording" if running else "Record video" if video else "Take photo"

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.center
        ring = skia.Paint(
            Color=0xFFFFFFFF, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=px(3.5)
        )
        canvas.drawCircle(x, y, px(38), ring)
        inner = skia.Paint(Color=_RED if video else 0xFFFFFFFF, AntiAlias=True)
        if running:
            half = px(13)
            square = skia.Rect.MakeLTRB(x - half, y - half, x + half, y + half)
            canvas.drawRoundRect(square, px(5), px(5), inner)
        else:
            canvas.drawCircle(x, y, px(31), inner)

    return View(
        "android.widget.ImageView",
        id="shutter_button",
        desc=desc,
        width=84,
        height=84,
        draw=paint,
        on_tap=_press(context),
    )


def _press(context: Context[Camera]) -> Handler:
    state = context.state

    def press() -> None:
        try:
            if context.activity.screen == "capture":
                _capture(context)
            elif state.mode != "video":
                take(context)
            elif state.recording is None:
                start_video(context)
            else:
                stop_video(context)
                context.toast("Video saved")
        except FileError:
            context.toast("No space left for pictures")

    return press


def left(context: Context[Camera]) -> None:
    """A video ends when one leaves."""
    try:
        stop_video(context)
    except FileError:
        context.toast("No space left for the video")


def recording(context: Context[Camera]) -> bool:
    """Whether the time of a recording must be shown anew every second."""
    return context.state.recording is not None


# -- for another app --------------------------------


def _capture(context: Context[Camera]) -> None:
    """Take a picture for another app, and show it before it is given away."""
    mode, context.state.mode = context.state.mode, "photo"
    context.args["shot"] = take(context, str(context.args.get("output", "")))
    context.state.mode = mode


def capture(context: Context[Camera]) -> View:
    """The viewfinder for another app; then the picture, to be used or taken again."""
    shot = str(context.args.get("shot", ""))
    node = context.files.get(shot) if shot else None
    if node is None or node.content is None:
        return camera(context)
    theme = context.theme

    def again() -> None:
        context.args.pop("shot", None)
        context.files.remove(shot)
        context.state.last = ""

    def use() -> None:
        name = shot.rpartition("/")[2]
        context.finish({"uri": f"file://{shot}", "path": shot, "name": name, "mime": "image/jpeg"})

    foot = row(
        icon_button("close", "Cancel", theme.on_surface, context.finish, id="cancel_button"),
        icon_button("restart", "Retake", theme.on_surface, again, id="retake_button"),
        icon_button(
            "check",
            "Done",
            theme.on_primary,
            use,
            id="done_button",
            width=64,
            height=64,
            radius=32,
            fill=theme.primary,
        ),
        width=MATCH,
        justify=Align.BETWEEN,
        pad=(44, 16, 44, 24 + context.foot),
    )
    picture = image(
        node.content, desc="The picture", width=MATCH, height=MATCH, fit="contain", id="review_image"
    )
    return column(stack(picture, width=MATCH, weight=1, hidden=True), foot, width=MATCH, height=MATCH)
