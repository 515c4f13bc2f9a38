"""``awk`` and ``expr``."""

from __future__ import annotations

from ..awk import Awk
from ..awk_parser import AwkParser
from ..call import Call, CommandFunction, Usage, decode
from ..escapes import unescape
from ..options import options
from ..regex import RegexError, compile_regex


async def _awk(call: Call) -> int:
    chosen = options(call, "", "Fvf", stop=True)
    words = list(chosen.words)
    source = "\n".join(decode(call.read(name)) for name in chosen.values("f"))
    if not source:
        if not words:
            raise Usage("usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]", 2)
        source = words.pop(0)
    variables: dict[str, str] = {}
    for each in chosen.values("v"):
        name, sign, value = each.partition("=")
        if not sign or not name.isidentifier():
            raise Usage(f"awk: invalid -v argument {each}", 2)
        variables[name] = unescape(value)
    if "F" in chosen:
        variables["FS"] = unescape(chosen.value("F")) if chosen.value("F") != "t" else "\t"
    try:
        program = AwkParser(source).program()
        return await Awk(call, program, variables).run(words)
    except RecursionError as error:
        raise Usage("awk: too deeply nested", 2) from error


def _expr(call: Call) -> int:
    if not call.args:
        raise Usage('expr: Needs 1 argument (see "expr --help")', 2)
    value = _Expression(call.args).value()
    call.print(value)
    return int(value in ("", "0"))


_DEPTH_LIMIT = 40
_LEVELS = (("|",), ("&",), ("=", "==", ">", ">=", "<", "<=", "!="), ("+", "-"), ("*", "/", "%"), (":",))


class _Expression:
    def __init__(self, words: list[str]) -> None:
        self._words = words
        self._at = 0
        self._depth = 0

    def value(self) -> str:
        found = self._level(0)
        if self._at < len(self._words):
            raise Usage("expr: syntax error", 2)
        return found

    def _level(self, level: int) -> str:
        if level == len(_LEVELS):
            return self._single()
        left = self._level(level + 1)
        while self._at < len(self._words) and self._words[self._at] in _LEVELS[level]:
            sign = self._words[self._at]
            self._at += 1
            left = _applied(left, sign, self._level(level + 1))
        return left

    def _single(self) -> str:
        if self._at >= len(self._words):
            raise Usage("expr: syntax error", 2)
        word = self._words[self._at]
        self._at += 1
        if word != "(":
            return word
        self._depth += 1
        if self._depth > _DEPTH_LIMIT:
            raise Usage("expr: syntax error", 2)
        found = self._level(0)
        self._depth -= 1
        if self._words[self._at : self._at + 1] != [")"]:
            raise Usage("expr: syntax error", 2)
        self._at += 1
        return found


def _applied(left: str, sign: str, right: str) -> str:
    if sign == "|":
        return left if left not in ("", "0") else right
    if sign == "&":
        return left if "" not in (left, right) and "0" not in (left, right) else "0"
    if sign == ":":
        try:
            found = compile_regex("^" + right.lstrip("^")).search(left)
            group = found.group(1) if found and "\\(" in right else None
        except (RegexError, IndexError) as error:
            raise Usage(f"expr: bad regex: {error}", 2) from error
        return str(group or "") if "\\(" in right else str(found.end() if found else 0)
    numbers = [int(text) for text in (left, right) if text.lstrip("-").isdigit() and len(text) < 19]
    if sign not in ("+", "-", "*", "/", "%"):
        a, b = (numbers[0], numbers[1]) if len(numbers) == 2 else (left, right)
        order = (a > b) - (a < b)  # type: ignore[operator]
        return str(
            int(
                {"=": order == 0, "==": order == 0, "!=": order != 0, ">": order > 0, "<": order < 0}.get(
                    sign, order >= 0 if sign == ">=" else order <= 0
                )
            )
        )
    if len(numbers) < 2:
        raise Usage("expr: non-integer argument", 2)
    if sign in ("/", "%") and numbers[1] == 0:
        raise Usage("expr: division by zero", 2)
    first, second = numbers
    quotient = 0 if second == 0 else abs(first) // abs(second) * (1 if (first < 0) is (second < 0) else -1)
    return str(
        {"+": first + second, "-": first - second, "*": first * second, "/": quotient}.get(
            sign, first - quotient * second
        )
    )


COMMANDS: dict[str, CommandFunction] = {"awk": _awk, "expr": _expr}
