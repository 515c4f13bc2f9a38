"""The details of a to-do: edit, date, done, delete."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    Align,
    Context,
    Popup,
    TextStyle,
    View,
    button,
    column,
    dialog_card,
    icon_button,
    label,
    row,
    space,
    text_input,
    top_bar,
)

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
                gap=18,
            ),
            row(*chips, width=MATCH, gap=8, pad=(42, 12, 0, 0)),
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


def keep_details(context: Context[Tasks]) -> bool:
    """Leaving the details with the back key keeps what was typed, as the arrow does."""
    item = context.state.get(int(context.args["id"]))
    if item is not None:
        item.title = context.field("title", item.title).text.strip() or item.title
        item.notes = context.field("notes", item.notes).text.strip()
    return False


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
