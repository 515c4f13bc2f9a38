"""lexicon.crab.test: an encyclopedia."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..blocks import AnyBlock, Banner, Entry, Grid, Heading, Items, Page, Paragraph, Picture, Search
from .lexicon_articles import ARTICLES, Article

if TYPE_CHECKING:
    from ..web import Ask

HOST = "lexicon.crab.test"
_KINDS = ("Countries", "Cities", "Animals", "Inventions")
_BANNER = Banner(text="Lexicon", icon="book", links=[(kind, f"/{kind.lower()}") for kind in _KINDS])


@lru_cache(maxsize=1)
def pages() -> dict[str, Page]:
    """All pages by path."""
    made = {"": _home()}
    for kind in _KINDS:
        made[f"/{kind.lower()}"] = _kind(kind)
    for article in ARTICLES:
        made[f"/{article.slug}"] = _article(article)
    return made


def page(ask: Ask) -> Page | None:
    """The results of a search; one article that is named so is opened like any other result."""
    if ask.at.path != "/search":
        return None
    words = ask.at.query.get("q", "").strip()
    found = [hit for hit in ask.found(words) if hit[0].startswith(f"https://{HOST}/")]
    hits: list[AnyBlock] = [Entry(title=title, link=url, text=text) for url, title, text in found]
    none: list[AnyBlock] = [Paragraph(text=f"There is no article about “{words}”.")]
    return Page(
        title=f"{words} - Lexicon",
        blocks=[
            _BANNER,
            Search(action="/search", hint="Search Lexicon", value=words),
            Heading(text="Search results", level=1),
            *(hits or none),
        ],
    )


def _home() -> Page:
    blocks: list[AnyBlock] = [
        _BANNER,
        Heading(text="Welcome to Lexicon", level=1),
        Paragraph(text=f"A small encyclopedia with {len(ARTICLES)} articles."),
        Search(action="/search", hint="Search Lexicon"),
    ]
    for slug in ("blue-whale", "lisbon", "printing-press"):
        article = next(a for a in ARTICLES if a.slug == slug)
        text = article.intro.replace("**", "")
        blocks.append(Entry(title=article.title, link=f"/{slug}", text=text, drawing=article.drawing))
    for kind in _KINDS:
        names = [f"[{a.title}](/{a.slug})" for a in ARTICLES if a.kind == kind]
        blocks += [Heading(text=kind), Items(items=names)]
    return Page(title="Lexicon, the small encyclopedia", blocks=blocks)


def _kind(kind: str) -> Page:
    entries = [
        Entry(title=a.title, link=f"/{a.slug}", text=a.intro.replace("**", ""), drawing=a.drawing)
        for a in ARTICLES
        if a.kind == kind
    ]
    return Page(title=f"{kind} - Lexicon", blocks=[_BANNER, Heading(text=kind, level=1), *entries])


def _article(article: Article) -> Page:
    blocks: list[AnyBlock] = [
        _BANNER,
        Heading(text=article.title, level=1),
        Paragraph(text=article.intro),
        Picture(
            drawing=article.drawing, alt=article.title, caption=f"{article.title}, drawn for this article"
        ),
        Grid(rows=[list(fact) for fact in article.facts]),
    ]
    for heading, text in article.parts:
        blocks += [Heading(text=heading), Paragraph(text=text)]
    others = [a for a in ARTICLES if a.kind == article.kind and a is not article]
    blocks += [Heading(text="See also"), Items(items=[f"[{a.title}](/{a.slug})" for a in others])]
    return Page(title=f"{article.title} - Lexicon", blocks=blocks)
