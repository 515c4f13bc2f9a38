"""The parts that all pages share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib import resources
from typing import Final

from crab_bench.site.addresses import SEARCH, START, address

STYLE_PATH: Final = "/style.css"
SCRIPT_PATH: Final = "/page.js"
FIND_PATH: Final = "/find"

Pages = dict[str, str | dict[str, str]]
"""The pages of a site by path, as a world says them."""
Entry = tuple[str, str, str]
"""What the search engine knows of a page: title, address, and what it is about."""


@dataclass(frozen=True, slots=True)
class Look:
    """What makes the pages of one site alike."""

    host: str
    name: str
    colour: str
    footer: str = ""

    def page(self, title: str, body: str, *, front: bool = False) -> str:
        """A whole page.

        Args:
            title: Its heading, and what the window is called; a front page is called as its site.
            body: Its content below the heading, as HTML.
            front: Whether it is the front page.
        """
        name = escape(self.name)
        head = name if front else f"{escape(title)} - {name}"
        footer = f'<footer class="dim">{escape(self.footer)}</footer>' if self.footer else ""
        return (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{head}</title>'
            f'<link rel="stylesheet" href="{address(START, STYLE_PATH)}"><link rel="icon" href="data:,">'
            f'<body style="--c:{self.colour}"><header><a href="/">{name}</a>{self._search()}</header>'
            f"<main><h1>{escape(title)}</h1>{body}</main>{footer}"
            f'<script src="{address(START, SCRIPT_PATH)}"></script>'
        )

    def _search(self) -> str:
        site = self.host if self.host not in (START, SEARCH) else ""
        return (
            f'<form action="{address(SEARCH, FIND_PATH)}">'
            f'<input name="q" aria-label="Search {escape(self.name)}" placeholder="Search">'
            f'<input type="hidden" name="site" value="{site}"> <button>Search</button></form>'
        )


@dataclass
class Site:
    """One host in the making."""

    look: Look
    pages: Pages = field(default_factory=dict)
    redirects: dict[str, str] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)

    def add(self, path: str, title: str, body: str, about: str = "", *, front: bool = False) -> None:
        """Add a page; one that is about something is found by the search engine."""
        self.pages[path] = self.look.page(title, body, front=front)
        if about:
            self.entries.append((title, address(self.look.host, path), about))

    @property
    def world(self) -> dict[str, object]:
        """As a world's `services` say it."""
        more = {"redirects": self.redirects, "forms": self.forms}
        return {"service": "site", "pages": self.pages, **{name: one for name, one in more.items() if one}}


def link(path: str, text: str) -> str:
    """A link."""
    return f'<a href="{escape(path)}">{escape(text)}</a>'


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def links(entries: Iterable[tuple[str, str]]) -> str:
    """A list of links in columns, from paths and texts."""
    return f'<ul class="columns">{"".join(f"<li>{link(*entry)}</li>" for entry in entries)}</ul>'


def facts(rows: Mapping[str, str]) -> str:
    """A table with a heading at the side of each row."""
    cells = "".join(f"<tr><th>{escape(one)}</th><td>{escape(other)}</td></tr>" for one, other in rows.items())
    return f"<table><tbody>{cells}</tbody></table>"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of cells that are HTML already, below headings."""
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead>{body}</table>"


def copy_button(text: str, label: str) -> str:
    """A button that copies a text."""
    return f'<button data-copy="{escape(text)}">{escape(label)}</button>'


@cache
def asset(name: str) -> str:
    """A file of this package's folder `assets`."""
    return (resources.files("crab_bench.site") / "assets" / name).read_text(encoding="utf-8")
