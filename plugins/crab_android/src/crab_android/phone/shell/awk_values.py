"""What ``awk`` works with: programs, numbers and texts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .call import Usage

NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?)")
"""What a text begins with that counts as a number."""

Node = tuple[object, ...]
"""An expression or a statement: its kind, and what belongs to it."""


@dataclass
class AwkProgram:
    """A program: what to do before, for each line that a pattern chooses, and after."""

    begin: list[Node] = field(default_factory=list)
    rules: list[tuple[Node | None, Node | None, Node]] = field(default_factory=list)
    end: list[Node] = field(default_factory=list)
    functions: dict[str, tuple[list[str], Node]] = field(default_factory=dict)


class Leave(Exception):  # noqa: N818 - how ``next``, ``exit``, ``break`` and their like leave what they are in
    """A statement that leaves what it is in."""

    def __init__(self, kind: str, value: Any = "") -> None:
        super().__init__(kind)
        self.kind = kind
        self.value = value


class Typed(str):
    """A text that came from outside: it is a number where it looks like one."""

    __slots__ = ()


def number(value: Any) -> float:
    """A value as a number: of a text, what it begins with."""
    if isinstance(value, float):
        return value
    match = NUMBER.match(value)
    return float(match[0]) if match else 0.0


def text(value: Any, form: str = "%.6g") -> str:
    """A value as a text."""
    if isinstance(value, float):
        whole = math.isfinite(value) and value == int(value) and abs(value) < 1e16
        return str(int(value)) if whole else form % value
    return str(value)


def compared(a: Any, sign: str, b: Any) -> bool:
    """Compare as numbers what is or looks like numbers, else as texts."""
    numeric = all(
        isinstance(each, float)
        or (isinstance(each, Typed) and (each == "" or NUMBER.fullmatch(each.strip())))
        for each in (a, b)
    )
    first: Any = number(a) if numeric else text(a)
    second: Any = number(b) if numeric else text(b)
    order = (first > second) - (first < second)
    answers = {
        "<": order < 0,
        "<=": order <= 0,
        "==": order == 0,
        "!=": order != 0,
        ">": order > 0,
        ">=": order >= 0,
    }
    return bool(answers[sign])


def calculated(sign: str, a: float, b: float) -> float:
    """What an operator makes of two numbers."""
    if sign in ("/", "%") and b == 0:
        raise Usage("awk: division by zero", 2)
    try:
        operations: dict[str, Callable[[], float]] = {
            "+": lambda: a + b,
            "-": lambda: a - b,
            "*": lambda: a * b,
            "/": lambda: a / b,
            "%": lambda: math.fmod(a, b),
            "^": lambda: a**b if a >= 0 or b == int(b) else math.nan,
        }
        return operations[sign]()
    except (OverflowError, ValueError, ZeroDivisionError):
        return math.inf
