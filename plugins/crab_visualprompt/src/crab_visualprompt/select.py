"""Chooses the elements of a UI tree that an agent can point at, in reading order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from crab_core import Box, UiNode, UiTree
from crab_visualprompt.boxes import agreement, around, corners
from crab_visualprompt.order import reading_order

SMALLEST = 4
"""Pixels: what shows less of itself in one direction is the edge of something scrolled away."""
LONGEST_LABEL = 200
"""Characters of a label that is put together from texts."""
SAME_PLACE = 0.8
"""Intersection over union from which two boxes are one element told twice."""
WHOLE_SCREEN = 0.9
"""Share of the screen from which a nameless element is a backdrop and not a thing to click."""
MANY_CELLS = 40
"""Empty cells of a sheet from which only those near its data are elements."""
ADDRESS = re.compile(r"[A-Z]{1,3}[1-9][0-9]*")
"""What a sheet calls its cells."""
DEEPEST = 200
"""Levels of the tree; what is below is not read."""

SURFACES = frozenset(("document", "terminal", "canvas", "drawing area"))
"""Roles that are pointed into, whatever their states say."""
GROUPS = frozenset(
    (
        *("window", "dialog", "desktop", "shell", "group", "list", "table", "tree", "tree table", "tab list"),
        *("tool bar", "menu bar", "popup menu", "status bar", "scroll area", "scroll bar", "separator"),
    )
)
"""Roles whose name is that of a container, not a text on the screen."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An element that may become a mark."""

    box: Box
    label: str = ""
    role: str = ""
    value: str = ""
    states: frozenset[str] = frozenset()
    source: str = "tree"
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Selection:
    """What a UI tree tells."""

    elements: tuple[Candidate, ...]
    """What can be pointed at, in reading order."""
    texts: tuple[Candidate, ...]
    """All texts that have a place on the screen, those inside elements and empty cells of sheets too."""


def select(tree: UiTree, *, texts: bool = False) -> Selection:
    """Choose the elements of a tree that can be pointed at.

    These are the clickable, checkable and editable nodes, named ones that take the focus, and surfaces such
    as documents. Nothing outside the screen or of the parts that scrolled away is chosen, and nothing twice.

    Args:
        tree: As its device told it.
        texts: Choose also texts that belong to no such element.
    """
    screen = Box(0, 0, tree.width, tree.height)
    reader = _Reader(screen, texts)
    found = reader.read(tree.root, screen, inside=False, depth=0)
    members = [candidate for group in reading_order(found.groups) for candidate in group.members]
    empty = _far_from_data(members)
    elements = _without_duplicates([candidate for candidate in members if candidate not in empty])
    return Selection(tuple(elements), (*reader.texts, *empty))


@dataclass(frozen=True, slots=True)
class _Group:
    """Elements that are read together."""

    box: Box
    members: tuple[Candidate, ...]


@dataclass(slots=True)
class _Found:
    """What a part of the tree holds."""

    groups: list[_Group] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """Texts that belong to no element of `groups`."""
    switches: list[frozenset[str]] = field(default_factory=list)
    """States of what is on or off but is switched by clicking the element around it."""


class _Reader:
    def __init__(self, screen: Box, texts: bool) -> None:
        self._screen = screen
        self._texts = texts
        self.texts: list[Candidate] = []

    def read(self, node: UiNode, clip: Box, *, inside: bool, depth: int) -> _Found:
        """What a node holds; `inside` tells that an element around it takes its texts."""
        if depth > DEEPEST:
            return _Found()
        shown = clip if node.box is None else node.box.intersection(clip)
        seen = node.box is not None and min(shown.width, shown.height) >= SMALLEST
        pointable = seen and _pointable(node)
        clip_below = shown if seen and "scrollable" in node.states else clip
        found = _Found()
        for child in node.children:
            below = self.read(child, clip_below, inside=inside or pointable, depth=depth + 1)
            found.groups += below.groups
            found.texts += below.texts
            found.switches += below.switches
        if pointable and inside and _only_tells_state(node):
            found.switches.append(node.states)
            found.texts[:0] = [node.name] if node.name else []
        elif pointable:
            self._add_element(node, shown, found)
        elif seen and _is_text(node):
            self._add_text(node, shown, found, inside)
        if len(found.groups) > 1:
            found.groups = [_together(found.groups)]
        return found

    def _add_element(self, node: UiNode, box: Box, found: _Found) -> None:
        """Make an element that takes the texts inside; none where the node only wraps another."""
        label = join([node.name, *found.texts])
        inner = [candidate for group in found.groups for candidate in group.members]
        states = node.states
        for switch in found.switches:
            states |= switch & {"checkable", "checked"}
        if len(inner) == 1 and label in ("", inner[0].label) and "editable" not in states:
            only = replace(inner[0], states=inner[0].states | states)
            found.groups = [_Group(only.box, (only,))]
        elif not label and not node.value and box.area >= WHOLE_SCREEN * self._screen.area:
            pass
        else:
            # A switch without a name is the switch of the row in which it stands.
            named = [replace(c, label=label) if label and not c.label else c for c in inner]
            label = label or ("" if inner else _words(node.identifier))
            element = Candidate(box, label, node.role, node.value, states)
            found.groups = [_Group(box, (element, *named))]
        found.texts, found.switches = [], []

    def _add_text(self, node: UiNode, box: Box, found: _Found, inside: bool) -> None:
        text = _plain(node.name or node.value)
        found.texts.insert(0, text)
        candidate = Candidate(box, text, node.role, node.value if node.name else "", node.states)
        self.texts.append(candidate)
        if self._texts and not inside:
            found.groups.append(_Group(box, (candidate,)))


def _pointable(node: UiNode) -> bool:
    states = node.states
    if states & {"checkable", "editable"} or node.role in SURFACES:
        return True
    if "scrollable" in states and node.children:
        return False
    if states & {"clickable", "long-clickable"}:
        return True
    return "focusable" in states and bool(node.name or node.value) and node.role not in GROUPS


def _only_tells_state(node: UiNode) -> bool:
    return "checkable" in node.states and not node.states & {"clickable", "editable"}


def _is_text(node: UiNode) -> bool:
    return bool(node.name or node.value) and node.role not in GROUPS and "scrollable" not in node.states


def join(texts: Iterable[str]) -> str:
    """One label of several texts; those that say what was said are left out."""
    parts: list[str] = []
    said = ""
    for text in map(_plain, texts):
        if text and text.casefold() not in said:
            parts.append(text)
            said = ", ".join(parts).casefold()
    label = ", ".join(parts)
    return label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"


def _plain(text: str) -> str:
    return " ".join(text.split())


def _words(identifier: str) -> str:
    """What an application calls an element without a name: "org.app:id/add_task" is "add task"."""
    return identifier.rpartition("/")[2].replace("_", " ").strip()


def _together(groups: Sequence[_Group]) -> _Group:
    ordered = reading_order(groups)
    members = tuple(candidate for group in ordered for candidate in group.members)
    return _Group(around(group.box for group in ordered), members)


def _without_duplicates(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Merge what stands in the same place; the later one is the inner one, and gives its box."""
    boxes = corners(candidate.box for candidate in candidates)
    pairs = np.argwhere(np.tril(agreement(boxes, boxes) >= SAME_PLACE, -1))
    earlier: dict[int, list[int]] = {}
    for later, place in pairs.tolist():
        earlier.setdefault(later, []).append(place)
    kept: dict[int, Candidate] = {}
    for number, candidate in enumerate(candidates):
        place = next(
            (n for n in earlier.get(number, ()) if n in kept and _may_be_one(kept[n], candidate)), -1
        )
        other = kept.get(place)
        if other is None:
            kept[number] = candidate
            continue
        merged = replace(
            candidate,
            label=candidate.label or other.label,
            value=candidate.value or other.value,
            states=candidate.states | other.states,
        )
        # The merged one stands where the first was read, and later ones are compared with its new place.
        kept = {number if n == place else n: merged if n == place else c for n, c in kept.items()}
    return list(kept.values())


def _far_from_data(candidates: Sequence[Candidate]) -> set[Candidate]:
    """The empty cells of a sheet, a thousand on a screen, but for those beside what is written or chosen."""
    cells = [c for c in candidates if c.role == "cell" and ADDRESS.fullmatch(c.label)]
    empty = {c for c in cells if not c.value and not c.states & {"focused", "selected"}}
    if len(empty) <= MANY_CELLS:
        return set()
    used = [c.box for c in cells if c not in empty]
    if not used:
        return empty
    x, y, width, height = around(used)
    across, down = max(c.box.width for c in cells), max(c.box.height for c in cells)
    near = Box(x - across // 2, y - down // 2, width + across, height + down)
    return {c for c in empty if not c.box.intersection(near).area}


def _may_be_one(a: Candidate, b: Candidate) -> bool:
    """Whether two elements in one place can be the same: not when each has a name of its own."""
    same_name = not a.label or not b.label or a.label == b.label
    return same_name or a.label in b.label or b.label in a.label
