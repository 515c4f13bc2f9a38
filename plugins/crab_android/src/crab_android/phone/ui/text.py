"""Measuring, breaking and preparing lines of text."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import skia

from .fonts import fallback, fallback_font, font
from .scripts import needs_shaping, paragraph


class TextStyle(NamedTuple):
    """How a text looks: size and line height in sp, weight 400, 500 or 700, letter spacing in sp."""

    size: float
    height: float
    weight: int = 400


# The type scale of Material 3 (m3.material.io, "Type scale").
DISPLAY = TextStyle(57, 64)
HEADLINE = TextStyle(32, 40)
TITLE_LARGE = TextStyle(22, 28)
TITLE = TextStyle(16, 24, 500)
BODY_LARGE = TextStyle(16, 24)
BODY = TextStyle(14, 20)
LABEL_LARGE = TextStyle(14, 20, 500)
LABEL = TextStyle(12, 16, 500)


class Run(NamedTuple):
    """A piece of a line drawn with one font, ``x`` pixels from the line's start."""

    text: str
    font: skia.Font
    x: float


class Line(NamedTuple):
    """A line ready to draw: its runs, and its width in pixels.

    Without runs, the text must be drawn as a :func:`.scripts.paragraph`.
    """

    runs: tuple[Run, ...]
    width: float


@lru_cache(maxsize=8192)
def shape(text: str, weight: int, size: float) -> Line:
    """The runs of a single line at a size in pixels, each character in a face that has it."""
    main = font(weight, size)
    if not text:
        return Line((), 0.0)
    if all(main.textToGlyphs(text)):
        return Line((Run(text, main, 0.0),), main.measureText(text))
    if needs_shaping(text):
        return Line((), paragraph(text, weight, size, 0xFF000000).LongestLine)
    runs: list[Run] = []
    x = 0.0
    for piece, face in _pieces(text, main.getTypeface()):
        chosen = main if face is None else fallback_font(face, size)
        runs.append(Run(piece, chosen, x))
        x += chosen.measureText(piece)
    return Line(tuple(runs), x)


def _pieces(text: str, main: skia.Typeface) -> list[tuple[str, skia.Typeface | None]]:
    pieces: list[tuple[str, skia.Typeface | None]] = []
    for character in text:
        face = None if main.unicharToGlyph(ord(character)) else fallback(character)
        same = pieces and (pieces[-1][1] is face or _joins(character))
        if same:
            pieces[-1] = (pieces[-1][0] + character, pieces[-1][1])
        else:
            pieces.append((character, face))
    return pieces


def _joins(character: str) -> bool:
    """Whether the character modifies the one before it and must stay in its run."""
    return character in "\u200d\ufe0e\ufe0f"


@lru_cache(maxsize=4096)
def wrap(text: str, weight: int, size: float, width: int, limit: int) -> tuple[str, ...]:
    """Break a text into at most ``limit`` lines of ``width`` pixels; the last may end in an ellipsis."""
    if limit == 1 and "\n" not in text and shape(text, weight, size).width <= width:
        return (text,)
    lines: list[str] = []
    for part in text.split("\n"):
        lines.extend(_wrap_paragraph(part, weight, size, width))
    if len(lines) > limit:
        rest = lines[limit - 1] + " " + " ".join(lines[limit:])
        lines = [*lines[: limit - 1], _elide(rest, weight, size, width)]
    return tuple(lines)


@lru_cache(maxsize=1024)
def around_cursor(
    text: str, weight: int, size: float, width: int, limit: int, cursor: int
) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The part of a text in which the cursor stands, as a text field shows it while it is edited.

    Args:
        text: the whole text.
        weight: of the font.
        size: of the font in pixels.
        width: of a line in pixels.
        limit: how many lines are shown.
        cursor: an index into the text.

    Returns:
        The lines, and where each begins in the text.
    """
    if limit > 1 or "\n" in text:
        lines = wrap(text, weight, size, width, len(text) + 1)
        starts = line_starts(text, lines)
        there = max((n for n, start in enumerate(starts) if start <= cursor), default=0)
        first = max(0, there - limit + 1)
        return lines[first : first + limit], starts[first : first + limit]
    if shape(text, weight, size).width <= width:
        return (text,), (0,)
    start = 0 if cursor == 0 else cursor - _fitting(text[:cursor][::-1], weight, size, width)
    end = max(cursor, start + _fitting(text[start:], weight, size, width))
    return (text[start:end],), (start,)


def line_starts(text: str, lines: tuple[str, ...]) -> tuple[int, ...]:
    """Where each line of a wrapped text begins in it."""
    starts: list[int] = []
    at = 0
    for line in lines:
        found = text.find(line, at)
        # A line that ends in an ellipsis is not to be found.
        start = at + len(text[at:]) - len(text[at:].lstrip(" ")) if found < 0 else found
        starts.append(start)
        at = start + len(line)
        rest = len(text[at:]) - len(text[at:].lstrip(" "))
        if text[at + rest : at + rest + 1] == "\n":
            at += rest + 1
    return tuple(starts)


def _wrap_paragraph(text: str, weight: int, size: float, width: int) -> list[str]:
    if shape(text, weight, size).width <= width:
        return [text]
    lines: list[str] = []
    current = ""
    for word in _words(text):
        candidate = current + word
        if shape(candidate.rstrip(), weight, size).width <= width:
            current = candidate
            continue
        if current:
            lines.append(current.rstrip())
        current = word.lstrip()
        while shape(current.rstrip(), weight, size).width > width and len(current) > 1:
            cut = _fitting(current, weight, size, width)
            lines.append(current[:cut])
            current = current[cut:]
    return [*lines, current.rstrip()]


def _words(text: str) -> list[str]:
    words: list[str] = []
    for character in text:
        if words and not (words[-1].endswith((" ", "\u200b")) and character != " "):
            words[-1] += character
        else:
            words.append(character)
    return words


def _fitting(text: str, weight: int, size: float, width: float) -> int:
    """How many characters fit, at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if shape(text[:middle], weight, size).width <= width:
            low = middle
        else:
            high = middle - 1
    return low


def _elide(text: str, weight: int, size: float, width: int) -> str:
    room = width - shape("…", weight, size).width
    if shape(text, weight, size).width <= width:
        return text
    return text[: _fitting(text, weight, size, room)].rstrip() + "…"
