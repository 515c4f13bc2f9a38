"""Words of shell text: quotes, expansions and the characters between them."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from .escapes import ansi_c
from .syntax import (
    Arithmetic,
    Part,
    Program,
    Redirect,
    ShellSyntaxError,
    Substitution,
    Text,
    UnfinishedError,
    Variable,
    Word,
)

BREAKS = " \t\r\n;&|<>()"
_DEPTH_LIMIT = 60
_OPERATORS = (
    ":-",
    ":=",
    ":+",
    ":?",
    "##",
    "%%",
    "//",
    "-",
    "=",
    "+",
    "?",
    "#",
    "%",
    "/",
    ":",
)


_PLAIN = re.compile(r'[^"\\$`]+')
"""What means only itself within double quotes."""


@lru_cache
def _run(stops: str) -> re.Pattern[str]:
    """Characters that mean only themselves."""
    return re.compile(f"[^{re.escape(stops)}'\"\\\\$`]+")


ParseProgram = Callable[["Scanner", str], Program]


class Scanner:
    """A place in shell text, and reading words from it.

    Args:
        text: the text.
        program: parses a program up to a closing sign, for substitutions.
        depth: how many substitutions this one lies in.
    """

    def __init__(self, text: str, program: ParseProgram, *, depth: int = 0) -> None:
        self.text = text
        self.at = 0
        self.depth = depth
        self.heredocs: list[tuple[Redirect, str, bool, bool]] = []
        self._program = program

    # -- the place --------------------------------

    @property
    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.text)

    @property
    def char(self) -> str:
        """The next character; empty at the end."""
        return self.text[self.at : self.at + 1]

    def peek(self, token: str) -> bool:
        """Whether a token comes next."""
        return self.text.startswith(token, self.at)

    def take(self, token: str) -> bool:
        """Step over a token if it comes next."""
        if self.peek(token):
            self.at += len(token)
            return True
        return False

    def blank(self, *, lines: bool = False) -> None:
        """Step over blanks and comments, and with ``lines`` over line breaks as well."""
        while not self.at_end:
            if self.peek("\\\n"):
                self.at += 2
            elif self.char in " \t\r":
                self.at += 1
            elif self.char == "\n" and lines:
                self.newline()
            elif self.char == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            else:
                return

    def newline(self) -> None:
        """Step over a line break, and over the here-documents that follow it."""
        self.at += 1
        waiting, self.heredocs = self.heredocs, []
        for redirect, delimiter, literal, strip in waiting:
            redirect.target = self._heredoc(delimiter, literal=literal, strip=strip)

    def _heredoc(self, delimiter: str, *, literal: bool, strip: bool) -> Word:
        lines: list[str] = []
        while True:
            if self.at_end:
                raise UnfinishedError(f"here document '{delimiter}' unclosed")
            end = self.text.find("\n", self.at)
            line = self.text[self.at : end if end >= 0 else len(self.text)]
            self.at = len(self.text) if end < 0 else end + 1
            line = line.lstrip("\t") if strip else line
            if line == delimiter:
                break
            lines.append(line + "\n")
        text = "".join(lines)
        if literal:
            return (Text(text, quoted=True),)
        inner = self._inside(text)
        return tuple(inner.quoted_parts("", escapes="\\$`\n"))

    def _inside(self, text: str) -> Scanner:
        if self.depth >= _DEPTH_LIMIT:
            raise ShellSyntaxError("too deeply nested")
        return Scanner(text, self._program, depth=self.depth + 1)

    # -- words --------------------------------

    def word(self, stops: str = BREAKS) -> Word:
        """The next word, up to one of the stopping characters; empty when there is none."""
        parts: list[Part] = []
        while not self.at_end:
            char = self.char
            if char in stops:
                break
            if char == "'":
                parts.append(Text(self.until("'"), quoted=True))
            elif char == '"':
                self.at += 1
                parts += [Text("", quoted=True), *self.quoted_parts('"')]
            elif char == "\\":
                self.at += 1
                if self.at_end:
                    raise UnfinishedError("unexpected EOF")
                if not self.take("\n"):
                    parts.append(Text(self.char, quoted=True))
                    self.at += 1
            elif char in "$`":
                parts.append(self.expansion(quoted=False))
            else:
                run = _run(stops).match(self.text, self.at)
                self.at += 1
                if run is not None:
                    self.at = run.end()
                    parts.append(Text(run[0]))
        return tuple(parts)

    def until(self, quote: str) -> str:
        """The text after an opening quote, up to the closing one."""
        end = self.text.find(quote, self.at + 1)
        if end < 0:
            raise UnfinishedError("no closing quote")
        text = self.text[self.at + 1 : end]
        self.at = end + 1
        return text

    def quoted_parts(self, end: str, escapes: str = '"\\$`\n') -> list[Part]:
        """Parts as within double quotes, up to ``end``, or to the end of the text when it is empty."""
        parts: list[Part] = []
        text: list[str] = []
        while True:
            if self.at_end and end:
                raise UnfinishedError("no closing quote")
            if self.at_end or (end and self.take(end)):
                return [*parts, Text("".join(text), quoted=True)] if text else parts
            char = self.char
            following = self.text[self.at + 1 : self.at + 2]
            if char == "\\" and following and following in escapes + end:
                text.append("" if following == "\n" else following)
                self.at += 2
            elif char in "$`":
                if text:
                    parts.append(Text("".join(text), quoted=True))
                    text = []
                parts.append(self.expansion(quoted=True))
            else:
                run = _PLAIN.match(self.text, self.at)
                piece = run[0] if run is not None else char
                text.append(piece)
                self.at += len(piece)

    def expansion(self, *, quoted: bool) -> Part:
        """What begins with ``$`` or a backtick."""
        if self.char == "`":
            return self._backticks(quoted=quoted)
        if self.peek("$("):
            return self._parenthesised(quoted=quoted)
        if self.peek("${"):
            self.at += 2
            return self._braced(quoted=quoted)
        self.at += 1
        if not quoted and self.char and self.char in "'\"":
            return Text(self._ansi_c() if self.char == "'" else "", quoted=True)
        name = self.name(signs=True)
        return Variable(name, quoted=quoted) if name else Text("$", quoted=True)

    def name(self, *, signs: bool = False) -> str:
        """A variable's name; with ``signs`` also one of the signs and digits that stand alone."""
        start = self.at
        if signs and self.char and self.char in "?#@*$!-0123456789":
            self.at += 1
        elif self.char and (self.char == "_" or (self.char.isascii() and self.char.isalpha())):
            while self.char and (self.char == "_" or (self.char.isascii() and self.char.isalnum())):
                self.at += 1
        return self.text[start : self.at]

    def _nested(self, stop: str) -> Program:
        self.depth += 1
        if self.depth > _DEPTH_LIMIT:
            raise ShellSyntaxError("too deeply nested")
        program = self._program(self, stop)
        self.depth -= 1
        return program

    def _backticks(self, *, quoted: bool) -> Part:
        self.at += 1
        text: list[str] = []
        while not self.peek("`"):
            if self.at_end:
                raise UnfinishedError("no closing quote")
            following = self.text[self.at + 1 : self.at + 2]
            if self.char == "\\" and following and following in ("`\\$" + ('"' if quoted else "")):
                self.at += 1
            text.append(self.char)
            self.at += 1
        self.at += 1
        inner = self._inside("".join(text))
        return Substitution(self._program(inner, ""), quoted)

    def _ansi_c(self) -> str:
        end = self.at + 1
        while end < len(self.text) and self.text[end] != "'":
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            raise UnfinishedError("no closing quote")
        text = self.text[self.at + 1 : end]
        self.at = end + 1
        return ansi_c(text)

    def _parenthesised(self, *, quoted: bool) -> Part:
        """``$((...))``, or ``$(...)``, which may begin with a parenthesis of its own."""
        text = self.balanced(3) if self.peek("$((") else None
        if text is not None:
            return Arithmetic(tuple(self._inside(text).quoted_parts("")), quoted)
        self.at += 2
        return Substitution(self._nested(")"), quoted)

    def balanced(self, skip: int) -> str | None:
        """The text between double parentheses, stepped over; None when they are not closed by such.

        Args:
            skip: the length of what opens them.
        """
        level = 0
        position = self.at + skip
        while position < len(self.text):
            char = self.text[position]
            if char == "(":
                level += 1
            elif char == ")" and level:
                level -= 1
            elif char == ")":
                if not self.text.startswith("))", position):
                    return None
                text = self.text[self.at + skip : position]
                self.at = position + 2
                return text
            position += 1
        if ")" not in self.text[self.at :]:
            raise UnfinishedError("unexpected EOF")
        return None

    def _braced(self, *, quoted: bool) -> Part:
        if self.peek("#") and self.text[self.at + 1 : self.at + 2] not in ("}", ""):
            self.at += 1
            name = self.name(signs=True)
            self._close()
            return Variable(name, "len", quoted=quoted)
        digits = self.at
        while self.char.isdigit():
            self.at += 1
        name = self.text[digits : self.at] or self.name(signs=True)
        if not name:
            if self.at_end:
                raise UnfinishedError("no closing quote")
            raise ShellSyntaxError("bad substitution")
        if self.take("}"):
            return Variable(name, quoted=quoted)
        operator = next((sign for sign in _OPERATORS if self.take(sign)), "")
        if not operator:
            if self.at_end:
                raise UnfinishedError("no closing quote")
            raise ShellSyntaxError("bad substitution")
        # Patterns keep their own quoting, also within double quotes.
        plain = not quoted or operator[0] in "#%/"
        if operator in ("/", "//", ":"):
            word = self._braced_word("/}" if operator != ":" else ":}", plain=plain)
            more = self.take(operator[0])
            second = self._braced_word("}", plain=plain) if more else None
            self._close()
            return Variable(name, operator, word, second, quoted)
        word = self._braced_word("}", plain=plain)
        self._close()
        return Variable(name, operator, word, quoted=quoted)

    def _braced_word(self, stops: str, *, plain: bool) -> Word:
        if plain:
            return self.word(stops)
        parts: list[Part] = [Text("", quoted=True)]
        while not self.at_end and self.char not in stops:
            if self.char == '"':
                self.at += 1
                parts += self.quoted_parts('"')
            elif self.char in "$`":
                parts.append(self.expansion(quoted=True))
            elif self.char == "\\" and self.text[self.at + 1 : self.at + 2] in (
                "}",
                "\\",
                "$",
                "`",
                '"',
            ):
                parts.append(Text(self.text[self.at + 1], quoted=True))
                self.at += 2
            else:
                parts.append(Text(self.char, quoted=True))
                self.at += 1
        return tuple(parts)

    def _close(self) -> None:
        if self.at_end:
            raise UnfinishedError("no closing quote")
        if not self.take("}"):
            raise ShellSyntaxError("bad substitution")


def literal(word: Word) -> str | None:
    """The text of a word that has no quotes and no expansions; None of any other."""
    if all(isinstance(part, Text) and not part.quoted for part in word):
        return "".join(part.text for part in word if isinstance(part, Text))
    return None
