"""The pages of pictures.crab.test: pictures by keyword, each with its address and a download."""

from __future__ import annotations

import base64
import re
from typing import Final
from urllib.parse import urlsplit

from crab_bench.site.addresses import PICTURES
from crab_bench.site.drawing import SIZE, draw_picture
from crab_bench.site.html import Look, Site, copy_button, facts, link, paragraph
from crab_bench.site.model import Picture, Web
from crab_bench.site.words import COLOURS, SUBJECTS

NAME: Final = "Crab Pictures"
TINTS: Final = 5
"""So few that pictures need not be drawn for every web anew."""
_SUBJECT: Final = "|".join(SUBJECTS).replace(" ", "-")
FILE_PATH: Final = re.compile(f"/files/({'|'.join(COLOURS)})-({_SUBJECT})-([a-z0-9]{{8}})\\.png")
LOOK: Final = Look(PICTURES, NAME, "#7a3b69")


def drawn(picture: Picture) -> tuple[bytes, bytes]:
    """The picture's file, and the small one."""
    return draw_picture(picture.colour, picture.subject, int(picture.code, 36) % TINTS)


def picture_at(url: str) -> bytes:
    """The bytes of the picture with an address.

    Raises:
        ValueError: It is no address of a picture.
    """
    found = FILE_PATH.fullmatch(urlsplit(url).path)
    if found is None:
        raise ValueError(f"{url} is no picture's address")
    colour, subject, code = found.groups()
    return drawn(Picture(colour, subject.replace("-", " "), code, "", 0))[0]


def gallery(web: Web) -> Site:
    """All its pages."""
    site = Site(LOOK)
    cards = "".join(
        f'<a href="{one.path}"><img src="{one.small_path}" alt="">{one.title}</a>' for one in web.pictures
    )
    site.add(
        "/", NAME, paragraph("Drawn pictures, free to use.") + f'<div class="grid">{cards}</div>', front=True
    )
    for one in web.pictures:
        data, small = drawn(one)
        site.pages[one.file_path] = {"base64": base64.b64encode(data).decode()}
        site.pages[one.small_path] = {"base64": base64.b64encode(small).decode()}
        text = (
            f'<p><img src="{one.small_path}" alt="{one.title}, small"></p>'
            + facts(
                {
                    "Keywords": one.keyword,
                    "By": one.author,
                    "Year": str(one.year),
                    "Size": f"{SIZE[0]} by {SIZE[1]} pixels",
                    "Address of the picture": one.link,
                }
            )
            + f"<p>{copy_button(one.link, 'Copy address')} {link(one.file_path, 'Open picture')} · "
            + f'<a href="{one.file_path}" download>Download</a></p>'
        )
        site.add(one.path, one.title, text, f"Picture by {one.author}, {one.year}")
    return site
