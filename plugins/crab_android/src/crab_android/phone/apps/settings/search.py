"""Searching through all pages of Settings."""

from __future__ import annotations

from crab_android.phone.kit import (
    MATCH,
    Context,
    View,
    column,
    empty_state,
    list_row,
    scroll,
    search_bar,
    space,
    stack,
)

from .model import Nearby
from .pages import PAGES, Accounts, Heading, Installed, Usage


def find(wanted: str) -> list[tuple[str, str, str]]:
    """Title, page and page's title of every row in whose title or summary all words stand."""
    words = wanted.casefold().split()
    found: list[tuple[str, str, str]] = []
    for name, page in PAGES.items():
        for entry in page.rows:
            if isinstance(entry, Heading | Installed | Usage | Accounts):
                continue
            whole = f"{entry.title} {getattr(entry, 'summary', '')}".casefold()
            if words and all(word in whole for word in words):
                found.append((entry.title, getattr(entry, "page", name), page.title))
    return found


def search(context: Context[Nearby]) -> View:
    """A field, and what was found."""
    theme = context.theme
    wanted = context.field("query").text
    found = find(wanted)
    bar = stack(
        search_bar(context, "query", "Search settings", on_back=context.finish),
        width=MATCH,
        pad=(16, 8, 16, 8),
        hidden=True,
    )
    rows = [
        list_row(
            theme,
            title,
            place,
            on_tap=lambda page=page: context.open(page),  # type: ignore[misc]
            id="search_result",
            pad=(20, 8, 20, 8),
        )
        for title, page, place in found
    ]
    if rows:
        body = scroll(context, "found", *rows, space(height=24), id="list_results")
    elif wanted.strip():
        body = empty_state(theme, "search", "No results", f"No setting has “{wanted.strip()}”")
    else:
        body = empty_state(theme, "search", "Search settings", "Wi-Fi, font, ringtone, time zone …")
    return column(bar, body, width=MATCH, height=MATCH)


def open_keyboard(context: Context[Nearby]) -> None:
    """The field has the focus from the start."""
    context.edit("query")
