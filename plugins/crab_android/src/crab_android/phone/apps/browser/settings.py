"""Settings: home page, search engine, text size, the history."""

from __future__ import annotations

from functools import partial

from crab_android.phone.kit import (
    MATCH,
    Context,
    Popup,
    View,
    choice,
    column,
    confirm,
    icon_mark,
    list_row,
    scroll,
    text_prompt,
    top_bar,
)

from .address import shown, typed
from .model import ENGINES, HOME, TEXT_SIZES, Browser


def settings(context: Context[Browser]) -> View:
    """The screen of the settings."""
    theme, state = context.theme, context.state

    def home() -> None:
        context.forget("homepage")
        context.show_dialog("home")
        context.edit("homepage", shown(state.home))

    entries = (
        ("search", "Search engine", ENGINES[state.engine][0], "engine",
         partial(context.show_dialog, "engine")),
        ("home", "Home page", shown(state.home), "homepage", home),
        ("text_size", "Text size", TEXT_SIZES[state.text_size], "text_size",
         partial(context.show_dialog, "size")),
        ("history", "Clear browsing data", "History, cart, pages before", "clear_data",
         partial(context.show_dialog, "clear")),
    )  # fmt: skip
    rows = [
        list_row(theme, title, detail, start=icon_mark(icon, theme.on_surface_variant), id=id_, on_tap=act)
        for icon, title, detail, id_, act in entries
    ]
    return column(
        top_bar("Settings", theme, context.finish),
        scroll(context, "settings", *rows, id="settings_list", pad=(4, 4, 4, 24)),
        width=MATCH,
        height=MATCH,
    )


def engine(context: Context[Browser]) -> Popup:
    """Which engine searches."""
    options = [(key, name) for key, (name, _url) in ENGINES.items()]

    def choose(key: str) -> None:
        context.state.engine = key

    return choice(context, "Search engine", options, context.state.engine, choose)


def home_page(context: Context[Browser]) -> Popup:
    """Which page is the first."""

    def save(text: str) -> None:
        url = typed(text)
        if url:
            context.state.home = url
        else:
            context.toast("That is no web address")

    initial = shown(context.state.home or HOME)
    return text_prompt(context, "Home page", "homepage", "Address", "Save", save, initial=initial)


def text_size(context: Context[Browser]) -> Popup:
    """How large texts on pages are."""

    def choose(key: str) -> None:
        context.state.text_size = key

    return choice(context, "Text size", list(TEXT_SIZES.items()), context.state.text_size, choose)


def clear(context: Context[Browser]) -> Popup:
    """The question before everything that pages left behind is cleared."""
    state = context.state

    def forget() -> None:
        state.history.clear()
        state.cart.clear()
        for tab in state.tabs:
            tab.entries, tab.at = [tab.entry], 0
        context.toast("Browsing data cleared")

    message = "History, the cart and what tabs remember are forgotten. Bookmarks and downloads stay."
    return confirm(context, "Clear browsing data?", message, "Clear", forget)
