"""Texts without what does not count when they are compared as answers."""

from __future__ import annotations

import ast
import csv
import json
import re
import unicodedata
from typing import Any, Final

_QUOTES: Final = str.maketrans({**dict.fromkeys("‘’‚‛′`´", "'"), **dict.fromkeys("“”„‟«»″", '"')})
_DASHES: Final = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_MARKS: Final = ("***", "**", "*", '"', "'")
"""What may stand around a whole answer without counting: quotes, and emphasis as Markdown writes it."""
_LEAD_IN: Final = re.compile(
    r"(so|okay|ok|well|yes|sure|certainly|of course|done|great|here you go)[,!.:] "
    r"|(so,? |okay,? |ok,? )?(the |my |your |this )?(final |correct |right )?"
    r"(answer|result|solution|response)( to [^:]*| you [^:]*| for [^:]*)?( is| was| would be| should be|:)"
    r"|(it|that|this) (is|was|should be|would be) |i (think|believe|guess|found|have found|got) "
    r"|(the|his|her|its|their|my|your) ([^\s,.;:]+ ){1,8}?(is|was|are|were|says|reads)[ :]"
    r"|here (is|are) |according to |based on |[a-z][a-z ]{0,40}: "
)
_AFTERTHOUGHT: Final = re.compile(r"\b(i|we) (think|believe|guess|suppose)[.!]*$")
_BULLET: Final = re.compile(r"[-*•‣–] +")
_NUMBERED: Final = re.compile(r"(\d{1,2})[.)] +")


def bare(text: str) -> str:
    """A text without what stands around it and what cannot be seen.

    White space is single, Unicode is brought to NFKC, digits, quotes and dashes to one kind each; characters
    without width are taken out, and quotes or Markdown's emphasis around the whole text are taken off.
    """
    plain = unicodedata.normalize("NFKC", text.translate(_QUOTES)).translate(_QUOTES)
    if not plain.isascii():
        plain = "".join(_visible(char) for char in plain)
    plain = " ".join(plain.translate(_DASHES).split())
    while inner := _inside(plain):
        plain = inner
    return plain


def _visible(char: str) -> str:
    """A character as it is compared: a digit of any script as 0 to 9, and nothing for one without width."""
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    return "" if unicodedata.category(char) == "Cf" else char


def _inside(text: str) -> str:
    """What stands between marks; empty where none stand around the whole text."""
    whole = text.removesuffix(".").rstrip()
    for mark in _MARKS:
        inner = whole[len(mark) : -len(mark)]
        if whole == f"{mark}{inner}{mark}" and inner.strip() and mark[0] not in inner:
            return inner.strip()
    return ""


def normalised(text: str) -> str:
    """A text without what does not count: besides what `bare` takes off, case and a final full stop."""
    plain = bare(text).casefold()
    return bare(plain.removesuffix(".").rstrip()).removesuffix(".").rstrip()


def chatty(text: str) -> bool:
    """Whether a text talks about an answer instead of being one."""
    plain = normalised(text)
    return bool("\n" in text.strip() or _LEAD_IN.match(plain) or _AFTERTHOUGHT.search(plain))


def members(answer: str) -> list[str]:
    """The members of a list: JSON, or with lines, semicolons or else commas between them.

    Bullets and numbers before every line are no part of the members, nor is a separator at a line's end. A
    member in double quotes may hold commas.

    Raises:
        ValueError: It can be split in two ways, or stands in brackets and is no list, in words that follow
            "the answer".
    """
    text = answer.strip()
    if text[:1] in ("[", "(", "{"):
        return _bracketed(text)
    if "\n" in text:
        return _lines(text)
    if ";" in text:
        return [part.strip() for part in text.split(";") if part.strip()]
    return _between_commas(text)


def _bracketed(text: str) -> list[str]:
    found: Any = None
    for reading in (json.loads, ast.literal_eval):
        try:
            found = reading(text)
            break
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
    if not isinstance(found, list) or not all(isinstance(item, str | int | float) for item in found):
        raise ValueError("stands in brackets and is no list of texts and numbers in JSON")
    return [item if isinstance(item, str) else json.dumps(item) for item in found]


def _lines(text: str) -> list[str]:
    lines = [line.strip().rstrip(";,").strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if all(_BULLET.match(line) for line in lines):
        return [_BULLET.sub("", line, count=1) for line in lines]
    numbers = [_NUMBERED.match(line) for line in lines]
    if [found and found[1] for found in numbers] == [str(n) for n in range(1, len(lines) + 1)]:
        return [_NUMBERED.sub("", line, count=1) for line in lines]
    return lines


def _between_commas(text: str) -> list[str]:
    if re.search(r"\d,\d", text):
        raise ValueError('has a comma between digits, which may be part of a number: put ";" between members')
    try:
        parts = next(csv.reader([text], skipinitialspace=True, strict=True), [])
    except csv.Error:
        parts = text.split(",")
    parts = [part.strip() for part in parts if part.strip()]
    if len(parts) > 1 and re.search(r"(^| )(and|or|&) ", parts[-1]):
        raise ValueError(f'ends with {parts[-1]!r}, which may be one member or two: put ";" between members')
    return parts
