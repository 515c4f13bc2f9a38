"""The functions that ``awk`` programs call."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .awk import Awk
from .awk_values import Typed, number, text
from .call import Usage

Arguments = list[Any]


def _given(awk: Awk, arguments: Arguments, at: int, default: Any = "") -> Any:
    return awk.value(arguments[at]) if at < len(arguments) else default


def _length(awk: Awk, arguments: Arguments) -> float:
    if arguments and arguments[0][0] == "name":
        held = awk.held(arguments[0][1])
        if isinstance(held, dict):
            return float(len(held))
    return float(len(text(_given(awk, arguments, 0, awk.value(("field", ("number", 0.0)))))))


def _substr(awk: Awk, arguments: Arguments) -> str:
    whole = text(_given(awk, arguments, 0))
    start = number(_given(awk, arguments, 1, 1.0))
    length = number(_given(awk, arguments, 2, float(len(whole) + 1)))
    if not (math.isfinite(start) and math.isfinite(length)):
        return ""
    first = round(start)
    end = first + round(length)
    return whole[max(0, first - 1) : max(0, end - 1)]


def _split(awk: Awk, arguments: Arguments) -> float:
    if len(arguments) < 2 or arguments[1][0] != "name":
        raise Usage("awk: split needs an array", 2)
    separator = arguments[2][1] if len(arguments) > 2 and arguments[2][0] == "regex" else None
    if separator is None:
        separator = text(_given(awk, arguments, 2, awk.value(("name", "FS"))))
    parts = awk.parts(text(awk.value(arguments[0])), separator)
    array = awk.array(arguments[1][1])
    array.clear()
    array.update({str(at): Typed(part) for at, part in enumerate(parts, 1)})
    return float(len(parts))


def _pattern(awk: Awk, node: Any) -> Any:
    return awk.regex(node[1] if node[0] == "regex" else text(awk.value(node)))


def _match(awk: Awk, arguments: Arguments) -> float:
    found = _pattern(awk, arguments[1]).search(text(awk.value(arguments[0])))
    start = float(found.start() + 1) if found else 0.0
    awk.store(("name", "RSTART"), start)
    awk.store(("name", "RLENGTH"), float(found.end() - found.start()) if found else -1.0)
    return start


def _sub(awk: Awk, arguments: Arguments, *, every: bool) -> float:
    if len(arguments) < 2:
        raise Usage("awk: sub needs two arguments", 2)
    target = arguments[2] if len(arguments) > 2 else ("field", ("number", 0.0))
    regex, by, whole = _pattern(awk, arguments[0]), text(awk.value(arguments[1])), text(awk.value(target))
    made: list[str] = []
    at = place = count = size = 0
    while place <= len(whole) and (found := regex.search(whole, place)):
        replacement = _filled(by, whole[found.start() : found.end()])
        size += len(replacement) + 1
        if size > 4 << 20:
            raise MemoryError
        made += [whole[at : found.start()], replacement]
        count, at = count + 1, found.end()
        place = at if found.end() > found.start() else at + 1
        if not every:
            break
    if count:
        awk.store(target, "".join(made) + whole[at:])
    return float(count)


def _filled(by: str, found: str) -> str:
    """A replacement in which ``&`` is what was found."""
    return by.replace("\\\\&", "\0").replace("\\&", "\0").replace("&", found).replace("\0", "&")


def _whole(awk: Awk, arguments: Arguments) -> float:
    value = number(_given(awk, arguments, 0))
    return float(math.trunc(value)) if math.isfinite(value) else value


def _calculated(function: Callable[[float], float]) -> Callable[[Awk, Arguments], float]:
    def call(awk: Awk, arguments: Arguments) -> float:
        try:
            return function(number(_given(awk, arguments, 0)))
        except (ValueError, OverflowError):
            return math.nan

    return call


FUNCTIONS: dict[str, Callable[[Awk, Arguments], Any]] = {
    "atan2": lambda awk, given: math.atan2(number(_given(awk, given, 0)), number(_given(awk, given, 1))),
    "cos": _calculated(math.cos),
    "exp": _calculated(math.exp),
    "gsub": lambda awk, given: _sub(awk, given, every=True),
    "index": lambda awk, given: float(text(_given(awk, given, 0)).find(text(_given(awk, given, 1))) + 1),
    "int": _whole,
    "length": _length,
    "log": _calculated(math.log),
    "match": _match,
    "rand": lambda awk, _given: awk.chance.random(),
    "sin": _calculated(math.sin),
    "split": _split,
    "sprintf": lambda awk, given: awk.formatted([awk.value(each) for each in given]),
    "sqrt": _calculated(math.sqrt),
    "srand": lambda _awk, _given: 0.0,
    "sub": lambda awk, given: _sub(awk, given, every=False),
    "substr": _substr,
    "system": lambda _awk, _given: 1.0,
    "tolower": lambda awk, given: text(_given(awk, given, 0)).lower(),
    "toupper": lambda awk, given: text(_given(awk, given, 0)).upper(),
}
