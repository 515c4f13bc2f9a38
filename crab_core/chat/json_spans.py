"""Where JSON objects stand in a text, told without decoding them; each scan takes one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_STRAY = 20
"""Opening braces that lead nowhere, as prose may hold them, before the rest is not looked at."""

_START = re.compile(r'\{(?=\s*+(?:["}/#]|\Z))')
_TOKEN = re.compile(
    r"""
      (?P<string>"(?:[^"\\]|\\.)*+(?:"|\Z))
    | (?P<comment>//[^\n]*+|\#[^\n]*+|/\*.*?(?:\*/|\Z))
    | (?P<open>[{\[])
    | (?P<close>[}\]])
    | (?P<trailing>,(?=\s*+[}\]]))
    """,
    re.DOTALL | re.VERBOSE,
)


class Span(NamedTuple):
    """Where an object stands."""

    start: int
    """Of its opening brace."""
    end: int | None
    """Behind its closing brace; None when there is none."""


def objects(text: str, begin: int = 0) -> Iterator[Span]:
    """The outermost objects in a text, in their order; braces in strings and comments do not count."""
    stray = 0
    while stray < _STRAY and (start := _START.search(text, begin)) is not None:
        end = _end(text, start.start())
        yield Span(start.start(), end)
        stray += end is None
        begin = start.end() if end is None else end


def _end(text: str, start: int) -> int | None:
    depth = 0
    for token in _TOKEN.finditer(text, start):
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if not depth and token.lastgroup == "close":
            return token.end()
    return None


def uncommented(text: str) -> str:
    """A text without the comments outside of its strings; the very same object when it holds none."""
    return _without("comment", text)


def without_trailing_commas(text: str) -> str:
    """A text without the commas that stand before a closing bracket."""
    return _without("trailing", text)


def _without(kind: str, text: str) -> str:
    spans = [token.span() for token in _TOKEN.finditer(text) if token.lastgroup == kind]
    if not spans:
        return text
    places = [0, *(place for span in spans for place in span), len(text)]
    return "".join(text[a:b] for a, b in zip(places[::2], places[1::2], strict=True))
