"""All tabs: open, switch, close."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    DENSITY,
    MATCH,
    Align,
    Context,
    Popup,
    TextStyle,
    Theme,
    View,
    column,
    confirm,
    grid,
    icon_button,
    icon_mark,
    label,
    menu,
    overflow,
    row,
    scroll,
    stack,
    top_bar,
    with_alpha,
)

from . import drawings
from .address import shown
from .blocks import Entry, Picture, plain, words_of
from .model import Browser, Tab
from .web import page_at
from .work import load


def tabs(context: Context[Browser]) -> View:
    """The screen of all tabs."""
    theme, state = context.theme, context.state
    columns = max(2, int(context.phone.area.width / DENSITY // 200))
    cards = [_card(context, tab) for tab in state.tabs]
    add = icon_button("add", "New tab", theme.on_surface, partial(_new, context), id="new_tab_button")
    count = len(state.tabs)
    return column(
        top_bar(f"{count} tab{'s' if count != 1 else ''}", theme, context.finish, add, overflow(context)),
        scroll(context, "tabs", grid(cards, columns, gap=12), id="tab_list_view", pad=(14, 6, 14, 24)),
        width=MATCH,
        height=MATCH,
    )


def _new(context: Context[Browser], *, incognito: bool = False) -> None:
    state = context.state
    tab = state.new_tab(state.home, incognito=incognito)
    load(context, tab.entry, incognito=incognito)
    context.finish()


def _card(context: Context[Browser], tab: Tab) -> View:
    theme, state = context.theme, context.state
    chosen = tab.id == state.current
    fill = theme.inverse_surface if tab.incognito else theme.surface_high
    ink = theme.inverse_on_surface if tab.incognito else theme.on_surface
    title = tab.entry.title or shown(tab.entry.url)

    def switch() -> None:
        state.current = tab.id
        context.finish()

    head = row(
        icon_mark("incognito" if tab.incognito else "globe", with_alpha(ink, 0.75), 18),
        label(title, TextStyle(14, 20, 500), ink, id="tab_title", weight=1),
        icon_button(
            "close", f"Close {title}", ink, partial(state.close, tab.id), id="action_button", icon_size=18
        ),
        width=MATCH,
        pad=(12, 0, 0, 0),
        gap=8,
    )
    return column(
        head,
        stack(_thumbnail(context, tab, theme), width=MATCH, pad=(6, 0, 6, 6), hidden=True),
        id="tab_card",
        desc=f"{title}, tab" + (", incognito" if tab.incognito else ""),
        radius=18,
        fill=fill,
        stroke=theme.primary if chosen else None,
        selected=chosen,
        on_tap=switch,
    )


def _thumbnail(context: Context[Browser], tab: Tab, theme: Theme) -> View:
    """A small sketch of a page: its picture, its first lines."""
    found = None if tab.entry.trouble else page_at(context.state, context.now().date(), tab.entry.url)
    blocks = found.blocks if found else []
    drawings_of = [block.drawing for block in blocks if isinstance(block, Picture | Entry) and block.drawing]
    name = drawings_of[0] if drawings_of else ""
    lines = [plain(text) for block in blocks for text in words_of(block)][: 3 if name else 7]
    text = "\n".join(line.replace("\n", " ")[:60] for line in lines) or shown(tab.entry.url)
    words = label(text, TextStyle(10, 14), theme.on_surface_variant, lines=12, width=MATCH, hidden=True)
    drawn = View(
        width=MATCH, height=72, draw=lambda canvas, rect: drawings.paint(name, canvas, rect), hidden=True
    )
    return column(
        *([drawn] if name else []),
        stack(words, width=MATCH, pad=(10, 8, 10, 0), hidden=True),
        width=MATCH,
        height=170,
        radius=12,
        fill=theme.surface,
        align=Align.START,
        hidden=True,
    )


def tabs_menu(context: Context[Browser]) -> Popup:
    """The menu over all tabs."""
    return menu(
        context,
        ("new_tab_menu_id", "New tab", partial(_new, context)),
        ("new_incognito_tab_menu_id", "New incognito tab", partial(_new, context, incognito=True)),
        ("close_all_tabs_menu_id", "Close all tabs", partial(context.show_dialog, "close_all")),
    )


def close_all(context: Context[Browser]) -> Popup:
    """The question before all tabs are closed."""
    state = context.state

    def close() -> None:
        state.tabs.clear()
        _new(context)

    return confirm(context, "Close all tabs?", f"{len(state.tabs)} tabs will be closed.", "Close all", close)
