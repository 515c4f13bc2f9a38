"""Paragraphs of mixed writing: bold, italic, underlined, struck through, coloured, and links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import skia

from .fonts import slanted
from .geometry import DENSITY, Rect
from .scripts import paragraph
from .text import BODY_LARGE, TextStyle, shape
from .theme import Color
from .views import Handler, Painter, View
from .widgets import TEXT, space, stack

if TYPE_CHECKING:
    from ..context import Context

# How far below a line's middle the baseline lies, as a part of the text's size.
_BASELINE = (0.927 - 0.244) / 2


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a paragraph that is written in one way.

    Attributes:
        text: what it says; it may hold line breaks.
        bold: whether it is bold.
        italic: whether it leans.
        underline: whether it is underlined.
        strike: whether it is struck through.
        color: its colour; the paragraph's when None.
        background: a colour behind it.
        on_tap: what a tap on it does; then it is shown as a link, a node of its own.
    """

    text: str
    bold: bool = False
    italic: bool = False
    underline: bool = False
    strike: bool = False
    color: Color | None = None
    background: Color | None = None
    on_tap: Handler | None = None


class Piece(NamedTuple):
    """A part of a line: the span it belongs to, its text, and its place in pixels from the line's start."""

    span: int
    text: str
    x: float
    width: float


def rich_text(
    context: Context[Any],
    spans: Sequence[Span],
    *,
    width: float,
    style: TextStyle = BODY_LARGE,
    color: Color | None = None,
    **more: Any,
) -> View:
    """A paragraph of spans, broken at ``width`` dp; its text is one node, each link another one inside.

    Args:
        context: of the screen.
        spans: the pieces, in order.
        width: of the paragraph in dp; lines must be known before the layout.
        style: size, line height and usual weight.
        color: of what has no colour of its own; the theme's when None.
        more: of the view, such as ``id`` and ``on_tap``.
    """
    theme, scale = context.theme, context.phone.font_scale
    size, height = style.size * DENSITY * scale, style.height * DENSITY * scale
    weights = tuple(700 if span.bold else style.weight for span in spans)
    lines = broken(tuple(span.text for span in spans), weights, size, width * DENSITY)
    usual = theme.on_surface if color is None else color
    colors = [span.color or (theme.primary if span.on_tap else usual) for span in spans]
    links = _links(spans, lines, height)
    return stack(
        # A view with children draws no text of its own: the painter does.
        *(links or [space()]),
        cls=TEXT,
        text="".join(span.text for span in spans),
        width=width,
        height=round(len(lines) * height) / DENSITY,
        draw=_painter(spans, weights, colors, lines, size, height),
        **more,
    )


def _links(spans: Sequence[Span], lines: Sequence[Sequence[Piece]], height: float) -> list[View]:
    """A node for each link where it first stands; what goes on in the next line can be touched too."""
    made: list[View] = []
    named: set[int] = set()
    for number, line in enumerate(lines):
        for piece in line:
            span = spans[piece.span]
            if span.on_tap is None or not piece.text.strip():
                continue
            link = stack(
                space(),
                cls=TEXT,
                id="link",
                text=span.text,
                width=piece.width / DENSITY,
                height=height / DENSITY,
                hidden=piece.span in named,
                on_tap=span.on_tap,
            )
            named.add(piece.span)
            made.append(stack(link, pad=(piece.x / DENSITY, number * height / DENSITY, 0, 0), hidden=True))
    return made


@lru_cache(maxsize=512)
def broken(
    texts: tuple[str, ...], weights: tuple[int, ...], size: float, width: float
) -> tuple[tuple[Piece, ...], ...]:
    """Lines of at most ``width`` pixels, broken between words, inside them only where one is too long.

    Args:
        texts: the spans' texts.
        weights: the spans' weights.
        size: of the text, in pixels.
        width: of the paragraph, in pixels.
    """
    lines: list[list[Piece]] = [[]]
    x = 0.0

    def put(span: int, text: str) -> None:
        nonlocal x
        wide = shape(text, weights[span], size).width
        line = lines[-1]
        if line and line[-1].span == span:
            before = line[-1]
            joined = before.text + text
            wide = shape(joined, weights[span], size).width
            line[-1] = Piece(span, joined, before.x, wide)
            x = before.x + wide
        else:
            line.append(Piece(span, text, x, wide))
            x += wide

    def turn() -> None:
        nonlocal x
        lines.append([])
        x = 0.0

    for word in _words(texts):
        if word == [(-1, "\n")]:
            turn()
            continue
        wide = sum(shape(text.rstrip(), weights[span], size).width for span, text in word)
        if x and x + wide > width:
            turn()
        for span, text in word:
            if wide <= width:
                put(span, text)
                continue
            for char in text:
                if x and x + shape(char, weights[span], size).width > width:
                    turn()
                put(span, char)
    return tuple(tuple(line) for line in lines)


def _words(texts: Sequence[str]) -> list[list[tuple[int, str]]]:
    """Words with the spaces after them; a word may go over several spans. A line break stands alone."""
    words: list[list[tuple[int, str]]] = []
    open_word = False
    for span, text in enumerate(texts):
        for part in re.findall(r"\n|[^\s\n]+|[^\S\n]+", text):
            if part == "\n":
                words.append([(-1, "\n")])
                open_word = False
            elif part.isspace():
                if words and words[-1] != [(-1, "\n")]:
                    words[-1].append((span, part))
                else:
                    words.append([(span, part)])
                open_word = False
            elif open_word:
                words[-1].append((span, part))
            else:
                words.append([(span, part)])
                open_word = True
    return words


def _painter(
    spans: Sequence[Span],
    weights: Sequence[int],
    colors: Sequence[Color],
    lines: Sequence[Sequence[Piece]],
    size: float,
    height: float,
) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        for number, line in enumerate(lines):
            top = rect.top + number * height
            baseline = top + height / 2 + size * _BASELINE
            for piece in line:
                span = spans[piece.span]
                x = rect.left + piece.x
                if span.background is not None:
                    box = skia.Rect.MakeXYWH(x, top + height * 0.06, piece.width, height * 0.88)
                    canvas.drawRect(box, skia.Paint(Color=span.background, AntiAlias=True))
                _draw_piece(canvas, piece, (x, baseline), span, weights[piece.span], size, colors[piece.span])

    return paint


def _draw_piece(
    canvas: skia.Canvas,
    piece: Piece,
    at: tuple[float, float],
    span: Span,
    weight: int,
    size: float,
    color: Color,
) -> None:
    x, baseline = at
    line = shape(piece.text, weight, size)
    paint = skia.Paint(Color=color, AntiAlias=True)
    if piece.text and not line.runs:
        whole = paragraph(piece.text, weight, size, color)
        whole.paint(canvas, x, baseline - whole.AlphabeticBaseline)
    for run in line.runs:
        face = run.font
        if span.italic:
            face = slanted(face)
        canvas.drawString(run.text, x + run.x, baseline, face, paint)
    thick = max(DENSITY, size / 16)
    width = shape(piece.text.rstrip(), weight, size).width
    if span.underline or span.on_tap is not None:
        canvas.drawRect(skia.Rect.MakeXYWH(x, baseline + size * 0.1, width, thick), paint)
    if span.strike:
        canvas.drawRect(skia.Rect.MakeXYWH(x, baseline - size * 0.3, width, thick), paint)
