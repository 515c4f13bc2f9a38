"""Timers: a keypad to set one, and cards for those there are."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    Handler,
    Popup,
    TextStyle,
    View,
    column,
    confirm,
    fab,
    formats,
    icon_button,
    label,
    row,
    scroll,
    space,
    stack,
    text_prompt,
)

from .alerts import add_minute, stop_timer
from .faces import ring
from .floating import with_button
from .model import ClockState, Timer
from .times import clock_length, seconds_now

Ctx = Context[ClockState]

_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "⌫")
_MOST = 6  # digits: hours, minutes and seconds


def adding(context: Ctx) -> bool:
    """Whether the keypad is shown."""
    return bool(context.args.get("adding")) or not context.state.timers


def timers_tab(context: Ctx) -> View:
    """The keypad, or the timers."""
    return _keypad(context) if adding(context) else _timers(context)


# -- the keypad --------------------------------


def _digits(context: Ctx) -> str:
    return str(context.args.get("digits", ""))


def seconds_of(digits: str) -> int:
    """The seconds that typed digits stand for: the last two are seconds, those before minutes, then hours."""
    padded = digits.zfill(_MOST)
    return int(padded[:2]) * 3600 + int(padded[2:4]) * 60 + int(padded[4:])


def _keypad(context: Ctx) -> View:
    theme, digits = context.theme, _digits(context)
    padded, length = digits.zfill(_MOST), len(digits)
    pieces = []
    for place, unit in enumerate("hms"):
        on = length > 4 - 2 * place
        color = theme.primary if on else theme.on_surface_variant
        number = label(padded[2 * place : 2 * place + 2], TextStyle(48, 56), color, id=f"timer_setup_{unit}")
        pieces.append(row(number, label(unit, TextStyle(18, 40), color), gap=2, align=Align.END, hidden=True))
    shown = row(
        *pieces,
        id="timer_setup_time",
        desc=f"{int(padded[:2])} hours, {int(padded[2:4])} minutes, {int(padded[4:])} seconds",
        width=MATCH,
        gap=14,
        justify=Align.CENTER,
        pad=(0, 12, 0, 20),
    )
    rows = [
        row(*(_key(context, key) for key in _KEYS[start : start + 3]), gap=14, hidden=True)
        for start in range(0, 12, 3)
    ]
    return column(
        column(
            shown,
            *rows,
            cls="android.widget.ScrollView",
            id="timer_setup",
            width=MATCH,
            weight=1,
            gap=12,
            align=Align.CENTER,
            scroll_key="keypad",
            scroll_y=context.activity.scroll.get("keypad", 0),
        ),
        _keypad_foot(context, digits),
        width=MATCH,
        weight=1,
        hidden=True,
    )


def _keypad_foot(context: Ctx, digits: str) -> View:
    theme = context.theme

    def leave() -> None:
        context.args.pop("adding", None)
        context.args.pop("digits", None)

    def start() -> None:
        made = context.state.add_timer(Timer(length=seconds_of(digits)))
        made.start(seconds_now(context))
        leave()

    cancel = (
        icon_button("close", "Cancel", theme.on_surface_variant, leave, id="left_button", width=56, height=56)
        if context.state.timers
        else space(width=56)
    )
    go = fab("play", "Start", theme, start, "fab") if digits.strip("0") else space(width=60, height=60)
    return row(cancel, go, space(width=56), width=MATCH, height=84, gap=28, justify=Align.CENTER, hidden=True)


def _key(context: Ctx, key: str) -> View:
    theme, digits = context.theme, _digits(context)

    def press() -> None:
        if key == "⌫":
            context.args["digits"] = digits[:-1]
        elif len(digits) + len(key) <= _MOST and (digits or key.strip("0")):
            context.args["digits"] = digits + key

    erase = key == "⌫"
    return View(
        "android.widget.Button",
        id="timer_setup_delete" if erase else f"timer_setup_digit_{key}",
        text="" if erase else key,
        desc="Delete" if erase else "",
        icon="backspace" if erase else "",
        style=TextStyle(28, 34),
        color=theme.on_primary_container if erase else theme.on_surface,
        width=84,
        height=76,
        radius=38,
        fill=theme.primary_container if erase else theme.surface_container,
        text_align=Align.CENTER,
        on_tap=press,
    )


# -- the timers --------------------------------


def _timers(context: Ctx) -> View:
    def add() -> None:
        context.args["adding"] = True

    cards = [_card(context, timer) for timer in context.state.timers]
    body = scroll(context, "timers", *cards, space(height=96), id="timers", pad=(16, 0, 16, 0), gap=10)
    return with_button(context, body, fab("add", "Add timer", context.theme, add, "fab"))


def remaining_text(context: Ctx, timer: Timer) -> str:
    """What is left of a timer; what it is over its end with a minus."""
    left = timer.left(seconds_now(context))
    return f"-{formats.duration_text(-left)}" if left < 0 else clock_length(left)


def _card(context: Ctx, timer: Timer) -> View:
    theme, now = context.theme, seconds_now(context)
    left, running = max(0.0, timer.left(now)), timer.ends is not None

    def play() -> None:
        if timer.ringing:
            stop_timer(context, timer)
        elif timer.ends is not None:
            timer.pause(now)
        else:
            timer.start(now)

    def name() -> None:
        context.show_dialog("timer_label", id=timer.id)
        context.edit("timer_name", timer.label)

    told = formats.duration_words(timer.length, formats.locale_of(context))
    head = row(
        label(
            timer.label or f"{told} timer",
            BODY_LARGE,
            theme.on_surface,
            id="timer_label",
            desc="Edit label",
            weight=1,
            min_height=44,
            on_tap=name,
        ),
        icon_button(
            "close",
            "Delete timer",
            theme.on_surface_variant,
            lambda: context.show_dialog("delete_timer", id=timer.id),
            id="delete_timer",
        ),
        width=MATCH,
        hidden=True,
    )
    circle = stack(
        label(
            remaining_text(context, timer),
            TextStyle(34, 42),
            theme.error if timer.ringing else theme.on_surface,
            id="timer_time_text",
        ),
        width=168,
        height=168,
        align=Align.CENTER,
        justify=Align.CENTER,
        draw=ring(left / timer.length, theme, alert=timer.ringing),
        hidden=True,
    )
    icon, desc = ("stop", "Stop") if timer.ringing else ("pause", "Pause") if running else ("play", "Start")
    tools = column(
        _tool(context, icon, desc, "play_pause", play, filled=True),
        _text_tool(context, "+1:00", "Add 1 minute", "reset_add", partial(add_minute, context, timer)),
        *([] if timer.state == "RESET" else [_tool(context, "restart", "Reset", "reset", timer.reset)]),
        gap=10,
        align=Align.CENTER,
        hidden=True,
    )
    state = {"RUNNING": "Running", "PAUSED": "Paused", "EXPIRED": "Time’s up", "RESET": "Ready"}[timer.state]
    return column(
        head,
        row(
            space(weight=1),
            circle,
            space(weight=1),
            tools,
            width=MATCH,
            min_height=176,
            pad=(0, 0, 8, 0),
            hidden=True,
        ),
        label(state, BODY, theme.error if timer.ringing else theme.on_surface_variant, id="timer_state"),
        id="timer_item",
        width=MATCH,
        pad=(20, 8, 8, 16),
        gap=4,
        radius=24,
        fill=theme.surface_container,
    )


def _tool(context: Ctx, icon: str, desc: str, id: str, on_tap: Handler, *, filled: bool = False) -> View:
    theme = context.theme
    return icon_button(
        icon,
        desc,
        theme.on_primary if filled else theme.on_secondary_container,
        on_tap,
        id=id,
        width=72,
        height=50,
        radius=25,
        fill=theme.primary if filled else theme.secondary_container,
    )


def _text_tool(context: Ctx, text: str, desc: str, id: str, on_tap: Handler) -> View:
    theme = context.theme
    return label(
        text,
        LABEL_LARGE,
        theme.on_secondary_container,
        cls="android.widget.Button",
        id=id,
        desc=desc,
        width=72,
        height=50,
        radius=25,
        fill=theme.secondary_container,
        text_align=Align.CENTER,
        on_tap=on_tap,
    )


def back(context: Ctx) -> bool:
    """Back closes the keypad when there are timers."""
    if context.state.tab == "timer" and context.args.get("adding") and context.state.timers:
        context.args.pop("adding")
        context.args.pop("digits", None)
        return True
    return False


def _chosen(context: Ctx) -> Timer:
    return context.state.timer(int(context.dialog.get("id", 0))) or Timer(length=1)


def label_dialog(context: Ctx) -> Popup:
    """What a timer is for."""
    timer = _chosen(context)

    def save(text: str) -> None:
        timer.label = text

    return text_prompt(context, "Label", "timer_name", "Label", "OK", save, initial=timer.label)


def delete_dialog(context: Ctx) -> Popup:
    """The question before a timer is deleted."""
    timer = _chosen(context)

    def delete() -> None:
        context.cancel_notification(f"timer-{timer.id}")
        context.state.remove_timer(timer.id)

    name = timer.label or formats.duration_words(timer.length, formats.locale_of(context))
    return confirm(context, "Delete this timer?", name, "Delete", delete)
