"""What is done with whole lists: sorting, new lists, names, deleting; and searching through all of them."""

from __future__ import annotations

from typing import cast

from crab_android.phone.kit import (
    MATCH,
    Context,
    Popup,
    View,
    choice,
    column,
    confirm,
    empty_state,
    menu,
    scroll,
    search_bar,
    space,
    stack,
    text_prompt,
)

from .list import task_row
from .model import Sort, Tasks

_SORTS = [("mine", "My order"), ("date", "Date"), ("starred", "Starred first")]


def list_menu(context: Context[Tasks]) -> Popup:
    """The menu of the list."""
    state = context.state

    def name(dialog: str, initial: str = "") -> None:
        context.show_dialog(dialog)
        context.edit("list_name", initial)

    entries = [
        ("menu_sort", "Sort by", lambda: context.show_dialog("sort")),
        ("menu_new_list", "New list", lambda: name("new_list")),
        ("menu_rename_list", "Rename list", lambda: name("rename_list", state.current)),
        ("menu_share_list", "Share list", lambda: _share(context)),
        ("menu_delete_completed", "Delete completed tasks", lambda: _clear(context)),
    ]
    if len(state.lists) > 1:
        entries.append(("menu_delete_list", "Delete list", lambda: context.show_dialog("delete_list")))
    return menu(context, *entries)


def _clear(context: Context[Tasks]) -> None:
    finished = [item.id for item in context.state.shown() if item.done]
    for number in finished:
        context.state.remove(number)
    context.toast(f"{len(finished)} completed task{'' if len(finished) == 1 else 's'} deleted")


def _share(context: Context[Tasks]) -> None:
    lines = [f"[{'x' if item.done else ' '}] {item.title}" for item in context.state.shown()]
    context.share(text="\n".join(lines), subject=context.state.current)


def sort_choice(context: Context[Tasks]) -> Popup:
    """How the list is sorted."""

    def choose(value: str) -> None:
        context.state.sort = cast("Sort", value)

    return choice(context, "Sort by", _SORTS, context.state.sort, choose)


def new_list(context: Context[Tasks]) -> Popup:
    """The name of a new list."""

    def save(name: str) -> None:
        if name not in context.state.lists:
            context.state.lists.append(name)
        context.state.current = name

    return text_prompt(context, "New list", "list_name", "List name", "Create", save)


def rename_list(context: Context[Tasks]) -> Popup:
    """Another name for the list."""
    state = context.state

    def save(name: str) -> None:
        if name in state.lists and name != state.current:
            context.toast("There is a list of this name already")
        else:
            state.rename_list(state.current, name)

    prompt = ("Rename list", "list_name", "List name", "Save", save)
    return text_prompt(context, *prompt, initial=state.current)


def confirm_delete_list(context: Context[Tasks]) -> Popup:
    """The question before a list is deleted."""
    state = context.state
    count = len(state.shown())
    told = f"{count} task{'' if count == 1 else 's'} on it will be deleted too. This cannot be undone."
    return confirm(
        context,
        f"Delete “{state.current}”?",
        told,
        "Delete",
        lambda: state.delete_list(state.current),
    )


def search(context: Context[Tasks]) -> View:
    """To-dos of all lists with the words that are typed."""
    theme = context.theme
    wanted = context.field("query").text
    found = context.state.found(wanted)
    bar = stack(
        search_bar(context, "query", "Search tasks", on_back=context.finish), width=MATCH, pad=(16, 8, 16, 10)
    )
    if found:
        rows = [task_row(context, item) for item in found]
        body = scroll(context, "found", *rows, space(height=24), id="task_list", pad=(12, 0, 12, 0), gap=3)
    elif wanted.strip():
        body = empty_state(theme, "search", "No matching tasks", f"No list has “{wanted.strip()}”")
    else:
        body = empty_state(
            theme, "search", "Search all your lists", "Type a word of a title or of the details"
        )
    return column(bar, body, width=MATCH, height=MATCH)


def open_keyboard(context: Context[Tasks]) -> None:
    """The search field has the focus from the start."""
    context.edit("query")
