"""The screen on which an event is written."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any

from crab_android.phone.kit import (
    BODY_LARGE,
    MATCH,
    Context,
    Handler,
    TextStyle,
    View,
    avatar,
    button,
    column,
    divider,
    formats,
    icon_button,
    label,
    row,
    scroll,
    space,
    switch,
    text_input,
)

from .dialogs import color_name
from .draft import Draft, changed, draft_of, edited, first_texts, keep, store
from .model import CalendarState
from .repeating import repeat_text
from .texts import reminder_text

Ctx = Context[CalendarState]


def opened(context: Ctx) -> None:
    """Put the cursor into the title of a new event."""
    if edited(context) is None and not context.args.get("title"):
        context.edit("title")


def build(context: Ctx) -> View:
    """The screen."""
    theme, draft, before = context.theme, draft_of(context), first_texts(context)
    bar = row(
        icon_button("close", "Cancel", theme.on_surface, lambda: leave(context), "action_cancel"),
        space(weight=1),
        button("Save", theme, lambda: save(context), id="action_done", filled=True),
        cls="android.view.ViewGroup",
        id="toolbar",
        width=MATCH,
        height=64,
        pad=(4, 0, 16, 0),
    )
    title = text_input(
        context,
        "title",
        "Add title",
        style=TextStyle(26, 34),
        initial=before["title"],
        lines=4,
        min_height=48,
    )
    parts: list[View] = [
        row(title, width=MATCH, pad=(64, 4, 20, 12), hidden=True),
        divider(theme),
        *_times(context, draft),
        divider(theme),
        _field(context, "place", "location", "Add location", before["location"], 3),
        divider(theme),
        *_guests(context, draft),
        divider(theme),
        *_reminders(context, draft),
        divider(theme),
        _calendar(context, draft),
        _color(context, draft),
        divider(theme),
        _field(context, "notes", "description", "Add description", before["description"], 12),
        space(height=32),
    ]
    return column(bar, scroll(context, "edit", *parts, id="edit_event_scroll"), width=MATCH, height=MATCH)


def _line(
    context: Ctx, icon: str, *content: View, on_tap: Handler | None = None, id: str = "", **more: Any
) -> View:
    mark = (
        View(icon=icon, color=context.theme.on_surface_variant, width=24, height=24, hidden=True)
        if icon
        else space(width=24)
    )
    return row(
        mark, *content, id=id, width=MATCH, min_height=56, gap=20, pad=(20, 4, 20, 4), on_tap=on_tap, **more
    )


def _text(context: Ctx, text: str, *, quiet: bool = False, id: str = "", lines: int = 2) -> View:
    color = context.theme.on_surface_variant if quiet else context.theme.on_surface
    return label(text, BODY_LARGE, color, id=id, lines=lines, weight=1)


def _field(context: Ctx, icon: str, name: str, hint: str, initial: str, lines: int) -> View:
    entry = text_input(context, name, hint, initial=initial, lines=lines, width=0, weight=1, min_height=48)
    entry.pad = (0, 12, 0, 12)
    return _line(context, icon, entry, hidden=True)


def _times(context: Ctx, draft: Draft) -> list[View]:
    theme, locale = context.theme, formats.locale_of(context)

    def toggle() -> None:
        draft.all_day = not draft.all_day
        if not draft.all_day and draft.start.time() == draft.end.time() == time():
            hours = timedelta(minutes=context.state.preferences.duration)
            draft.start = datetime.combine(draft.start, time(9))
            draft.end = datetime.combine(draft.end, time(9)) + hours
        keep(context, draft)

    def day(value: date, which: str) -> View:
        wrong = which == "end" and not draft.sound
        return _value(context, formats.date_long(value, locale), f"{which}_date", wrong, weight=1)

    def at(value: datetime, which: str) -> list[View]:
        wrong = which == "end" and not draft.sound
        return (
            []
            if draft.all_day
            else [_value(context, formats.time_text(value, context), f"{which}_time", wrong)]
        )

    return [
        _line(
            context,
            "clock",
            _text(context, "All-day"),
            switch(draft.all_day, theme, toggle, id="is_all_day", desc="All-day"),
            on_tap=toggle,
            id="all_day_row",
        ),
        row(
            space(width=32),
            day(draft.start.date(), "start"),
            *at(draft.start, "start"),
            width=MATCH,
            gap=4,
            pad=(20, 0, 8, 0),
            hidden=True,
        ),
        row(
            space(width=32),
            day(draft.end.date(), "end"),
            *at(draft.end, "end"),
            width=MATCH,
            gap=4,
            pad=(20, 0, 8, 4),
            hidden=True,
        ),
        _line(
            context,
            "repeat",
            _text(context, repeat_text(draft.repeat, locale), quiet=draft.repeat is None, id="repeat_text"),
            on_tap=lambda: context.show_dialog("repeat"),
            id="repeat_row",
        ),
        *([_until(context, draft)] if draft.repeat is not None else []),
    ]


def _value(context: Ctx, text: str, id: str, wrong: bool, weight: float = 0) -> View:
    """A date or a time that a tap changes."""
    theme = context.theme
    return label(
        text,
        BODY_LARGE,
        theme.error if wrong else theme.on_surface,
        cls="android.widget.Button",
        id=id,
        weight=weight,
        min_height=48,
        pad=(12, 10, 12, 10),
        radius=12,
        on_tap=lambda: context.show_dialog(id),
    )


def _until(context: Ctx, draft: Draft) -> View:
    until = draft.repeat.until if draft.repeat else None
    text = f"Ends {formats.date_year(until, formats.locale_of(context))}" if until else "Never ends"
    return _line(
        context,
        "",
        _text(context, text, quiet=until is None, id="until_text"),
        on_tap=lambda: context.show_dialog("ends"),
        id="until_row",
    )


def _guests(context: Ctx, draft: Draft) -> list[View]:
    theme = context.theme

    def pick() -> None:
        context.open_for_result("guests", "guests", guests=[guest.model_dump() for guest in draft.guests])

    def remove(mail: str) -> None:
        draft.guests = [guest for guest in draft.guests if guest.mail != mail]
        keep(context, draft)

    rows = [_line(context, "people", _text(context, "Add guests", quiet=True), on_tap=pick, id="add_guests")]
    for guest in draft.guests:
        name = guest.name or guest.mail
        rows.append(
            row(
                avatar(name, 32),
                label(name, BODY_LARGE, theme.on_surface, id="guest_name", weight=1),
                icon_button(
                    "close",
                    f"Remove {name}",
                    theme.on_surface_variant,
                    partial(remove, guest.mail),
                    id="guest_remove",
                ),
                id="guest_row",
                width=MATCH,
                gap=16,
                pad=(64, 0, 8, 0),
            )
        )
    return rows


def guests_chosen(context: Ctx, result: dict[str, Any]) -> None:
    """Take over who was invited on the guests' screen."""
    draft = draft_of(context)
    keep(context, Draft.model_validate({**draft.model_dump(), "guests": result["guests"]}))


def _reminders(context: Ctx, draft: Draft) -> list[View]:
    theme = context.theme

    def remove(minutes: int) -> None:
        draft.reminders.remove(minutes)
        keep(context, draft)

    rows = []
    for place, minutes in enumerate(sorted(draft.reminders)):
        told = reminder_text(minutes, all_day=draft.all_day)
        cross = icon_button(
            "close",
            f"Remove reminder, {told}",
            theme.on_surface_variant,
            partial(remove, minutes),
            id="reminder_remove",
        )
        line = _line(
            context, "" if place else "bell", _text(context, told, id="reminder_minutes_value"), cross
        )
        line.pad = (20, 4, 8, 4)
        rows.append(line)
    rows.append(
        _line(
            context,
            "" if rows else "bell",
            _text(context, "Add reminder", quiet=True),
            on_tap=lambda: context.show_dialog("reminder"),
            id="reminder_add",
        )
    )
    return rows


def _calendar(context: Ctx, draft: Draft) -> View:
    known = context.state.calendar(draft.calendar)
    return _line(
        context,
        "calendar",
        _text(context, known.name, id="calendar_name"),
        on_tap=lambda: context.show_dialog("calendar"),
        id="calendar_row",
    )


def _color(context: Ctx, draft: Draft) -> View:
    color = draft.color or context.state.calendar(draft.calendar).color
    dot = View(width=24, height=24, radius=12, fill=color, hidden=True)
    text = color_name(draft.color) if draft.color else "Calendar color"
    return row(
        dot,
        _text(context, text, id="color_name"),
        id="color_row",
        width=MATCH,
        min_height=56,
        gap=20,
        pad=(20, 4, 20, 4),
        on_tap=lambda: context.show_dialog("color"),
    )


def save(context: Ctx) -> None:
    """Store the event and leave."""
    had = edited(context)
    made = store(context)
    if made is None:
        context.toast("The event ends before it starts")
        return
    context.finish()
    context.toast("Event saved" if had else "Event created")


def leave(context: Ctx) -> None:
    """Leave without saving; ask first when something was changed."""
    if changed(context):
        context.show_dialog("discard")
    else:
        context.finish()


def back(context: Ctx) -> bool:
    """The back key asks as the cross does."""
    if not changed(context):
        return False
    context.show_dialog("discard")
    return True
