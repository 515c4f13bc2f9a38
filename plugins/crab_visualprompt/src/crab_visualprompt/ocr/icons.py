"""Tells texts from icons that a recogniser took for characters: ☰ is read as 三, □ as 口, 🗀 as 日."""

from __future__ import annotations

import unicodedata

SIGNS = frozenset("©®™°§№€£¥%&@#+-=*")
"""Symbols that people write beside words."""


def without_icons(text: str) -> str:
    """The text without what an icon at its beginning or end was read as; empty when nothing is left.

    An ideograph or a symbol is taken for an icon where it stands alone, or at an end of a text that holds
    letters or digits but no other ideograph.

    Args:
        text: One line.
    """
    text = text.strip()
    ideographs = sum(map(_ideograph, text))
    if ideographs > 1:
        return text
    if not any(c.isalnum() and not _ideograph(c) for c in text):
        return "" if ideographs or any(map(_symbol, text)) else text
    while text and (_ideograph(text[0]) or _symbol(text[0])):
        text = text[1:].lstrip()
    while text and (_ideograph(text[-1]) or _symbol(text[-1])):
        text = text[:-1].rstrip()
    return text


def _ideograph(character: str) -> bool:
    return unicodedata.name(character, "").startswith("CJK ")


def _symbol(character: str) -> bool:
    """Arrows, boxes, stars and the like."""
    return unicodedata.category(character) in ("So", "Sm", "Sk") and character not in SIGNS
