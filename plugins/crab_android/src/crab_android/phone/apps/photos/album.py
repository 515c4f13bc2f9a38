"""Parts of the library: an album, a folder, favourites, the trash, what a search finds, and choosing."""

from __future__ import annotations

from functools import partial
from typing import Any

from crab_android.phone.kit import (
    BODY,
    DENSITY,
    MATCH,
    Align,
    Context,
    Intent,
    Popup,
    View,
    chip,
    choice,
    closing,
    column,
    confirm,
    empty_state,
    formats,
    icon_mark,
    label,
    lazy_grid,
    list_row,
    menu,
    overflow,
    row,
    scroll,
    search_bar,
    section,
    sheet,
    stack,
    top_bar,
)  # fmt: skip

from . import wallpaper
from .dialogs import ask_name
from .grid import cell, choosing_bar, columns_of, selected, timeline
from .library import Item, erase, find, items, restore, scope_items, scope_title
from .main import open_viewer
from .model import KEPT_DAYS, Photos, Trashed

_EMPTY = {
    "favorites": ("star", "No favorites yet", "Tap the star of a picture to find it here again"),
    "videos": ("video", "No videos", "Videos you record appear here"),
    "album": ("photos", "This album is empty", "Choose pictures in Photos and tap “Add to album”"),
    "folder": ("folder", "Nothing in this folder", ""),
}


def scope_of(context: Context[Photos]) -> str:
    """The part of the library that the screen shows."""
    return str(context.args.get("scope", "favorites"))


def album(context: Context[Photos]) -> View:
    """An album, a folder, or the favourites."""
    theme, scope = context.theme, scope_of(context)
    found = scope_items(context, scope)
    if selected(context):
        head = choosing_bar(context, scope, found)
    else:
        actions = [overflow(context, "album_menu")] if scope.startswith("album:") else []
        head = top_bar(scope_title(scope), theme, context.finish, *actions)
    body = (
        timeline(context, found, scope, partial(open_viewer, context, scope), foot=16)
        if found
        else empty_state(theme, *_EMPTY[scope.partition(":")[0]])
    )
    return column(head, body, width=MATCH, height=MATCH)


def album_menu(context: Context[Photos]) -> Popup:
    """The menu of an album that the user made."""
    name = scope_of(context).partition(":")[2]
    return menu(
        context,
        ("menu_rename_album", "Rename album", lambda: ask_name(context, old=name)),
        ("menu_delete_album", "Delete album", lambda: context.show_dialog("delete_album")),
    )


def confirm_delete_album(context: Context[Photos]) -> Popup:
    """The question before an album is deleted."""
    name = scope_of(context).partition(":")[2]

    def delete() -> None:
        context.state.albums = [entry for entry in context.state.albums if entry.name != name]
        context.finish()
        context.toast("Album deleted")

    return confirm(context, f"Delete album “{name}”?", "Its photos stay on this phone.", "Delete", delete)


# -- search --------------------------------


def search(context: Context[Photos]) -> View:
    """Pictures by name, place, date, description or album."""
    theme = context.theme
    wanted = context.field("query").text.strip()
    bar = search_bar(context, "query", "Search your photos", on_back=context.finish)
    if not wanted:
        return column(bar, _suggestions(context), width=MATCH, height=MATCH)
    found = scope_items(context, f"search:{wanted}")
    body = (
        timeline(
            context, found, "hits", partial(open_viewer, context, f"search:{wanted}"), choose=False, foot=16
        )
        if found
        else empty_state(theme, "search", "No results", f"No photo has to do with “{wanted}”")
    )
    return column(bar, body, width=MATCH, height=MATCH)


def _suggestions(context: Context[Photos]) -> View:
    theme, found = context.theme, items(context)

    def use(text: str) -> None:
        context.fill("query", text)

    places = list(dict.fromkeys(item.facts.place for item in found if item.facts.place))[:8]
    locale = formats.locale_of(context)
    months = list(dict.fromkeys(formats.month_year(item.taken.date(), locale) for item in found))[:6]
    rows: list[View] = []
    if places:
        rows.append(section("Places", theme, "places_header"))
        rows += [
            list_row(
                theme,
                place,
                start=icon_mark("place", theme.on_surface_variant),
                id="place_row",
                on_tap=partial(use, place),
            )
            for place in places
        ]
    if months:
        rows.append(section("Months", theme, "months_header"))
        chips = [chip(month, theme, partial(use, month), id="month_chip") for month in months]
        for start in range(0, len(chips), 3):
            rows.append(row(*chips[start : start + 3], gap=8, pad=(16, 0, 16, 0), width=MATCH, hidden=True))
    return scroll(context, "suggestions", *rows, id="suggestions", pad=(0, 0, 0, 24))


# -- trash --------------------------------


def trash(context: Context[Photos]) -> View:
    """What was deleted and can still come back."""
    theme, entries = context.theme, list(reversed(context.state.trash))
    head = top_bar("Trash", theme, context.finish, *([overflow(context, "trash_menu")] if entries else []))
    if not entries:
        hint = f"Pictures you delete stay here for {KEPT_DAYS} days"
        return column(head, empty_state(theme, "delete", "Trash is empty", hint), width=MATCH, height=MATCH)
    found = [item for item in (find(context, entry.path) for entry in entries) if item is not None]
    note = label(
        f"Items stay in the trash for {KEPT_DAYS} days, then they are deleted",
        BODY,
        theme.on_surface_variant,
        id="trash_note",
        lines=3,
        width=MATCH,
        pad=(16, 0, 16, 12),
        text_align=Align.CENTER,
    )
    return column(
        head,
        note,
        _plain_grid(context, found, lambda item: context.show_dialog("trashed", path=item.path)),
        width=MATCH,
        height=MATCH,
    )


def _plain_grid(context: Context[Photos], found: list[Item], on_open: Any) -> View:
    count = columns_of(context)
    side = context.phone.area.width / DENSITY / count - 2
    return lazy_grid(
        context,
        "grid",
        len(found),
        count,
        side,
        lambda index: cell(context, found[index], on_open, choose=False),
        id="photo_grid",
    )


def _entry(context: Context[Photos]) -> Trashed | None:
    path = str(context.dialog.get("path", ""))
    return next((entry for entry in context.state.trash if entry.path == path), None)


def trashed_sheet(context: Context[Photos]) -> Popup:
    """What can be done with a picture in the trash."""
    theme, entry = context.theme, _entry(context)
    if entry is None:
        return sheet(context)

    def bring_back() -> None:
        restore(context, entry)
        context.toast("Restored")

    name = label(
        entry.original.rpartition("/")[2],
        BODY,
        theme.on_surface_variant,
        id="sheet_title",
        pad=(24, 0, 24, 8),
    )
    return sheet(
        context,
        name,
        list_row(
            theme,
            "Restore",
            start=icon_mark("trash_restore", theme.on_surface_variant),
            id="action_restore",
            on_tap=closing(context, bring_back),
            pad=(24, 4, 24, 4),
        ),
        list_row(
            theme,
            "Delete forever",
            start=icon_mark("delete", theme.error),
            id="action_delete_forever",
            on_tap=lambda: context.show_dialog("forever", path=entry.path),
            pad=(24, 4, 24, 4),
        ),
        id="trash_sheet",
    )


def confirm_forever(context: Context[Photos]) -> Popup:
    """The question before a picture is deleted for good."""
    entry = _entry(context)
    return confirm(
        context,
        "Delete forever?",
        "The picture cannot be restored after this.",
        "Delete forever",
        lambda: erase(context, [entry] if entry else []),
    )


def trash_menu(context: Context[Photos]) -> Popup:
    """The menu of the trash."""

    def all_back() -> None:
        for entry in list(context.state.trash):
            restore(context, entry)
        context.toast("Everything is restored")

    return menu(
        context,
        ("menu_restore_all", "Restore all", all_back),
        ("menu_empty_trash", "Empty trash", lambda: context.show_dialog("empty")),
    )


def confirm_empty(context: Context[Photos]) -> Popup:
    """The question before the trash is emptied."""
    return confirm(
        context,
        "Empty trash?",
        "All items in it are deleted for good. This cannot be undone.",
        "Empty trash",
        lambda: erase(context, context.state.trash),
    )


# -- choosing for another app --------------------------------


def pick_arguments(intent: Intent) -> dict[str, Any]:
    """Which kind of file is to be chosen."""
    return {"type": intent.type or "image/*"}


def wallpaper_arguments(_intent: Intent) -> dict[str, Any]:
    """A picture is to become the wallpaper."""
    return {"type": "image/*", "wallpaper": True}


def pick(context: Context[Photos]) -> View:
    """Choosing a picture for another app."""
    theme = context.theme
    kind = str(context.args.get("type", "image/*")).partition("/")[0]
    found = [item for item in items(context) if kind == "*" or item.mime.startswith(f"{kind}/")]

    def give(item: Item) -> None:
        if context.args.get("wallpaper"):
            wallpaper.use(context, item)
            context.finish()
            return
        context.finish(
            {"uri": f"file://{item.path}", "path": item.path, "name": item.name, "mime": item.mime}
        )

    title = "Choose a video" if kind == "video" else "Choose a photo"
    if context.args.get("wallpaper"):
        title = "Choose a wallpaper"
    body = (
        timeline(context, found, "pick", give, choose=False, foot=16)
        if found
        else empty_state(theme, "image", "Nothing to choose from")
    )
    return column(top_bar(title, theme, context.finish), body, width=MATCH, height=MATCH)


# -- settings --------------------------------


def settings(context: Context[Photos]) -> View:
    """How the grid looks, and the wallpaper."""
    theme = context.theme
    picture = wallpaper.chosen(context)
    own = (
        [
            list_row(
                theme,
                "Remove wallpaper",
                "Go back to the phone's own",
                start=icon_mark("restart", theme.on_surface_variant),
                id="remove_wallpaper_row",
                on_tap=lambda: wallpaper.reset(context),
            )
        ]
        if picture
        else []
    )
    return column(
        top_bar("Settings", theme, context.finish),
        list_row(
            theme,
            "Pictures in a row",
            str(context.state.columns),
            start=icon_mark("grid_view", theme.on_surface_variant),
            id="columns_row",
            on_tap=lambda: context.show_dialog("columns"),
        ),
        list_row(
            theme,
            "Trash",
            f"Items are deleted after {KEPT_DAYS} days",
            start=icon_mark("delete", theme.on_surface_variant),
            id="trash_row",
            on_tap=lambda: context.open("trash"),
        ),
        list_row(
            theme,
            "Wallpaper",
            picture.rpartition("/")[2] or "The phone's own",
            start=icon_mark("palette", theme.on_surface_variant),
            id="wallpaper_row",
            on_tap=lambda: context.open("pick", type="image/*", wallpaper=True),
        ),
        *own,
        stack(width=MATCH, weight=1, hidden=True),
        width=MATCH,
        height=MATCH,
    )


def choose_columns(context: Context[Photos]) -> Popup:
    """How many pictures stand beside each other."""

    def use(count: str) -> None:
        context.state.columns = int(count)

    options = [(str(count), str(count)) for count in (2, 3, 4, 5)]
    return choice(context, "Pictures in a row", options, str(context.state.columns), use)
