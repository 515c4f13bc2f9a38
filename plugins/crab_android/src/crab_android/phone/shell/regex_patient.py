"""Regular expressions that could keep Python's engine busy for ever: all ways are followed at once.

The time is proportional to pattern × text (K. Thompson, "Regular expression search algorithm", 1968). What
groups have matched is not known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

_STATES_LIMIT = 5000


class RegexError(ValueError):
    """A text that is no regular expression; the message is the C library's."""


class Found(Protocol):
    """A match."""

    def start(self) -> int:
        """Where it begins."""

    def end(self) -> int:
        """Where it ends."""

    def group(self, number: int = 0, /) -> str | Any:
        """What a group matched; None when it took no part."""


@dataclass(frozen=True, slots=True)
class Node:
    """One piece of an expression: ``kind`` is char, set, seq, alt, repeat, group, place or back."""

    kind: str
    text: str = ""
    inner: tuple[Node, ...] = ()
    low: int = 0
    high: int | None = None


def python(node: Node) -> str:  # noqa: PLR0911 - one for each kind
    """The expression in Python's own syntax."""
    if node.kind == "char":
        return re.escape(node.text)
    if node.kind in ("set", "place"):
        return {"^": "^", "$": "$"}.get(node.text, node.text)
    if node.kind == "back":
        return f"(?:\\{node.text})"
    inner = [python(child) for child in node.inner]
    if node.kind == "seq":
        return "".join(inner)
    if node.kind == "alt":
        return "(?:" + "|".join(inner) + ")"
    if node.kind == "group":
        return f"({inner[0]})"
    high = "" if node.high is None else str(node.high)
    return f"(?:{inner[0]}){{{node.low},{high}}}"


@dataclass(frozen=True, slots=True)
class _Span:
    first: int
    last: int
    text: str

    def start(self) -> int:
        return self.first

    def end(self) -> int:
        return self.last

    def group(self, number: int = 0, /) -> str | Any:
        return self.text[self.first : self.last] if number == 0 else None


class Patient:
    """An expression that is matched by following all ways at once."""

    def __init__(self, tree: Node, flags: int, whole: str) -> None:
        self._flags = flags
        self._whole = whole
        # Each state: what it needs ("" to go on at once), and where it leads.
        self._states: list[tuple[re.Pattern[str] | str, tuple[int, ...]]] = []
        self._accept = self._add("", ())
        self._start = self._compile(tree, self._accept)

    def _add(self, needs: re.Pattern[str] | str, leads: tuple[int, ...]) -> int:
        if len(self._states) >= _STATES_LIMIT:
            raise RegexError("Regular expression too big")
        self._states.append((needs, leads))
        return len(self._states) - 1

    def _compile(self, node: Node, after: int) -> int:
        if node.kind in ("char", "set"):
            return self._add(re.compile(python(node), self._flags | re.DOTALL), (after,))
        if node.kind == "place":
            return self._add(node.text, (after,))
        if node.kind == "back":
            raise RegexError("Regular expression too big")
        if node.kind == "alt":
            return self._add("", tuple(self._compile(child, after) for child in node.inner))
        if node.kind == "repeat":
            return self._repeat(node, after)
        for child in reversed(node.inner):
            after = self._compile(child, after)
        return after

    def _repeat(self, node: Node, after: int) -> int:
        inner = node.inner[0]
        if node.high is None:
            loop = self._add("", ())
            body = self._compile(inner, loop)
            self._states[loop] = ("", (body, after))
            after = loop
        else:
            end = after
            for _ in range(node.high - node.low):
                after = self._add("", (self._compile(inner, after), end))
        for _ in range(node.low):
            after = self._compile(inner, after)
        return after

    def search(self, text: str, at: int = 0) -> Found | None:
        """The first match at or after a place, and of those the longest."""
        found: tuple[int, int] | None = None
        # Where each way that is still open began; of two at the same state, the earlier one is kept.
        ways: dict[int, int] = {}
        for position in range(at, len(text) + 1):
            if found is None and self._may_begin(text, position):
                ways.setdefault(self._start, position)
            ways = self._closure(ways, text, position)
            start = ways.get(self._accept)
            if start is not None and (found is None or start <= found[0]) and self._may_end(text, position):
                found = (start, position)
            if position == len(text) or (found is not None and not ways):
                break
            moved: dict[int, int] = {}
            for place, begun in ways.items():
                needs, leads = self._states[place]
                if found is not None and begun > found[0]:
                    continue
                if isinstance(needs, re.Pattern) and needs.match(text, position):
                    for lead in leads:
                        moved[lead] = min(begun, moved.get(lead, begun))
            ways = moved
        return None if found is None else _Span(found[0], found[1], text)

    def _may_begin(self, text: str, position: int) -> bool:
        if self._whole == "line":
            return position == 0
        return not (self._whole == "word" and position and _in_word(text[position - 1]))

    def _may_end(self, text: str, position: int) -> bool:
        if self._whole == "line":
            return position == len(text)
        return not (self._whole == "word" and position < len(text) and _in_word(text[position]))

    def _closure(self, ways: dict[int, int], text: str, position: int) -> dict[int, int]:
        """The states that are reached without a character, those that began earliest first."""
        reached: dict[int, int] = {}
        for place, begun in sorted(ways.items(), key=lambda way: way[1]):
            todo = [place]
            while todo:
                state = todo.pop()
                if state in reached:
                    continue
                reached[state] = begun
                needs, leads = self._states[state]
                if isinstance(needs, str) and (not needs or re.compile(needs).match(text, position)):
                    todo += leads
        return reached


def _in_word(char: str) -> bool:
    return char.isalnum() or char == "_"
