"""The page in front: address bar, page, and the bar with back, forward, home, bookmark and tabs."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    DENSITY,
    LABEL_LARGE,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    View,
    button,
    column,
    disabled,
    divider,
    icon_button,
    icon_mark,
    label,
    list_row,
    overflow,
    row,
    scroll,
    space,
    stack,
    text_input,
)

from .address import host_of, shown
from .blocks import words_of
from .model import Browser
from .parts import Pen, draw_block, web_view
from .work import follow, go, page_of, reload, step

URL = "url"
FIND = "find"


def page(context: Context[Browser]) -> View:
    """The screen of a page."""
    theme = context.theme
    typing = context.activity.focus == URL
    finding = bool(context.args.get("finding"))
    head = _find_bar(context) if finding else _address_bar(context, typing=typing)
    if typing and not finding:
        return column(head, divider(theme), _suggestions(context), width=MATCH, height=MATCH)
    bare = context.system.keyboard.visible or wide(context)
    foot = [] if bare else [divider(theme), _tools(context)]
    return column(head, divider(theme), _web(context), *foot, width=MATCH, height=MATCH)


def wide(context: Context[Browser]) -> bool:
    """Whether the screen lies on its side: then all buttons stand in one bar."""
    return context.phone.area.width > context.phone.area.height


def _address_bar(context: Context[Browser], *, typing: bool) -> View:
    theme, tab = context.theme, context.state.tab
    dark = tab.incognito
    ink = theme.inverse_on_surface if dark else theme.on_surface
    quiet = theme.inverse_on_surface if dark else theme.on_surface_variant
    now = shown(tab.entry.url)
    entry = text_input(
        context,
        URL,
        "Search or type web address",
        initial=now,
        id="url_bar",
        on_enter=lambda: enter(context),
        width=0,
        weight=1,
        min_height=48,
        color=ink,
        ime_action="search",
    )
    if not typing:
        # A first touch chooses all, so that what is typed takes its place.
        entry.on_touch = lambda _x, _y: context.phone.select_all(entry)
    if dark:
        entry.hint_color = quiet

    def clear() -> None:
        context.forget(URL)
        context.edit(URL)
        context.activity.fields[URL].set("")

    if typing:
        start = icon_button("back", "Cancel", quiet, lambda: context.forget(URL), id="cancel_button")
        end = [icon_button("close", "Clear input", quiet, clear, id="delete_button")] if entry.text else []
    else:
        icon, desc = ("warning", "Page not loaded") if tab.entry.trouble else ("lock", "Connection is secure")
        start = icon_button(
            "incognito" if dark else icon,
            "Incognito" if dark else desc,
            quiet,
            partial(context.show_dialog, "info"),
            id="location_bar_status",
            icon_size=20,
        )
        end = [
            icon_button(
                "refresh", "Reload", quiet, partial(reload, context), id="reload_button", icon_size=22
            )
        ]
    pill = row(
        start,
        entry,
        *end,
        id="location_bar",
        weight=1,
        radius=26,
        fill=theme.inverse_surface if dark else theme.surface_high,
        min_height=50,
    )
    return row(
        pill,
        *([_tools(context)] if wide(context) and not typing else []),
        *([] if typing else [overflow(context)]),
        width=MATCH,
        pad=(12, 7, 12 if typing else 4, 7),
        gap=4,
        id="toolbar",
    )


def enter(context: Context[Browser]) -> None:
    """Open what stands in the address bar."""
    text = context.field(URL, shown(context.state.tab.entry.url)).text.strip()
    if text:
        go(context, context.state.meant(text))


def _suggestions(context: Context[Browser]) -> View:
    """What may be meant while somebody types: a search, bookmarks, pages that were looked at."""
    theme, state = context.theme, context.state
    now = shown(state.tab.entry.url)
    text = context.field(URL, now).text.strip()
    wanted = "" if text == now else text.lower()
    rows: list[View] = []

    def row_of(icon: str, title: str, detail: str, url: str) -> View:
        start = icon_mark(icon, theme.on_surface_variant, 22)
        return list_row(
            theme,
            title,
            detail,
            start=start,
            id="suggestion",
            on_tap=partial(go, context, url),
            detail_lines=1,
        )

    if wanted:
        rows.append(row_of("search", text, "Search", state.search_url(text)))
    seen: set[str] = set()
    known = [("bookmark", mark.title, mark.url) for mark in state.bookmarks]
    known += [("history", visit.title, visit.url) for visit in reversed(state.history)]
    for icon, title, url in known:
        fits = not wanted or wanted in title.lower() or wanted in url.lower()
        if fits and url not in seen and len(rows) < 8:
            seen.add(url)
            rows.append(row_of(icon, title, shown(url), url))
    return scroll(context, "suggestions", *rows, id="omnibox_suggestions", pad=(0, 4, 0, 24))


def _tools(context: Context[Browser]) -> View:
    theme, state = context.theme, context.state
    tab = state.tab
    marked = state.bookmark_of(tab.entry.url)

    def mark() -> None:
        if marked is None:
            state.add_bookmark(tab.entry.title, tab.entry.url, context.now())
            context.toast("Bookmark added")
        else:
            context.open("edit", id=marked.id)

    ink = theme.on_surface
    count = label(
        str(len(state.tabs)) if len(state.tabs) < 100 else ":D",
        LABEL_LARGE._replace(size=13, height=16, weight=700),
        ink,
        cls="android.widget.ImageButton",
        id="tab_switcher_button",
        desc=f"{len(state.tabs)} open tab{'s' if len(state.tabs) != 1 else ''}",
        stroke=ink,
        radius=7,
        width=26,
        height=26,
        text_align=Align.CENTER,
    )
    back = icon_button("back", "Back", ink, lambda: go_step(context, -1), id="back_button")
    forward = icon_button("arrow_right", "Forward", ink, lambda: go_step(context, 1), id="forward_button")
    last = tab.at + 1 >= len(tab.entries)
    opened = partial(context.open, "tabs")
    entries = [
        disabled(back, theme, when=tab.at == 0),
        disabled(forward, theme, when=last),
        icon_button("home", "Home", ink, lambda: go(context, state.home), id="home_button"),
        icon_button(
            "star" if marked is None else "star_full",
            "Bookmark this page" if marked is None else "Edit bookmark",
            ink if marked is None else theme.primary,
            mark,
            id="bookmark_button",
        ),
        stack(
            count, width=48, height=48, align=Align.CENTER, justify=Align.CENTER, on_tap=opened, hidden=True
        ),
    ]
    if wide(context):
        return row(*entries, id="bottom_toolbar")
    return row(
        *entries, id="bottom_toolbar", width=MATCH, height=56, pad=(20, 0, 20, 0), justify=Align.BETWEEN
    )


def go_step(context: Context[Browser], by: int) -> None:
    """Back or forward by a button."""
    step(context, by)


def _web(context: Context[Browser]) -> View:
    tab = context.state.tab
    key = f"page{tab.id}/{tab.at}/{tab.entry.url}"
    wanted = context.field(FIND).text.strip() if context.args.get("finding") else ""
    here = min(int(context.args.get("match", 0)), max(0, matches(context) - 1)) if wanted else 0
    pen = Pen(context, wanted, here)
    found = page_of(context)
    if found is None:
        return web_view(context, pen, key, tab.entry.title, *_trouble(context, pen))
    return web_view(context, pen, key, found.title, *[draw_block(pen, block) for block in found.blocks])


_TROUBLES = {
    "offline": (
        "wifi",
        "You’re offline",
        "Check the Wi-Fi or mobile data, and airplane mode.",
        "ERR_INTERNET_DISCONNECTED",
    ),
    "unknown": (
        "globe",
        "This site can’t be reached",
        "Check if there is a typo in **{host}**.",
        "DNS_PROBE_FINISHED_NXDOMAIN",
    ),
    "missing": ("help", "Page not found", "**{host}** has no page at this address.", "HTTP ERROR 404"),
}


def _trouble(context: Context[Browser], pen: Pen) -> list[View]:
    theme, entry = context.theme, context.state.tab.entry
    icon, title, text, code = _TROUBLES[entry.trouble or "missing"]
    parts = [
        space(height=40),
        icon_mark(icon, theme.on_surface_variant, 56),
        label(title, TITLE_LARGE, theme.on_surface, id="error_title", width=MATCH, lines=2),
        pen.text(text.format(host=host_of(entry.url)), BODY_LARGE, theme.on_surface_variant, pen.width),
        label(code, BODY, theme.on_surface_variant, id="error_code"),
        row(
            button("Reload", theme, partial(reload, context), id="reload_page", filled=True),
            min_height=56,
            hidden=True,
        ),
    ]
    if entry.trouble == "missing":
        parts.append(
            button("Go to the site’s first page", theme, partial(follow, context, "/"), id="site_home")
        )
    return parts


# -- find in page --------------------------------


def matches(context: Context[Browser]) -> int:
    """How often the text in the find bar stands on the page."""
    found, wanted = page_of(context), context.field(FIND).text.strip().lower()
    if found is None or not wanted:
        return 0
    return sum(text.lower().count(wanted) for block in found.blocks for text in words_of(block))


def _find_bar(context: Context[Browser]) -> View:
    theme = context.theme
    total, here = matches(context), int(context.args.get("match", 0))

    def turn(by: int) -> None:
        if total:
            context.args["match"] = (here + by) % total
            context.phone.changed()
            _reveal(context)

    def leave() -> None:
        close_find(context)

    entry = text_input(
        context,
        FIND,
        "Find in page",
        id="find_query",
        width=0,
        weight=1,
        min_height=48,
        on_enter=partial(turn, 1),
        ime_action="search",
    )
    shown_count = label(
        f"{min(here, max(0, total - 1)) + 1 if total else 0}/{total}",
        BODY,
        theme.on_surface_variant if total or not entry.text else theme.error,
        id="find_status",
    )
    return row(
        entry,
        shown_count,
        icon_button("up", "Previous", theme.on_surface, partial(turn, -1), id="find_prev_button"),
        icon_button("down", "Next", theme.on_surface, partial(turn, 1), id="find_next_button"),
        icon_button("close", "Close find bar", theme.on_surface, leave, id="close_find_button"),
        id="find_toolbar",
        width=MATCH,
        height=64,
        pad=(20, 0, 4, 0),
    )


def close_find(context: Context[Browser]) -> None:
    """Leave the search on the page."""
    context.forget(FIND)
    context.phone.hide_keyboard()
    context.args.pop("finding", None)
    context.args.pop("match", None)


def _reveal(context: Context[Browser]) -> None:
    """Scroll the page so that the match in front can be seen."""
    wanted, here = context.field(FIND).text.strip().lower(), int(context.args.get("match", 0))
    root = context.phone.active_window().root
    pages = [view for view in _below(root) if view.cls == "android.webkit.WebView"]
    if not pages:
        return
    met = 0
    for view in _below(pages[0]):
        if not view.text or view.id == "link" or view.cls in ("android.view.View", "android.widget.EditText"):
            continue
        met += view.text.lower().count(wanted)
        if met > here:
            top = view.rect.top - pages[0].rect.top + pages[0].scroll_y
            middle = round(top - pages[0].rect.height / 2 + 40 * DENSITY)
            context.activity.scroll[pages[0].scroll_key] = max(0, min(middle, pages[0].scroll_limit))
            context.phone.changed()
            return


def _below(view: View) -> list[View]:
    found = [view]
    for child in view.children:
        found += _below(child)
    return found


def back(context: Context[Browser]) -> bool:
    """The back key: out of the address bar, out of the find bar, to the page before, out of the tab."""
    if context.activity.focus == URL:
        context.forget(URL)
        return True
    if context.args.get("finding"):
        close_find(context)
        return True
    if step(context, -1):
        return True
    opened = context.args.get("tab")
    if opened is not None and context.state.current == opened:
        context.state.close(int(opened))
    return False
