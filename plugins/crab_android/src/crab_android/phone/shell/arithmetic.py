"""Shell arithmetic: integers of 32 bits, as mksh has them, with C's operators."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping

_TOKEN = re.compile(
    r"\s*(?:(0[xX][0-9a-fA-F]+|\d+#[0-9a-zA-Z]+|\d+)|([A-Za-z_]\w*)"
    r"|(<<=|>>=|\+\+|--|&&|\|\||<<|>>|<=|>=|==|!=|[-+*/%&|^]=|[-+*/%()<>=!~&|^?:,]))"
)
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("|",),
    ("^",),
    ("&",),
    ("==", "!="),
    ("<", "<=", ">", ">="),
    ("<<", ">>"),
    ("+", "-"),
    ("*", "/", "%"),
)
_DEPTH_LIMIT = 40


class ExpressionError(ValueError):
    """An expression that is none, or has no value."""


def wrap(number: int) -> int:
    """A number as a signed integer of 32 bits."""
    return (number + 0x80000000) % 0x100000000 - 0x80000000


def evaluate(text: str, variables: MutableMapping[str, str], depth: int = 0) -> int:
    """The value of an expression; assignments in it change the variables.

    Raises:
        ExpressionError: it cannot be evaluated.
    """
    if depth > _DEPTH_LIMIT:
        raise ExpressionError(f"{text}: recursive reference")
    tokens: list[str] = []
    at = 0
    stripped = text.rstrip()
    while at < len(stripped):
        match = _TOKEN.match(stripped, at)
        if match is None:
            raise ExpressionError(f"{text}: unexpected '{stripped[at:].strip()[:1]}'")
        tokens.append(match[0].strip())
        at = match.end()
    if not tokens:
        return 0
    return _Expression(text, tokens, variables, depth).value()


class _Expression:
    def __init__(
        self,
        text: str,
        tokens: list[str],
        variables: MutableMapping[str, str],
        depth: int,
    ) -> None:
        self._text = text
        self._tokens = tokens
        self._variables = variables
        self._depth = depth
        self._at = 0
        self._nesting = 0
        self._skip = 0

    def value(self) -> int:
        result = self._comma()
        if self._at < len(self._tokens):
            raise ExpressionError(f"{self._text}: unexpected '{self._tokens[self._at]}'")
        return result

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, *signs: str) -> str:
        token = self._peek()
        if token in signs:
            self._at += 1
            return token
        return ""

    def _comma(self) -> int:
        self._nesting += 1
        if self._nesting > _DEPTH_LIMIT:
            raise ExpressionError(f"{self._text}: too deeply nested")
        value = self._assignment()
        while self._take(","):
            value = self._assignment()
        self._nesting -= 1
        return value

    def _assignment(self) -> int:
        name = self._peek()
        following = self._tokens[self._at + 1] if self._at + 1 < len(self._tokens) else ""
        if _is_name(name) and following.endswith("=") and following not in ("==", "!=", "<=", ">="):
            self._at += 2
            value = self._assignment()
            if following != "=":
                value = self._apply(following[:-1], self._read(name), value)
            return self._store(name, value)
        return self._choice()

    def _choice(self) -> int:
        condition = self._level(0)
        if not self._take("?"):
            return condition
        chosen = self._lazily(self._comma, run=bool(condition))
        if not self._take(":"):
            raise ExpressionError(f"{self._text}: missing ':'")
        other = self._lazily(self._assignment, run=not condition)
        return chosen if condition else other

    def _lazily(self, part: Callable[[], int], *, run: bool) -> int:
        self._skip += not run
        value = part()
        self._skip -= not run
        return value

    def _level(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._unary()
        value = self._level(level + 1)
        while sign := self._take(*_LEVELS[level]):
            if sign in ("&&", "||"):
                other = self._lazily(lambda: self._level(level + 1), run=bool(value) is (sign == "&&"))
                value = int(bool(value and other) if sign == "&&" else bool(value or other))
            else:
                value = self._apply(sign, value, self._level(level + 1))
        return value

    def _unary(self) -> int:
        signs: list[str] = []
        while sign := self._take("-", "+", "!", "~", "++", "--"):
            if sign in ("++", "--") and _is_name(self._peek()):
                name = self._tokens[self._at]
                self._at += 1
                value = self._store(name, self._read(name) + (1 if sign == "++" else -1))
                break
            signs += list(sign)
        else:
            value = self._primary()
        for sign in reversed(signs):
            value = wrap({"-": -value, "+": value, "!": int(not value), "~": ~value}[sign])
        return value

    def _primary(self) -> int:
        if self._take("("):
            value = self._comma()
            if not self._take(")"):
                raise ExpressionError(f"{self._text}: missing ')'")
            return value
        token = self._peek()
        if not token or not (token[0].isdigit() or _is_name(token)):
            raise ExpressionError(f"{self._text}: unexpected '{token}'" if token else "unexpected EOF")
        self._at += 1
        if token[0].isdigit():
            return wrap(_number(token))
        value = self._read(token)
        if step := self._take("++", "--"):
            self._store(token, value + (1 if step == "++" else -1))
        return value

    def _read(self, name: str) -> int:
        return evaluate(self._variables.get(name, ""), self._variables, self._depth + 1)

    def _store(self, name: str, value: int) -> int:
        value = wrap(value)
        if not self._skip:
            self._variables[name] = str(value)
        return value

    def _apply(self, sign: str, left: int, right: int) -> int:
        if sign in ("/", "%"):
            if right == 0:
                if self._skip:
                    return 0
                raise ExpressionError(f"{self._text}: zero divisor")
            quotient = abs(left) // abs(right) * (1 if (left < 0) is (right < 0) else -1)
            return wrap(quotient if sign == "/" else left - quotient * right)
        if sign in ("<<", ">>"):
            return wrap(left << (right & 31) if sign == "<<" else left >> (right & 31))
        operations: dict[str, Callable[[int, int], int]] = {
            "+": int.__add__,
            "-": int.__sub__,
            "*": int.__mul__,
            "&": int.__and__,
            "|": int.__or__,
            "^": int.__xor__,
            "==": int.__eq__,
            "!=": int.__ne__,
            "<": int.__lt__,
            "<=": int.__le__,
            ">": int.__gt__,
            ">=": int.__ge__,
        }
        return wrap(int(operations[sign](left, right)))


def _is_name(token: str) -> bool:
    return bool(token) and (token[0].isalpha() or token[0] == "_")


def _number(token: str) -> int:
    base, sign, digits = token.partition("#")
    try:
        if sign:
            return int(digits, int(base))
        return int(token, 16) if token[:2].lower() == "0x" else int(token)
    except ValueError as error:
        raise ExpressionError(f"{token}: bad number") from error
