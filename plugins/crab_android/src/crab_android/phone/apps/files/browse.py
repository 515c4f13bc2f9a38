"""The first screen, folders, kinds of files, search, and choosing where to."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import unquote

from crab_android.phone.kit import (
    BODY,
    LABEL,
    LABEL_LARGE,
    MATCH,
    TITLE,
    TITLE_LARGE,
    Align,
    Context,
    Intent,
    View,
    button,
    card,
    column,
    disabled,
    empty_state,
    formats,
    grid,
    icon_button,
    icon_mark,
    intents,
    label,
    overflow,
    progress_bar,
    row,
    scroll,
    search_bar,
    section,
    space,
    stack,
    top_bar,
    with_alpha,
)

from .dialogs import ask, here
from .kinds import KINDS
from .model import DOWNLOADS, ROOT, Files
from .rows import choosing_bar, file_list, mark, open_entry, selected, told
from .work import Entry, copy_all, everything, in_order, listed, move_all, recent

_TILES = (
    ("images", "", "Images"),
    ("videos", "", "Videos"),
    ("audio", "", "Audio"),
    ("documents", "", "Documents"),
    ("apps", "", "Apps"),
    ("folder", DOWNLOADS, "Downloads"),
)
_RECENT = 6


def home(context: Context[Files]) -> View:
    """Kinds of files, storage, and what was written last."""
    theme = context.theme
    wide = context.phone.area.width > context.phone.area.height
    head = row(
        label("Files", TITLE_LARGE, theme.on_surface, id="toolbar_title", weight=1),
        icon_button(
            "search",
            "Search",
            theme.on_surface,
            lambda: context.open("search"),
            id="option_menu_search",
        ),
        width=MATCH,
        height=64,
        pad=(20, 0, 8, 0),
    )
    tiles = [_tile(context, kind, path, text) for kind, path, text in _TILES]
    latest = [_recent_row(context, entry) for entry in recent(context, _RECENT)]
    body = scroll(
        context,
        "home",
        stack(grid(tiles, 6 if wide else 3, 10, hidden=True), width=MATCH, pad=(16, 4, 16, 8), hidden=True),
        stack(_storage(context), width=MATCH, pad=(16, 4, 16, 4), hidden=True),
        *([section("Recent", theme, "recent_header"), *latest] if latest else []),
        id="home_list",
        pad=(0, 0, 0, 24),
    )
    return column(head, body, width=MATCH, height=MATCH)


def _tile(context: Context[Files], kind: str, path: str, text: str) -> View:
    theme, look = context.theme, KINDS[kind]
    color = look.dark if theme.dark else look.light

    def tap() -> None:
        if path:
            context.open("folder", path=path)
        else:
            context.open("category", kind=kind)

    return column(
        icon_mark("download" if path else look.icon, color, 26),
        label(text, LABEL_LARGE, theme.on_surface, id="category_name"),
        cls="android.widget.Button",
        id="category_downloads" if path else f"category_{kind}",
        desc=text,
        align=Align.CENTER,
        justify=Align.CENTER,
        gap=8,
        min_height=88,
        pad=(4, 14, 4, 12),
        radius=20,
        fill=with_alpha(color, 0.11),
        on_tap=tap,
    )


def _storage(context: Context[Files]) -> View:
    theme, files = context.theme, context.files
    locale = formats.locale_of(context)
    used, whole = formats.size_text(files.used, locale), formats.size_text(files.capacity, locale)
    free = formats.size_text(files.capacity - files.used, locale)
    return card(
        theme,
        row(
            icon_mark("storage", theme.on_surface_variant),
            column(
                label("Internal storage", TITLE, theme.on_surface, id="storage_title"),
                label(
                    f"{used} of {whole} used · {free} free",
                    BODY,
                    theme.on_surface_variant,
                    id="storage_summary",
                    lines=2,
                ),
                weight=1,
                hidden=True,
            ),
            icon_mark("chevron", theme.on_surface_variant),
            width=MATCH,
            gap=16,
            hidden=True,
        ),
        space(height=4),
        progress_bar(max(0.01, files.used / files.capacity), theme, "Storage used"),
        id="internal_storage",
        on_tap=lambda: context.open("folder", path=ROOT),
    )


def _recent_row(context: Context[Files], entry: Entry) -> View:
    theme = context.theme
    return row(
        mark(context, entry),
        column(
            label(entry.name, TITLE._replace(weight=400), theme.on_surface, id="android:id/title"),
            label(told(context, entry, where=True), LABEL, theme.on_surface_variant, id="summary"),
            weight=1,
            gap=1,
            hidden=True,
        ),
        id="item_root",
        width=MATCH,
        min_height=64,
        gap=16,
        pad=(16, 8, 16, 8),
        on_tap=partial(open_entry, context, entry),
    )


# -- folders --------------------------------


def folder_argument(intent: Intent) -> dict[str, Any]:
    """The folder that a documents URI such as ``content://…/document/primary%3ADownload`` names."""
    last = unquote(intent.data.rstrip("/").rpartition("/")[2])
    place = last.partition(":")[2] if last.startswith("primary:") else ""
    return {"path": f"{ROOT}/{place}".rstrip("/")}


def downloads_argument(_intent: Intent) -> dict[str, Any]:
    """The folder of downloads."""
    return {"path": DOWNLOADS}


def folder_title(path: str) -> str:
    """The name of a folder."""
    return "Internal storage" if path == ROOT else path.rpartition("/")[2] or "/"


def folder(context: Context[Files]) -> View:
    """What is in a folder."""
    theme, path = context.theme, here(context)
    entries = listed(context, path)
    if selected(context):
        head = choosing_bar(context)
    else:
        head = top_bar(
            folder_title(path),
            theme,
            context.finish,
            icon_button(
                "search",
                "Search",
                theme.on_surface,
                lambda: context.open("search", path=path),
                id="option_menu_search",
            ),
            overflow(context),
        )
    body = (
        file_list(context, entries, path, partial(open_entry, context))
        if entries
        else column(
            empty_state(
                theme,
                "folder_open",
                "No items" if context.files.is_folder(path) else "This folder is not there any more",
            ),
            width=MATCH,
            weight=1,
        )
    )
    return column(head, _crumbs(context, path, "folder"), body, width=MATCH, height=MATCH)


def _crumbs(context: Context[Files], path: str, screen: str) -> View:
    """The way from the storage to a folder; each step can be touched."""
    theme = context.theme
    parts = path.removeprefix(ROOT).strip("/").split("/") if path != ROOT else []
    steps: list[View] = []

    def go(to: str) -> None:
        if to == path:
            return
        if screen == "target":
            context.args["path"] = to
        else:
            context.open("folder", path=to)

    places = [(ROOT, "Internal storage")]
    places += [(f"{ROOT}/{'/'.join(parts[: n + 1])}", part) for n, part in enumerate(parts)]
    for number, (place, text) in enumerate(places):
        last = number == len(places) - 1
        if number:
            steps.append(icon_mark("chevron", theme.on_surface_variant, 16))
        steps.append(
            label(
                text,
                LABEL_LARGE,
                theme.primary if last else theme.on_surface_variant,
                cls="android.widget.Button",
                id="breadcrumb_text",
                min_height=48,
                pad=(8, 14, 8, 14),
                on_tap=partial(go, place),
            )
        )
    return row(
        *steps,
        cls="android.widget.HorizontalScrollView",
        id="horizontal_breadcrumb",
        width=MATCH,
        height=48,
        pad=(8, 0, 8, 0),
        horizontal=True,
        scroll_key="crumbs",
        scroll_y=context.activity.scroll.get("crumbs", 100_000),
    )


def category(context: Context[Files]) -> View:
    """All files of a kind."""
    theme, kind = context.theme, str(context.args.get("kind", "images"))
    found = in_order(context.state, [entry for entry in everything(context) if entry.kind == kind])
    look = KINDS[kind]
    if selected(context):
        head = choosing_bar(context)
    else:
        head = top_bar(look.title, theme, context.finish, overflow(context))
    body = (
        file_list(context, found, kind, partial(open_entry, context), where=True)
        if found
        else empty_state(theme, look.icon, f"No {look.title.lower()}", "Files of this kind appear here")
    )
    return column(head, body, width=MATCH, height=MATCH)


def search(context: Context[Files]) -> View:
    """Files by their names, in a folder and below."""
    theme = context.theme
    above = str(context.args.get("path", ROOT))
    wanted = context.field("query").text.strip().casefold()
    bar = search_bar(
        context,
        "query",
        "Search this phone" if above == ROOT else f"Search in {folder_title(above)}",
        on_back=context.finish,
    )
    if selected(context):
        bar = choosing_bar(context)
    if not wanted:
        body = empty_state(theme, "search", "Find files and folders", "Type a part of the name")
        return column(bar, body, width=MATCH, height=MATCH)
    found = in_order(
        context.state,
        [
            entry
            for entry in everything(context)
            if entry.path.startswith(f"{above}/")
            and all(word in entry.name.casefold() for word in wanted.split())
        ],
    )
    body = (
        file_list(context, found, "hits", partial(open_entry, context), where=True)
        if found
        else empty_state(theme, "search", "No matches", f"No name has “{wanted}” in it")
    )
    return column(bar, body, width=MATCH, height=MATCH)


# -- where to --------------------------------


def save_arguments(intent: Intent) -> dict[str, Any]:
    """The files that another app shares, to be copied to a folder."""
    streams = intent.extras.get(intents.EXTRA_STREAM) or []
    paths = [str(path) for path in ([streams] if isinstance(streams, str) else streams)]
    return {"paths": [unquote(path.removeprefix("file://")) for path in paths], "what": "copy", "path": ROOT}


def target(context: Context[Files]) -> View:
    """Choosing the folder that files are copied or moved to."""
    theme, path = context.theme, here(context)
    what, paths = str(context.args.get("what", "copy")), list(context.args.get("paths", []))
    folders = [entry for entry in listed(context, path) if entry.node.is_folder and entry.path not in paths]

    def go(entry: Entry) -> None:
        context.args["path"] = entry.path

    def do() -> None:
        done = (move_all if what == "move" else copy_all)(context, paths, path)
        word = "Moved" if what == "move" else "Copied"
        context.finish({"done": done})
        context.toast(
            f"{word} {done} {'item' if done == 1 else 'items'} to {folder_title(path)}"
            if done
            else "Nothing could be " + word.lower()
        )

    body = (
        file_list(context, folders, path, go, choose=False)
        if folders
        else column(empty_state(theme, "folder_open", "No folders in here"), width=MATCH, weight=1)
    )
    action = button(
        "Move here" if what == "move" else "Copy here", theme, do, id="android:id/button1", filled=True
    )
    foot = row(
        button("Cancel", theme, context.finish, id="android:id/button2"),
        space(weight=1),
        disabled(action, theme, when=what == "move" and all(p.rpartition("/")[0] == path for p in paths)),
        width=MATCH,
        height=64,
        pad=(16, 0, 16, 0),
        fill=theme.surface_container,
        id="container_save",
    )
    head = top_bar(
        "Move to" if what == "move" else "Copy to",
        theme,
        context.finish,
        icon_button(
            "folder_new",
            "New folder",
            theme.on_surface,
            lambda: ask(context, "new_folder", ""),
            id="option_menu_create_dir",
        ),
    )
    return column(head, _crumbs(context, path, "target"), body, foot, width=MATCH, height=MATCH)


def target_back(context: Context[Files]) -> bool:
    """Back leads to the folder above."""
    path = here(context)
    if path == ROOT:
        return False
    context.args["path"] = path.rpartition("/")[0]
    return True
