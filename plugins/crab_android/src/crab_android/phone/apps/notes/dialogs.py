"""What one chooses for a note: colour, labels, a reminder, and what is done with it."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import cast

from crab_android.phone.kit import (
    MATCH,
    Align,
    Context,
    Popup,
    TextStyle,
    View,
    column,
    date_picker,
    formats,
    label,
    menu,
    multi_choice,
    row,
    sheet,
    time_picker,
)

from .editor import keep, note_of
from .looks import GROUNDS
from .model import Color, Notes
from .shelves import act


def edit_menu(context: Context[Notes]) -> Popup:
    """The menu of a note."""
    note = note_of(context)

    def do(what: str) -> None:
        kept = keep(context)
        if kept is None:
            context.toast("There is nothing on this note yet")
            return
        act(context, kept, what)
        if what == "delete":
            context.finish()

    if note.shelf == "trash":
        return menu(
            context,
            ("menu_restore", "Restore", lambda: do("restore")),
        )
    return menu(
        context,
        ("menu_delete", "Delete", lambda: do("delete")),
        ("menu_copy", "Make a copy", lambda: do("copy")),
        ("menu_share", "Share", lambda: do("share")),
        ("menu_labels", "Labels", lambda: context.show_dialog("labels")),
    )


def color_sheet(context: Context[Notes]) -> Popup:
    """The colours a note may have."""
    theme, note = context.theme, note_of(context)

    def paint(name: Color) -> None:
        kept = keep(context)
        if kept is not None:
            kept.color = name
        context.dismiss()

    def dot(name: str) -> View:
        fill = GROUNDS[name][theme.dark] if name in GROUNDS else theme.surface
        chosen = note.color == name
        return View(
            "android.widget.ImageButton",
            id=f"color_{name}",
            desc=f"{name.capitalize()}, selected" if chosen else name.capitalize(),
            icon="check" if chosen else "",
            color=theme.on_surface,
            fill=fill,
            stroke=theme.primary if chosen else theme.outline_variant,
            radius=28,
            width=56,
            height=56,
            selected=chosen,
            on_tap=lambda: paint(cast("Color", name)),
        )

    names = ["default", *GROUNDS]
    rows = [row(*[dot(name) for name in names[at : at + 4]], gap=20) for at in (0, 4)]
    return sheet(
        context,
        label("Color", TextStyle(16, 24, 500), theme.on_surface, pad=(24, 0, 24, 12)),
        column(*rows, width=MATCH, gap=16, align=Align.CENTER, pad=(24, 0, 24, 16)),
        id="color_sheet",
    )


def label_choice(context: Context[Notes]) -> Popup:
    """Which labels a note has."""
    note, options = note_of(context), [(name, name) for name in context.state.labels]

    def toggle(name: str) -> None:
        kept = keep(context)
        if kept is not None:
            kept.labels = (
                [n for n in kept.labels if n != name] if name in kept.labels else [*kept.labels, name]
            )

    return multi_choice(context, "Labels", options, note.labels, toggle, context.dismiss)


def remind(context: Context[Notes]) -> Popup:
    """When to be reminded."""
    now, note = context.now(), note_of(context)

    def at(moment: datetime | None) -> None:
        kept = keep(context)
        if kept is not None:
            kept.reminder = moment
            context.toast("Reminder set" if moment else "Reminder removed")

    evening = datetime.combine(now.date(), time(18))
    morning = datetime.combine(now.date() + timedelta(days=1), time(8))
    entries = []
    if now < evening:
        entries.append(
            ("remind_today", f"Later today, {formats.time_text(evening, context)}", lambda: at(evening))
        )
    entries.append(
        ("remind_tomorrow", f"Tomorrow, {formats.time_text(morning, context)}", lambda: at(morning))
    )
    entries.append(("remind_pick", "Pick a date and time", lambda: context.show_dialog("remind_day")))
    if note.reminder:
        entries.append(("remind_none", "Delete reminder", lambda: at(None)))
    return menu(context, *entries)


def remind_day(context: Context[Notes]) -> Popup:
    """The day of a reminder."""

    def picked(day: date) -> None:
        context.show_dialog("remind_time", day=day.isoformat())

    return date_picker(context, context.now().date(), picked)


def remind_time(context: Context[Notes]) -> Popup:
    """The time of a reminder."""
    day = date.fromisoformat(str(context.dialog["day"]))

    def picked(clock: time) -> None:
        kept = keep(context)
        if kept is not None:
            kept.reminder = datetime.combine(day, clock)
            context.toast("Reminder set")

    return time_picker(context, time(8), picked)
