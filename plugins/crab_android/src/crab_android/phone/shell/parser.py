"""Parsing shell text: words with quotes and expansions, pipes, lists and redirections."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

_SPECIAL = " \t\n;&|<>()#'\"\\$`"


class ShellSyntaxError(ValueError):
    """Text that is no shell program."""


class UnfinishedError(ShellSyntaxError):
    """Text that ends within quotes, or after an operator: more lines may complete it."""


class Kind(Enum):
    """What a part of a word is."""

    TEXT = "text"
    VARIABLE = "variable"
    COMMAND = "command"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a word: literal text, a variable or a command to substitute."""

    kind: Kind
    text: str
    quoted: bool = False


Word = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Redirect:
    """``fd`` goes to (``>``, ``>>``), comes from (``<``) a file, or goes where another goes (``>&``)."""

    fd: int
    operator: str
    target: Word


@dataclass(slots=True)
class Command:
    """A simple command, or with ``group`` a list in parentheses or braces."""

    words: list[Word] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    group: list[AndOr] | None = None


@dataclass(slots=True)
class Pipeline:
    """Commands, each feeding the next."""

    commands: list[Command]
    negated: bool = False


@dataclass(slots=True)
class AndOr:
    """Pipelines joined by ``&&`` and ``||``; the first has an empty operator."""

    parts: list[tuple[str, Pipeline]]


def parse(text: str) -> list[AndOr]:
    """The program that a text means.

    Raises:
        UnfinishedError: when more text could make it whole.
        ShellSyntaxError: when nothing could.
    """
    parser = _Parser(text)
    program = parser.program(stop="")
    if not parser.at_end:
        raise ShellSyntaxError(f"unexpected '{parser.rest[:1]}'")
    return program


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    @property
    def at_end(self) -> bool:
        return self._at >= len(self._text)

    @property
    def rest(self) -> str:
        return self._text[self._at :]

    def _peek(self, token: str) -> bool:
        return self._text.startswith(token, self._at)

    def _take(self, token: str) -> bool:
        if self._peek(token):
            self._at += len(token)
            return True
        return False

    def _blank(self, *, lines: bool = False) -> None:
        while not self.at_end:
            if self._peek("\\\n"):
                self._at += 2
            elif self._text[self._at] in (" \t\r\n" if lines else " \t\r"):
                self._at += 1
            elif self._peek("#"):
                while not self.at_end and not self._peek("\n"):
                    self._at += 1
            else:
                return

    def program(self, stop: str) -> list[AndOr]:
        items: list[AndOr] = []
        while True:
            self._blank(lines=True)
            if self.at_end:
                if stop:
                    raise UnfinishedError(f"missing '{stop}'")
                return items
            if stop and self._take(stop):
                return items
            items.append(self._and_or())
            self._blank()
            if self._peek("&&") or self._peek("||") or self._peek(";;"):
                raise ShellSyntaxError(f"unexpected '{self.rest[:2]}'")
            separated = self._take(";") or self._take("&") or self._take("\n")
            if not separated and not self.at_end and not (stop and self._peek(stop)):
                raise ShellSyntaxError(f"unexpected '{self.rest[:1]}'")

    def _and_or(self) -> AndOr:
        parts = [("", self._pipeline())]
        while True:
            self._blank()
            operator = next((sign for sign in ("&&", "||") if self._take(sign)), "")
            if not operator:
                return AndOr(parts)
            self._blank(lines=True)
            if self.at_end:
                raise UnfinishedError(f"nothing after '{operator}'")
            parts.append((operator, self._pipeline()))

    def _pipeline(self) -> Pipeline:
        self._blank()
        negated = self._peek("! ") and self._take("!")
        commands = [self._command()]
        while True:
            self._blank()
            if self._peek("||") or not self._take("|"):
                return Pipeline(commands, bool(negated))
            self._blank(lines=True)
            if self.at_end:
                raise UnfinishedError("nothing after '|'")
            commands.append(self._command())

    def _command(self) -> Command:
        self._blank()
        command = Command()
        if self._take("("):
            command.group = self.program(stop=")")
        elif self._peek("{ ") or self._peek("{\n"):
            self._at += 1
            command.group = self.program(stop="}")
        while True:
            self._blank()
            redirect = self._redirect()
            if redirect is not None:
                command.redirects.append(redirect)
                continue
            if self.at_end or self._text[self._at] in "\n;&|()":
                break
            if command.group is not None:
                raise ShellSyntaxError(f"unexpected '{self.rest[:1]}'")
            command.words.append(self._word())
        if not command.words and not command.redirects and command.group is None:
            raise ShellSyntaxError(f"unexpected '{self.rest[:1] or 'end'}'")
        return command

    def _redirect(self) -> Redirect | None:
        start = self._at
        fd = None
        if (
            not self.at_end
            and self._text[self._at].isdigit()
            and self._text[self._at + 1 : self._at + 2] in ("<", ">")
        ):
            fd = int(self._text[self._at])
            self._at += 1
        both = fd is None and self._take("&>")
        operator = (
            ">" if both else next((sign for sign in (">>", ">&", ">|", ">", "<") if self._take(sign)), "")
        )
        if not operator:
            self._at = start
            return None
        self._blank()
        if self.at_end:
            raise ShellSyntaxError("unexpected 'newline'")
        target = self._word()
        if both:
            return Redirect(-1, ">", target)
        return Redirect(fd if fd is not None else (0 if operator == "<" else 1), operator.rstrip("|"), target)

    def _word(self) -> Word:
        parts: list[Part] = []
        while not self.at_end:
            char = self._text[self._at]
            if char == "'":
                parts.append(Part(Kind.TEXT, self._until("'"), quoted=True))
            elif char == '"':
                parts.extend(self._double_quoted())
            elif char == "\\":
                self._at += 1
                if self.at_end:
                    raise UnfinishedError("nothing after a backslash")
                if not self._take("\n"):
                    parts.append(Part(Kind.TEXT, self._text[self._at], quoted=True))
                    self._at += 1
            elif char in "$`":
                parts.append(self._expansion(quoted=False))
            elif char in _SPECIAL and not (char == "#" and parts):
                break
            else:
                start = self._at
                while not self.at_end and (
                    self._text[self._at] not in _SPECIAL or self._text[self._at] == "#"
                ):
                    self._at += 1
                parts.append(Part(Kind.TEXT, self._text[start : self._at]))
        if not parts:
            raise ShellSyntaxError(f"unexpected '{self.rest[:1]}'")
        return tuple(parts)

    def _until(self, quote: str) -> str:
        end = self._text.find(quote, self._at + 1)
        if end < 0:
            raise UnfinishedError("no closing quote")
        text = self._text[self._at + 1 : end]
        self._at = end + 1
        return text

    def _double_quoted(self) -> list[Part]:
        self._at += 1
        parts = [Part(Kind.TEXT, "", quoted=True)]
        text = ""
        while True:
            if self.at_end:
                raise UnfinishedError("no closing quote")
            char = self._text[self._at]
            if char == '"':
                self._at += 1
                return [*parts, Part(Kind.TEXT, text, quoted=True)]
            if char == "\\" and self._text[self._at + 1 : self._at + 2] in ('"', "\\", "$", "`", "\n"):
                following = self._text[self._at + 1]
                text += "" if following == "\n" else following
                self._at += 2
            elif char in "$`":
                parts.append(Part(Kind.TEXT, text, quoted=True))
                text = ""
                parts.append(self._expansion(quoted=True))
            else:
                text += char
                self._at += 1

    def _expansion(self, *, quoted: bool) -> Part:
        if self._peek("`"):
            return Part(Kind.COMMAND, self._until("`"), quoted)
        self._at += 1
        if self._peek("("):
            return Part(Kind.COMMAND, self._parenthesised(), quoted)
        if self._peek("{"):
            return Part(Kind.VARIABLE, self._braced(), quoted)
        start = self._at
        if not self.at_end and self._text[self._at] in "?#@*$!0123456789":
            self._at += 1
        else:
            while not self.at_end and (self._text[self._at].isalnum() or self._text[self._at] == "_"):
                self._at += 1
        name = self._text[start : self._at]
        return Part(Kind.VARIABLE, name, quoted) if name else Part(Kind.TEXT, "$", quoted)

    def _braced(self) -> str:
        end = self._text.find("}", self._at)
        if end < 0:
            raise UnfinishedError("no closing brace")
        name = self._text[self._at + 1 : end]
        self._at = end + 1
        return name

    def _parenthesised(self) -> str:
        start = self._at + 1
        inner = _Parser(self._text)
        inner._at = start
        inner.program(stop=")")
        self._at = inner._at
        return self._text[start : inner._at - 1]
