"""What stands in the nodes of a drawing, broken into lines that fit."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Label:
    """What stands in the box of a node."""

    title: str
    lines: Sequence[str] = ()
    """Smaller, below the title."""
    group: str = ""
    """What the node belongs to, such as a device; nodes of one group share a colour."""


_JOINTS: Final = "_-/."
"""After one of these a long word is broken rather than between two letters."""
WIDEST: Final = 236.0
"""Pixels that a line of text may take before it is wrapped."""
_MOST_LINES: Final = 4
"""Lines of one text; what is longer ends in an ellipsis, and stands whole in the node's tooltip."""


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text may get; which of the fonts shows it is not known, so the widest counts."""
    return sum(_letter(letter) for letter in text) * size * (1.1 if bold else 1.0)


def _letter(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.05
    if letter in "iIjl.,:;'|!()[]ft \"":
        return 0.4
    if letter in "mwMW@%—…":
        return 0.95
    return 0.74 if letter.isupper() else 0.61


def wrapped(text: str, size: float, *, bold: bool = False, widest: float = WIDEST) -> list[str]:
    """Lines that fit; words that are too long are broken, after a joint where they have one."""
    lines: list[str] = []
    for word in text.split():
        rest = word
        if lines and width_of(f"{lines[-1]} {rest}", size, bold=bold) <= widest:
            lines[-1] = f"{lines[-1]} {rest}"
            continue
        while width_of(rest, size, bold=bold) > widest:
            fits = next(n for n in range(len(rest), 0, -1) if width_of(rest[:n], size, bold=bold) <= widest)
            joint = max(map(rest[:fits].rfind, _JOINTS)) + 1
            fits = joint if joint > fits // 3 else fits
            lines.append(rest[:fits])
            rest = rest[fits:]
        lines.append(rest)
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], lines[_MOST_LINES - 1].rstrip(".,;") + " …"]
    return lines
