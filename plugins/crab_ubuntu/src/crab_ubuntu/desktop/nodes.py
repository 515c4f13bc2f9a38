"""Turns widgets into the UI tree that agents see: named, flattened, without what cannot be reached."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from crab_core import UiNode
from crab_ubuntu.desktop.atspi import State, Widget
from crab_ubuntu.desktop.coverage import NARROWEST, Coverage
from crab_ubuntu.desktop.roles import CHECKABLE, CLICKABLE, IN_MENU, ROLES, SECTION

LONGEST_NAME = 120
"""Characters of a name that is put together from labels."""
ROWS = frozenset(("list item", "row", "cell"))


def to_nodes(widget: Widget, coverage: Coverage, row: str = "") -> tuple[UiNode, ...]:
    """The nodes that stand for a widget: itself with its children, or only those when it merely groups them.

    Args:
        widget: What the accessibility bus told.
        coverage: Leaves out what something else covers.
        row: Name of the row or group in which the widget stands; names what has no name of its own.
    """
    role = _role(widget)
    clickable = _enabled(widget) and _takes_clicks(widget, role)
    name = _name(widget, role, row)
    if role in ROWS:
        row = name
    elif widget.role not in ROLES or role == "tool bar":
        row = plain(widget.name) or plain(widget.description) or row
    in_menu = widget.role in IN_MENU
    coverage = coverage.above_menu(widget.box) if in_menu else coverage.inside(widget.box)
    box = coverage.visible(widget.box)
    children = tuple(node for child in widget.children for node in to_nodes(child, coverage, row))
    if not role or widget.box.area == 0:
        return children
    if role == "label":
        children = tuple(child for child in children if "clickable" in child.states)  # a field in its label
    elif role == "icon" and widget.role not in ROLES and children:
        return children
    elif role in CLICKABLE:
        children = tuple(child for child in children if not _says_the_same(child, role, name))
        if (role in ROWS or not plain(widget.name)) and _does_the_clicking(children):
            clickable = False
            if role not in ROWS:
                return children  # it only holds other controls
    if not (box or children):
        return ()
    big = role not in ROWS and min(widget.box.width, widget.box.height) >= NARROWEST
    if not (name or widget.value or children or (clickable and big)):
        return ()
    states = _states(widget, role, clickable and box is not None)
    return (UiNode(role, name, widget.value, box or widget.box, states, widget.identifier, children),)


def _says_the_same(child: UiNode, role: str, name: str) -> bool:
    """Whether a child of something clickable adds nothing to it: its label, its picture, its inner button."""
    if child.role == "label":
        return child.name in name
    if role == "combo box" and child.role == "menu":
        return not child.name
    return not child.children and (
        (child.role in ("icon", "image") and not child.name)
        or (child.role in ("button", role) and child.name == name and "checkable" not in child.states)
    )


def _does_the_clicking(children: tuple[UiNode, ...]) -> bool:
    """Whether a row only holds what is clicked: a switch, or several controls."""
    inside = [node for child in children for node in child.walk() if "clickable" in node.states]
    return len(inside) > 1 or any("checkable" in node.states for node in inside)


def _role(widget: Widget) -> str:
    role = ROLES.get(widget.role, "")
    if role == "combo box" and widget.has(State.EDITABLE) and not widget.children:
        return "text field"  # Firefox's address bar
    if role == "text field" and not widget.has(State.EDITABLE):
        # The shell's labels hold a text of their own; a read-only text is a label to look at.
        return "label" if widget.value or widget.name else ""
    if widget.role == SECTION and widget.value.strip():
        return "paragraph"
    if not role and widget.description and widget.has(State.HAS_TOOLTIP):
        return "icon"  # a desktop icon: a panel with the file's name as its description
    return role


def _name(widget: Widget, role: str, row: str) -> str:
    if widget.name or role not in CLICKABLE:
        return plain(widget.name)
    if role == "icon" and widget.description:
        return plain(widget.description)
    if role not in ("text field", "terminal", "tab", "menu"):
        words = list(dict.fromkeys(_words(widget)))
        if words:
            return ", ".join(words)[:LONGEST_NAME]
    return plain(widget.description) or row


def _words(widget: Widget) -> Iterator[str]:
    for child in widget.children:
        if ROLES.get(child.role) == "menu":
            continue  # what a button opens is not what it is called
        if plain(child.name):
            yield plain(child.name)
        else:
            yield from _words(child)


def plain(text: str) -> str:
    """A name in one line, without invisible characters that only steer its layout."""
    return " ".join("".join(c for c in text if unicodedata.category(c) != "Cf").split())


def _takes_clicks(widget: Widget, role: str) -> bool:
    """Whether a click does something: rows of a page's list are text, and so is a page, but not a letter."""
    if role == "list item":
        return widget.has(State.FOCUSABLE) or widget.has(State.SELECTABLE)
    return role in CLICKABLE or (role == "document" and widget.has(State.EDITABLE))


def _enabled(widget: Widget) -> bool:
    return widget.has(State.SENSITIVE) or widget.has(State.ENABLED)


def _states(widget: Widget, role: str, clickable: bool) -> frozenset[str]:
    on = widget.has(State.CHECKED) or widget.has(State.PRESSED)
    return frozenset(
        state
        for state, holds in (
            ("enabled", _enabled(widget)),
            ("clickable", clickable),
            ("checkable", role in CHECKABLE or on),
            ("checked", on),
            ("focused", widget.has(State.FOCUSED)),
            ("selected", widget.has(State.SELECTED)),
            ("expanded", widget.has(State.EXPANDED)),
            ("editable", role in ("text field", "password field", "document") and widget.has(State.EDITABLE)),
            ("scrollable", role == "scroll area"),
            ("password", role == "password field"),
        )
        if holds
    )
