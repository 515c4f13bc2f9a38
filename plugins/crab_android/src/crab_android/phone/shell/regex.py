"""POSIX regular expressions, basic and extended, as ``grep`` and ``sed`` have them.

Those that Python's engine matches in reasonable time are given to it; those that could keep it busy for ever
are left to :mod:`.regex_patient`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol, cast

from .regex_patient import Found, Node, Patient, RegexError, python

_CLASSES = {
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "alnum": "a-zA-Z0-9",
    "upper": "A-Z",
    "lower": "a-z",
    "space": r"\s",
    "blank": r" \t",
    "punct": r"!-/:-@\[-`{-~",
    "cntrl": r"\x00-\x1f\x7f",
    "xdigit": "0-9A-Fa-f",
    "print": r"\x20-\x7e",
    "graph": r"\x21-\x7e",
    "word": r"\w",
}
_REPEAT_LIMIT = 255  # RE_DUP_MAX
_NESTING_LIMIT = 50


__all__ = ["Found", "Regex", "RegexError", "compile_regex"]


class Regex(Protocol):
    """A compiled expression."""

    def search(self, text: str, at: int = 0) -> Found | None:
        """The first match at or after a place."""


@lru_cache(maxsize=128)
def compile_regex(
    pattern: str, *, extended: bool = False, ignore_case: bool = False, literal: bool = False, whole: str = ""
) -> Regex:
    """Compile an expression.

    Args:
        pattern: the expression; of several lines any may match.
        extended: whether it is an extended one, as with ``grep -E``.
        ignore_case: whether letters match in either case.
        literal: whether it is a plain text, as with ``grep -F``.
        whole: ``"line"`` or ``"word"`` for matches of whole lines or words only.

    Raises:
        RegexError: it is none.
    """
    lines = pattern.split("\n") if "\n" in pattern else [pattern]
    parts = [
        Node("seq", inner=tuple(Node("char", char) for char in line))
        if literal
        else _Parser(line, extended=extended).parse()
        for line in lines
    ]
    tree = parts[0] if len(parts) == 1 else Node("alt", inner=tuple(parts))
    flags = re.IGNORECASE if ignore_case else 0
    if not _risky(tree, inside=False):
        try:
            text = python(tree)
            if whole == "line":
                text = f"^(?:{text})$"
            elif whole == "word":
                text = rf"(?<!\w)(?:{text})(?!\w)"
            return _Quick(re.compile(text, flags))
        except (re.error, OverflowError, RecursionError) as error:
            raise RegexError(str(error)) from error
    return Patient(tree, flags, whole)


class _Quick:
    """An expression that Python's engine matches."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self._pattern = pattern

    def search(self, text: str, at: int = 0) -> Found | None:
        """The first match at or after a place."""
        return cast("Found | None", self._pattern.search(text, at))


class _Parser:
    def __init__(self, text: str, *, extended: bool) -> None:
        self._text = text
        self._extended = extended
        self._at = 0
        self._groups = 0
        self._depth = 0

    def parse(self) -> Node:
        tree = self._alternatives()
        if self._at < len(self._text):
            raise RegexError("Unmatched ( or \\(" if self._extended else "Unmatched ) or \\)")
        return tree

    def _sign(self, sign: str) -> bool:
        """Step over an operator: plain in extended expressions, after a backslash in basic ones."""
        written = sign if self._extended else "\\" + sign
        if self._text.startswith(written, self._at):
            self._at += len(written)
            return True
        return False

    def _sees(self, sign: str) -> bool:
        return self._text.startswith(sign if self._extended else "\\" + sign, self._at)

    def _alternatives(self) -> Node:
        self._depth += 1
        if self._depth > _NESTING_LIMIT:
            raise RegexError("Regular expression too big")
        branches = [self._branch()]
        while self._sign("|"):
            branches.append(self._branch())
        self._depth -= 1
        return branches[0] if len(branches) == 1 else Node("alt", inner=tuple(branches))

    def _branch(self) -> Node:
        pieces: list[Node] = []
        while (
            self._at < len(self._text) and not self._sees("|") and not (self._sees(")") and self._depth > 1)
        ):
            piece = self._atom(first=not pieces)
            while (bounds := self._bounds(piece)) is not None:
                piece = Node("repeat", inner=(piece,), low=bounds[0], high=bounds[1])
            pieces.append(piece)
        return Node("seq", inner=tuple(pieces))

    def _bounds(self, piece: Node) -> tuple[int, int | None] | None:
        char = self._text[self._at : self._at + 1]
        if piece.kind == "place" and not self._extended:
            return None
        if char == "*":
            self._at += 1
            return 0, None
        if self._sees("+") or self._sees("?"):
            sign = "+" if self._sees("+") else "?"
            self._sign(sign)
            return (1, None) if sign == "+" else (0, 1)
        if self._sees("{"):
            closing = "}" if self._extended else "\\}"
            end = self._text.find(closing, self._at)
            start = self._at + (1 if self._extended else 2)
            match = re.fullmatch(r"(\d*)(?:(,)(\d*))?", self._text[start:end]) if end >= 0 else None
            if match is None or not (match[1] or match[2]):
                if self._extended:
                    return None
                raise RegexError("Invalid content of \\{\\}")
            self._at = end + len(closing)
            low = int(match[1] or 0)
            high = low if not match[2] else int(match[3]) if match[3] else None
            if low > _REPEAT_LIMIT or (high is not None and (high > _REPEAT_LIMIT or high < low)):
                raise RegexError("Invalid content of \\{\\}")
            return low, high
        return None

    def _atom(self, *, first: bool) -> Node:  # noqa: PLR0911 - one for each kind
        if self._sign("("):
            self._groups += 1
            number = self._groups
            inner = self._alternatives()
            if not self._sign(")"):
                raise RegexError("Unmatched ( or \\(")
            return Node("group", str(number), (inner,))
        char = self._text[self._at]
        self._at += 1
        if char == ".":
            return Node("set", ".")
        if char == "[":
            return self._bracket()
        if char == "^" and (first or self._extended):
            return Node("place", "^")
        if char == "$" and (
            self._extended or self._at == len(self._text) or self._sees("|") or self._sees(")")
        ):
            return Node("place", "$")
        if char in "*+?" and self._extended and first:
            if char == "*":
                return Node("char", "*")
            raise RegexError("Repetition not preceded by valid expression")
        if char == "\\":
            return self._escaped()
        return Node("char", char)

    def _escaped(self) -> Node:
        if self._at >= len(self._text):
            raise RegexError("Trailing backslash")
        char = self._text[self._at]
        self._at += 1
        if char.isdigit() and char != "0":
            if int(char) > self._groups:
                raise RegexError("Invalid back reference")
            return Node("back", char)
        places = {"<": r"\b(?=\w)", ">": r"\b(?<=\w)", "b": r"\b", "B": r"\B"}
        if char in places:
            return Node("place", places[char])
        if char in "wWsSdD":
            return Node("set", "\\" + char)
        return Node("char", {"n": "\n", "t": "\t", "r": "\r", "f": "\f"}.get(char, char))

    def _bracket(self) -> Node:
        negated = self._text.startswith("^", self._at)
        self._at += negated
        start, pieces = self._at, ""
        while True:
            if self._at >= len(self._text):
                raise RegexError("Unmatched [, [^, [:, [., or [=")
            char = self._text[self._at]
            if char == "]" and self._at > start:
                self._at += 1
                return Node("set", f"[{'^' * negated}{pieces}]")
            named = re.match(r"\[:(\w+):\]", self._text[self._at : self._at + 12])
            if named:
                if named[1] not in _CLASSES:
                    raise RegexError("Invalid character class name")
                pieces += _CLASSES[named[1]]
                self._at += len(named[0])
                continue
            self._at += 1
            after = self._text[self._at : self._at + 2]
            if after[:1] == "-" and after[1:] not in ("", "]"):
                if after[1] < char:
                    raise RegexError("Invalid range end")
                pieces += f"{re.escape(char)}-{re.escape(after[1])}"
                self._at += 2
            elif char == "\\" and after[:1] in ("n", "t"):
                pieces += "\\" + after[0]
                self._at += 1
            else:
                pieces += re.escape(char)


def _risky(node: Node, *, inside: bool) -> bool:
    """Whether an expression may take time that grows exponentially, or with a high power, in the text."""
    return _loops_in_loops(node, inside=inside) or _loops(node) > 6


def _loops_in_loops(node: Node, *, inside: bool) -> bool:
    loop = node.kind == "repeat" and (node.high is None or node.high > 10)
    if inside and (loop or (node.kind == "alt" and not _distinct(node)) or node.kind == "back"):
        return True
    return any(_loops_in_loops(child, inside=inside or loop) for child in node.inner)


def _distinct(node: Node) -> bool:
    """Whether the branches of an alternative begin with different characters, so that only one can match."""
    starts = [
        branch.inner[0].text for branch in node.inner if branch.inner and branch.inner[0].kind == "char"
    ]
    return len(starts) == len(node.inner) == len(set(starts))


def _loops(node: Node) -> int:
    own = node.kind == "repeat" and node.high is None
    return own + sum(_loops(child) for child in node.inner)
