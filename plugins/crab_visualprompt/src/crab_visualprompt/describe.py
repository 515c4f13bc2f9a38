"""The marks as text for a prompt: one line each."""

from __future__ import annotations

from crab_core import ElementMap, Mark

LONGEST_TEXT = 120
"""Characters of a label or a value; the rest is cut off."""
TOLD = ("focused", "selected", "expanded", "editable", "password")
"""States that are worth a word, in this order."""


def describe(elements: ElementMap) -> str:
    """List marks, for example `[3] check box "Wrap lines" (checked)`.

    "disabled" is told only when some other mark is enabled: a device may not know it at all.
    """
    knows_enabled = any("enabled" in mark.states for mark in elements)
    return "\n".join(_line(mark, knows_enabled) for mark in elements)


def _line(mark: Mark, knows_enabled: bool) -> str:
    parts = [f"[{mark.number}]", mark.role]
    if mark.label:
        parts.append(f'"{_short(mark.label)}"')
    if mark.value and mark.value != mark.label and "password" not in mark.states:
        parts.append(f'= "{_short(mark.value)}"')
    words = [state for state in TOLD if state in mark.states]
    if "checkable" in mark.states:
        words.insert(0, "checked" if "checked" in mark.states else "not checked")
    if knows_enabled and mark.source == "tree" and "enabled" not in mark.states:
        words.insert(0, "disabled")
    if words:
        parts.append(f"({', '.join(words)})")
    return " ".join(parts)


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
