"""Choosing a time of day: a dial, or two fields to type into."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import time
from functools import partial
from typing import TYPE_CHECKING, Any

import skia

from .. import formats
from ..app import Popup
from .geometry import DENSITY, Rect, px
from .menus import NO_ID, YES_ID, disabled
from .pickers import framed, upright
from .text import BODY, LABEL_LARGE, TITLE, TextStyle
from .theme import Theme
from .views import MATCH, Align, Handler, Painter, View
from .widgets import button, column, icon_button, label, row, space, stack, text_input

if TYPE_CHECKING:
    from ..context import Context

_DIAL = 264.0  # dp, the diameter
_OUTER = 106.0  # dp from the middle to the numbers
_INNER = 68.0
_SPOT = 48.0  # dp, what one number takes touches in
_BIG = TextStyle(48, 56)
_NO_PAD = (0.0, 0.0, 0.0, 0.0)
_HOUR_FIELD, _MINUTE_FIELD = "picker_typed_hour", "picker_typed_minute"


def time_picker(context: Context[Any], current: time, on_pick: Callable[[time], None]) -> Popup:
    """A dialog to choose a time of day, in the phone's 12 or 24 hours.

    What is chosen in it stands in ``context.dialog`` until OK.

    Args:
        context: of the screen.
        current: the time that is chosen at first.
        on_pick: gets the chosen time, after the dialog has closed.
    """
    theme = context.theme
    typing = bool(context.dialog.get("picker_typing"))
    chosen = _typed(context, current) if typing else _chosen(context, current)

    def switch() -> None:
        if chosen is not None:
            _keep(context, chosen)
        context.forget(_HOUR_FIELD, _MINUTE_FIELD)
        context.dialog["picker_typing"] = not typing
        context.phone.hide_keyboard()

    def done() -> None:
        context.forget(_HOUR_FIELD, _MINUTE_FIELD)
        context.dismiss()
        if chosen is not None:
            on_pick(chosen)

    def leave() -> None:
        context.forget(_HOUR_FIELD, _MINUTE_FIELD)
        context.dismiss()

    shown = _chosen(context, current)
    head = column(
        label(
            "Enter time" if typing else "Select time",
            LABEL_LARGE,
            theme.on_surface_variant,
            id="android:id/input_header" if typing else "header_title",
            pad=(12, 4, 12, 0),
        ),
        _entry(context, shown) if typing else _header(context, shown),
        width=MATCH,
        gap=18,
        hidden=True,
    )
    foot = row(
        icon_button(
            "clock" if typing else "keyboard",
            "Switch to clock input" if typing else "Switch to text input",
            theme.on_surface_variant,
            switch,
            id="android:id/toggle_mode",
        ),
        space(weight=1),
        button("Cancel", theme, leave, id=NO_ID),
        disabled(button("OK", theme, done, id=YES_ID), theme, when=chosen is None),
        width=MATCH,
        gap=8,
    )
    if typing:
        view = column(head, foot, width=328, pad=(12, 16, 12, 12), gap=18, radius=28, fill=theme.surface_high)
        view.id = "dialog"
        return Popup(view)
    dial = stack(
        _dial(context, shown),
        width=304,
        pad=(0, 18, 0, 18) if upright(context) else _NO_PAD,
        align=Align.CENTER,
    )
    dial.hidden = True
    return Popup(framed(context, head, dial, foot, width=304, aside=304))


def _chosen(context: Context[Any], current: time) -> time:
    kept = context.dialog.get("picker_time")
    return time.fromisoformat(kept) if kept else current.replace(second=0, microsecond=0, tzinfo=None)


def _keep(context: Context[Any], chosen: time) -> None:
    context.dialog["picker_time"] = chosen.isoformat("minutes")


def _typed(context: Context[Any], current: time) -> time | None:
    """The time that stands in the two fields; None when it is none."""
    base = _chosen(context, current)
    full_day = formats.hours_24(context)
    hour_text, minute_text = _field_texts(context, base)
    if not (hour_text.isdecimal() and minute_text.isdecimal()):
        return None
    hour, minute = int(hour_text), int(minute_text)
    if not full_day:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if base.hour >= 12 else 0)
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _field_texts(context: Context[Any], base: time) -> tuple[str, str]:
    hour, minute = _numbers(base, formats.hours_24(context))
    return (
        context.field(_HOUR_FIELD, hour).text.strip(),
        context.field(_MINUTE_FIELD, minute).text.strip(),
    )


def _numbers(chosen: time, full_day: bool) -> tuple[str, str]:
    return (f"{chosen.hour:02}" if full_day else str(chosen.hour % 12 or 12)), f"{chosen.minute:02}"


# -- the numbers on top --------------------------------


def _header(context: Context[Any], chosen: time) -> View:
    """Hours and minutes in large digits, to choose which of them the dial sets, and morning or afternoon."""
    theme = context.theme
    hours = _sets_hours(context)
    hour, minute = _numbers(chosen, formats.hours_24(context))
    return row(
        _digits(hour, f"Hour: {hour}", "android:id/hours", theme, hours, lambda: _turn_to(context, True)),
        _colon(theme),
        _digits(
            minute,
            f"Minute: {minute}",
            "android:id/minutes",
            theme,
            not hours,
            lambda: _turn_to(context, False),
        ),
        *_halves(context, chosen),
        width=MATCH,
        justify=Align.CENTER,
        hidden=True,
    )


def _sets_hours(context: Context[Any]) -> bool:
    return bool(context.dialog.get("picker_part", "hours") == "hours")


def _turn_to(context: Context[Any], hours: bool) -> None:
    context.dialog["picker_part"] = "hours" if hours else "minutes"


def _digits(text: str, desc: str, id_: str, theme: Theme, selected: bool, on_tap: Handler) -> View:
    return View(
        "android.widget.RadioButton",
        id=id_,
        text=text,
        desc=desc,
        style=_BIG,
        color=theme.on_primary_container if selected else theme.on_surface,
        fill=theme.primary_container if selected else theme.surface_highest,
        radius=12,
        width=96,
        min_height=76,
        text_align=Align.CENTER,
        pad=(0, 10, 0, 10),
        checked=selected,
        on_tap=on_tap,
    )


def _colon(theme: Theme) -> View:
    return label(":", _BIG, theme.on_surface, id="android:id/separator", width=24, text_align=Align.CENTER)


def _halves(context: Context[Any], chosen: time) -> list[View]:
    if formats.hours_24(context):
        return []
    theme = context.theme
    words = [formats.half_day(locale=formats.locale_of(context), afternoon=late) for late in (False, True)]

    def half(late: bool) -> View:
        selected = (chosen.hour >= 12) == late

        def choose() -> None:
            _keep(context, chosen.replace(hour=chosen.hour % 12 + (12 if late else 0)))

        return View(
            "android.widget.RadioButton",
            id="android:id/pm_label" if late else "android:id/am_label",
            text=words[late],
            style=TITLE,
            color=theme.on_tertiary_container if selected else theme.on_surface_variant,
            fill=theme.tertiary_container if selected else None,
            stroke=theme.outline,
            corners=(0, 0, 12, 12) if late else (12, 12, 0, 0),
            text_align=Align.CENTER,
            width=52,
            height=38,
            checked=selected,
            on_tap=choose,
        )

    return [space(width=12), column(half(False), half(True), id="android:id/ampm_layout", hidden=True)]


# -- two fields --------------------------------


def _entry(context: Context[Any], chosen: time) -> View:
    theme = context.theme
    hour, minute = _numbers(chosen, formats.hours_24(context))

    def field(name: str, id_: str, initial: str, caption: str) -> View:
        box = text_input(
            context,
            name,
            "",
            style=_BIG,
            initial=initial,
            id=id_,
            width=96,
            min_height=76,
            input_type="number",
        )
        box.text_align = Align.CENTER
        box.radius = 12
        box.pad = (4, 10, 4, 10)
        box.fill = theme.primary_container if box.focused else theme.surface_highest
        box.stroke = theme.primary if box.focused else None
        return column(box, label(caption, BODY, theme.on_surface_variant), gap=6, hidden=True)

    return row(
        field(_HOUR_FIELD, "android:id/input_hour", hour, "Hour"),
        column(_colon(theme), pad=(0, 10, 0, 0), hidden=True),
        field(_MINUTE_FIELD, "android:id/input_minute", minute, "Minute"),
        *_halves(context, chosen),
        width=MATCH,
        align=Align.START,
        justify=Align.CENTER,
        hidden=True,
    )


# -- the dial --------------------------------


def _dial(context: Context[Any], chosen: time) -> View:
    """A round dial: of hours, or of minutes in fives; a touch between two numbers sets the minute there."""
    theme = context.theme
    hours, full_day = _sets_hours(context), formats.hours_24(context)
    view = stack(
        cls="android.widget.RadialTimePickerView",
        id="android:id/radial_picker",
        width=_DIAL,
        height=_DIAL,
        radius=_DIAL / 2,
        fill=theme.surface_highest,
    )

    def set_hour(hour: int) -> None:
        _keep(context, chosen.replace(hour=hour))
        # As on Android, the minutes come after the hours.
        _turn_to(context, False)

    def set_minute(minute: int) -> None:
        _keep(context, chosen.replace(minute=minute))

    def touch(x: float, y: float) -> None:
        middle_x, middle_y = view.rect.center
        turn = math.atan2(x - middle_x, middle_y - y) / math.tau % 1
        if hours:
            inner = full_day and math.hypot(x - middle_x, y - middle_y) < (_OUTER + _INNER) / 2 * DENSITY
            set_hour(_hour(round(turn * 12) % 12, inner, chosen, full_day))
        else:
            set_minute(round(turn * 60) % 60)

    if hours:
        position, inner = chosen.hour % 12, full_day and chosen.hour >= 12
        names = [(str(n or 12) if not full_day else f"{n:02}" if n else "00", n, False) for n in range(12)]
        names += [(str(n + 12), n, True) for n in range(12)] if full_day else []
        view.children = [
            _spot(
                text,
                f"{text} o'clock",
                (at / 12, deep),
                theme,
                (at, deep) == (position, inner),
                partial(set_hour, _hour(at, deep, chosen, full_day)),
            )
            for text, at, deep in names
        ]
        view.draw = _hand(position / 12, inner, theme, on_number=True)
    else:
        view.children = [
            _spot(
                f"{minute:02}",
                f"{minute} minutes",
                (minute / 60, False),
                theme,
                minute == chosen.minute,
                partial(set_minute, minute),
            )
            for minute in range(0, 60, 5)
        ]
        view.draw = _hand(chosen.minute / 60, False, theme, on_number=chosen.minute % 5 == 0)
        _between(view)
    view.on_touch = touch
    return view


def _hour(position: int, inner: bool, chosen: time, full_day: bool) -> int:
    """The hour of the day at a place on the dial."""
    late = inner if full_day else chosen.hour >= 12
    return position + (12 if late else 0)


def _spot(
    text: str, desc: str, place: tuple[float, bool], theme: Theme, selected: bool, on_tap: Handler
) -> View:
    turn, inner = place
    far = _INNER if inner else _OUTER
    side = 36.0 if inner else _SPOT
    x = _DIAL / 2 + far * math.sin(turn * math.tau) - side / 2
    y = _DIAL / 2 - far * math.cos(turn * math.tau) - side / 2
    number = View(
        "android.widget.RadioButton",
        id="dial_number",
        text=text,
        desc=desc,
        style=TextStyle(14, 20) if inner else TextStyle(16, 24),
        color=theme.on_primary if selected else theme.on_surface_variant if inner else theme.on_surface,
        text_align=Align.CENTER,
        width=side,
        height=side,
        checked=selected,
        selected=selected,
        on_tap=on_tap,
    )
    return stack(number, pad=(x, y, 0, 0), hidden=True)


def _between(view: View) -> None:
    """Make room between the minutes on the dial, for touches that mean the minutes between them."""
    for place in view.children:
        number = place.children[0]
        left, top, _, _ = place.pad
        number.width = number.height = 36.0
        place.pad = (left + 6, top + 6, 0, 0)


def _hand(turn: float, inner: bool, theme: Theme, *, on_number: bool) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.center
        far = (_INNER if inner else _OUTER) * DENSITY
        tip_x, tip_y = x + far * math.sin(turn * math.tau), y - far * math.cos(turn * math.tau)
        pen = skia.Paint(Color=theme.primary, AntiAlias=True, StrokeWidth=2 * DENSITY)
        canvas.drawLine(x, y, tip_x, tip_y, pen)
        solid = skia.Paint(Color=theme.primary, AntiAlias=True)
        canvas.drawCircle(x, y, px(4), solid)
        # Between two numbers the tip is small, so that it covers neither.
        canvas.drawCircle(tip_x, tip_y, px((18 if inner else 22) if on_number else 9), solid)

    return paint
