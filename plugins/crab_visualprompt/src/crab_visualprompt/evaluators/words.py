"""Where a text stands among lines that an OCR engine has read."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from crab_core import Box, TextLine

SAME: Final = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": "...", "\u00a0": " "}
)
"""Signs that look the same, or are read as each other."""
NEXT: Final = 1.0
"""Heights of a line that the next one of the same text may be away."""
IDEOGRAPHS: Final = "\u2e80"
"""From here on, scripts put no blanks between words (Unicode, CJK Radicals)."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """A character of a line that is no blank."""

    text: str
    line: int
    place: int
    """Among the characters of its line."""


def find_text(
    lines: Sequence[TextLine], text: str, *, case: bool = True, part: bool = False, mistakes: int = 0
) -> list[Box]:
    """The boxes of a text wherever it can be read, also when it runs on in the next line.

    Args:
        lines: As they were read.
        text: What is looked for; blanks do not count, since engines lose and invent them.
        case: Whether upper and lower case differ.
        part: Whether a part of a word counts.
        mistakes: Characters that may be wrong, missing or too many.
    """
    wanted = "".join(_folded(text, case).split())
    signs = [list(_signs(line.text, number, case)) for number, line in enumerate(lines)]
    following = [_next(lines, number) for number in range(len(lines))]
    found = []
    for number in range(len(lines)):
        run = list(signs[number])
        at, seen = following[number], {number}
        while at is not None and at not in seen and len(run) < len(signs[number]) + len(wanted) + mistakes:
            seen.add(at)
            run += signs[at]
            at = following[at]
        for start, end in _places("".join(sign.text for sign in run), wanted, mistakes):
            piece = run[start:end]
            whole = part or not (_goes_on(lines, piece[0], -1) or _goes_on(lines, piece[-1], 1))
            if piece[0].line == number and whole:  # else it is found again from where it begins
                found.append(_box(lines, piece))
    return found


def nearest(lines: Sequence[TextLine], text: str) -> str:
    """The line that resembles a text most, for a reason; empty when none does."""
    close = difflib.get_close_matches(text, [line.text for line in lines], 1, 0.5)
    return close[0] if close else ""


def _folded(text: str, case: bool) -> str:
    plain = unicodedata.normalize("NFKC", text.translate(SAME)).translate(SAME)
    return plain if case else plain.casefold()


def _signs(text: str, line: int, case: bool) -> Iterator[_Sign]:
    for place, character in enumerate(text):
        for sign in _folded(character, case):
            if not sign.isspace():
                yield _Sign(sign, line, place)


def _places(text: str, wanted: str, mistakes: int) -> Iterator[tuple[int, int]]:
    """Start and end of every place where `wanted` stands."""
    if not mistakes:
        start = text.find(wanted)
        while start >= 0:
            yield start, start + len(wanted)
            start = text.find(wanted, start + 1)
        return
    # Edit distance to any stretch of the text (Sellers, J. Algorithms 1, 1980), with where it begins.
    column = [(row, 0) for row in range(len(wanted) + 1)]
    for end, sign in enumerate(text, 1):
        above = [(0, end)]
        for row, letter in enumerate(wanted, 1):
            above.append(
                min(
                    (column[row - 1][0] + (letter != sign), column[row - 1][1]),
                    (column[row][0] + 1, column[row][1]),
                    (above[row - 1][0] + 1, above[row - 1][1]),
                )
            )
        column = above
        if column[-1][0] <= mistakes and column[-1][1] < end:
            yield column[-1][1], end


def _goes_on(lines: Sequence[TextLine], sign: _Sign, step: int) -> bool:
    """Whether a word goes on beyond a sign, in the direction of `step`."""
    text, place = lines[sign.line].text, sign.place + step
    if not 0 <= place < len(text):
        return False
    return all(one.isalnum() and one < IDEOGRAPHS for one in (text[place], text[sign.place]))


def _next(lines: Sequence[TextLine], number: int) -> int | None:
    """The line in which a text may run on: the next one to the right in its row, else the one below."""
    box = lines[number].box
    beside, below = [], []
    for other, line in enumerate(lines):
        away = line.box.x - (box.x + box.width)
        under = line.box.y - (box.y + box.height)
        if other == number:
            continue
        if -box.height / 2 <= away <= NEXT * box.height and _overlap(box, line.box, down=True) >= 0.6:
            beside.append((away, other))
        elif -box.height / 2 <= under <= NEXT * box.height and _overlap(box, line.box, down=False) >= 0.5:
            below.append((under, other))
    return min(beside or below, default=(0, None))[1]


def _overlap(one: Box, other: Box, *, down: bool) -> float:
    """Share of the shorter side, across or down, that both have in common."""
    start, length = (1, 3) if down else (0, 2)
    shared = min(one[start] + one[length], other[start] + other[length]) - max(one[start], other[start])
    return shared / max(min(one[length], other[length]), 1)


def _box(lines: Sequence[TextLine], piece: Sequence[_Sign]) -> Box:
    """Around the signs; those of a line share its width evenly."""
    boxes = []
    for number in dict.fromkeys(sign.line for sign in piece):
        line = lines[number]
        places = [sign.place for sign in piece if sign.line == number]
        left = line.box.x + round(line.box.width * min(places) / len(line.text))
        right = line.box.x + round(line.box.width * (max(places) + 1) / len(line.text))
        boxes.append(Box(left, line.box.y, right - left, line.box.height))
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
    return Box(left, top, right - left, bottom - top)
