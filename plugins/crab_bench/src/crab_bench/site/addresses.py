"""The hosts of the small web and their addresses: all that tasks know of it before a web is drawn."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

START: Final = "start.crab.test"
SEARCH: Final = "search.crab.test"
WIKI: Final = "wiki.crab.test"
PICTURES: Final = "pictures.crab.test"
PLACES: Final = "places.crab.test"
FORGE: Final = "forge.crab.test"
DOCS: Final = "docs.crab.test"
BOARD: Final = "board.crab.test"

POST_PATH: Final = "/post"
FIELD: Final = "notice"
"""Where a notice is posted, and the field of the form that has its text."""
EDITIONS: Final = 10_000
"""How many webs there are."""
EDITION_PATH: Final = "/edition.txt"


def slug(text: str) -> str:
    """A text as a part of an address: "Sao-Paulo" for "São Paulo"."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9]+", "-", plain).strip("-")


def address(host: str, path: str) -> str:
    """The whole address of a page."""
    return f"http://{host}{path}"


def seeded(edition: int) -> dict[str, Any]:
    """The field `services` of a world that only says which web it would have."""
    return {START: {"service": "site", "pages": {EDITION_PATH: f"{edition}\n"}}}


def edition_of(services: Mapping[str, Any]) -> int:
    """Which web it is, or would be.

    Raises:
        KeyError: The services say nothing of it.
    """
    return int(services[START]["pages"][EDITION_PATH])
