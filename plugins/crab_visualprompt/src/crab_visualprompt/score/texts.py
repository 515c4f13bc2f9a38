"""How far two texts are from each other."""

from __future__ import annotations

import unicodedata

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u2236\ua789", ":"),
        **dict.fromkeys("\u00b7\u2022\u2219", "\u00b7"),
        **dict.fromkeys("\u200b\u200e\u200f\u2066\u2067\u2068\u2069\u00ad", None),
    }
)
"""Characters that look alike on a screen, and those that do not show."""


def plain(text: str) -> str:
    """A text as it looks: one space between words, characters that look alike told by one of them.

    Upper and lower case differ.
    """
    return " ".join(unicodedata.normalize("NFKC", text.translate(_ALIKE)).split())


def distance(one: str, other: str) -> int:
    """Levenshtein's distance: characters to put in, leave out or replace to make one text of the other."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        above, row[0] = row[0], i
        for j, b in enumerate(other, start=1):
            above, row[j] = row[j], min(above + (a != b), row[j] + 1, row[j - 1] + 1)
    return row[-1]


def distance_within(text: str, longer: str) -> int:
    """The least distance of `text` to any part of `longer`; what stands around the part costs nothing.

    P. H. Sellers, "The theory and computation of evolutionary distances: pattern recognition", 1980.
    """
    if text in longer:
        return 0
    row = [0] * (len(longer) + 1)
    for i, a in enumerate(text, start=1):
        above, row[0] = row[0], i
        for j, b in enumerate(longer, start=1):
            above, row[j] = row[j], min(above + (a != b), row[j] + 1, row[j - 1] + 1)
    return min(row)
