"""Bookmarks: open, search, edit, delete, in folders."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    MATCH,
    Context,
    Popup,
    View,
    avatar,
    button,
    choice,
    column,
    confirm,
    dropdown,
    empty_state,
    icon_badge,
    icon_button,
    list_row,
    menu,
    row,
    scroll,
    search_bar,
    text_box,
    text_prompt,
    top_bar,
)

from .address import host_of, shown, typed
from .model import Bookmark, Browser
from .work import go, open_tab

NO_FOLDER = "Bookmarks"


def opened(context: Context[Browser], url: str, *, new: bool = False) -> None:
    """Show an address on the page below all lists."""
    while context.phone.activity.screen != "page" and len(context.phone.front.activities) > 1:
        context.phone.finish()
    if context.phone.activity.screen != "page":
        context.phone.push(context.app.package, "page")
    below = context.phone.context()
    (open_tab if new else go)(below, url)


def bookmarks(context: Context[Browser]) -> View:
    """The bookmarks, or those of one folder."""
    theme, state = context.theme, context.state
    folder = str(context.args.get("folder", ""))
    wanted = context.field("query").text.strip().lower()
    rows: list[View] = []
    if not folder and not wanted:
        rows += [_folder(context, name) for name in state.folders]
    for mark in state.bookmarks:
        here = mark.folder == folder if not wanted else wanted in f"{mark.title} {mark.url}".lower()
        if here:
            rows.append(_row(context, mark))
    if rows:
        body = scroll(context, "bookmarks", *rows, id="bookmark_list", pad=(0, 4, 0, 24))
    elif wanted:
        body = empty_state(theme, "search", "No bookmarks found", f"None has “{wanted}” in it")
    else:
        body = empty_state(theme, "bookmark", "No bookmarks yet", "Tap the star below a page to keep it")
    add = icon_button(
        "folder_new", "New folder", theme.on_surface, partial(_new_folder, context), id="create_new_folder"
    )
    remove = icon_button(
        "delete",
        "Delete folder",
        theme.on_surface,
        partial(context.show_dialog, "delete_folder"),
        id="delete_folder",
    )
    head = top_bar(folder or "Bookmarks", theme, context.finish, remove if folder else add)
    search = [] if folder else [search_bar(context, "query", "Search bookmarks")]
    return column(head, *search, body, width=MATCH, height=MATCH)


def _new_folder(context: Context[Browser]) -> None:
    context.forget("folder_name")
    context.show_dialog("new_folder")
    context.edit("folder_name")


def _folder(context: Context[Browser], name: str) -> View:
    count = sum(mark.folder == name for mark in context.state.bookmarks)
    detail = f"{count} bookmark{'s' if count != 1 else ''}"
    start = icon_badge("folder_full", context.theme.primary)
    return list_row(
        context.theme,
        name,
        detail,
        start=start,
        id="folder_row",
        on_tap=lambda: context.open("bookmarks", folder=name),
    )


def _row(context: Context[Browser], mark: Bookmark) -> View:
    more = icon_button(
        "more",
        f"Options for {mark.title}",
        context.theme.on_surface_variant,
        partial(context.show_dialog, "entry", id=mark.id),
        id="more",
    )
    return list_row(
        context.theme,
        mark.title,
        shown(mark.url),
        start=avatar(host_of(mark.url).partition(".")[0] or mark.title),
        end=more,
        id="bookmark_row",
        detail_lines=1,
        on_tap=partial(opened, context, mark.url),
        on_long_tap=partial(context.show_dialog, "entry", id=mark.id),
        pad=(16, 8, 4, 8),
    )


def _asked(context: Context[Browser]) -> Bookmark:
    number = int(context.dialog.get("id", 0) or context.args.get("id", 0))
    found = next((mark for mark in context.state.bookmarks if mark.id == number), None)
    return found or Bookmark(title="", url="")


def entry_menu(context: Context[Browser]) -> Popup:
    """What can be done with a bookmark."""
    mark = _asked(context)
    return menu(
        context,
        ("edit_bookmark", "Edit", lambda: context.open("edit", id=mark.id)),
        ("open_in_new_tab", "Open in new tab", lambda: opened(context, mark.url, new=True)),
        ("share_bookmark", "Share", lambda: context.share(text=mark.url, subject=mark.title)),
        ("delete_bookmark", "Delete", lambda: context.show_dialog("delete", id=mark.id)),
    )


def confirm_delete(context: Context[Browser]) -> Popup:
    """The question before a bookmark is deleted."""
    mark, state = _asked(context), context.state

    def delete() -> None:
        state.bookmarks = [other for other in state.bookmarks if other.id != mark.id]
        context.toast("Bookmark deleted")
        if context.activity.screen == "edit":
            context.finish()

    return confirm(context, "Delete bookmark?", mark.title, "Delete", delete)


def new_folder(context: Context[Browser]) -> Popup:
    """Asks for the name of a new folder."""

    def save(name: str) -> None:
        if name in context.state.folders:
            context.toast("There is a folder of that name")
        else:
            context.state.folders.append(name)

    return text_prompt(context, "New folder", "folder_name", "Name", "Save", save)


def delete_folder(context: Context[Browser]) -> Popup:
    """The question before a folder is deleted."""
    name, state = str(context.args.get("folder", "")), context.state

    def delete() -> None:
        state.folders = [other for other in state.folders if other != name]
        for mark in state.bookmarks:
            mark.folder = "" if mark.folder == name else mark.folder
        context.finish()

    return confirm(
        context, f"Delete folder “{name}”?", "Its bookmarks stay, outside of folders.", "Delete", delete
    )


# -- one bookmark --------------------------------


def edit(context: Context[Browser]) -> View:
    """The screen of one bookmark."""
    theme, mark = context.theme, _asked(context)
    url = typed(context.field("url", mark.url).text)
    title = context.field("title", mark.title).text.strip()
    folder = str(context.args.get("folder", mark.folder))

    def save() -> None:
        if not (title and url):
            context.toast("A bookmark needs a name and an address")
            return
        mark.title, mark.url, mark.folder = title, url, folder
        context.finish()

    remove = icon_button(
        "delete",
        "Delete bookmark",
        theme.on_surface,
        partial(context.show_dialog, "delete"),
        id="delete_menu_id",
    )
    body = scroll(
        context,
        "edit",
        text_box(context, "title", "Name", id="title_text", initial=mark.title),
        text_box(
            context,
            "url",
            "URL",
            id="url_text",
            initial=mark.url,
            lines=3,
            on_enter=save,
            error="" if url else "This is no web address",
        ),
        dropdown(
            theme, "Folder", folder or NO_FOLDER, partial(context.show_dialog, "folder"), "folder_select"
        ),
        row(button("Save", theme, save, id="save_button", filled=True), min_height=56, hidden=True),
        gap=14,
        pad=(20, 8, 20, 24),
    )
    return column(top_bar("Edit bookmark", theme, context.finish, remove), body, width=MATCH, height=MATCH)


def folder_choice(context: Context[Browser]) -> Popup:
    """Which folder a bookmark lies in."""
    options = [("", NO_FOLDER), *[(name, name) for name in context.state.folders]]
    current = str(context.args.get("folder", _asked(context).folder))
    return choice(context, "Folder", options, current, partial(context.args.__setitem__, "folder"))
