"""The screen as text: the UI tree with the numbers of the marks, for agents that see no pictures."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from crab_core.content import Box, ElementMap, Mark, UiNode, UiTree

LONGEST_TEXT = 1_000
"""Characters of one text; of a longer one the middle is left out, since terminals end with what is new."""
MOST_TEXT = 20_000
"""Characters of texts that bear no number, all together; marks are always told."""
SMALLEST = 4
"""Pixels: what shows less of itself in one direction has scrolled away."""
SAME_PLACE = 0.8
"""Intersection over union from which a mark and a node stand in one place."""
DEEPEST = 200
"""Levels of the tree; what is below is not read."""

_CONTAINERS = frozenset(
    ("window", "dialog", "desktop", "shell", "document", "list", "table", "tab list", "popup menu")
)
"""Roles that are told when they have a name, for what belongs together."""
_CELL = re.compile(r"[A-Z]{1,3}(?P<row>[1-9]\d*)")
"""What spreadsheets call a cell."""
_BACKGROUND = frozenset(("scroll bar", "separator", "filler"))
"""Roles whose name says nothing."""
_PLAIN = frozenset(("", "label", "text", "static text", "paragraph", "static", "text view"))
"""Roles of mere texts, which go without saying."""
_CONTROLS = frozenset(
    ("button", "toggle button", "check box", "radio button", "menu item", "text field", "slider")
)
"""Roles that bear no number because they can do nothing now."""
_STATES = ("focused", "selected", "expanded", "editable", "password")
"""States that are worth a word, in this order."""


def render(tree: UiTree | None, elements: ElementMap) -> str:
    """What a device shows, one line an element, indented by what belongs to what.

    `[3] check box "Wrap lines" (checked)` can be pointed at by its number; a line without one can only be
    read. Nothing outside the screen is told, and no text twice.

    Args:
        tree: As the device told it; without one the marks are all there is.
        elements: The marks, of whatever prompter.
    """
    if tree is None:
        return _joined([_Line(0, _mark_line(mark, _knows_enabled(elements)), mark) for mark in elements])
    shown = list(_shown(tree))
    writer = _Writer({id(node) for node, _ in shown}, _places(shown, elements), _knows_enabled(elements))
    writer.write(tree.root, 0, _Told())
    for mark in elements:
        if mark.number not in writer.told:  # found in the picture alone
            writer.lines.append(_Line(0, _mark_line(mark, writer.knows_enabled), mark))
    if writer.left_out:
        writer.lines.append(_Line(0, f"({writer.left_out} more texts)"))
    return _joined(writer.lines)


# -- which node is which mark --------------------------------------------------------------------------


def _places(nodes: Sequence[tuple[UiNode, Box]], elements: ElementMap) -> dict[int, Mark]:
    """The mark of each node that has one, by the node's identity."""
    by_box: dict[Box, list[tuple[UiNode, Box]]] = {}
    for node, box in nodes:
        by_box.setdefault(box, []).append((node, box))
    found: dict[int, Mark] = {}
    for mark in elements:
        # Prompters that read the tree take a node's own box; only for others all nodes are looked through.
        best = _best(mark, by_box.get(mark.box, ()), found) or _best(mark, nodes, found)
        if best is not None:
            found[id(best)] = mark
    return found


def _best(mark: Mark, nodes: Iterable[tuple[UiNode, Box]], taken: Container[int]) -> UiNode | None:
    best, node_of_best = 0.0, None
    for node, box in nodes:
        alike = _alike(mark, node, box)
        # Of equals the inner one: prompters take the box of what they keep.
        if alike and alike >= best and id(node) not in taken:
            best, node_of_best = alike, node
    return node_of_best


def _alike(mark: Mark, node: UiNode, box: Box) -> float:
    """How well a node fits a mark; 0 when it does not stand in its place."""
    overlap = 1.0
    if mark.box != box:
        # Cheap first: most pairs are far apart.
        if abs(mark.box.y - box.y) > box.height or abs(mark.box.x - box.x) > box.width:
            return 0.0
        both = mark.box.intersection(box).area
        union = mark.box.area + box.area - both
        if not union or both < SAME_PLACE * union:
            return 0.0
        overlap = both / union
    return overlap + 2 * (node.role == mark.role) + (bool(node.name) and node.name in mark.label)


def _shown(tree: UiTree) -> Iterator[tuple[UiNode, Box]]:
    """The nodes on the screen with what is seen of them, parents before children."""
    stack = [(tree.root, Box(0, 0, tree.width, tree.height), 0)]
    while stack:
        node, clip, depth = stack.pop()
        box = node.box
        if box is None:
            shown = clip
        else:
            shown = box.intersection(clip)
            if min(shown.width, shown.height) >= SMALLEST:
                yield node, shown
        if depth < DEEPEST and node.children:
            below = shown if box is not None and "scrollable" in node.states else clip
            stack.extend((child, below, depth + 1) for child in reversed(node.children))


# -- lines ---------------------------------------------------------------------------------------------


class _Line(NamedTuple):
    """What is told of one element."""

    level: int
    """How far it is indented."""
    text: str
    mark: Mark | None = None


@dataclass(frozen=True, slots=True)
class _Told:
    """What stands above a line."""

    label: str = ""
    """Labels of the marks around, in small letters: prompters put them together from the texts inside."""
    texts: tuple[str, ...] = ()
    """Other texts around, in small letters."""
    level: int = 0
    """How far to indent."""


@dataclass(slots=True)
class _Writer:
    seen: set[int]
    """The nodes on the screen, by identity."""
    marks: dict[int, Mark]
    knows_enabled: bool
    lines: list[_Line] = field(default_factory=list)
    told: set[int] = field(default_factory=set)
    """Numbers of the marks that have their line."""
    left_out: int = 0
    _length: int = 0
    _just_told: tuple[str, ...] = ()
    """Texts of the last line: icons have their caption beside them."""

    def write(self, node: UiNode, depth: int, above: _Told) -> None:
        if node.box is None or id(node) in self.seen:
            mark = self.marks.get(id(node))
            if mark is not None and mark.number not in self.told:
                self.told.add(mark.number)
                self.lines.append(_Line(above.level, _mark_line(mark, self.knows_enabled), mark))
                self._just_told = (_plain(mark.label).casefold(),)
                if node.children:
                    label = _plain(f"{mark.label} {mark.value}").casefold()
                    above = _Told(f"{above.label}\n{label}", above.texts, above.level + 1)
            elif line := self._line(node, above):
                self.lines.append(_Line(above.level, line))
                above = _Told(above.label, (*above.texts, *self._just_told), above.level + 1)
        if node.children and depth < DEEPEST:
            for child in node.children:
                self.write(child, depth + 1, above)

    def _line(self, node: UiNode, above: _Told) -> str:
        """The line of a node without a mark; empty when it says nothing new."""
        if not (node.name or node.value) or node.role in _BACKGROUND:
            return ""
        value = "" if "password" in node.states else node.value
        said = (*above.texts, *self._just_told)
        texts = [
            text
            for text in dict.fromkeys((_plain(node.name), _plain(value)))
            if text and text.casefold() not in said and text.casefold() not in above.label
        ]
        is_group = bool(node.children) and node.role not in _CONTAINERS and node.role not in _PLAIN
        if not texts or is_group:
            return ""
        quoted = " = ".join(f'"{_short(text)}"' for text in texts)
        line = quoted if node.role in _PLAIN else f"{node.role} {quoted}"
        if self.knows_enabled and "enabled" not in node.states and node.role in _CONTROLS:
            line += " (disabled)"
        if self._length + len(line) > MOST_TEXT:
            self.left_out += 1
            return ""
        self._length += len(line)
        self._just_told = tuple(text.casefold() for text in texts)
        return line


def _joined(lines: Sequence[_Line]) -> str:
    """The lines as text; a row of empty cells takes one, for a spreadsheet has a thousand of them."""
    told: list[str] = []
    place = 0
    while place < len(lines):
        length = _empty_cells(lines, place)
        level, text, first = lines[place]
        last = lines[place + length - 1].mark if length else None
        if first is not None and last is not None and length > 2:
            text = f'[{first.number}]-[{last.number}] {first.role} "{first.label}" to "{last.label}", empty'
        else:
            length = 1
        told.append("  " * level + text)
        place += length
    return "\n".join(told)


def _empty_cells(lines: Sequence[_Line], start: int) -> int:
    """How many lines from here on are empty cells of one row, side by side and numbered so."""
    length = 0
    row = ""
    for line in lines[start:]:
        mark = line.mark
        cell = None if mark is None or mark.role != "cell" or mark.value else _CELL.fullmatch(mark.label)
        if mark is None or cell is None or not line.text.endswith('"'):
            break
        first = lines[start].mark
        if length and (cell["row"] != row or first is None or mark.number != first.number + length):
            break
        row = cell["row"]
        length += 1
    return length


def _mark_line(mark: Mark, knows_enabled: bool) -> str:
    label, value = _plain(mark.label), _plain(mark.value)
    parts = [f"[{mark.number}]", mark.role]
    if label:
        parts.append(f'"{_short(label)}"')
    if value and value != label and "password" not in mark.states:
        parts.append(f'= "{_short(value)}"')
    words = [state for state in _STATES if state in mark.states]
    if "checkable" in mark.states:
        words.insert(0, "checked" if "checked" in mark.states else "not checked")
    if knows_enabled and "enabled" not in mark.states:
        words.insert(0, "disabled")
    return " ".join(parts) + (f" ({', '.join(words)})" if words else "")


def _knows_enabled(elements: ElementMap) -> bool:
    """Whether the device tells what is enabled at all."""
    return any("enabled" in mark.states for mark in elements)


def _plain(text: str) -> str:
    """One line, with breaks as an agent would type them."""
    if "\n" not in text:
        return " ".join(text.split())
    return "\\n".join(" ".join(line.split()) for line in text.strip().splitlines() if line.strip())


def _short(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text
    part = LONGEST_TEXT // 2
    return f"{text[:part]} … ({len(text) - 2 * part} characters) … {text[-part:]}"
