"""What opens over a page: its menu, the menus of links, pictures and texts, messages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from crab_android.phone.kit import (
    BODY,
    MATCH,
    TITLE,
    Context,
    Popup,
    View,
    confirm,
    icon_mark,
    label,
    list_row,
    menu,
    sheet,
)

from . import drawings
from .address import host_of, shown
from .blocks import text_of
from .model import Browser
from .page import FIND
from .web import page_at
from .work import open_tab, page_of, reload, save


def page_menu(context: Context[Browser]) -> Popup:
    """The menu of a page."""
    state = context.state
    tab = state.tab

    def mark() -> None:
        found = state.bookmark_of(tab.entry.url)
        if found is not None:
            context.open("edit", id=found.id)
            return
        state.add_bookmark(tab.entry.title, tab.entry.url, context.now())
        context.toast("Bookmark added")

    def find() -> None:
        context.args["finding"], context.args["match"] = True, 0
        context.edit(FIND)

    def desktop() -> None:
        tab.desktop = not tab.desktop
        reload(context)

    def keep() -> None:
        found = page_of(context)
        if found is not None:
            text = f"{found.title}\n{tab.entry.url}\n\n{text_of(found)}\n"
            name = "".join(char if char.isalnum() or char in " -_." else "_" for char in found.title)
            save(context, f"{name.strip()[:60]}.txt", text.encode(), tab.entry.url)

    marked = state.bookmark_of(tab.entry.url) is not None
    return menu(
        context,
        ("new_tab_menu_id", "New tab", partial(open_tab, context, state.home)),
        (
            "new_incognito_tab_menu_id",
            "New incognito tab",
            partial(open_tab, context, state.home, incognito=True),
        ),
        ("all_bookmarks_menu_id", "Bookmarks", partial(context.open, "bookmarks")),
        ("open_history_menu_id", "History", partial(context.open, "history")),
        ("downloads_menu_id", "Downloads", partial(context.open, "downloads")),
        ("share_menu_id", "Share…", lambda: context.share(text=tab.entry.url, subject=tab.entry.title)),
        ("find_in_page_id", "Find in page", find),
        ("bookmark_this_page_id", "Edit bookmark" if marked else "Add bookmark", mark),
        ("offline_page_id", "Save page", keep),
        ("request_desktop_site_id", "Mobile site" if tab.desktop else "Desktop site", desktop),
        ("preferences_id", "Settings", partial(context.open, "settings")),
    )


def _sheet(
    context: Context[Browser], title: str, detail: str, entries: list[tuple[str, str, Callable[[], None]]]
) -> Popup:
    theme = context.theme

    def entry(id_: str, icon: str, text: str, act: Callable[[], None]) -> View:
        def do() -> None:
            context.dismiss()
            act()

        start = icon_mark(icon, theme.on_surface_variant)
        return list_row(theme, text, start=start, id=id_, on_tap=do, pad=(24, 4, 24, 4))

    head = label(title, TITLE, theme.on_surface, id="sheet_title", width=MATCH, lines=2, pad=(24, 0, 24, 0))
    below = label(detail, BODY, theme.on_surface_variant, id="sheet_url", width=MATCH, pad=(24, 2, 24, 8))
    rows = [entry(id_, _ICONS[id_], text, act) for id_, text, act in entries]
    return sheet(context, *([head] if title else []), below, *rows, id="context_menu")


_ICONS = {
    "open_in_new_tab": "tab",
    "open_in_incognito": "incognito",
    "copy_link": "link",
    "copy_text": "copy",
    "download_link": "download",
    "download_image": "image",
    "share_link": "share",
    "share_text": "share",
    "search_text": "search",
}


def link_menu(context: Context[Browser]) -> Popup:
    """What can be done with a link or a picture."""
    asked = context.dialog
    url, text, drawing = str(asked["url"]), str(asked["text"]), str(asked["drawing"])

    def copy(what: str) -> None:
        context.copy(what)
        context.toast("Copied")

    def download() -> None:
        found = page_at(context.state, context.now().date(), url)
        told = f"{found.title}\n{url}\n\n{text_of(found)}\n" if found else f"{url}\n"
        name = shown(url).rpartition("/")[2].partition("?")[0] or host_of(url)
        save(context, f"{name}.txt", told.encode(), url)

    entries: list[tuple[str, str, Callable[[], None]]] = []
    if url:
        entries += [
            ("open_in_new_tab", "Open in new tab", partial(open_tab, context, url)),
            ("open_in_incognito", "Open in incognito tab", partial(open_tab, context, url, incognito=True)),
            ("copy_link", "Copy link address", partial(copy, url)),
        ]
        if not drawing:
            entries.append(("copy_text", "Copy link text", partial(copy, text)))
            entries.append(("download_link", "Download link", download))
    if drawing:
        where = f"{context.state.tab.entry.url}#{drawing}"
        image = partial(_save_image, context, drawing, where)
        entries.append(("download_image", "Download image", image))
    shared = url or context.state.tab.entry.url
    entries.append(
        ("share_link", "Share link" if url else "Share", lambda: context.share(text=shared, subject=text))
    )
    return _sheet(context, text, shown(url) or host_of(context.state.tab.entry.url), entries)


def _save_image(context: Context[Browser], drawing: str, where: str) -> None:
    save(context, f"{drawing}.png", drawings.png(drawing), where)


def text_menu(context: Context[Browser]) -> Popup:
    """What can be done with a text."""
    text = str(context.dialog["text"])

    def copy() -> None:
        context.copy(text)
        context.toast("Copied")

    entries: list[tuple[str, str, Callable[[], None]]] = [
        ("copy_text", "Copy text", copy),
        ("share_text", "Share text", lambda: context.share(text=text)),
        ("search_text", "Web search", partial(open_tab, context, context.state.search_url(text[:80]))),
    ]
    return _sheet(context, "", text[:120] + ("…" if len(text) > 120 else ""), entries)


def info(context: Context[Browser]) -> Popup:
    """What is known about the connection."""
    entry = context.state.tab.entry
    text = "This page was not loaded." if entry.trouble else "Connection is secure. What you send is private."
    return confirm(context, host_of(entry.url), f"{text}\n\n{entry.url}", "Close", context.dismiss, cancel="")


def answer(context: Context[Browser]) -> Popup:
    """What a page says when a form was sent."""
    title, text = str(context.dialog["title"]), str(context.dialog["text"])
    return confirm(context, title, text, "OK", context.dismiss, cancel="")
