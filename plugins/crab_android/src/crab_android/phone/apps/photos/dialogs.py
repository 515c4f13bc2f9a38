"""What several screens ask: where to put pictures, and whether to delete them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from crab_android.phone.kit import (
    TITLE_LARGE,
    Context,
    Popup,
    closing,
    confirm,
    icon_mark,
    label,
    list_row,
    sheet,
    text_prompt,
)

from .grid import clear_selection
from .library import to_trash
from .model import KEPT_DAYS, Photos

Popups = dict[str, Callable[[Context[Photos]], Popup]]


def paths_of(context: Context[Photos]) -> list[str]:
    """The pictures that the open dialog is about."""
    paths: list[str] = context.dialog.get("paths", [])
    return paths


def confirm_delete(context: Context[Photos]) -> Popup:
    """The question before pictures go to the trash."""
    paths = paths_of(context)
    what = "this item" if len(paths) == 1 else f"{len(paths)} items"

    def delete() -> None:
        to_trash(context, paths)
        clear_selection(context)
        context.toast("Moved to trash")

    return confirm(
        context,
        f"Move {what} to trash?",
        f"You can restore it for {KEPT_DAYS} days; after that it is deleted.",
        "Move to trash",
        delete,
    )


def add_sheet(context: Context[Photos]) -> Popup:
    """The albums that pictures can be put into."""
    theme, paths = context.theme, paths_of(context)

    def put(name: str) -> None:
        context.state.add(name, paths)
        clear_selection(context)
        context.toast(f"Added to {name}")

    def new() -> None:
        ask_name(context, paths=paths)

    head = label("Add to album", TITLE_LARGE, theme.on_surface, id="sheet_title", pad=(24, 0, 24, 8))
    rows = [
        list_row(
            theme,
            "New album",
            start=icon_mark("add", theme.primary),
            id="new_album",
            on_tap=closing(context, new),
            pad=(24, 4, 24, 4),
        )
    ]
    rows += [
        list_row(
            theme,
            album.name,
            counted(len(album.paths)),
            start=icon_mark("album", theme.on_surface_variant),
            id="album_row",
            on_tap=closing(context, partial(put, album.name)),
            pad=(24, 4, 24, 4),
            min_height=64,
        )
        for album in context.state.albums
    ]
    return sheet(context, head, *rows, id="album_sheet")


def counted(count: int) -> str:
    """So many items, in words."""
    return "1 item" if count == 1 else f"{count} items"


def ask_name(context: Context[Photos], *, old: str = "", paths: list[str] | None = None) -> None:
    """Open the dialog for an album's name, the keyboard with it."""
    context.forget("album_name")
    context.show_dialog("name_album", old=old, paths=paths or [])
    context.edit("album_name", old)


def name_album(context: Context[Photos]) -> Popup:
    """An album's name, new or to be changed."""
    old, paths = str(context.dialog.get("old", "")), paths_of(context)

    def save(name: str) -> None:
        album = context.state.album(old) if old else None
        if album is not None and name != old and context.state.album(name) is None:
            album.name = name
            if context.args.get("scope") == f"album:{old}":
                context.args["scope"] = f"album:{name}"
        elif album is None:
            context.state.add(name, paths)
            clear_selection(context)

    title = "Rename album" if old else "New album"
    return text_prompt(context, title, "album_name", "Album name", "Save", save, initial=old)


OVER_GRID: Popups = {"delete": confirm_delete, "add_to": add_sheet, "name_album": name_album}
