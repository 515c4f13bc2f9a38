"""The text of a mail, with links that can be touched."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from crab_android.phone.kit import (
    BODY_LARGE,
    DENSITY,
    MATCH,
    Context,
    Intent,
    Span,
    TextStyle,
    View,
    column,
    intents,
    rich_text,
    row,
)

from .model import MailState

Ctx = Context[MailState]

_LINK = re.compile(r"https?://[^\s<>\"“”]*[^\s<>\"“”.,;:!?)\]]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_STYLE = TextStyle(BODY_LARGE.size, 25)


@lru_cache(maxsize=256)
def pieces(text: str) -> tuple[tuple[str, bool], ...]:
    """A text in pieces, each with whether it is a link."""
    found: list[tuple[str, bool]] = []
    at = 0
    for match in _LINK.finditer(text):
        if match.start() > at:
            found.append((text[at : match.start()], False))
        found.append((match.group(), True))
        at = match.end()
    if at < len(text):
        found.append((text[at:], False))
    return tuple(found)


@lru_cache(maxsize=256)
def parts(text: str) -> tuple[tuple[str, bool], ...]:
    """The paragraphs that a text is made of: what is written, and what is quoted, without its marks."""
    found: list[tuple[str, bool]] = []
    lines: list[str] = []
    quoting = False
    for line in [*text.splitlines(), None]:
        quote = line is not None and line.startswith(">")
        if lines and (line is None or quote != quoting):
            joined = "\n".join(lines).strip("\n")
            if joined:
                found.append((joined, quoting))
            lines = []
        quoting = quote
        if line is not None:
            lines.append(line[1:].removeprefix(" ") if quote else line)
    return tuple(found)


def body_view(context: Ctx, text: str) -> View:
    """The text of a mail; what it quotes stands behind a bar."""
    width = context.phone.area.width / DENSITY - 40
    views = [_paragraph(context, part, quote, width) for part, quote in parts(text)]
    return column(*views, id="message_body", width=MATCH, gap=12, pad=(20, 4, 20, 16))


def _paragraph(context: Ctx, text: str, quote: bool, width: float) -> View:
    theme = context.theme
    spans = [
        Span(part, on_tap=partial(_follow, context, part)) if link else Span(part)
        for part, link in pieces(text)
    ]
    if not quote:
        return rich_text(context, spans, width=width, style=_STYLE, id="body_text")
    bar = View(width=3, height=MATCH, radius=2, fill=theme.outline_variant, hidden=True)
    quoted = rich_text(
        context, spans, width=width - 17, style=_STYLE, color=theme.on_surface_variant, id="quoted_text"
    )
    bar.height = quoted.height
    return row(bar, quoted, width=MATCH, gap=14, hidden=True)


def _follow(context: Ctx, link: str) -> None:
    if link.startswith("http"):
        context.view(link)
    else:
        context.start(Intent(action=intents.SENDTO, data=f"mailto:{link}"))
