"""Tasks: one list of to-dos, to add, edit, complete and delete."""

from __future__ import annotations

import random
from datetime import date, timedelta
from typing import Any

import skia
from pydantic import BaseModel, ConfigDict, Field

from ..app import App, Context, Place, Popup, Screen
from ..ui.geometry import Rect, px
from ..ui.icons import draw_icon
from ..ui.text import BODY, BODY_LARGE, HEADLINE, LABEL, TITLE, TextStyle
from ..ui.theme import with_alpha
from ..ui.views import MATCH, Align, View
from ..ui.widgets import (
    button,
    checkbox,
    column,
    dialog_card,
    fab,
    icon_button,
    label,
    row,
    scroll,
    space,
    stack,
    text_input,
    top_bar,
)

PACKAGE = "org.crab.tasks"


class ToDo(BaseModel):
    """One to-do."""

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    title: str = Field(min_length=1)
    notes: str = ""
    due: date | None = None
    done: bool = False


class Tasks(BaseModel):
    """The list, in the order in which it is shown."""

    items: list[ToDo] = Field(default_factory=list)
    next_id: int = 1

    def get(self, number: int) -> ToDo | None:
        """The to-do with an id, or None."""
        return next((item for item in self.items if item.id == number), None)

    def add(self, item: ToDo) -> ToDo:
        """Put a to-do at the end of the list; it gets an id of its own."""
        item.id = self.next_id
        self.next_id += 1
        self.items.append(item)
        return item

    def remove(self, number: int) -> None:
        """Delete the to-do with an id."""
        self.items = [item for item in self.items if item.id != number]


_ORDINARY = (
    "Water the plants on the balcony",
    "Return the library books",
    "Book a dentist appointment",
    "Renew the bus pass",
    "Buy coffee beans and oat milk",
    "Call grandma",
    "Pick up the parcel at the post office",
    "Descale the kettle",
    "Back up the holiday photos",
    "Reply to the landlord about the heating",
    "Repair the front bicycle light",
    "Order a birthday cake",
)


def _seed(world: Any, chance: random.Random) -> Tasks:
    """From a world: a list of titles or of to-dos. Without one, a handful of ordinary errands."""
    tasks = Tasks()
    if world is None:
        titles = chance.sample(_ORDINARY, k=6)
        world = [{"title": title, "done": index in (0, 3)} for index, title in enumerate(titles)]
    for item in world:
        tasks.add(ToDo(title=item) if isinstance(item, str) else ToDo.model_validate(item))
    return tasks


def _due_text(due: date, today: date) -> str:
    near = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}
    days = (due - today).days
    return near.get(days) or due.strftime("%a, %b %-d" if due.year == today.year else "%b %-d, %Y")


def _list(context: Context[Tasks]) -> View:
    theme = context.theme
    items = context.state.items
    left = sum(not item.done for item in items)
    menu = icon_button(
        "more", "More options", theme.on_surface, lambda: context.show_dialog("menu"), id="action_menu"
    )
    head = row(
        column(
            label("My Tasks", HEADLINE, theme.on_surface, id="list_title"),
            label(f"{left} of {len(items)} to do", BODY, theme.on_surface_variant, id="list_count"),
            weight=1,
        ),
        menu,
        width=MATCH,
        pad=(24, 20, 12, 14),
        align=Align.START,
    )
    rows = [_task_row(context, item) for item in items]
    body = scroll(
        context,
        "tasks",
        *(rows or [_empty(context)]),
        space(height=96),
        id="task_list",
        cls="androidx.recyclerview.widget.RecyclerView",
        pad=(12, 0, 12, 0),
        gap=3,
    )
    add = stack(
        fab("add", "Add task", theme, lambda: context.show_dialog("add"), "fab_add_task"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 20, 20),
        hidden=True,
    )
    return stack(column(head, body, width=MATCH, height=MATCH, hidden=True), add, width=MATCH, height=MATCH)


def _empty(context: Context[Tasks]) -> View:
    theme = context.theme
    return column(
        View(icon="list", icon_size=56, color=theme.outline, hidden=True),
        label("No tasks yet", TITLE, theme.on_surface, id="empty_title"),
        label("Tap + to add the first one", BODY, theme.on_surface_variant, id="empty_hint"),
        width=MATCH,
        align=Align.CENTER,
        gap=6,
        pad=(0, 120, 0, 0),
    )


def _task_row(context: Context[Tasks], item: ToDo) -> View:
    theme = context.theme
    today = context.phone.now().date()
    color = with_alpha(theme.on_surface, 0.55) if item.done else theme.on_surface

    def toggle() -> None:
        item.done = not item.done
        context.toast("Task completed" if item.done else "Task marked as not done")

    lines = [label(item.title, BODY_LARGE, color, id="task_title", lines=3, strike=item.done)]
    if item.notes:
        lines.append(label(item.notes, BODY, theme.on_surface_variant, id="task_notes", lines=1))
    if item.due:
        late = item.due < today and not item.done
        text = label(_due_text(item.due, today), LABEL, theme.error if late else theme.primary, id="task_due")
        lines.append(row(text, pad=(0, 4, 0, 0), hidden=True))
    return row(
        checkbox(
            item.done,
            theme,
            toggle,
            id="task_checkbox",
            desc="Mark as not done" if item.done else "Mark as done",
        ),
        column(*lines, weight=1, gap=1, hidden=True),
        id="task_row",
        width=MATCH,
        min_height=64,
        pad=(6, 10, 16, 10),
        gap=6,
        radius=20,
        fill=theme.surface_low,
        on_tap=lambda: context.open("details", id=item.id),
        on_long_tap=lambda: context.show_dialog("delete", id=item.id),
    )


def _add_sheet(context: Context[Tasks]) -> Popup:
    theme = context.theme
    if "new_title" not in context.activity.fields:
        context.field("new_title")
        context.phone.focus("new_title")

    def save() -> None:
        title = context.field("new_title").text.strip()
        notes = context.field("new_notes").text.strip()
        if title:
            context.state.add(ToDo(title=title, notes=notes))
            _forget(context)

    ready = bool(context.field("new_title").text.strip())
    sheet = column(
        text_input(
            context, "new_title", "New task", style=TextStyle(18, 26), id="add_task_title", on_enter=save
        ),
        text_input(context, "new_notes", "Add details", style=BODY, id="add_task_notes", lines=4),
        row(
            space(weight=1),
            button("Save", theme, save, id="add_task_done", filled=True, enabled=ready),
            width=MATCH,
        ),
        id="add_task_sheet",
        width=MATCH,
        gap=14,
        pad=(24, 24, 20, 14),
        corners=(28, 28, 0, 0),
        fill=theme.surface_low,
    )
    if not ready:
        sheet.children[-1].children[-1].fill = with_alpha(theme.on_surface, 0.12)
        sheet.children[-1].children[-1].color = with_alpha(theme.on_surface, 0.45)
    return Popup(sheet, Place.BOTTOM)


def _forget(context: Context[Tasks]) -> None:
    """Close the sheet and what was typed into it."""
    context.activity.fields.clear()
    context.activity.focus = None
    context.dismiss()


def _menu(context: Context[Tasks]) -> Popup:
    theme = context.theme

    def clear() -> None:
        finished = [item.id for item in context.state.items if item.done]
        for number in finished:
            context.state.remove(number)
        context.dismiss()
        context.toast(f"{len(finished)} completed task{'' if len(finished) == 1 else 's'} deleted")

    entry = label(
        "Delete completed tasks",
        BODY_LARGE,
        theme.on_surface,
        id="menu_delete_completed",
        on_tap=clear,
        width=MATCH,
        height=48,
        pad=(16, 0, 16, 0),
    )
    return Popup(
        column(entry, width=240, pad=(0, 8, 0, 8), radius=16, fill=theme.surface_container, shadow=True),
        Place.MENU,
    )


def _confirm_delete(context: Context[Tasks]) -> Popup:
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


def _details(context: Context[Tasks]) -> View:
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
                lines=4,
                on_enter=None,
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
                    _due_text(item.due, today) if item.due else "No date",
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


def _keep_details(context: Context[Tasks]) -> bool:
    """Leaving the details with the back key keeps what was typed, as the arrow does."""
    item = context.state.get(int(context.args["id"]))
    if item is not None:
        item.title = context.field("title", item.title).text.strip() or item.title
        item.notes = context.field("notes", item.notes).text.strip()
    return False


def _icon(canvas: skia.Canvas, rect: Rect) -> None:
    canvas.drawColor(0xFFDFE8FF)
    x, y = rect.center
    ring = skia.Paint(Color=0xFF3568D4, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=px(4.2))
    canvas.drawArc(skia.Rect.MakeLTRB(x - px(15), y - px(15), x + px(15), y + px(15)), -25, 305, False, ring)
    half = px(13)
    draw_icon(
        canvas,
        "check",
        Rect(x - half + px(3), y - half - px(2), x + half + px(3), y + half - px(2)),
        0xFFF2A93B,
        pen=4.0,
    )


def _rows(state: Tasks) -> list[dict[str, Any]]:
    return [
        {
            "_id": item.id,
            "title": item.title,
            "notes": item.notes,
            "due": item.due.isoformat() if item.due else None,
            "done": int(item.done),
        }
        for item in state.items
    ]


APP = App(
    package=PACKAGE,
    label="Tasks",
    icon=_icon,
    state=Tasks,
    screens={
        "list": Screen(
            ".TaskListActivity", _list, dialogs={"add": _add_sheet, "delete": _confirm_delete, "menu": _menu}
        ),
        "details": Screen(
            ".TaskDetailsActivity", _details, dialogs={"delete": _confirm_delete}, back=_keep_details
        ),
    },
    main="list",
    seed=_seed,
    world="tasks",
    version="3.2",
    tables={"tasks": _rows},
)
