"""Finding the page at an address: in the world's pages, else on the built-in sites."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from .address import Address, parse
from .blocks import Page, text_of
from .model import Browser
from .sites import docs, forge, lexicon, maps, news, search, shop, weather


@dataclass(frozen=True)
class Ask:
    """What a site needs to know to make a page.

    Attributes:
        at: the address.
        state: what the browser remembers: the cart, the world's pages.
        today: the phone's date.
        found: the search over all pages.
    """

    at: Address
    state: Browser
    today: date
    found: Callable[[str], list[tuple[str, str, str]]] = field(repr=False)


@lru_cache(maxsize=4)
def _fixed(today: date) -> dict[str, tuple[str, Page]]:
    """The built-in pages that depend on the date alone: key → address and page."""
    made: dict[str, tuple[str, Page]] = {}
    for site in (lexicon, docs, forge, shop):
        for path, page in site.pages().items():
            url = f"https://{site.HOST}{path}"
            made[parse(url).key] = (url, page)
    for path, page in news.pages(today).items():
        made[parse(f"https://{news.HOST}{path}").key] = (f"https://{news.HOST}{path}", page)
    for path, page in weather.pages(today).items():
        made[parse(f"https://{weather.HOST}{path}").key] = (f"https://{weather.HOST}{path}", page)
    return made


@lru_cache(maxsize=4)
def _texts(today: date) -> dict[str, str]:
    return {key: text_of(page) for key, (_url, page) in _fixed(today).items()}


def _all(state: Browser, today: date) -> Iterator[tuple[str, str, str]]:
    """Address, title and text of every page that can be found by its words."""
    mine = {parse(url).key for url in state.pages}
    for url, page in state.pages.items():
        yield url, page.title, text_of(page)
    texts = _texts(today)
    for key, (url, page) in _fixed(today).items():
        if key not in mine:
            yield url, page.title, texts[key]


def find(state: Browser, today: date, words: str) -> list[tuple[str, str, str]]:
    """Address, title and a snippet of the pages that have all the words, the most fitting first."""
    wanted = [word.strip("\"',.?!").lower() for word in words.split()]
    wanted = [word for word in wanted if word and (word not in _SMALL or len(wanted) == 1)]
    if not wanted:
        return []
    hits: list[tuple[int, int, str, str, str]] = []
    for number, (url, title, text) in enumerate(_all(state, today)):
        low_title, low = title.lower(), text.lower()
        met = [word for word in wanted if word in low or word in low_title]
        if len(met) * 2 < len(wanted) + 1:
            continue
        weight = sum(10 * (word in low_title) + min(5, low.count(word)) for word in met) + 30 * len(met)
        hits.append((-weight, number, url, title, _snippet(text, met)))
    return [(url, title, snippet) for _weight, _number, url, title, snippet in sorted(hits)[:20]]


_SMALL = frozenset(("the", "a", "an", "of", "in", "is", "what", "to", "and", "for", "how", "which", "who"))


def _snippet(text: str, words: list[str]) -> str:
    low = text.lower()
    at = min((found for word in words if (found := low.find(word)) >= 0), default=0)
    start = text.rfind(". ", 0, at)
    start = start + 2 if start >= 0 and at - start < 120 else max(0, text.rfind(" ", 0, max(0, at - 60)) + 1)
    cut = text[start : start + 150]
    return ("…" if start else "") + (cut.rpartition(" ")[0] + "…" if len(text) > start + 150 else cut)


def hosts(state: Browser) -> set[str]:
    """All hosts that answer."""
    built_in = {search.HOST, maps.HOST, *(site.HOST for site in (lexicon, news, weather, docs, forge, shop))}
    return built_in | {parse(url).host for url in state.pages}


def page_at(state: Browser, today: date, url: str) -> Page | None:
    """The page at an address; None when there is none."""
    at = parse(url)
    mine = {parse(known).key: page for known, page in state.pages.items()}
    if at.key in mine:
        return mine[at.key]
    fixed = _fixed(today)
    ask = Ask(at, state, today, lambda words: find(state, today, words))
    made: Page | None = None
    if at.host == search.HOST:
        made = search.page(ask)
    elif at.host == maps.HOST:
        made = maps.page(ask)
    elif at.host == shop.HOST:
        made = shop.page(ask)
    elif at.host == lexicon.HOST:
        made = lexicon.page(ask)
    if made is not None:
        return made
    bare = f"{at.host}{at.path}"
    return fixed[bare][1] if bare in fixed else mine.get(bare)
