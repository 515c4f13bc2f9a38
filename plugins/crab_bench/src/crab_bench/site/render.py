"""From what the small web knows to the hosts of a desktop's world."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from crab_bench.site.addresses import SEARCH, START, address, seeded
from crab_bench.site.atlas import atlas
from crab_bench.site.board import board
from crab_bench.site.encyclopedia import encyclopedia
from crab_bench.site.forge import forge
from crab_bench.site.gallery import gallery
from crab_bench.site.generate import draw_web
from crab_bench.site.html import FIND_PATH, SCRIPT_PATH, STYLE_PATH, Entry, Look, Site, asset, link, paragraph
from crab_bench.site.manual import manual
from crab_bench.site.model import Web

_BUILDERS: Final = (encyclopedia, gallery, atlas, forge, manual, board)
_ABOUT: Final = {
    "wiki.crab.test": "Countries and cities with their figures",
    "pictures.crab.test": "Drawn pictures by keyword",
    "places.crab.test": "Places in cities, with links to share",
    "forge.crab.test": "Repositories of source code",
    "docs.crab.test": "How to use Heron, with examples",
    "board.crab.test": "Notices for everybody",
}


@lru_cache(maxsize=8)
def services(edition: int) -> dict[str, Any]:
    """The field `services` of a world that has the web of an edition.

    What is returned is shared: whoever changes it copies it before.
    """
    return render(draw_web(edition))


def render(web: Web) -> dict[str, Any]:
    """The field `services` of a world that has a web."""
    sites = [build(web) for build in _BUILDERS]
    entries = [entry for site in sites for entry in site.entries]
    everything = [_start(sites, web), _search(entries), *sites]
    return {site.look.host: site.world for site in everything}


def _start(sites: Sequence[Site], web: Web) -> Site:
    site = Site(Look(START, "Crab Start", "#444b57"))
    rows = "".join(
        f"<h2>{link(address(one.look.host, '/'), one.look.name)}</h2>"
        + paragraph(f"{_ABOUT[one.look.host]} · {one.look.host}", "dim")
        for one in sites
    )
    rows += f"<h2>{link(address(SEARCH, '/'), 'Crab Search')}</h2>"
    rows += paragraph(f"Searches all of these · {SEARCH}", "dim")
    site.add("/", "Crab Start", rows, front=True)
    site.pages.update(seeded(web.edition)[START]["pages"])
    site.pages[STYLE_PATH] = asset("style.css")
    site.pages[SCRIPT_PATH] = asset("page.js")
    return site


def _search(entries: Sequence[Entry]) -> Site:
    site = Site(Look(SEARCH, "Crab Search", "#8c2f39"))
    form = (
        '<form action="/find"><p><input name="q" size="50" aria-label="Search all sites" autofocus> '
        '<input type="hidden" name="site"><button>Search</button></p></form>'
    )
    site.add("/", "Crab Search", paragraph("Finds pages of all sites by their words.") + form, front=True)
    site.add(FIND_PATH, "Results", '<script src="/entries.js"></script>')
    site.pages[FIND_PATH] = f"{site.pages[FIND_PATH]}<script src='/find.js'></script>"
    site.pages["/entries.js"] = f"var ENTRIES = {json.dumps(entries, ensure_ascii=False)};"
    site.pages["/find.js"] = asset("find.js")
    return site
