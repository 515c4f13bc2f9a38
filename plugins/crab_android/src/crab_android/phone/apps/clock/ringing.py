"""The screens that stand there while something rings."""

from __future__ import annotations

from datetime import time
from functools import partial

from crab_android.phone.kit import (
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Handler,
    TextStyle,
    View,
    column,
    empty_state,
    formats,
    label,
    row,
    scroll,
    space,
    stack,
    top_bar,
)

from .alarms_tab import time_pieces
from .alerts import add_minute, alarm_title, dismiss, snooze, stop_timer
from .faces import ring
from .model import Alarm, ClockState, Timer
from .timers_tab import remaining_text

Ctx = Context[ClockState]


def ringing_alarm(context: Ctx) -> Alarm | None:
    """The alarm that the screen is about."""
    return context.state.alarm(int(context.args.get("id") or context.state.ringing or 0))


def alarm_screen(context: Ctx) -> View:
    """An alarm that rings, to be snoozed or dismissed."""
    theme, alarm = context.theme, ringing_alarm(context)
    if alarm is None or context.state.ringing != alarm.id:
        quiet = empty_state(theme, "alarm_off", "No alarm is ringing")
        return column(top_bar("", theme, context.finish), quiet, width=MATCH, height=MATCH)
    digits, half = time_pieces(context, time(alarm.hour, alarm.minute))

    def act(handler: Handler) -> None:
        handler()
        context.finish()

    bell = View(
        icon="alarm",
        icon_size=56,
        color=theme.on_primary_container,
        fill=theme.primary_container,
        width=128,
        height=128,
        radius=44,
        hidden=True,
    )
    return column(
        space(height=72),
        row(
            label(digits, TextStyle(84, 96), theme.on_surface, id="digital_clock"),
            *(
                [label(half, TextStyle(24, 30), theme.on_surface, id="am_pm", pad=(0, 36, 0, 0))]
                if half
                else []
            ),
            gap=8,
            hidden=True,
        ),
        label(
            formats.date_weekday(context.now(), formats.locale_of(context)),
            BODY_LARGE,
            theme.on_surface_variant,
            id="date",
        ),
        space(height=20),
        label(
            alarm_title(alarm), TITLE_LARGE, theme.on_surface, id="title", lines=3, text_align=Align.CENTER
        ),
        space(weight=1),
        bell,
        space(weight=1),
        _wide(context, "Snooze", "snooze", partial(act, partial(snooze, context, alarm)), filled=False),
        space(height=14),
        _wide(context, "Dismiss", "dismiss", partial(act, partial(dismiss, context, alarm)), filled=True),
        space(height=28),
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
        pad=(24, 0, 24, 0),
    )


def _wide(context: Ctx, text: str, id: str, on_tap: Handler, *, filled: bool) -> View:
    theme = context.theme
    return label(
        text,
        LABEL_LARGE._replace(size=18, height=24),
        theme.on_primary if filled else theme.on_secondary_container,
        cls="android.widget.Button",
        id=id,
        width=MATCH,
        height=72,
        radius=36,
        fill=theme.primary if filled else theme.secondary_container,
        text_align=Align.CENTER,
        on_tap=on_tap,
    )


def timer_screen(context: Ctx) -> View:
    """The timers that have ended."""
    theme = context.theme
    ended = [timer for timer in context.state.timers if timer.ringing]
    if not ended:
        quiet = empty_state(theme, "hourglass", "No timer is ringing")
        return column(top_bar("", theme, context.finish), quiet, width=MATCH, height=MATCH)

    def stop_all() -> None:
        for timer in ended:
            stop_timer(context, timer)
        context.finish()

    text = "Stop" if len(ended) == 1 else "Stop all"
    return column(
        top_bar("Time’s up", theme, None),
        scroll(context, "ended", *(_ended(context, timer) for timer in ended), gap=16, pad=(24, 24, 24, 24)),
        row(
            _wide(context, text, "fab", stop_all, filled=True), width=MATCH, pad=(24, 8, 24, 24), hidden=True
        ),
        width=MATCH,
        height=MATCH,
    )


def _ended(context: Ctx, timer: Timer) -> View:
    theme = context.theme

    def more() -> None:
        add_minute(context, timer)
        if not any(one.ringing for one in context.state.timers):
            context.finish()

    circle = stack(
        label(remaining_text(context, timer), TextStyle(52, 60), theme.error, id="timer_time_text"),
        width=240,
        height=240,
        align=Align.CENTER,
        justify=Align.CENTER,
        draw=ring(1, theme, alert=True),
        hidden=True,
    )
    told = formats.duration_words(timer.length, formats.locale_of(context))
    return column(
        label(timer.label or f"{told} timer", TITLE_LARGE, theme.on_surface, id="timer_label"),
        circle,
        label(
            "+1:00",
            LABEL_LARGE,
            theme.on_secondary_container,
            cls="android.widget.Button",
            id="reset_add",
            desc="Add 1 minute",
            width=120,
            height=52,
            radius=26,
            fill=theme.secondary_container,
            text_align=Align.CENTER,
            on_tap=more,
        ),
        id="timer_item",
        width=MATCH,
        align=Align.CENTER,
        gap=18,
    )


def timers_live(context: Ctx) -> bool:
    """The time since a timer's end goes on while it rings."""
    return any(timer.ringing for timer in context.state.timers)
