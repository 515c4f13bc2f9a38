"""Comparing how something looks with how it should."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from crab_core import DefinitionError, Verdict
from crab_ubuntu.evaluators.office.model import Look, Paragraph
from crab_ubuntu.evaluators.reading import short
from crab_ubuntu.evaluators.texts import Match, judge_text

SIZE: Final = 0.05
"""Points that sizes may differ: formats round them."""


def compare_text(what: str, found: str, wanted: str, match: Match, case: bool) -> Verdict:
    """As `judge_text`, in lower case when case does not matter; white space at either end never does."""
    found = found.strip("\n")
    if not case and match != "regex":
        found, wanted = found.casefold(), wanted.casefold()
    return judge_text(what, found, f"(?i){wanted}" if match == "regex" and not case else wanted, match)


def color_code(given: str) -> str:
    """ "#rrggbb" for a colour by name or code.

    Raises:
        DefinitionError: It is no colour.
    """
    from PIL import ImageColor

    try:
        red, green, blue = ImageColor.getrgb(given)[:3]
    except ValueError as error:
        raise DefinitionError(f"{given!r} is no colour.", advice='Write it as "#ff0000" or "red".') from error
    return f"#{red:02x}{green:02x}{blue:02x}"


class WantedLook:
    """What of a look matters: None and "" stand for anything."""

    def __init__(
        self,
        *,
        bold: bool | None = None,
        italic: bool | None = None,
        underline: bool | None = None,
        strikethrough: bool | None = None,
        color: str = "",
        highlight: str = "",
        size: float | None = None,
        font: str = "",
    ) -> None:
        """Check what is wanted.

        Raises:
            DefinitionError: A colour is none.
        """
        self._switches = {
            "bold": bold,
            "italic": italic,
            "underline": underline,
            "strikethrough": strikethrough,
        }
        self._color = color_code(color) if color else ""
        self._highlight = "none" if highlight == "none" else color_code(highlight) if highlight else ""
        self._size = size
        self._font = font

    def __bool__(self) -> bool:
        """Whether anything is wanted."""
        return bool(self.described)

    @property
    def described(self) -> str:
        """In words: "bold, red"."""
        words = [name if on else f"not {name}" for name, on in self._switches.items() if on is not None]
        words += [
            f"{name} {value}"
            for name, value in (("colour", self._color), ("highlight", self._highlight), ("font", self._font))
            if value
        ]
        if self._size is not None:
            words.append(f"{self._size:g} pt")
        return ", ".join(words)

    def misses(self, look: Look) -> str:
        """What of a look is not as wanted, in words; empty when all is."""
        wrong = [
            f"is {'not ' if on else ''}{name}"
            for name, on in self._switches.items()
            if on is not None and getattr(look, name) != on
        ]
        # Automatic text is black on a light page, which is what a person sees.
        if self._color and (look.color or "#000000") != self._color:
            wrong.append(f"has the colour {look.color or 'automatic'}, not {self._color}")
        if self._highlight and (look.highlight or "none") != self._highlight:
            wrong.append(f"has the highlight {look.highlight or 'none'}, not {self._highlight}")
        if self._font and look.font.casefold() != self._font.casefold():
            wrong.append(f"has the font {look.font!r}, not {self._font!r}")
        if self._size is not None and (look.size is None or abs(look.size - self._size) > SIZE):
            wrong.append(f"has the size {look.size or 0:g} pt, not {self._size:g} pt")
        return ", ".join(wrong)


def judge_look(
    what: str, paragraphs: Sequence[Paragraph], text: str, wanted: WantedLook, *, only: bool
) -> Verdict:
    """Whether every place where a text stands looks as wanted.

    Args:
        what: Where it is looked for, for the reason.
        paragraphs: In which it is looked for, within one at a time.
        text: What is looked for; empty for all characters that can be seen.
        wanted: How it should look.
        only: Whether nothing else in a paragraph where the text stands may look like this.

    Raises:
        DefinitionError: Nothing is wanted.
    """
    if not wanted:
        raise DefinitionError("Say how the text should look: bold, color, size …")
    seen = False
    elsewhere = ""
    for paragraph in paragraphs:
        spans = _spans(paragraph.text, text)
        seen = seen or bool(spans)
        position = 0
        for run in paragraph.runs:
            end = position + len(run.text)
            inside = "".join(
                run.text[max(start, position) - position : min(stop, end) - position]
                for start, stop in spans
                if start < end and stop > position
            )
            if inside.strip() and (words := wanted.misses(run.look)):
                return Verdict(False, f"{short(inside, 40)} in {what} {words}")
            outside = _rest(run.text, spans, position)
            if only and spans and outside.strip() and not wanted.misses(run.look):
                elsewhere = elsewhere or outside.strip()
            position = end
    if not seen:
        return Verdict(False, f"{what} does not contain {short(text)}" if text else f"{what} has no text")
    if elsewhere:
        return Verdict(False, f"{short(elsewhere, 40)} in {what} is {wanted.described} as well")
    return Verdict(True, f"{short(text, 40) if text else 'the text'} in {what} is {wanted.described}")


def _spans(whole: str, text: str) -> list[tuple[int, int]]:
    if not text:
        return [(0, len(whole))] if whole.strip() else []
    found, start = [], whole.find(text)
    while start >= 0:
        found.append((start, start + len(text)))
        start = whole.find(text, start + len(text))
    return found


def _rest(text: str, spans: Iterable[tuple[int, int]], position: int) -> str:
    """What of a run is in none of the spans of its paragraph."""
    kept = list(text)
    for start, stop in spans:
        for index in range(max(start - position, 0), min(stop - position, len(kept))):
            kept[index] = ""
    return "".join(kept)
