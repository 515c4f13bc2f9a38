"""search.crab.test: the search over all pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..address import shown
from ..blocks import AnyBlock, Entry, Heading, Page, Paragraph, Search

if TYPE_CHECKING:
    from ..web import Ask

HOST = "search.crab.test"
_SITES = (
    ("Lexicon", "https://lexicon.crab.test", "A small encyclopedia", "book"),
    ("Northfield Courier", "https://news.crab.test", "News from town and country", "press"),
    ("Skyline Weather", "https://weather.crab.test", "Forecasts for seven days", "sun"),
    ("Corner Shop", "https://shop.crab.test", "Things for home and road", "bag"),
    ("tideline docs", "https://docs.crab.test", "A Python library", "city"),
    ("Forge", "https://forge.crab.test", "Repositories of programs", "telescope"),
)


def page(ask: Ask) -> Page | None:
    """The field to search with, and what was found."""
    if ask.at.path not in ("", "/search"):
        return None
    words = ask.at.query.get("q", "").strip()
    if not words:
        sites: list[AnyBlock] = [
            Entry(title=name, link=url, text=text, drawing=drawing) for name, url, text, drawing in _SITES
        ]
        return Page(
            title="Crab Search",
            blocks=[
                Heading(text="Crab Search", level=1),
                Search(action="/", hint="Search the web"),
                Heading(text="Places to start", level=3),
                *sites,
            ],
        )
    found = ask.found(words)
    head: list[AnyBlock] = [Search(action="/", hint="Search the web", value=words)]
    if not found:
        nothing: list[AnyBlock] = [
            Heading(text=f"No results for “{words}”"),
            Paragraph(text="Try other or fewer words."),
        ]
        return Page(title=f"{words} - Crab Search", blocks=[*head, *nothing])
    count = Paragraph(text=f"{len(found)} result{'s' if len(found) != 1 else ''}", quiet=True)
    hits: list[AnyBlock] = [
        Entry(title=title, link=url, text=text, meta=shown(url)) for url, title, text in found
    ]
    return Page(title=f"{words} - Crab Search", blocks=[*head, count, *hits])
