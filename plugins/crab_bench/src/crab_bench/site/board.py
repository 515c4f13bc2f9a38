"""The pages of board.crab.test: a board on which anybody posts a notice."""

from __future__ import annotations

from typing import Final

from crab_bench.site.addresses import BOARD, FIELD, POST_PATH
from crab_bench.site.html import Look, Site, link, paragraph
from crab_bench.site.model import Web

NAME: Final = "Crab Board"
LOOK: Final = Look(BOARD, NAME, "#5b4a8a")


def board(web: Web) -> Site:
    """All its pages; two notices hang there, which depend on the web."""
    site = Site(LOOK)
    first, second = web.cities[web.edition % len(web.cities)], web.cities[(web.edition + 5) % len(web.cities)]
    form = (
        f'<form action="{POST_PATH}" method="post"><p><input name="{FIELD}" size="70" aria-label="Notice" '
        'placeholder="Write a notice" autocomplete="off"> <button>Post</button></p></form>'
    )
    notices = paragraph(f"Looking for a flat in {first.name}.") + paragraph(
        f"{second.festival} needs helpers!"
    )
    text = paragraph("Post a notice for everybody.") + form + "<h2>Notices</h2>" + notices
    site.add("/", NAME, text, front=True)
    site.add("/posted", "Your notice hangs on the board", f"<p>{link('/', 'Back to the board')}</p>")
    site.forms[POST_PATH] = "/posted"
    return site
