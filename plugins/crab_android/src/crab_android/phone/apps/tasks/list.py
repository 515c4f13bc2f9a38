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
    formats,
    icon_button,
    label,
    row,
    scroll,
    space,
    stack,
    tabs,
    text_input,
    with_alpha,
)

from .model import Tasks, ToDo, due_text


def task_list(context: Context[Tasks]) -> View:
    """The current list, with what is left to do."""
    theme, state = context.theme, context.state
    items = state.shown()
    left = sum(not item.done for item in items)
    head = row(
        column(
            label(state.current, HEADLINE, theme.on_surface, id="list_title"),
            label(f"{left} of {len(items)} to do", BODY, theme.on_surface_variant, id="list_count"),
            weight=1,
        ),
        icon_button(
            "search", "Search tasks", theme.on_surface, lambda: context.open("search"), id="action_search"
        ),
        icon_button(
            "more", "More options", theme.on_surface, lambda: context.show_dialog("menu"), id="action_menu"
        ),
        width=MATCH,
        pad=(24, 20, 12, 14),
        align=Align.START,
    )
    lists = [_tabs(context)] if len(state.lists) > 1 else []
    body = scroll(
        context,
        f"tasks/{state.current}",
        *([task_row(context, item) for item in items] or [_empty(context)]),
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
    whole = column(head, *lists, body, width=MATCH, height=MATCH, hidden=True)
    return stack(whole, add, width=MATCH, height=MATCH)


def _tabs(context: Context[Tasks]) -> View:
    state = context.state

    def show(index: int) -> None:
        state.current = state.lists[index]

    return tabs(context.theme, state.lists, state.lists.index(state.current), show)


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


def task_row(context: Context[Tasks], item: ToDo) -> View:
    """A to-do: its box, its title, when it is due, and its star."""
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
        when = due_text(item.due, today)
        if item.at:
            when += f", {formats.time_text(item.at, context)}"
        text = label(when, LABEL, theme.error if late else theme.primary, id="task_due")
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
        star(context, item),
        id="task_row",
        width=MATCH,
        min_height=64,
        pad=(6, 10, 4, 10),
        gap=6,
        radius=20,
        fill=theme.surface_low,
        on_tap=lambda: context.open("details", id=item.id),
        on_long_tap=lambda: context.show_dialog("delete", id=item.id),
    )


def star(context: Context[Tasks], item: ToDo) -> View:
    """The star of a to-do, to be tapped."""

    def turn() -> None:
        item.starred = not item.starred

    theme = context.theme
    return icon_button(
        "star_full" if item.starred else "star",
        "Remove star" if item.starred else "Add star",
        theme.primary if item.starred else theme.outline,
        turn,
        id="task_star",
    )


def add_sheet(context: Context[Tasks]) -> Popup:
    """The sheet to add a to-do with."""
    theme = context.theme

    def save() -> None:
        title = context.field("new_title").text.strip()
        notes = context.field("new_notes").text.strip()
        if title:
            context.state.add(ToDo(title=title, notes=notes, list=context.state.current))
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
