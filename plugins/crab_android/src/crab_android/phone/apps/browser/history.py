"""History: what was looked at, by day, to open, search and forget; and the downloads."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from crab_android.phone.kit import (
    MATCH,
    Context,
    FileError,
    Popup,
    View,
    avatar,
    column,
    confirm,
    empty_state,
    formats,
    icon_badge,
    icon_button,
    list_row,
    menu,
    scroll,
    search_bar,
    section,
    top_bar,
)

from .address import host_of, shown
from .bookmarks import opened
from .model import Browser, Saved, Visit

_MOST = 60


def history(context: Context[Browser]) -> View:
    """The screen of the history, the latest first."""
    theme, state = context.theme, context.state
    wanted = context.field("query").text.strip().lower()
    found = [v for v in reversed(state.history) if wanted in f"{v.title} {v.url}".lower()][:_MOST]
    rows: list[View] = []
    today, locale = context.now().date(), formats.locale_of(context)
    for day, visits in groupby(found, key=lambda visit: (visit.when or context.now()).date()):
        rows.append(section(formats.date_relative(day, today, locale), theme))
        rows += [_row(context, visit) for visit in visits]
    clear = icon_button(
        "delete",
        "Clear browsing data",
        theme.on_surface,
        partial(context.show_dialog, "clear"),
        id="clear_browsing_data_button",
    )
    if rows:
        body = scroll(context, "history", *rows, id="history_list", pad=(0, 0, 0, 24))
    elif wanted:
        body = empty_state(theme, "search", "Nothing found", f"No page with “{wanted}” was looked at")
    else:
        body = empty_state(theme, "history", "No history", "Pages that you look at appear here")
    actions = [clear] if state.history else []
    return column(
        top_bar("History", theme, context.finish, *actions),
        search_bar(context, "query", "Search history"),
        body,
        width=MATCH,
        height=MATCH,
    )


def _row(context: Context[Browser], visit: Visit) -> View:
    state = context.state

    def forget() -> None:
        state.history = [other for other in state.history if other.id != visit.id]

    when = formats.time_text(visit.when or context.now(), context)
    remove = icon_button(
        "close", f"Remove {visit.title}", context.theme.on_surface_variant, forget, id="remove"
    )
    return list_row(
        context.theme,
        visit.title or shown(visit.url),
        f"{shown(visit.url)} · {when}",
        start=avatar(host_of(visit.url).partition(".")[0]),
        end=remove,
        id="history_row",
        detail_lines=1,
        on_tap=partial(opened, context, visit.url),
        pad=(16, 8, 4, 8),
    )


def clear(context: Context[Browser]) -> Popup:
    """The question before the history is cleared."""

    def forget() -> None:
        context.state.history.clear()
        context.toast("History cleared")

    return confirm(context, "Clear history?", "All pages that you looked at are forgotten.", "Clear", forget)


# -- downloads --------------------------------


def downloads(context: Context[Browser]) -> View:
    """The files that were downloaded, the latest first."""
    theme, state = context.theme, context.state
    rows = [_file(context, saved) for saved in reversed(state.downloads)]
    body = (
        scroll(context, "downloads", *rows, id="downloads_list", pad=(0, 4, 0, 24))
        if rows
        else empty_state(theme, "download", "No downloads", "Files that you download appear here")
    )
    return column(top_bar("Downloads", theme, context.finish), body, width=MATCH, height=MATCH)


def _file(context: Context[Browser], saved: Saved) -> View:
    locale = formats.locale_of(context)
    there = context.files.exists(saved.path)
    when = formats.list_time(saved.when, context)
    detail = f"{formats.size_text(saved.size, locale)} · {host_of(saved.url)} · {when}"
    icon = (
        "file_image"
        if saved.mime.startswith("image/")
        else "file_table"
        if "csv" in saved.mime
        else "file_text"
    )

    def view() -> None:
        if there:
            context.view(f"file://{saved.path}", saved.mime)
        else:
            context.toast("The file was deleted")

    more = icon_button(
        "more",
        f"Options for {saved.name}",
        context.theme.on_surface_variant,
        partial(context.show_dialog, "entry", id=saved.id),
        id="more",
    )
    return list_row(
        context.theme,
        saved.name,
        detail if there else "Deleted",
        start=icon_badge(icon, context.theme.primary),
        end=more,
        id="download_row",
        detail_lines=1,
        strike=not there,
        on_tap=view,
        pad=(16, 8, 4, 8),
    )


def _asked(context: Context[Browser]) -> Saved | None:
    return next((s for s in context.state.downloads if s.id == context.dialog.get("id")), None)


def download_menu(context: Context[Browser]) -> Popup:
    """What can be done with a download."""
    saved = _asked(context)
    if saved is None:
        return menu(context, ("close_menu", "Close", context.dismiss))
    return menu(
        context,
        ("share_download", "Share", lambda: context.share(paths=(saved.path,), mime=saved.mime)),
        ("delete_download", "Delete", lambda: context.show_dialog("delete", id=saved.id)),
    )


def delete_download(context: Context[Browser]) -> Popup:
    """The question before a downloaded file is deleted."""
    saved, state = _asked(context), context.state

    def delete() -> None:
        if saved is None:
            return
        try:
            context.files.remove(saved.path)
        except FileError:
            context.toast("The file was deleted before")
        state.downloads = [other for other in state.downloads if other.id != saved.id]
        context.cancel_notification(f"download{saved.id}")

    name = saved.name if saved else ""
    return confirm(context, "Delete file?", f"{name} is deleted from this phone.", "Delete", delete)
