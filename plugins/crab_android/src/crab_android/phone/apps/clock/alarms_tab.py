"""The alarms: cards that unfold to be changed."""

from __future__ import annotations

from datetime import time
from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    Align,
    Context,
    Handler,
    Popup,
    TextStyle,
    View,
    choice,
    column,
    confirm,
    empty_state,
    fab,
    formats,
    icon_button,
    label,
    row,
    scroll,
    space,
    switch,
    text_prompt,
    time_picker,
    with_alpha,
)

from .alerts import dismiss, switch_off
from .faces import disc
from .floating import with_button
from .model import SOUNDS, Alarm, ClockState
from .times import days_text, next_ring, note_next, until_text

Ctx = Context[ClockState]

BIG = TextStyle(46, 54)


def time_pieces(context: Ctx, at: time) -> tuple[str, str]:
    """A time of day and, where the phone counts to 12, its half of the day."""
    text = formats.time_text(at, context)
    if formats.hours_24(context):
        return text, ""
    digits, _, half = text.partition(" ")
    return digits, half


def alarms_tab(context: Ctx) -> View:
    """The list, and the button for a new one."""
    theme, alarms = context.theme, context.state.in_order()
    body: View
    if alarms:
        cards = [_card(context, alarm) for alarm in alarms]
        body = scroll(
            context, "alarms", *cards, space(height=96), id="alarms_recycler_view", pad=(16, 0, 16, 0), gap=10
        )
    else:
        body = column(
            empty_state(theme, "alarm", "No alarms", "Tap + to set one"), width=MATCH, weight=1, hidden=True
        )
    return with_button(
        context, body, fab("add", "Add alarm", theme, lambda: context.show_dialog("new_alarm"), "fab")
    )


def _card(context: Ctx, alarm: Alarm) -> View:
    theme = context.theme
    open_ = context.args.get("expanded") == alarm.id
    strength = 1.0 if alarm.enabled else 0.6
    ink = with_alpha(theme.on_surface, strength)

    def fold() -> None:
        context.args["expanded"] = None if open_ else alarm.id

    digits, half = time_pieces(context, time(alarm.hour, alarm.minute))
    clock = row(
        label(digits, BIG, ink, id="digital_clock"),
        *([label(half, TextStyle(18, 24), ink, id="am_pm", pad=(0, 18, 0, 0))] if half else []),
        id="digital_clock_layout",
        desc=formats.time_text(time(alarm.hour, alarm.minute), context),
        gap=6,
        min_height=60,
        on_tap=lambda: context.show_dialog("time", id=alarm.id),
    )
    head = row(
        column(
            *(
                [label(alarm.label, BODY_LARGE, ink, id="label", width=MATCH)]
                if alarm.label and not open_
                else []
            ),
            clock,
            label(
                days_text(alarm, context),
                BODY,
                with_alpha(theme.on_surface_variant, strength),
                id="days_of_week",
            ),
            weight=1,
            hidden=True,
        ),
        column(
            icon_button(
                "up" if open_ else "down",
                "Collapse alarm" if open_ else "Expand alarm",
                theme.on_surface_variant,
                fold,
                id="arrow",
                width=52,
            ),
            switch(
                alarm.enabled,
                theme,
                partial(_toggle, context, alarm),
                id="onoff",
                desc="Alarm on" if alarm.enabled else "Alarm off",
            ),
            align=Align.END,
            gap=4,
            hidden=True,
        ),
        width=MATCH,
        align=Align.START,
        hidden=True,
    )
    return column(
        head,
        *(_more(context, alarm) if open_ else []),
        id="alarm_item",
        width=MATCH,
        pad=(20, 12, 14, 14),
        gap=4,
        radius=24,
        fill=theme.surface_container if alarm.enabled else theme.surface_low,
        on_tap=fold,
    )


def _toggle(context: Ctx, alarm: Alarm) -> None:
    alarm.enabled = not alarm.enabled
    if alarm.enabled:
        _tell(context, alarm)
    else:
        switch_off(context, alarm)
    note_next(context)


def _tell(context: Ctx, alarm: Alarm) -> None:
    now = context.now()
    context.toast(f"Alarm set for {until_text(next_ring(alarm, now), now)} from now.")


def _more(context: Ctx, alarm: Alarm) -> list[View]:
    """What an unfolded card has below: label, days, sound, vibration, deletion."""
    theme = context.theme

    def line(icon: str, text: str, id: str, on_tap: Handler, end: View | None = None) -> View:
        return row(
            View(icon=icon, color=theme.on_surface_variant, width=24, height=24, hidden=True),
            label(text, BODY_LARGE, theme.on_surface, id=f"{id}_text", weight=1),
            *([end] if end else []),
            id=id,
            width=MATCH,
            min_height=52,
            gap=16,
            on_tap=on_tap,
        )

    def vibrate() -> None:
        alarm.vibrate = not alarm.vibrate

    def name() -> None:
        context.show_dialog("label", id=alarm.id)
        context.edit("alarm_label", alarm.label)

    parts = [line("label", alarm.label or "Add label", "edit_label", name), _days(context, alarm)]
    if alarm.snoozed is not None and alarm.enabled:
        parts.append(
            line("alarm_off", "Dismiss", "preemptive_dismiss_button", partial(dismiss, context, alarm))
        )
    parts += [
        line("bell", alarm.sound, "choose_ringtone", lambda: context.show_dialog("sound", id=alarm.id)),
        line(
            "vibrate",
            "Vibrate",
            "vibrate_onoff",
            vibrate,
            switch(alarm.vibrate, theme, vibrate, id="vibrate_switch", desc="Vibrate"),
        ),
        line("delete", "Delete", "delete", lambda: context.show_dialog("delete", id=alarm.id)),
    ]
    return parts


def _days(context: Ctx, alarm: Alarm) -> View:
    theme, locale = context.theme, formats.locale_of(context)
    chosen = context.state.preferences.first_weekday
    order = formats.week_days(locale) if chosen is None else tuple((chosen + step) % 7 for step in range(7))

    def toggle(day: int) -> None:
        rest = [one for one in alarm.days if one != day]
        alarm.days = rest if day in alarm.days else sorted([*rest, day])
        alarm.enabled = True
        note_next(context)

    circles = [
        label(
            formats.weekday_letter(day, locale),
            TextStyle(15, 20, 500),
            theme.on_primary if day in alarm.days else theme.on_surface_variant,
            cls="android.widget.CheckBox",
            id=f"day_button_{place}",
            desc=formats.weekday_name(day, locale),
            checked=day in alarm.days,
            width=46,
            height=48,
            draw=disc(theme.primary if day in alarm.days else theme.surface_highest, 40),
            text_align=Align.CENTER,
            on_tap=partial(toggle, day),
        )
        for place, day in enumerate(order)
    ]
    return row(*circles, id="repeat_days", width=MATCH, justify=Align.BETWEEN, pad=(0, 2, 6, 2))


# -- dialogs --------------------------------


def create_alarm(context: Ctx, alarm: Alarm) -> None:
    """Set another alarm, and show it."""
    made = context.state.add_alarm(alarm)
    context.args["expanded"] = made.id
    _tell(context, made)
    note_next(context)


def new_alarm(context: Ctx) -> Popup:
    """The time of a new alarm."""
    return time_picker(
        context,
        context.now().time(),
        lambda at: create_alarm(context, Alarm(hour=at.hour, minute=at.minute)),
    )


def _chosen(context: Ctx) -> Alarm:
    alarm = context.state.alarm(int(context.dialog.get("id", 0)))
    return alarm or Alarm(hour=0)


def change_time(context: Ctx) -> Popup:
    """Another time for an alarm; it is on then."""
    alarm = _chosen(context)

    def pick(at: time) -> None:
        alarm.hour, alarm.minute, alarm.enabled, alarm.snoozed = at.hour, at.minute, True, None
        _tell(context, alarm)
        note_next(context)

    return time_picker(context, time(alarm.hour, alarm.minute), pick)


def label_dialog(context: Ctx) -> Popup:
    """What an alarm is for."""
    alarm = _chosen(context)

    def save(text: str) -> None:
        alarm.label = text

    return text_prompt(context, "Label", "alarm_label", "Label", "OK", save, initial=alarm.label)


def sound_dialog(context: Ctx) -> Popup:
    """The sound of an alarm."""
    alarm = _chosen(context)

    def choose(name: str) -> None:
        alarm.sound = name

    return choice(context, "Alarm sound", [(name, name) for name in SOUNDS], alarm.sound, choose)


def delete_dialog(context: Ctx) -> Popup:
    """The question before an alarm is deleted."""
    alarm = _chosen(context)

    def delete() -> None:
        switch_off(context, alarm)
        context.state.remove_alarm(alarm.id)
        note_next(context)
        context.toast("Alarm deleted")

    told = formats.time_text(time(alarm.hour, alarm.minute), context)
    text = f"{told} · {alarm.label}" if alarm.label else told
    return confirm(context, "Delete this alarm?", text, "Delete", delete)
