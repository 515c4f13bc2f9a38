"""What a shell program is made of, after parsing.

The language is that of mksh, Android's shell, as far as people and scripts use it.
"""

from __future__ import annotations

from dataclasses import dataclass


class ShellSyntaxError(ValueError):
    """Text that is no shell program."""


class UnfinishedError(ShellSyntaxError):
    """Text that ends within quotes, within a command, or after an operator: more lines may complete it."""


@dataclass(frozen=True, slots=True)
class Text:
    """Literal text."""

    text: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Variable:
    """``$name`` or ``${name operator word}``.

    Attributes:
        name: the variable, a digit or a sign such as ``?``.
        operator: ``""``, ``"len"``, one of ``:- - := = :+ + :? ? # ## % %% / //``, or ``":"`` for a part.
        word: what comes after the operator; for ``/`` the pattern and for ``:`` the start.
        second: what comes after that: the replacement, or the length.
        quoted: whether it stands in double quotes.
    """

    name: str
    operator: str = ""
    word: Word = ()
    second: Word | None = None
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Substitution:
    """``$(program)`` or the same in backticks."""

    program: Program
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """``$((expression))``."""

    expression: Word
    quoted: bool = False


Part = Text | Variable | Substitution | Arithmetic
Word = tuple[Part, ...]


@dataclass(slots=True)
class Redirect:
    """Where a file descriptor goes to or comes from.

    Attributes:
        fd: the descriptor; -1 for both output and errors.
        operator: ``> >> < <> >& <& <<`` or ``<<<``.
        target: the file, the other descriptor, or the text.
    """

    fd: int
    operator: str
    target: Word


@dataclass(slots=True)
class Simple:
    """A command with its words, and assignments before it: (name, value, whether it is added)."""

    assignments: tuple[tuple[str, Word, bool], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()


@dataclass(slots=True)
class Group:
    """A list in braces, or in parentheses, which has a shell of its own."""

    program: Program
    own_shell: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(slots=True)
class If:
    """``if``: conditions with what to do, and what to do otherwise."""

    branches: tuple[tuple[Program, Program], ...]
    otherwise: Program
    redirects: tuple[Redirect, ...] = ()


@dataclass(slots=True)
class For:
    """``for name in words``; without words, over the shell's arguments."""

    name: str
    words: tuple[Word, ...] | None
    body: Program
    redirects: tuple[Redirect, ...] = ()


@dataclass(slots=True)
class While:
    """``while`` or ``until``."""

    condition: Program
    body: Program
    until: bool
    redirects: tuple[Redirect, ...] = ()


@dataclass(slots=True)
class Case:
    """``case``: branches of patterns, what to do, and whether to fall through to the next."""

    word: Word
    branches: tuple[tuple[tuple[Word, ...], Program, bool], ...]
    redirects: tuple[Redirect, ...] = ()


@dataclass(slots=True)
class Function:
    """``name() command``."""

    name: str
    body: Command
    redirects: tuple[Redirect, ...] = ()


@dataclass(slots=True)
class Condition:
    """``[[ expression ]]``: operands and operators in order."""

    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()


@dataclass(slots=True)
class Calculation:
    """``((expression))``."""

    expression: Word
    redirects: tuple[Redirect, ...] = ()


Command = Simple | Group | If | For | While | Case | Function | Condition | Calculation


@dataclass(slots=True)
class Pipeline:
    """Commands, each feeding the next."""

    commands: tuple[Command, ...]
    negated: bool = False
    timed: bool = False


@dataclass(slots=True)
class AndOr:
    """Pipelines joined by ``&&`` and ``||``; the first has an empty operator."""

    parts: tuple[tuple[str, Pipeline], ...]
    background: bool = False


Program = tuple[AndOr, ...]
