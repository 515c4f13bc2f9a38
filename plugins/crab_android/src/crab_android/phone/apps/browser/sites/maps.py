"""maps.crab.test: pages of places, for who opens a place's link in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from ..blocks import Banner, Heading, Page, Paragraph, Press

if TYPE_CHECKING:
    from ..web import Ask

HOST = "maps.crab.test"


def page(ask: Ask) -> Page | None:
    """A place, with a button that opens the app."""
    _, _, name = ask.at.path.partition("/place/")
    place = unquote(name).replace("+", " ").replace("-", " ") or ask.at.query.get("q", "")
    where = ask.at.query.get("at", "0,0")
    return Page(
        title=f"{place} - Crab Maps" if place else "Crab Maps",
        blocks=[
            Banner(text="Crab Maps", icon="map"),
            Heading(text=place or "Find your way", level=1),
            Paragraph(text="The map itself is shown by the Maps app."),
            Press(text="Open in Maps", link=f"geo:{where}?q={quote(place)}"),
        ],
    )
