"""Choosing a folder: where to move items to, or where to save what is sent to Drive."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from crab_android.phone.kit import (
    MATCH,
    Context,
    View,
    button,
    column,
    disabled,
    divider,
    empty_state,
    icon_button,
    lazy_list,
    row,
    space,
    top_bar,
)

from .looks import ROW, item_row
from .model import ROOT, Drive, Item
from .work import ask_folder

Ctx = Context[Drive]


def _here(context: Ctx) -> int:
    number = int(context.args.get("at", ROOT))
    folder = context.state.get(number)
    return number if folder is not None and not context.state.gone(folder) else ROOT


def _moved(context: Ctx) -> list[Item]:
    ids = context.args.get("ids", [])
    return [item for item in context.state.items if item.id in ids]


def up(context: Ctx) -> bool:
    """Back goes to the folder above."""
    here = _here(context)
    if here == ROOT:
        return False
    folder = context.state.get(here)
    context.args["at"] = (folder.parent if folder else ROOT) or ROOT
    return True


def build(context: Ctx) -> View:
    """The screen that moves items; without any, it chooses a folder for another screen."""
    items, state, here = _moved(context), context.state, _here(context)
    if not context.args.get("ids"):
        return picker(context, "Save in", "Select", lambda: context.finish({"folder": here}), able=True)

    def move() -> None:
        for item in items:
            state.move(item, here)
        folder = state.get(here)
        told = f"“{items[0].name}”" if len(items) == 1 else f"{len(items)} items"
        context.finish({"moved": [item.id for item in items]})
        context.toast(f"{told} moved to {folder.name if folder else 'My Drive'}")

    able = bool(items) and all(state.may_move(item, here) for item in items)
    return picker(context, "Move to", "Move here", move, able=able, without={item.id for item in items})


def picker(
    context: Ctx,
    title: str,
    action: str,
    on_done: Callable[[], None],
    *,
    able: bool,
    without: set[int] | None = None,
) -> View:
    """A walk through the folders, with a button that takes the one that is shown."""
    theme, state, here = context.theme, context.state, _here(context)
    folder = state.get(here)
    items = state.inside(here)

    def open_(item: Item) -> None:
        context.args["at"] = item.id
        context.activity.scroll.pop("folders", None)

    def entry(index: int) -> View:
        item = items[index]
        able_ = item.folder and item.id not in (without or set())
        return item_row(context, item, on_tap=partial(open_, item) if able_ else _nothing, enabled=able_)

    def leave() -> None:
        if not up(context):
            context.finish()

    body = (
        lazy_list(context, "folders", len(items), ROW, entry, id="folder_list", pad=(4, 0, 4, 12))
        if items
        else column(
            empty_state(theme, "folder_open", "Nothing in this folder"), width=MATCH, weight=1, hidden=True
        )
    )
    foot = row(
        space(weight=1),
        button("Cancel", theme, context.finish, id="cancel"),
        disabled(button(action, theme, on_done, id="select_folder", filled=True), theme, when=not able),
        width=MATCH,
        min_height=68,
        gap=8,
        pad=(16, 0, 16, 0),
        id="action_bar",
    )
    add = icon_button(
        "folder_new",
        "New folder",
        theme.on_surface,
        lambda: ask_folder(context, here),
        id="new_folder",
    )
    return column(
        top_bar(f"{title} {folder.name if folder else 'My Drive'}", theme, leave, add),
        body,
        divider(theme),
        foot,
        width=MATCH,
        height=MATCH,
    )


def _nothing() -> None:
    """Files are only shown here."""
