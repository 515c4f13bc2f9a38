"""The list of to-dos."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    HEADLINE,
    LABEL,
    MATCH,
    TITLE,
    Align,
    Context,
    Place,
    Popup,
    TextStyle,
    View,
    button,
    checkbox,
    column,
    fab,
    icon_button,
    label,
    row,
    scroll,
    space,
    stack,
    text_input,
    with_alpha,
)

from .model import Tasks, ToDo, due_text


def task_list(context: Context[Tasks]) -> View:
    """The list, with what is left to do."""
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
        space(height=96 + context.foot),
        id="task_list",
        cls="androidx.recyclerview.widget.RecyclerView",
        pad=(12, 0, 12, 0),
        gap=3,
    )
    add = stack(
        fab("add", "Add task", theme, lambda: _open_sheet(context), "fab_add_task"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 20, 20 + context.foot),
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
        text = label(due_text(item.due, today), LABEL, theme.error if late else theme.primary, id="task_due")
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


def add_sheet(context: Context[Tasks]) -> Popup:
    """The sheet to add a to-do with."""
    theme = context.theme

    def save() -> None:
        title = context.field("new_title").text.strip()
        notes = context.field("new_notes").text.strip()
        if title:
            context.state.add(ToDo(title=title, notes=notes))
            context.forget("new_title", "new_notes")
            context.dismiss()

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


def _open_sheet(context: Context[Tasks]) -> None:
    context.show_dialog("add")
    context.edit("new_title")


def list_menu(context: Context[Tasks]) -> Popup:
    """The menu of the list."""
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
