"""Parsing shell programs: lists, pipelines, compound commands and redirections."""

from __future__ import annotations

import re
from functools import lru_cache

from .scanner import BREAKS, Scanner, literal
from .syntax import (
    AndOr,
    Calculation,
    Case,
    Command,
    Condition,
    For,
    Function,
    Group,
    If,
    Pipeline,
    Program,
    Redirect,
    ShellSyntaxError,
    Simple,
    Text,
    UnfinishedError,
    While,
    Word,
)

__all__ = ["ShellSyntaxError", "UnfinishedError", "parse"]

_NAME = re.compile(r"[A-Za-z_:.@%+][A-Za-z0-9_:.@%+-]*")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?)=")
_REDIRECT = re.compile(r"(\d*)(<<-|<<<|<<|<>|<&|>&|>>|>\||<|>)|&>")
_RESERVED = frozenset({"then", "elif", "else", "fi", "do", "done", "esac", "}", "in", "]]"})
_NESTING_LIMIT = 100


@lru_cache(maxsize=512)
def parse(text: str) -> Program:
    """The program that a text means.

    Raises:
        UnfinishedError: when more text could make it whole.
        ShellSyntaxError: when nothing could.
    """
    scanner = Scanner(text, lambda inner, stop: _Parser(inner).until_sign(stop))
    try:
        program = _Parser(scanner).until_sign("")
    except RecursionError as error:
        raise ShellSyntaxError("too deeply nested") from error
    if scanner.heredocs:
        raise UnfinishedError(f"here document '{scanner.heredocs[0][1]}' unclosed")
    return program


class _Parser:
    def __init__(self, scanner: Scanner) -> None:
        self._in = scanner
        self._nesting = 0

    # -- lists --------------------------------

    def until_sign(self, stop: str) -> Program:
        """Commands up to a closing sign, or to the end of the text when it is empty."""
        program = self._list(frozenset())
        if self._in.at_end:
            if stop:
                raise UnfinishedError("unexpected EOF")
            return program
        if not stop or not self._in.take(stop):
            raise self._unexpected()
        return program

    def _until_word(self, *stops: str) -> tuple[Program, str]:
        """Commands up to one of some reserved words, and that word."""
        program = self._list(frozenset(stops))
        word = self._reserved()
        if word not in stops:
            raise (UnfinishedError("unexpected EOF") if self._in.at_end else self._unexpected())
        self._in.at += len(word)
        return program, word

    def _list(self, stops: frozenset[str]) -> Program:
        items: list[AndOr] = []
        while True:
            self._in.blank(lines=True)
            if self._in.at_end or self._in.char == ")" or self._in.peek(";;") or self._in.peek(";&"):
                return tuple(items)
            word = self._reserved()
            if word in stops:
                return tuple(items)
            if word in _RESERVED:
                raise self._unexpected(word)
            parts = self._and_or()
            self._in.blank()
            background = self._in.char == "&" and not self._in.peek("&&")
            items.append(AndOr(parts, background))
            if background or (self._in.char == ";" and not (self._in.peek(";;") or self._in.peek(";&"))):
                self._in.at += 1
            elif not (self._in.at_end or self._in.char in "\n)" or self._in.peek(";")):
                raise self._unexpected()

    def _and_or(self) -> tuple[tuple[str, Pipeline], ...]:
        parts = [("", self._pipeline())]
        while True:
            self._in.blank()
            operator = next((sign for sign in ("&&", "||") if self._in.take(sign)), "")
            if not operator:
                return tuple(parts)
            self._in.blank(lines=True)
            if self._in.at_end:
                raise UnfinishedError("unexpected EOF")
            parts.append((operator, self._pipeline()))

    def _pipeline(self) -> Pipeline:
        self._in.blank()
        negated = timed = False
        while (word := self._reserved()) in ("!", "time"):
            self._in.at += len(word)
            negated, timed = negated ^ (word == "!"), timed or word == "time"
            self._in.blank()
        commands = [self._command()]
        while True:
            self._in.blank()
            if self._in.peek("||") or not self._in.take("|"):
                return Pipeline(tuple(commands), negated, timed)
            self._in.take("&")
            self._in.blank(lines=True)
            if self._in.at_end:
                raise UnfinishedError("unexpected EOF")
            commands.append(self._command())

    # -- commands --------------------------------

    def _command(self) -> Command:
        self._nesting += 1
        if self._nesting > _NESTING_LIMIT:
            raise ShellSyntaxError("too deeply nested")
        made = self._compound() or self._simple()
        self._nesting -= 1
        return made

    def _compound(self) -> Command | None:
        start = self._in.at
        if self._in.peek("(("):
            text = self._in.balanced(2)
            if text is not None:
                inner = Scanner(text, lambda inside, stop: _Parser(inside).until_sign(stop))
                return Calculation(tuple(inner.quoted_parts("")), self._redirects())
            self._in.at = start
        if self._in.take("("):
            return Group(self.until_sign(")"), True, self._redirects())
        word = self._reserved()
        makers = {
            "{": self._braces,
            "if": self._if,
            "for": self._for,
            "while": self._while,
            "until": self._while,
            "case": self._case,
            "function": self._function,
            "[[": self._condition,
        }
        if word in makers:
            return makers[word]()
        name = _NAME.match(self._in.text, self._in.at)
        if name and re.match(r"[ \t]*\([ \t]*\)", self._in.text[name.end() : name.end() + 40]):
            self._in.at = self._in.text.index(")", name.end()) + 1
            return self._function_body(name[0])
        return None

    def _reserved(self) -> str:
        """The unquoted word that comes next, without stepping over it."""
        start = self._in.at
        end = start
        while end < len(self._in.text) and self._in.text[end] not in BREAKS and end - start < 10:
            end += 1
        return self._in.text[start:end]

    def _need(self, word: str) -> None:
        self._in.blank(lines=True)
        if self._reserved() != word:
            raise (UnfinishedError("unexpected EOF") if self._in.at_end else self._unexpected())
        self._in.at += len(word)

    def _braces(self) -> Command:
        self._in.at += 1
        program, _ = self._until_word("}")
        return Group(program, False, self._redirects())

    def _if(self) -> Command:
        self._in.at += 2
        branches: list[tuple[Program, Program]] = []
        while True:
            condition, _ = self._until_word("then")
            body, end = self._until_word("elif", "else", "fi")
            branches.append((condition, body))
            if end != "elif":
                break
        otherwise: Program = self._until_word("fi")[0] if end == "else" else ()
        return If(tuple(branches), otherwise, self._redirects())

    def _for(self) -> Command:
        self._in.at += 3
        self._in.blank()
        name = self._in.name()
        if not name:
            raise (UnfinishedError("unexpected EOF") if self._in.at_end else self._unexpected())
        self._in.blank(lines=True)
        words: tuple[Word, ...] | None = None
        if self._reserved() == "in":
            self._in.at += 2
            words = tuple(self._words())
        self._in.blank()
        self._in.take(";")
        self._need("do")
        body, _ = self._until_word("done")
        return For(name, words, body, self._redirects())

    def _words(self) -> list[Word]:
        words: list[Word] = []
        while True:
            self._in.blank()
            word = self._in.word()
            if not word:
                return words
            words.append(word)

    def _while(self) -> Command:
        until = self._reserved() == "until"
        self._in.at += 5
        condition, _ = self._until_word("do")
        body, _ = self._until_word("done")
        return While(condition, body, until, self._redirects())

    def _case(self) -> Command:
        self._in.at += 4
        self._in.blank()
        word = self._in.word()
        self._need("in")
        branches: list[tuple[tuple[Word, ...], Program, bool]] = []
        while True:
            self._in.blank(lines=True)
            if self._in.at_end:
                raise UnfinishedError("unexpected EOF")
            if self._reserved() == "esac":
                self._in.at += 4
                return Case(word, tuple(branches), self._redirects())
            self._in.take("(")
            patterns = [self._pattern()]
            while self._in.take("|"):
                patterns.append(self._pattern())
            if not self._in.take(")"):
                raise (UnfinishedError("unexpected EOF") if self._in.at_end else self._unexpected())
            body = self._list(frozenset({"esac"}))
            falls = self._in.take(";&")
            if not falls:
                self._in.take(";;")
            branches.append((tuple(patterns), body, falls))

    def _pattern(self) -> Word:
        self._in.blank(lines=True)
        word = self._in.word()
        self._in.blank()
        if not word:
            raise (UnfinishedError("unexpected EOF") if self._in.at_end else self._unexpected())
        return word

    def _function(self) -> Command:
        self._in.at += len("function")
        self._in.blank()
        name = self._in.name()
        if not name:
            raise (UnfinishedError("unexpected EOF") if self._in.at_end else self._unexpected())
        self._in.blank()
        if self._in.take("("):
            self._in.blank()
            self._in.take(")")
        return self._function_body(name)

    def _function_body(self, name: str) -> Command:
        self._in.blank(lines=True)
        if self._in.at_end:
            raise UnfinishedError("unexpected EOF")
        return Function(name, self._command())

    def _condition(self) -> Command:
        self._in.at += 2
        words: list[Word] = []
        while True:
            self._in.blank(lines=True)
            if self._in.at_end:
                raise UnfinishedError("unexpected EOF")
            if self._reserved() == "]]":
                self._in.at += 2
                return Condition(tuple(words), self._redirects())
            sign = next(
                (sign for sign in ("&&", "||", "(", ")", "<", ">") if self._in.take(sign)),
                "",
            )
            word = (Text(sign),) if sign else self._in.word(BREAKS.replace("(", "").replace(")", ""))
            if not word:
                raise self._unexpected()
            words.append(word)

    def _simple(self) -> Command:
        assignments: list[tuple[str, Word, bool]] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            self._in.blank()
            redirect = self._redirect()
            if redirect is not None:
                redirects.append(redirect)
                continue
            sign = _ASSIGNMENT.match(self._in.text, self._in.at) if not words else None
            if sign:
                self._in.at = sign.end()
                assignments.append((sign[1], self._in.word(), bool(sign[2])))
                continue
            word = self._in.word()
            if not word:
                break
            words.append(word)
        if not words and not redirects and not assignments:
            raise (UnfinishedError("unexpected EOF") if self._in.at_end else self._unexpected())
        return Simple(tuple(assignments), tuple(words), tuple(redirects))

    # -- redirections --------------------------------

    def _redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        while True:
            self._in.blank()
            redirect = self._redirect()
            if redirect is None:
                return tuple(found)
            found.append(redirect)

    def _redirect(self) -> Redirect | None:
        match = _REDIRECT.match(self._in.text, self._in.at)
        if match is None or len(match[1] or "") > 2:
            return None
        self._in.at = match.end()
        self._in.blank()
        operator = match[2] or "&>"
        target = self._in.word()
        if not target:
            raise (UnfinishedError("unexpected EOF") if self._in.at_end else self._unexpected())
        default = 0 if operator.startswith("<") else -1 if operator == "&>" else 1
        fd = int(match[1]) if match[1] else default
        if operator in ("<<", "<<-"):
            name = "".join(part.text for part in target if isinstance(part, Text))
            redirect = Redirect(fd, "<<", ())
            self._in.heredocs.append((redirect, name, literal(target) is None, operator == "<<-"))
            return redirect
        operator = {">|": ">", "&>": ">"}.get(operator, operator)
        return Redirect(fd, operator, target)

    def _unexpected(self, word: str = "") -> ShellSyntaxError:
        if self._in.at_end:
            return UnfinishedError("unexpected EOF")
        shown = word or next(
            (sign for sign in (";;", "&&", "||") if self._in.peek(sign)),
            self._reserved() or self._in.char,
        )
        return ShellSyntaxError(f"unexpected '{'newline' if shown == chr(10) else shown}'")
