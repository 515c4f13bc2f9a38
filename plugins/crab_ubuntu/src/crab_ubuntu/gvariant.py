"""Values of GNOME's settings as text, in the format that `gsettings` and `dconf` read and write."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from typing import Any

NUMBERS = {"n": "int16", "q": "uint16", "i": "", "u": "uint32", "x": "int64", "t": "uint64", "y": "byte"}
"""Keyword that a whole number of each type needs before it."""


def parse(text: str) -> Any:
    """The Python value of a printed GVariant: text, truth value, number, list, tuple or dictionary.

    What is none of these comes back as its text.
    """
    plain = text.strip()
    # Words outside quotes: type annotations fall away, truth values get Python's spelling.
    pieces = re.split(r"('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")", plain)
    for number in range(0, len(pieces), 2):
        piece = re.sub(
            r"@\S+\s*|\b(?:u?int(?:16|32|64)|byte|double|objectpath|handle|signature)\s+", "", pieces[number]
        )
        piece = re.sub(r"\btrue\b", "True", piece)
        pieces[number] = re.sub(r"\bfalse\b", "False", piece)
    try:
        return ast.literal_eval("".join(pieces))
    except (ValueError, SyntaxError):
        return plain


def same(found: Any, wanted: Any) -> bool:
    """Whether two values mean the same setting; a truth value is never a number."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return found is wanted
    if isinstance(found, Sequence) and not isinstance(found, str):
        return (
            isinstance(wanted, Sequence)
            and not isinstance(wanted, str)
            and len(found) == len(wanted)
            and all(same(one, other) for one, other in zip(found, wanted, strict=True))
        )
    return bool(found == wanted)


def render(value: Any, kind: str) -> str:
    """A Python value as the text of a GVariant.

    Args:
        value: Text, truth value, number or a list of such.
        kind: Its GVariant type, such as "s", "u" or "as".

    Raises:
        ValueError: The value does not fit the type, or the type is none of these.
    """
    if kind == "b" and isinstance(value, bool):
        return "true" if value else "false"
    if kind == "s" and isinstance(value, str):
        return _quote(value)
    if kind in NUMBERS and isinstance(value, int) and not isinstance(value, bool):
        return f"{NUMBERS[kind]} {value}".strip()
    if kind == "d" and isinstance(value, (int, float)) and not isinstance(value, bool):
        return repr(float(value))
    if kind.startswith("a") and isinstance(value, (list, tuple)):
        return f"@{kind} [{', '.join(render(item, kind[1:]) for item in value)}]"
    if kind.startswith("(") and isinstance(value, str):
        return value  # a rare structured type is given as GVariant text
    raise ValueError(f"{value!r} is no value of type {kind!r}")


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
    return f"'{escaped}'"
