"""Patterns of file names: ``*``, ``?``, ``[...]``, matched in time proportional to pattern × text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

_CLASSES: dict[str, Callable[[str], bool]] = {
    "alpha": str.isalpha,
    "digit": str.isdigit,
    "alnum": str.isalnum,
    "upper": str.isupper,
    "lower": str.islower,
    "space": str.isspace,
    "blank": lambda char: char in " \t",
    "punct": lambda char: "!" <= char <= "~" and not char.isalnum(),
    "cntrl": lambda char: ord(char) < 32,
    "xdigit": lambda char: char in "0123456789abcdefABCDEF",
    "print": str.isprintable,
    "graph": lambda char: char.isprintable() and not char.isspace(),
}


class _Range:
    """A bracket expression."""

    def __init__(self, ranges: Sequence[tuple[str, str]], classes: Sequence[str], negated: bool) -> None:
        self._ranges = ranges
        self._classes = classes
        self._negated = negated

    def has(self, char: str) -> bool:
        inside = any(low <= char <= high for low, high in self._ranges) or any(
            _CLASSES[name](char) for name in self._classes
        )
        return inside is not self._negated


class Glob:
    """A compiled pattern.

    Args:
        pieces: text with whether it is quoted, in which case it means only itself.
    """

    def __init__(self, pieces: Sequence[tuple[str, bool]]) -> None:
        chars = [(char, quoted) for text, quoted in pieces for char in text]
        self._items: list[str | _Range | None] = []
        at = 0
        while at < len(chars):
            char, quoted = chars[at]
            at += 1
            if quoted or char not in "*?[\\":
                self._items.append(char)
            elif char == "*":
                if not self._items or self._items[-1] is not None:
                    self._items.append(None)
            elif char == "?":
                self._items.append(_Range([], [], True))
            elif char == "\\":
                if at < len(chars):
                    self._items.append(chars[at][0])
                    at += 1
            else:
                found = _bracket(chars, at)
                if found is None:
                    self._items.append("[")
                else:
                    item, at = found
                    self._items.append(item)

    def matches(self, text: str) -> bool:
        """Whether the whole text matches."""
        items = self._items
        at = place = 0
        star = star_place = -1
        while place < len(text):
            item = items[at] if at < len(items) else ""
            if at < len(items) and item is None:
                star, star_place = at, place
                at += 1
            elif at < len(items) and (
                item == text[place] or (isinstance(item, _Range) and item.has(text[place]))
            ):
                at += 1
                place += 1
            elif star >= 0:
                star_place += 1
                at, place = star + 1, star_place
            else:
                return False
        return all(item is None for item in items[at:])

    def prefixes(self, text: str) -> list[int]:
        """How long the beginnings of a text are that match, shortest first."""
        return _run(self._items, text)

    def suffixes(self, text: str) -> list[int]:
        """How long the ends of a text are that match, shortest first."""
        return _run(self._items[::-1], text[::-1])

    @property
    def longest(self) -> int | None:
        """How long a text can be that matches; None when there is no end to it."""
        return None if None in self._items else len(self._items)

    @property
    def literal(self) -> str | None:
        """The one text that matches, or None when there may be several."""
        if all(isinstance(item, str) for item in self._items):
            return "".join(item for item in self._items if isinstance(item, str))
        return None


def _run(items: Sequence[str | _Range | None], text: str) -> list[int]:
    """All lengths at which the items match a beginning of the text: every way at once."""
    places = _closure(items, {0})
    found = [0] if len(items) in places else []
    for length, char in enumerate(text, 1):
        moved: set[int] = set()
        for at in places:
            item = items[at] if at < len(items) else ""
            if at < len(items) and item is None:
                moved.add(at)
            elif item == char or (isinstance(item, _Range) and item.has(char)):
                moved.add(at + 1)
        places = _closure(items, moved)
        if not places:
            break
        if len(items) in places:
            found.append(length)
    return found


def _closure(items: Sequence[str | _Range | None], places: set[int]) -> set[int]:
    """Places, and those after a ``*`` that matches nothing."""
    reached = set(places)
    for at in places:
        following = at
        while following < len(items) and items[following] is None:
            following += 1
            reached.add(following)
    return reached


def _bracket(chars: Sequence[tuple[str, bool]], at: int) -> tuple[_Range, int] | None:
    """The bracket expression whose ``[`` was before ``at``, and where it ends; None when it has no end."""
    negated = at < len(chars) and chars[at][0] in "!^"
    at += negated
    ranges: list[tuple[str, str]] = []
    classes: list[str] = []
    first = True
    while at < len(chars):
        char, quoted = chars[at]
        if char == "]" and not quoted and not first:
            return _Range(ranges, classes, negated), at + 1
        first = False
        if char == "[" and at + 1 < len(chars) and chars[at + 1][0] == ":":
            name = "".join(item[0] for item in chars[at + 2 : at + 10]).partition(":]")[0]
            if name in _CLASSES:
                classes.append(name)
                at += len(name) + 4
                continue
        if char == "\\" and not quoted and at + 1 < len(chars):
            at += 1
            char = chars[at][0]
        if at + 2 < len(chars) and chars[at + 1] == ("-", False) and chars[at + 2][0] != "]":
            ranges.append((char, chars[at + 2][0]))
            at += 3
        else:
            ranges.append((char, char))
            at += 1
    return None


def glob(pattern: str) -> Glob:
    """A pattern without quotes, in which a backslash takes the meaning of the next character."""
    return Glob([(pattern, False)])


def magic(pieces: Sequence[tuple[str, bool]]) -> bool:
    """Whether a text has unquoted signs that make it a pattern."""
    return any(not quoted and any(char in text for char in "*?[") for text, quoted in pieces)
