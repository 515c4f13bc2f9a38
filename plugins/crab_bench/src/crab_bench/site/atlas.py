"""The pages of places.crab.test: places of several kinds in the cities, each with a link to share."""

from __future__ import annotations

from typing import Final

from crab_bench.site.addresses import PLACES
from crab_bench.site.html import Look, Site, copy_button, facts, link, links, paragraph, table
from crab_bench.site.model import Web

NAME: Final = "Crab Places"
LOOK: Final = Look(PLACES, NAME, "#2b6e4f")


def atlas(web: Web) -> Site:
    """All its pages."""
    site = Site(LOOK)
    body = paragraph("Choose a city.") + links((one.places_path, one.name) for one in web.cities)
    site.add("/", NAME, body, front=True)
    for city in web.cities:
        here = [one for one in web.places if one.city == city.name]
        rows = [(link(one.path, one.name), one.kind.capitalize(), one.street) for one in here]
        site.add(
            city.places_path,
            f"Places in {city.name}",
            table(("Name", "Kind", "Address"), rows),
            f"Places of every kind in {city.name}, {city.country}",
        )
        for one in here:
            text = (
                facts(
                    {
                        "Kind": one.kind.capitalize(),
                        "Address": one.whole_address,
                        "Open": one.hours,
                        "Share link": one.link,
                    }
                )
                + f"<p>{copy_button(one.link, 'Copy share link')}</p>"
                + f"<p>{link(city.places_path, f'All places in {city.name}')}</p>"
            )
            site.add(one.path, one.name, text, f"{one.kind.capitalize()} in {one.city}")
            site.redirects[f"/s/{one.code}"] = one.path
    return site
