"""The pages of wiki.crab.test: countries and cities with their tables."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from crab_bench.site.addresses import WIKI
from crab_bench.site.generate import draw_web
from crab_bench.site.html import Look, Site, facts, link, links, paragraph
from crab_bench.site.model import Web

NAME: Final = "Crab Encyclopedia"
NOTE: Final = (
    "The figures of this encyclopedia are made up anew for every test. They hold here and nowhere else."
)
LOOK: Final = Look(WIKI, NAME, "#3b4a6b", NOTE)
OLD_NOTE: Final = "This is the edition of 2019. Its figures are out of date."


def sheet_at(url: str) -> bytes:
    """The bytes of the data sheet with an address.

    Raises:
        ValueError: It is no address of a data sheet.
    """
    folder, _, rest = urlsplit(url).path.removeprefix("/").partition("/")
    edition, _, file = rest.partition("/")
    if folder != "sheets" or not edition.isdecimal():
        raise ValueError(f"{url} is no data sheet's address")
    return draw_web(int(edition)).country(file.removesuffix(".txt")).sheet.encode()


def encyclopedia(web: Web) -> Site:
    """All its pages."""
    site = Site(LOOK)
    body = (
        paragraph("Countries and cities, each with a table of its main figures.")
        + "<h2>Countries</h2>"
        + links((one.path, one.name) for one in web.countries)
        + "<h2>Cities</h2>"
        + links((one.path, one.name) for one in web.cities)
        + "<h2>Older editions</h2>"
        + links((one.old_path, f"{one.name} (2019)") for one in web.countries)
    )
    site.add("/", NAME, body, front=True)
    _countries(site, web)
    _cities(site, web)
    return site


def _countries(site: Site, web: Web) -> None:
    for one, old in zip(web.countries, web.older, strict=True):
        text = (
            paragraph(f"{one.name} is a country. Its capital is {one.capital}.")
            + "<h2>Main figures</h2>"
            + facts(one.facts)
            + f"<p>{link(web.sheet_path(one), 'Data sheet as text')} · "
            + f"{link(one.old_path, 'This article in the edition of 2019')}</p>"
        )
        site.add(one.path, one.name, text, f"Country with the capital {one.capital}")
        site.pages[web.sheet_path(one)] = one.sheet
        text = paragraph(OLD_NOTE, "note") + facts(old.facts) + f"<p>{link(one.path, 'Current article')}</p>"
        site.add(one.old_path, f"{one.name} (2019)", text, "Country, from the edition of 2019")


def _cities(site: Site, web: Web) -> None:
    for one in web.cities:
        text = (
            paragraph(f"{one.name} is a city in {one.country}.")
            + "<h2>Main figures</h2>"
            + facts(one.facts)
            + paragraph(f"Not to be taken for its twin town, {one.twin}.", "dim")
        )
        site.add(one.path, one.name, text, f"City in {one.country}")
