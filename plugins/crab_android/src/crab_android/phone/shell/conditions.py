"""``test``, ``[`` and ``[[``: questions about texts, numbers and files."""

from __future__ import annotations

import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..system.files import FileError, Node
from .arithmetic import ExpressionError, evaluate
from .patterns import Glob

if TYPE_CHECKING:
    from .interpreter import Shell

_KINDS: dict[str, Callable[[int], bool]] = {
    "-f": stat.S_ISREG,
    "-d": stat.S_ISDIR,
    "-b": stat.S_ISBLK,
    "-c": stat.S_ISCHR,
    "-p": stat.S_ISFIFO,
    "-S": stat.S_ISSOCK,
    "-g": lambda mode: bool(mode & stat.S_ISGID),
    "-u": lambda mode: bool(mode & stat.S_ISUID),
    "-k": lambda mode: bool(mode & stat.S_ISVTX),
    "-x": lambda mode: bool(mode & 0o111),
}
_UNARY = frozenset({*_KINDS, "-a", "-e", "-r", "-w", "-s", "-h", "-L", "-n", "-z", "-t", "-o", "-v"})
_NUMBERS: dict[str, Callable[[int, int], bool]] = {
    "-eq": int.__eq__,
    "-ne": int.__ne__,
    "-lt": int.__lt__,
    "-le": int.__le__,
    "-gt": int.__gt__,
    "-ge": int.__ge__,
}
_BINARY = frozenset({*_NUMBERS, "=", "==", "!=", "<", ">", "-nt", "-ot", "-ef"})
_NESTING_LIMIT = 60


@dataclass(frozen=True, slots=True)
class Operand:
    """One word of a condition.

    Attributes:
        text: what it says.
        pattern: the same as a pattern, where the right side of ``==`` is one.
        sign: the text when it stands there unquoted and so may be an operator.
    """

    text: str
    pattern: Glob | None
    sign: str


def evaluate_test(words: Sequence[str], shell: Shell) -> bool:
    """The answer of ``test WORDS``.

    Raises:
        ValueError: when it makes no sense; the text says why.
    """
    if not words:
        return False
    if len(words) == 1:
        return words[0] != ""
    if len(words) == 2 and words[0] == "!":
        return words[1] == ""
    if len(words) == 3 and words[1] in _BINARY:
        return _binary(Operand(words[0], None, ""), words[1], Operand(words[2], None, ""), shell)
    operands = [Operand(word, None, word) for word in words]
    return _Condition(operands, shell, {"or": "-o", "and": "-a"}).value()


def evaluate_condition(operands: Sequence[Operand], shell: Shell) -> bool:
    """The answer of ``[[ OPERANDS ]]``.

    Raises:
        ValueError: when it makes no sense; the text says why.
    """
    return _Condition(operands, shell, {"or": "||", "and": "&&"}).value()


class _Condition:
    def __init__(self, operands: Sequence[Operand], shell: Shell, signs: dict[str, str]) -> None:
        self._operands = operands
        self._shell = shell
        self._signs = signs
        self._at = 0
        self._nesting = 0

    def value(self) -> bool:
        result = self._or()
        if self._at < len(self._operands):
            raise ValueError(f"{self._operands[self._at].text}: unexpected operator/operand")
        return result

    def _sign(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._operands[at].sign if at < len(self._operands) else ""

    def _take(self, sign: str) -> bool:
        if self._at < len(self._operands) and self._sign() == sign:
            self._at += 1
            return True
        return False

    def _or(self) -> bool:
        value = self._and()
        while self._take(self._signs["or"]):
            other = self._and()
            value = value or other
        return value

    def _and(self) -> bool:
        value = self._not()
        while self._take(self._signs["and"]):
            other = self._not()
            value = value and other
        return value

    def _not(self) -> bool:
        negated = False
        while self._sign() == "!" and self._at + 1 < len(self._operands):
            self._at += 1
            negated = not negated
        return self._primary() is not negated

    def _primary(self) -> bool:
        left = len(self._operands) - self._at
        if left == 0:
            raise ValueError("expression expected")
        if left >= 3 and self._sign(1) in _BINARY:
            first, sign, second = (
                self._operands[self._at],
                self._sign(1),
                self._operands[self._at + 2],
            )
            self._at += 3
            return _binary(first, sign, second, self._shell)
        if self._sign() == "(" and left > 1:
            self._nesting += 1
            if self._nesting > _NESTING_LIMIT:
                raise ValueError("too deeply nested")
            self._at += 1
            value = self._or()
            if not self._take(")"):
                raise ValueError("missing )")
            return value
        if self._sign() in _UNARY and left > 1:
            sign, operand = self._sign(), self._operands[self._at + 1]
            self._at += 2
            return _unary(sign, operand.text, self._shell)
        self._at += 1
        return self._operands[self._at - 1].text != ""


def _node(name: str, shell: Shell, *, follow: bool = True) -> Node | None:
    try:
        return shell.access.get(shell.files.resolve(name, shell.folder), follow=follow) if name else None
    except FileError:
        return None


def _unary(sign: str, text: str, shell: Shell) -> bool:
    answers: dict[str, Callable[[], bool]] = {
        "-n": lambda: text != "",
        "-z": lambda: text == "",
        "-o": lambda: text in shell.options,
        "-v": lambda: text in shell.variables,
        "-t": lambda: "COLUMNS" in shell.variables and text in ("0", "1", "2"),
        "-w": lambda: _node(text, shell) is not None and _writable(text, shell),
    }
    if sign in answers:
        return answers[sign]()
    node = _node(text, shell, follow=sign not in ("-h", "-L"))
    if node is None:
        return False
    if sign in _KINDS:
        return _KINDS[sign](node.mode)
    return node.is_link if sign in ("-h", "-L") else node.size > 0 or sign != "-s"


def _writable(name: str, shell: Shell) -> bool:
    try:
        shell.access.check_write(shell.files.resolve(name, shell.folder))
    except FileError:
        return False
    return True


def _binary(first: Operand, sign: str, second: Operand, shell: Shell) -> bool:
    if sign in _NUMBERS:
        return _NUMBERS[sign](_number(first.text, shell), _number(second.text, shell))
    if sign in ("<", ">"):
        return first.text < second.text if sign == "<" else first.text > second.text
    if sign in ("=", "==", "!="):
        same = second.pattern.matches(first.text) if second.pattern else first.text == second.text
        return same is (sign != "!=")
    one, other = _node(first.text, shell), _node(second.text, shell)
    if sign == "-ef":
        paths = [
            shell.files.real_path(shell.files.resolve(side.text, shell.folder)) for side in (first, second)
        ]
        return one is not None and other is not None and paths[0] == paths[1]
    if one is None or other is None:
        return (one is not None) if sign == "-nt" else (other is not None)
    return one.mtime > other.mtime if sign == "-nt" else one.mtime < other.mtime


def _number(text: str, shell: Shell) -> int:
    try:
        return evaluate(text, dict(shell.variables))
    except ExpressionError as error:
        raise ValueError(f"{text}: bad number") from error
