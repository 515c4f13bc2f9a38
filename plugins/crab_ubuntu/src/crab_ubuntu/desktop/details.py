"""What is asked only of some widgets: texts, numbers, and the labels of those without a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from crab_ubuntu.desktop.atspi import ACCESSIBLE, PROPERTIES, State, Widget
from crab_ubuntu.desktop.line import Call
from crab_ubuntu.desktop.roles import CLICKABLE, NUMBERS, PASSWORD, ROLES, SECTION, TEXTS

LONGEST_TEXT = 4000
"""Characters of a text that are read."""
EMBEDDED = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands in a text for a widget inside it."""
LABELLED_BY = 2
"""AT-SPI relation type."""
CLASS_NAME = re.compile(r"[A-Z][a-z0-9]+([A-Z]+[a-z0-9]*)+")
"""GTK 4 names a widget that has no name after its class: "GtkFlowBoxChild"."""
TEXT = "org.a11y.atspi.Text"
VALUE = "org.a11y.atspi.Value"

Ask = Callable[[Iterable[Call]], list[list[Any]]]


def add_details(widgets: Sequence[Widget], ask: Ask, *, in_window: bool) -> None:
    """Give widgets their texts, numbers and, when they have no name of their own, their labels' names.

    Args:
        widgets: Of one application.
        ask: Asks it.
        in_window: Whether its places are relative to its window.
    """
    _add_texts([w for w in widgets if _role(w) in TEXTS and w.role != PASSWORD], ask, in_window)
    _add_numbers([w for w in widgets if _role(w) in NUMBERS], ask)
    _add_labels([w for w in widgets if _role(w) in CLICKABLE and not w.name], ask)


def _role(widget: Widget) -> str:
    if widget.role == SECTION:
        return "paragraph"
    role = ROLES.get(widget.role, "")
    return "text field" if role == "combo box" and widget.has(State.EDITABLE) else role


def _add_texts(widgets: Sequence[Widget], ask: Ask, in_window: bool) -> None:
    counts = ask(Call(w.reference.path, PROPERTIES, "Get", "ss", (TEXT, "CharacterCount")) for w in widgets)
    lengths = [int(answer[0].value) if answer else 0 for answer in counts]
    texts = ask(
        Call(w.reference.path, TEXT, "GetText", "ii", (0, max(0, min(length, LONGEST_TEXT))))
        for w, length in zip(widgets, lengths, strict=True)
    )
    long = []
    for widget, length, answer in zip(widgets, lengths, texts, strict=True):
        widget.value = str(answer[0]).replace(EMBEDDED, "").strip("\n") if answer else ""
        if length > LONGEST_TEXT and not in_window:
            long.append(widget)
    for widget in long:
        widget.value = _shown(widget, ask) or widget.value


def _shown(widget: Widget, ask: Ask) -> str:
    """What can be seen of a text that is too long to be told whole; empty when the application cannot say."""
    box, path = widget.box, widget.reference.path
    corners = ((box.x + 1, box.y + 1), (box.x + box.width - 2, box.y + box.height - 2))
    first, last = ask(Call(path, TEXT, "GetOffsetAtPoint", "iiu", (x, y, 0)) for x, y in corners)
    if not first or not last or not 0 <= first[0] < last[0]:
        return ""
    (text,) = ask([Call(path, TEXT, "GetText", "ii", (first[0], min(last[0], first[0] + LONGEST_TEXT)))])
    return str(text[0]) if text else ""


def _add_numbers(widgets: Sequence[Widget], ask: Ask) -> None:
    numbers = ask(Call(w.reference.path, PROPERTIES, "Get", "ss", (VALUE, "CurrentValue")) for w in widgets)
    for widget, answer in zip(widgets, numbers, strict=True):
        widget.value = f"{answer[0].value:g}" if answer and isinstance(answer[0].value, float) else ""


def _add_labels(widgets: Sequence[Widget], ask: Ask) -> None:
    relations = ask(Call(w.reference.path, ACCESSIBLE, "GetRelationSet") for w in widgets)
    labels = [
        (widget, target[1])
        for widget, answer in zip(widgets, relations, strict=True)
        for kind, targets in (answer[0] if answer else ())
        if kind == LABELLED_BY
        for target in targets
    ]
    names = ask(Call(path, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Name")) for _, path in labels)
    for (widget, _), answer in zip(labels, names, strict=True):
        name = str(answer[0].value) if answer else ""
        if not CLASS_NAME.fullmatch(name):
            widget.name = f"{widget.name} {name}".strip()
