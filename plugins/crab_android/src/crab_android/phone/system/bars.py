"""The status bar, the navigation bar and toasts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import skia

from ..state import PhoneState
from ..ui.geometry import DENSITY, Rect, px
from ..ui.icons import draw_icon
from ..ui.text import BODY, LABEL_LARGE, TextStyle
from ..ui.theme import Color, Theme, with_alpha
from ..ui.views import MATCH, Align, View
from ..ui.widgets import icon_button, label, row, space, stack
from .signs import signs

STATUS_HEIGHT = 40  # dp
GESTURE_HEIGHT = 24  # dp
BUTTONS_HEIGHT = 48  # dp
_WHITE = 0xFFFFFFFF
_SIGNS = 4  # of apps with notifications, before a dot stands for the others


def navigation_height(state: PhoneState) -> float:
    """Height of the navigation bar in dp."""
    return BUTTONS_HEIGHT if state.settings["secure"].get("navigation_mode") == "0" else GESTURE_HEIGHT


def clock_text(now: datetime, state: PhoneState) -> str:
    """The time of day, as the phone's settings want it."""
    if state.settings["system"].get("time_12_24") == "12":
        return now.strftime("%I:%M").lstrip("0")
    return now.strftime("%H:%M")


def status_bar(state: PhoneState, now: datetime, color: Color) -> View:
    """Time on the left; network and battery on the right."""
    switches = state.settings["global"]
    icons: list[View] = []
    if state.settings["system"].get("next_alarm_formatted"):
        icons.append(_status_icon("alarm", color, 16))
    if switches.get("zen_mode", "0") != "0":
        icons.append(_status_icon("moon", color, 15))
    if switches.get("mode_ringer") == "1":
        icons.append(_status_icon("vibrate", color, 17))
    if switches.get("airplane_mode_on") == "1":
        icons.append(_status_icon("plane", color, 17))
    if switches.get("wifi_on") == "1":
        icons.append(View(width=19, height=18, draw=_wifi_painter(color)))
    if switches.get("mobile_data") == "1" and switches.get("airplane_mode_on") != "1":
        icons.append(View(width=17, height=17, draw=_cell_painter(color)))
    icons.append(_battery(state, color))
    waiting = signs(state.notifications)
    left = [_status_icon(name, color, 16) for name in waiting[:_SIGNS]]
    if len(waiting) > _SIGNS:
        left.append(View(width=4, height=4, radius=2, fill=color))
    return row(
        label(clock_text(now, state), LABEL_LARGE._replace(size=15), color, id="clock"),
        space(width=3),
        *left,
        space(weight=1),
        *icons,
        width=MATCH,
        height=STATUS_HEIGHT,
        gap=5,
        pad=(26, 4, 24, 0),
        package="com.android.systemui",
    )


def _status_icon(name: str, color: Color, side: float) -> View:
    return View(icon=name, icon_size=side, color=color)


def _wifi_painter(color: Color) -> Callable[[skia.Canvas, Rect], None]:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        # A filled fan of 90 degrees, its tip at the bottom.
        side = rect.width * 1.36
        x, bottom = rect.center[0], rect.bottom - px(1.6)
        box = skia.Rect.MakeXYWH(x - side / 2, bottom - side / 2, side, side)
        fan = skia.Path()
        fan.moveTo(x, bottom)
        fan.arcTo(box, 225, 90, False)
        fan.close()
        canvas.drawPath(fan, skia.Paint(Color=color, AntiAlias=True))

    return paint


def _cell_painter(color: Color) -> Callable[[skia.Canvas, Rect], None]:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        draw_icon(canvas, "cell", rect, color)

    return paint


def _battery(state: PhoneState, color: Color) -> View:
    part = state.battery.level / 100

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        body = skia.Rect.MakeXYWH(rect.left, rect.center[1] - px(5.5), px(21), px(11))
        corner = px(3.4)
        canvas.drawRoundRect(body, corner, corner, skia.Paint(Color=with_alpha(color, 0.35), AntiAlias=True))
        canvas.save()
        canvas.clipRRect(skia.RRect.MakeRectXY(body, corner, corner), doAntiAlias=True)
        level = skia.Rect.MakeXYWH(body.left(), body.top(), body.width() * part, body.height())
        canvas.drawRect(level, skia.Paint(Color=color, AntiAlias=True))
        canvas.restore()
        if state.battery.charging:
            half = px(6)
            x, y = round(body.centerX()), round(body.centerY())
            bolt = Rect(x - half, y - half, x + half, y + half)
            draw_icon(canvas, "flash_full", bolt, 0xFF2F8F4B if color != _WHITE else 0xFF1F6B36)
        tip = skia.Rect.MakeXYWH(body.right() + DENSITY, rect.center[1] - px(2), px(2), px(4))
        canvas.drawRoundRect(tip, DENSITY, DENSITY, skia.Paint(Color=with_alpha(color, 0.5), AntiAlias=True))

    return View(
        "android.widget.ImageView",
        desc=f"Battery {'charging, ' if state.battery.charging else ''}{state.battery.level} percent",
        width=25,
        height=18,
        draw=paint,
    )


def navigation_bar(
    buttons: bool,
    color: Color,
    *,
    on_back: Callable[[], None],
    on_home: Callable[[], None],
    on_recents: Callable[[], None] | None,
    typing: bool,
) -> View:
    """The gesture pill, or with ``buttons`` those for back, home and recent apps.

    Args:
        buttons: whether there are buttons.
        color: of what is drawn.
        on_back: what the back button does.
        on_home: what the home button does.
        on_recents: what the button for recent apps does; without it, as on a locked phone, only back is left.
        typing: whether back hides the keyboard and points down.
    """
    if not buttons:
        pill = View(id="home_handle", width=124, height=4.6, radius=3, fill=color)
        return stack(pill, width=MATCH, height=GESTURE_HEIGHT, align=Align.CENTER, justify=Align.CENTER)
    icon = "key_hide" if typing else "back"
    shown = [icon_button(icon, "Back", color, on_back, id="back", width=88, height=MATCH, icon_size=22)]
    if on_recents is not None:
        shown.append(_ring("home", "Home", color, on_home))
        shown.append(_ring("recent_apps", "Overview", color, on_recents))
    else:
        shown += [space(width=88), space(width=88)]
    return row(*shown, width=MATCH, height=BUTTONS_HEIGHT, justify=Align.CENTER, gap=24)


def _ring(id: str, desc: str, color: Color, on_tap: Callable[[], None]) -> View:
    """The outline of a circle for home, of a rounded square for recent apps."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        half = (8.0 if id == "home" else 7.0) * DENSITY
        x, y = rect.center
        box = skia.Rect.MakeLTRB(x - half, y - half, x + half, y + half)
        corner = half if id == "home" else 3 * DENSITY
        pen = skia.Paint(Color=color, AntiAlias=True, Style=skia.Paint.kStroke_Style)
        pen.setStrokeWidth(2.4 * DENSITY)
        canvas.drawRoundRect(box, corner, corner, pen)

    return View(
        "android.widget.ImageView", id=id, desc=desc, width=88, height=MATCH, on_tap=on_tap, draw=paint
    )


def toast_view(text: str, theme: Theme) -> View:
    """A short message on a pill."""
    return label(
        text,
        TextStyle(*BODY[:2], 500),
        theme.inverse_on_surface,
        id="message",
        fill=theme.inverse_surface,
        radius=24,
        pad=(20, 12, 20, 12),
        lines=2,
        shadow=True,
        text_align=Align.CENTER,
    )
