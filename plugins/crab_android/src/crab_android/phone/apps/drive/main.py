"""The main screen: what is suggested, starred, shared, and all files; and the drawer beside it."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Handler,
    Intent,
    Popup,
    View,
    avatar,
    bottom_bar,
    closing,
    column,
    empty_state,
    extended_fab,
    formats,
    grid,
    icon_button,
    label,
    list_row,
    progress_bar,
    row,
    scroll,
    section,
    sheet,
    space,
    stack,
)

from .browse import body_of, chosen_bar, clear, open_item, toggle, touch
from .looks import folder_chip, item_card, item_row, locale, reason
from .model import ROOT, TOTAL, Drive
from .transfers import upload
from .work import ask_folder

Ctx = Context[Drive]

_TABS = (
    ("tab_home", "home", "Home"),
    ("tab_starred", "star", "Starred"),
    ("tab_shared", "people", "Shared"),
    ("tab_files", "folder", "Files"),
)


def tab_of(context: Ctx) -> str:
    """Which tab is shown."""
    return str(context.args.get("tab", "tab_home"))


def build(context: Ctx) -> View:
    """The screen."""
    theme, state, tab = context.theme, context.state, tab_of(context)

    def show(chosen: str) -> None:
        clear(context)
        context.args["tab"] = chosen

    if tab == "tab_home":
        body = _home(context)
    elif tab == "tab_starred":
        starred = state.ordered(item for item in state.alive() if item.starred)
        empty = empty_state(theme, "star", "No starred files", "Star what you want to find quickly")
        body = body_of(context, tab, starred, empty)
    elif tab == "tab_shared":
        empty = empty_state(
            theme, "people", "Nothing shared with you", "What others share with you appears here"
        )
        body = body_of(context, tab, state.with_me(), empty)
    else:
        empty = empty_state(theme, "folder_open", "Your drive is empty", "Tap New to add a folder or a file")
        body = body_of(context, tab, state.inside(ROOT), empty)
    chosen = context.args.get("selected")
    head = chosen_bar(context) if chosen else _search_pill(context)
    content = column(
        head,
        *([] if tab == "tab_home" else [_heading(context, tab)]),
        column(body, width=MATCH, weight=1, hidden=True),
        width=MATCH,
        weight=1,
        hidden=True,
    )
    over = [] if chosen else [floating(context, partial(context.show_dialog, "new"))]
    return column(
        stack(column(content, width=MATCH, height=MATCH, hidden=True), *over, width=MATCH, weight=1),
        bottom_bar(theme, _TABS, tab, show, foot=context.foot),
        width=MATCH,
        height=MATCH,
    )


def floating(context: Ctx, on_tap: Handler) -> View:
    """The button that makes something new."""
    return stack(
        extended_fab("add", "New", context.theme, on_tap, "fab_new"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 16, 16),
        hidden=True,
    )


def _heading(context: Ctx, tab: str) -> View:
    titles = {"tab_starred": "Starred", "tab_shared": "Shared with me", "tab_files": "My Drive"}
    return label(
        titles[tab],
        TITLE_LARGE,
        context.theme.on_surface,
        id="toolbar_title",
        pad=(20, 6, 20, 0),
        width=MATCH,
    )


def _search_pill(context: Ctx) -> View:
    theme = context.theme
    pill = row(
        icon_button(
            "menu",
            "Open navigation menu",
            theme.on_surface,
            lambda: context.show_dialog("drawer"),
            "open_drawer",
        ),
        label(
            "Search in Drive",
            BODY_LARGE,
            theme.on_surface_variant,
            id="open_search_bar_text_view",
            weight=1,
            min_height=52,
            on_tap=lambda: context.open("search"),
        ),
        stack(avatar(context.state.account.shown, 32), pad=(0, 0, 10, 0), hidden=True),
        id="open_search_bar",
        width=MATCH,
        min_height=54,
        pad=(4, 0, 4, 0),
        radius=27,
        fill=theme.surface_container,
    )
    return row(pill, width=MATCH, pad=(16, 8, 16, 6), hidden=True)


def _home(context: Ctx) -> View:
    theme, state = context.theme, context.state
    recent = state.recent()[:12]
    folders = sorted(
        (item for item in state.alive() if item.folder), key=lambda item: item.modified, reverse=True
    )[:4]
    if not recent and not folders:
        return empty_state(theme, "cloud", "Welcome to Drive", "Files you add or open appear here")
    chosen = context.args.get("selected", [])
    wide = context.phone.area.width > context.phone.area.height
    parts: list[View] = []
    if folders:
        chips = [
            folder_chip(context, item, partial(touch, context, item), partial(toggle, context, item))
            for item in folders
        ]
        parts += [
            section("Suggested folders", theme, id="folders_header"),
            grid(chips, 4 if wide else 2, 10, pad=(12, 0, 12, 8)),
        ]
    if recent:
        parts.append(section("Recent files", theme, id="recent_header"))
    for item in recent if not state.grid else []:
        parts.append(
            item_row(
                context,
                item,
                on_tap=partial(touch, context, item),
                on_select=partial(toggle, context, item),
                on_more=None if chosen else partial(context.show_dialog, "actions", id=item.id),
                selected=item.id in chosen,
                detail=reason(context, item),
            )
        )
    if state.grid and recent:
        cards = [
            item_card(
                context,
                item,
                on_tap=partial(touch, context, item),
                on_select=partial(toggle, context, item),
                on_more=None if chosen else partial(context.show_dialog, "actions", id=item.id),
                selected=item.id in chosen,
            )
            for item in recent
        ]
        parts.append(grid(cards, 4 if wide else 2, 10, pad=(12, 0, 12, 0)))
    return scroll(context, "home", *parts, space(height=96), id="home_list", pad=(4, 0, 4, 0))


def back(context: Ctx) -> bool:
    """Back ends the selection, then leads to the first tab."""
    if context.args.get("selected"):
        clear(context)
        return True
    if tab_of(context) != "tab_home":
        context.args["tab"] = "tab_home"
        return True
    return False


# -- what is over it --------------------------------


def new_sheet(context: Ctx) -> Popup:
    """What can be made: a folder, an upload, a document."""
    theme = context.theme
    parent = int(context.args.get("id", ROOT))

    def write() -> None:
        context.start(Intent(action="org.crab.docs.action.CREATE"))

    entries_ = (
        ("folder_new", "Folder", "new_folder", lambda: ask_folder(context, parent)),
        ("upload", "Upload", "new_upload", lambda: upload(context, parent)),
        ("article", "Document", "new_document", write),
    )
    rows = [
        list_row(
            theme,
            text,
            start=View(
                icon=icon,
                color=theme.on_secondary_container,
                fill=theme.secondary_container,
                radius=14,
                width=44,
                height=44,
                hidden=True,
            ),
            on_tap=closing(context, handler),
            id=id_,
            min_height=64,
            pad=(20, 4, 20, 4),
        )
        for icon, text, id_, handler in entries_
    ]
    head = label("Create new", LABEL_LARGE, theme.on_surface_variant, id="sheet_title", pad=(24, 0, 24, 8))
    return sheet(context, head, *rows, id="new_sheet")


def drawer(context: Ctx) -> Popup:
    """The drawer: the account, the trash, the settings, and how full the cloud is."""
    theme, account = context.theme, context.state.account
    head = row(
        avatar(account.shown, 44),
        column(
            label(
                account.name or "Drive",
                TITLE_LARGE._replace(size=18, height=24),
                theme.on_surface,
                id="account_name",
            ),
            label(account.mail, BODY, theme.on_surface_variant, id="account_address"),
            weight=1,
            hidden=True,
        ),
        width=MATCH,
        gap=14,
        pad=(16, 8, 12, 16),
        hidden=True,
    )

    def line(icon: str, text: str, id: str, handler: Handler) -> View:
        return row(
            View(icon=icon, color=theme.on_surface_variant, width=24, height=24, hidden=True),
            label(text, LABEL_LARGE._replace(size=15), theme.on_surface, id="name", weight=1),
            id=id,
            width=MATCH,
            min_height=56,
            gap=16,
            pad=(16, 0, 20, 0),
            radius=28,
            on_tap=closing(context, handler),
        )

    latest = next(iter(context.state.recent()), None)
    view = column(
        head,
        *(
            [line("history", "Latest file", "menu_latest", partial(open_item, context, latest))]
            if latest
            else []
        ),
        line("upload", "Upload", "menu_upload", lambda: upload(context, ROOT)),
        line("delete", "Trash", "menu_trash", lambda: context.open("trash")),
        line("settings", "Settings", "menu_settings", lambda: context.open("settings")),
        line("cloud", "Storage", "menu_storage", lambda: context.open("storage")),
        stack(storage_line(context), width=MATCH, pad=(56, 0, 20, 0), hidden=True),
        cls="android.widget.ListView",
        id="navigation_view",
        width=300,
        height=MATCH,
        pad=(12, 16, 12, 16),
        radius=28,
        fill=theme.surface_low,
        scroll_key="drawer",
        scroll_y=context.activity.scroll.get("drawer", 0),
    )
    rest = View(weight=1, height=MATCH, on_tap=context.dismiss, hidden=True)
    return Popup(row(view, rest, width=MATCH, height=MATCH, align=Align.START, hidden=True))


def storage_line(context: Ctx) -> View:
    """How much of the cloud's storage is used."""
    theme, state = context.theme, context.state
    used = state.used + sum(state.elsewhere.values())
    return column(
        progress_bar(used / TOTAL, theme, desc="Storage used"),
        label(
            f"{formats.size_text(used, locale(context))} of {formats.size_text(TOTAL, locale(context))} used",
            BODY,
            theme.on_surface_variant,
            id="storage_used",
        ),
        width=MATCH,
        gap=2,
        hidden=True,
    )
