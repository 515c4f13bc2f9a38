"""The truth about a screen, from its UI tree: what can be pointed at, and which texts are surely drawn.

This is on purpose not what the prompter `marks` chooses from the tree: who is judged does not make the truth.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from crab_core import Box, TextLine, UiNode, UiTree
from crab_visualprompt.score.texts import plain

POINTED_AT = frozenset(("clickable", "checkable", "editable"))
"""States of what reacts to a click or a short touch."""
SMALLEST = 4
"""Pixels: what shows less of itself in one direction cannot be pointed at."""
ONE_PLACE = 0.8
"""Intersection over union from which two nodes are one thing told twice."""
COVERED = 0.1
"""Share of a node from which it is covered by another."""
BACKDROP = 0.9
"""Share of the screen from which what has no name is a backdrop."""
LONGEST_FIELD = 80
"""Characters: longer contents of a field are scrolled or wrapped, and nothing says how."""

DRAWN = frozenset(("label", "heading", "paragraph", "menu item", "tab"))
"""Roles whose name is a text on the screen, and not only told to who cannot see it."""
WIDE_DRAWN = frozenset(("list item", "cell", "row", "button", "toggle button", "menu"))
"""Roles of a desktop's toolkits whose name is drawn when they are wide; a square one is an icon. A phone has
labels for all texts, and tells descriptions in other names."""
BUTTONS = frozenset(("button", "toggle button"))
WIDE = 2.0
"""Width to height."""
NARROWEST = 5.5
"""Pixels a character of a desktop's font takes at least, on average: a longer name does not stand there."""
LINE = 19
"""Pixels from one line of a desktop's font to the next."""
SURFACES = frozenset(("document", "terminal", "canvas", "drawing area"))
"""Roles that are pointed into, and are no target themselves."""
CONTAINERS = frozenset(
    (
        *("window", "dialog", "desktop", "shell", "group", "list", "table", "tree", "tree table", "tab list"),
        *("tool bar", "menu bar", "popup menu", "status bar", "scroll area", "scroll bar", "separator"),
        *(*SURFACES, "image", "icon", "note", "desktop icons"),
    )
)
"""Roles whose name says nothing about the texts that stand in their box."""


_ADDRESS = re.compile(r"[A-Z]{1,3}\d+")
"""What the cells of a spreadsheet are called; nothing of it is drawn, and nothing at all of an empty cell."""


@dataclass(frozen=True, slots=True)
class Element:
    """Something that can be pointed at."""

    box: Box
    """What of it can be seen."""
    role: str
    label: str
    """What it is called, or the texts that stand in it; empty for what nobody named."""
    texts: str = ""
    """The texts that stand in it."""
    states: frozenset[str] = frozenset()
    value: str = ""
    identifier: str = ""


@dataclass(frozen=True, slots=True)
class Truth:
    """What is on one screen."""

    elements: tuple[Element, ...]
    texts: tuple[TextLine, ...]
    """Texts that are surely drawn, each in the box of its node, which may be larger."""
    said: tuple[TextLine, ...]
    """What the tree says stands in some place, also the names of icons: for judging what was read there."""
    neutral: tuple[Box, ...] = ()
    """What may be told or left out: surfaces such as documents, what reacts only when it is held, empty cells
    of a spreadsheet."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A node with the part of its box that can be seen."""

    node: UiNode
    box: Box
    whole: bool
    """Whether all of it can be seen: nothing lies over it, and it ends before what scrolls does."""


def truth_of(tree: UiTree, platform: str) -> Truth:
    """The truth about a screen.

    Args:
        tree: As the device told it.
        platform: "linux", "android" …: toolkits differ in what they draw.
    """
    screen = Box(0, 0, tree.width, tree.height)
    seen = list(_visible(tree.root, screen))
    phone = platform == "android"
    seen = _marked_where_covered(seen) if phone else _without_what_the_shell_covers(seen)
    # Several buttons of one name are told what they are for, and draw something else.
    names = Counter(one.node.name for one in seen if one.node.role in BUTTONS and _is_wide(one))
    sure = [one for one in seen if one.whole and names[one.node.name] < 2]
    drawn = ((one.box, _drawn_text(one, phone)) for one in sure)
    return Truth(
        tuple(_elements(seen, screen)),
        tuple(TextLine(box, text) for box, text in drawn if text),
        tuple(_said(seen)),
        tuple(one.box for one in seen if _is_neutral(one.node)),
    )


def _visible(node: UiNode, clip: Box) -> Iterator[_Seen]:
    """The nodes that can be seen, parents before children; what scrolls hides what lies outside it."""
    part = node.box.intersection(clip) if node.box else None
    if node.box and part and min(part.width, part.height) >= SMALLEST:
        # Devices cut boxes off where the screen or a list ends, so one that ends there may be a part.
        ends = part.y <= clip.y or part.y + part.height >= clip.y + clip.height
        yield _Seen(node, part, part == node.box and not ends)
        if "scrollable" in node.states:
            clip = part
    for child in node.children:
        yield from _visible(child, clip)


def _marked_where_covered(seen: list[_Seen]) -> list[_Seen]:
    """The same; not whole where something that can be pointed at, and is not inside, was drawn over it.

    A phone's dumps have nodes in the order in which they are drawn.
    """
    above: list[_Seen] = []
    done = []
    for one in reversed(seen):
        inner = {id(node) for node in one.node.walk()}
        covered = any(o.box.intersection(one.box).area and id(o.node) not in inner for o in above)
        done.append(replace(one, whole=one.whole and not covered))
        if one.node.states & POINTED_AT:
            above.append(one)
    return done[::-1]


def _without_what_the_shell_covers(seen: list[_Seen]) -> list[_Seen]:
    """The same without what lies under a menu or a message of a desktop's shell, which is above windows."""
    shell = {id(n) for one in seen if one.node.role == "shell" for n in one.node.walk()}
    above = [one.box for one in seen if id(one.node) in shell and not one.node.children]
    return [
        one
        for one in seen
        if id(one.node) in shell
        or all(box.intersection(one.box).area <= COVERED * one.box.area for box in above)
    ]


def _elements(seen: list[_Seen], screen: Box) -> list[Element]:
    found: list[Element] = []
    for one in seen:
        node = one.node
        if not node.states & POINTED_AT or ("scrollable" in node.states and node.children):
            continue
        if _is_neutral(node):
            continue
        texts = plain(" ".join(_texts_inside(node)))
        label = plain(node.name) or texts
        if not label and not node.value and one.box.area >= BACKDROP * screen.area:
            continue
        element = Element(one.box, node.role, label, texts, node.states, plain(node.value), node.identifier)
        # The inner one of two in the same place comes later, and is what reacts.
        twin = next((i for i, other in enumerate(found) if _one_place(other.box, element.box)), None)
        if twin is None:
            found.append(element)
        else:
            other = found[twin]
            found[twin] = Element(
                element.box,
                element.role,
                element.label or other.label,
                element.texts or other.texts,
                element.states | other.states,
                element.value or other.value,
                element.identifier or other.identifier,
            )
    return found


def _one_place(a: Box, b: Box) -> bool:
    both = a.intersection(b).area
    return both >= ONE_PLACE * (a.area + b.area - both)


def _texts_inside(node: UiNode) -> Iterator[str]:
    for child in node.children:
        if not child.states & POINTED_AT:
            if child.name:
                yield child.name
            yield from _texts_inside(child)


def _drawn_text(one: _Seen, phone: bool) -> str:
    """The text that a node draws, as far as that is sure; else nothing."""
    node, box = one.node, one.box
    if "password" in node.states:
        return ""
    if "editable" in node.states or node.role == "text field":
        return plain(node.value) if len(node.value) <= LONGEST_FIELD and "\n" not in node.value else ""
    if (node.role not in DRAWN and (phone or not _is_wide(one))) or _named_inside(node):
        return ""
    # Who gives both draws the value, and tells the name to who cannot see.
    text = plain(node.value or ("" if _is_address(node) else node.name))
    lines = max(round(box.height / LINE - 0.4), 1)
    return text if phone or NARROWEST * len(text) <= box.width * lines else ""


def _is_wide(one: _Seen) -> bool:
    return one.node.role in WIDE_DRAWN and one.box.width >= WIDE * one.box.height


def _is_neutral(node: UiNode) -> bool:
    held = "long-clickable" in node.states and not node.states & POINTED_AT
    return node.role in SURFACES or held or (_is_address(node) and not node.value)


def _is_address(node: UiNode) -> bool:
    return node.role == "cell" and _ADDRESS.fullmatch(node.name) is not None


def _named_inside(node: UiNode) -> bool:
    return any(below.name or below.value for child in node.children for below in child.walk())


def _said(seen: list[_Seen]) -> Iterator[TextLine]:
    for one in seen:
        node = one.node
        if node.role in CONTAINERS or _named_inside(node) or _is_address(node):
            continue
        if node.name or node.value:
            yield TextLine(one.box, plain(f"{node.name} {node.value}"))
