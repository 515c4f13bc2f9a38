"""The details of a to-do: edit, date, done, delete."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

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
    button,
    choice,
    column,
    date_picker,
    dialog_card,
    formats,
    icon_button,
    label,
    row,
    space,
    text_input,
    time_picker,
    top_bar,
)

from .list import star
from .model import Tasks, due_text


def details(context: Context[Tasks]) -> View:
    """The screen of one to-do."""
    theme = context.theme
    item = context.state.get(int(context.args["id"]))
    if item is None:
        return column(top_bar("Task", theme, context.finish), width=MATCH, height=MATCH)
    title = context.field("title", item.title)
    notes = context.field("notes", item.notes)

    def keep() -> None:
        item.title = title.text.strip() or item.title
        item.notes = notes.text.strip()
        context.finish()

    def toggle() -> None:
        item.done = not item.done
        keep()

    def set_due(due: date | None) -> None:
        item.due = due
        item.at = item.at if due else None

    def share() -> None:
        context.share(text="\n".join(part for part in (item.title, item.notes) if part))

    today = context.phone.now().date()
    choices = [
        ("Today", today),
        ("Tomorrow", today + timedelta(days=1)),
        ("In a week", today + timedelta(days=7)),
    ]
    chips = [
        _chip(context, name, item.due == day, lambda day=day: set_due(None if item.due == day else day))
        for name, day in choices
    ]
    return column(
        top_bar(
            "",
            theme,
            keep,
            star(context, item),
            icon_button("share", "Share task", theme.on_surface_variant, share, id="action_share"),
            icon_button(
                "delete",
                "Delete task",
                theme.on_surface_variant,
                lambda: context.show_dialog("delete", id=item.id),
                id="action_delete",
            ),
        ),
        column(
            text_input(
                context,
                "title",
                "Title",
                style=TextStyle(26, 34),
                initial=item.title,
                id="edit_title",
                lines=8,
            ),
            space(height=20),
            row(
                View(icon="notes", color=theme.on_surface_variant, hidden=True),
                text_input(
                    context, "notes", "Add details", initial=item.notes, id="edit_notes", lines=8, weight=1
                ),
                width=MATCH,
                gap=18,
                align=Align.START,
            ),
            space(height=24),
            row(
                View(icon="calendar", color=theme.on_surface_variant, hidden=True),
                label(
                    due_text(item.due, today) if item.due else "No date",
                    BODY_LARGE,
                    theme.on_surface if item.due else theme.on_surface_variant,
                    id="edit_due",
                ),
                width=MATCH,
                min_height=48,
                gap=18,
                on_tap=lambda: context.show_dialog("date"),
                id="edit_due_row",
            ),
            row(*chips, width=MATCH, gap=8, pad=(42, 12, 0, 0)),
            space(height=20),
            _line(
                context,
                "clock",
                formats.time_text(item.at, context) if item.at else "Add a time",
                lambda: context.show_dialog("time"),
                "edit_time",
                on=item.at is not None,
            ),
            _line(context, "list", item.list, lambda: context.show_dialog("list"), "edit_list", on=True),
            width=MATCH,
            weight=1,
            pad=(24, 8, 24, 0),
        ),
        row(
            space(weight=1),
            button(
                "Mark as not done" if item.done else "Mark as done",
                theme,
                toggle,
                id="toggle_done",
            ),
            button("Save", theme, keep, id="save", filled=True),
            width=MATCH,
            gap=8,
            pad=(16, 10, 16, 10),
        ),
        width=MATCH,
        height=MATCH,
    )


def _chip(context: Context[Tasks], text: str, selected: bool, on_tap: Any) -> View:
    theme = context.theme
    return View(
        "android.widget.Button",
        text=text,
        style=TextStyle(14, 20, 500),
        height=34,
        pad=(14, 0, 14, 0),
        radius=10,
        fill=theme.secondary_container if selected else None,
        stroke=None if selected else theme.outline_variant,
        color=theme.on_secondary_container if selected else theme.on_surface_variant,
        selected=selected,
        on_tap=on_tap,
    )


def _line(context: Context[Tasks], icon: str, text: str, on_tap: Handler, id: str, *, on: bool) -> View:
    theme = context.theme
    return row(
        View(icon=icon, color=theme.on_surface_variant, hidden=True),
        label(text, BODY_LARGE, theme.on_surface if on else theme.on_surface_variant, id=id),
        width=MATCH,
        min_height=52,
        gap=18,
        on_tap=on_tap,
        id=f"{id}_row",
    )


def due_picker(context: Context[Tasks]) -> Popup:
    """The day on which it is due."""
    item = context.state.get(int(context.args["id"]))
    today = context.now().date()

    def pick(day: date) -> None:
        if item is not None:
            item.due = day

    return date_picker(context, (item.due if item else None) or today, pick)


def due_time(context: Context[Tasks]) -> Popup:
    """The time at which the phone reminds of it."""
    item = context.state.get(int(context.args["id"]))

    def pick(clock: time) -> None:
        if item is not None:
            item.at = clock
            item.due = item.due or context.now().date()

    return time_picker(context, (item.at if item else None) or time(9), pick)


def list_choice(context: Context[Tasks]) -> Popup:
    """The list on which it stands."""
    item = context.state.get(int(context.args["id"]))

    def choose(name: str) -> None:
        if item is not None:
            item.list = name

    options = [(name, name) for name in context.state.lists]
    return choice(context, "Move to list", options, item.list if item else "", choose)


def keep_details(context: Context[Tasks]) -> None:
    """Leaving the details keeps what was typed."""
    item = context.state.get(int(context.args["id"]))
    if item is not None:
        item.title = context.field("title", item.title).text.strip() or item.title
        item.notes = context.field("notes", item.notes).text.strip()


def confirm_delete(context: Context[Tasks]) -> Popup:
    """The dialog before a to-do is deleted, on the list and on its details."""
    theme = context.theme
    number = int(context.dialog["id"])
    item = context.state.get(number)

    def delete() -> None:
        context.state.remove(number)
        context.dismiss()
        if context.activity.screen == "details":
            context.finish()
        context.toast("Task deleted")

    return Popup(
        dialog_card(
            theme,
            "Delete this task?",
            label(
                item.title if item else "", BODY, theme.on_surface_variant, id="message", lines=4, width=MATCH
            ),
            buttons=(
                button("Cancel", theme, context.dismiss, id="android:id/button2"),
                button("Delete", theme, delete, id="android:id/button1"),
            ),
        )
    )
