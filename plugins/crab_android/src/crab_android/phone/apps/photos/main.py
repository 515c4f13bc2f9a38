"""The first screen: all pictures by day, and the albums."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    DENSITY,
    LABEL,
    LABEL_LARGE,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Handler,
    Intent,
    Popup,
    View,
    bottom_bar,
    column,
    empty_state,
    grid,
    icon_button,
    icon_mark,
    label,
    menu,
    overflow,
    row,
    scroll,
    section,
    space,
    stack,
)

from .dialogs import ask_name, counted
from .grid import choosing_bar, clear_selection, selected, timeline
from .library import Item, folder_title, folders, items
from .model import Photos
from .pixels import thumbnail

_TABS = (("tab_photos", "image", "Photos"), ("tab_albums", "photos", "Albums"))


def open_viewer(context: Context[Photos], scope: str, item: Item) -> None:
    """Show a picture large, among those of a part of the library."""
    context.open("viewer", path=item.path, scope=scope)


def tab_of(context: Context[Photos]) -> str:
    """Which tab is shown."""
    return str(context.args.get("tab", "tab_photos"))


def main(context: Context[Photos]) -> View:
    """All pictures, or the albums."""
    tab = tab_of(context)
    body = _photos(context) if tab == "tab_photos" else _albums(context)

    def select(name: str) -> None:
        clear_selection(context)
        context.args["tab"] = name

    bar = bottom_bar(context.theme, _TABS, tab, select, foot=context.foot)
    return column(body, bar, width=MATCH, height=MATCH)


def back(context: Context[Photos]) -> bool:
    """Back ends choosing, and leads from the albums to the pictures."""
    if clear_selection(context):
        return True
    if tab_of(context) != "tab_photos":
        context.args["tab"] = "tab_photos"
        return True
    return False


def _head(context: Context[Photos], title: str) -> View:
    theme = context.theme
    return row(
        label(title, TITLE_LARGE, theme.on_surface, id="toolbar_title", weight=1),
        icon_button("search", "Search", theme.on_surface, lambda: context.open("search"), id="action_search"),
        icon_button("camera", "Camera", theme.on_surface, lambda: _camera(context), id="action_camera"),
        overflow(context),
        width=MATCH,
        height=64,
        pad=(20, 0, 4, 0),
    )


def _camera(context: Context[Photos]) -> None:
    context.start(Intent(action="android.media.action.STILL_IMAGE_CAMERA"))


def _photos(context: Context[Photos]) -> View:
    found = items(context)
    head = choosing_bar(context, "all", found) if selected(context) else _head(context, "Photos")
    body = (
        timeline(context, found, "all", partial(open_viewer, context, "all"), foot=16)
        if found
        else column(
            empty_state(context.theme, "image", "No photos yet", "Pictures you take or download appear here"),
            width=MATCH,
            weight=1,
        )
    )
    return column(head, body, width=MATCH, weight=1, hidden=True)


def _albums(context: Context[Photos]) -> View:
    theme, state, found = context.theme, context.state, items(context)
    by_path = {item.path: item for item in found}
    favorites = [item for item in found if item.facts.favorite]
    wide = context.phone.area.width > context.phone.area.height
    beside = 4 if wide else 2
    side = (context.phone.area.width / DENSITY - 32 - 12 * (beside - 1)) / beside

    def shortcut(id_: str, icon: str, text: str, handler: Handler) -> View:
        return row(
            icon_mark(icon, theme.on_secondary_container, 22),
            label(text, LABEL_LARGE, theme.on_secondary_container, weight=1),
            cls="android.widget.Button",
            id=id_,
            weight=1,
            min_height=52,
            gap=12,
            pad=(16, 8, 12, 8),
            radius=16,
            fill=theme.secondary_container,
            on_tap=handler,
        )

    def tile(title: str, scope: str, inside: list[Item]) -> View:
        cover = (
            thumbnail(inside[0].picture, width=MATCH, height=side * 0.78, radius=20)
            if inside
            else stack(
                icon_mark("photos", theme.on_surface_variant, 36),
                width=MATCH,
                height=side * 0.78,
                align=Align.CENTER,
                justify=Align.CENTER,
                radius=20,
                fill=theme.surface_high,
                hidden=True,
            )
        )
        return column(
            cover,
            space(height=6),
            label(title, LABEL_LARGE, theme.on_surface, id="album_name", width=MATCH),
            label(counted(len(inside)), LABEL, theme.on_surface_variant, id="album_count"),
            cls="android.view.ViewGroup",
            id="album_tile",
            on_tap=lambda: context.open("album", scope=scope),
        )

    own = [
        tile(album.name, f"album:{album.name}", [by_path[path] for path in album.paths if path in by_path])
        for album in state.albums
    ]
    device = [tile(folder_title(path), f"folder:{path}", inside) for path, inside in folders(found).items()]
    videos = [item for item in found if item.is_video]
    shortcuts = [
        shortcut(
            "open_favorites",
            "star",
            f"Favorites · {len(favorites)}",
            lambda: context.open("album", scope="favorites"),
        ),
        shortcut("open_trash", "delete", "Trash", lambda: context.open("trash")),
    ]
    if videos:
        shortcuts.append(
            shortcut("open_videos", "video", "Videos", lambda: context.open("album", scope="videos"))
        )
    parts = [
        stack(grid(shortcuts, 2, 12, hidden=True), width=MATCH, pad=(16, 4, 16, 4), hidden=True),
        row(
            section("My albums", theme, "albums_header"),
            width=MATCH,
            hidden=True,
        ),
        *(
            [stack(grid(own, beside, 12, hidden=True), width=MATCH, pad=(16, 0, 16, 4), hidden=True)]
            if own
            else [
                label(
                    "Albums you make appear here",
                    LABEL_LARGE,
                    theme.on_surface_variant,
                    id="no_albums",
                    pad=(16, 4, 16, 8),
                )
            ]
        ),
        *([section("On this phone", theme, "folders_header")] if device else []),
        stack(grid(device, beside, 12, hidden=True), width=MATCH, pad=(16, 0, 16, 24), hidden=True)
        if device
        else space(height=8),
    ]
    head = row(
        label("Albums", TITLE_LARGE, theme.on_surface, id="toolbar_title", weight=1),
        icon_button("search", "Search", theme.on_surface, lambda: context.open("search"), id="action_search"),
        icon_button("add", "New album", theme.on_surface, lambda: ask_name(context), id="action_new_album"),
        overflow(context),
        width=MATCH,
        height=64,
        pad=(20, 0, 4, 0),
    )
    return column(
        head, scroll(context, "albums", *parts, id="album_list"), width=MATCH, weight=1, hidden=True
    )


def main_menu(context: Context[Photos]) -> Popup:
    """The menu of the first screen."""
    return menu(
        context,
        ("menu_favorites", "Favorites", lambda: context.open("album", scope="favorites")),
        ("menu_trash", "Trash", lambda: context.open("trash")),
        ("menu_settings", "Settings", lambda: context.open("settings")),
    )
