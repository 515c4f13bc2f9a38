"""Widgets with more children than can be asked: long lists, pages, sheets with millions of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from crab_core import Box
from crab_ubuntu.desktop.atspi import ACCESSIBLE, COMPONENT, PROPERTIES, Reference, Widget
from crab_ubuntu.desktop.line import Call

if TYPE_CHECKING:
    from crab_ubuntu.desktop.widgets import Frame

MOST_CHILDREN = 300
"""Of one widget, that are all looked at."""
MOST_SEEN = 2000
"""Of a crowd, that are read."""

Ask = Callable[[Iterable[Call]], list[list[Any]]]


def visible_children(widget: Widget, count: int, frame: Frame, ask: Ask) -> list[Reference]:
    """Those children of a widget that lie in the frame's clip, and some around them.

    Args:
        widget: With so many children that they are not all asked.
        count: How many it says it has.
        frame: Of its children.
        ask: Asks its application.
    """
    if count < 0:
        return []
    # The children of a list are in the order in which they are shown: those that can be seen are neighbours.
    clip = frame.clip

    def box_of(index: int) -> Box | None:
        (child,) = ask([Call(widget.reference.path, ACCESSIBLE, "GetChildAtIndex", "i", (index,))])
        if not child:
            return None
        (extents,) = ask([Call(child[0][1], COMPONENT, "GetExtents", "u", (1 if frame.in_window else 0,))])
        if not extents:
            return None
        x, y, width, height = extents[0]
        return Box(x + frame.x, y + frame.y, width, height) if width > 0 and height > 0 else None

    def first(beyond: Callable[[Box], bool]) -> int:
        low, high = 0, count
        while low < high:
            middle = (low + high) // 2
            box = box_of(middle)
            if box is not None and not beyond(box):
                low = middle + 1
            else:
                high = middle
        return low

    begin = first(lambda box: box.y + box.height > clip.y)
    end = first(lambda box: box.y >= clip.y + clip.height)
    begin, end = max(0, begin - 1), min(count, max(end, begin) + 1, begin + MOST_SEEN)
    found = ask(
        Call(widget.reference.path, ACCESSIBLE, "GetChildAtIndex", "i", (index,))
        for index in range(begin, end)
    )
    return [Reference(*answer[0]) for answer in found if answer]


LIST_VIEWS = frozenset(("GtkGridView", "GtkListView", "GtkColumnListView"))
"""Widgets of GTK 4 whose children keep their last place when they are scrolled away."""
MOST_IN_VIEW = 4000
"""Children of a list view that are looked at."""
INSET = 2
"""Pixels from the edge of a cell, where it may be found itself and not what is in it."""


def children_in_view(widget: Widget, frame: Frame, ask: Ask) -> list[Reference]:
    """The children of a list view of GTK 4 that can be seen: where one is, the view finds no other.

    Args:
        widget: The view, at its place on the screen.
        frame: Of its children.
        ask: Asks its application.
    """
    path, area = widget.reference.path, widget.box.intersection(frame.clip)
    (answer,) = ask([Call(path, ACCESSIBLE, "GetChildren")])
    children = [Reference(*child) for child in answer[0]][:MOST_IN_VIEW] if answer else []
    extents = ask(Call(child.path, COMPONENT, "GetExtents", "u", (1,)) for child in children)
    placed = []
    for child, told in zip(children, extents, strict=True):
        x, y, width, height = told[0] if told else (0, 0, 0, 0)
        if width > 0 and height > 0:
            box = Box(x + frame.x, y + frame.y, width, height)
            if box.intersection(area).area:
                placed.append((child, box))
    here = _found_in([box for _, box in placed], frame, widget, ask)
    if not all(here):
        # What was never asked for is not found: GTK makes an accessible object when one asks for children.
        level = [child.path for (child, _), paths in zip(placed, here, strict=True) if not paths]
        for _ in range(DEEPEST_CELL):
            replies = ask(Call(parent, ACCESSIBLE, "GetChildren") for parent in level)
            level = [str(child[1]) for reply in replies if reply for child in reply[0]]
        here = _found_in([box for _, box in placed], frame, widget, ask)
    sure = [box for (child, box), paths in zip(placed, here, strict=True) if child.path in paths]
    # Of some cells nothing is found. They are there unless they stand between the rows of those that are.
    return [
        child
        for (child, box), paths in zip(placed, here, strict=True)
        if child.path in paths or not (paths or any(_in_the_way(box, other) for other in sure))
    ]


def _in_the_way(box: Box, other: Box) -> bool:
    """Whether two cells cannot be there both: they overlap, or stand in rows that overlap."""
    rows_meet = box.y < other.y + other.height and other.y < box.y + box.height
    return rows_meet and (abs(box.y - other.y) > 1 or box.intersection(other).area > 0)


def _found_in(boxes: Sequence[Box], frame: Frame, view: Widget, ask: Ask) -> list[set[str]]:
    """The children of a view that are found in each box, by their paths."""
    found = _found_at([point for box in boxes for point in _points(box, frame)], view, ask)
    return [set(found[9 * place : 9 * place + 9]) - {""} for place in range(len(boxes))]


def _points(box: Box, frame: Frame) -> Iterator[tuple[int, int]]:
    """The corners of a box, the middles of its sides, and its middle."""
    for x in (box.x + INSET, box.x + box.width // 2, box.x + box.width - 1 - INSET):
        for y in (box.y + INSET, box.y + box.height // 2, box.y + box.height - 1 - INSET):
            yield x - frame.x, y - frame.y


def _found_at(points: Sequence[tuple[int, int]], view: Widget, ask: Ask) -> list[str]:
    """The path of the child of a view that is at each point; nothing where it cannot say."""
    path = view.reference.path
    answers = ask(Call(path, COMPONENT, "GetAccessibleAtPoint", "iiu", (x, y, 1)) for x, y in points)
    there = [str(answer[0][1]) if answer else "" for answer in answers]
    parents: dict[str, str] = {"": "", path: ""}
    climbing = {child for child in there if child not in parents}
    for _ in range(DEEPEST_CELL):
        asked = list(climbing)
        above = ask(Call(c, PROPERTIES, "Get", "ss", (ACCESSIBLE, "Parent")) for c in asked)
        parents |= {c: str(reply[0].value[1]) if reply else "" for c, reply in zip(asked, above, strict=True)}
        climbing = {parents[child] for child in asked} - parents.keys()

    def child_of(inner: str) -> str:
        for _ in range(DEEPEST_CELL):
            if parents.get(inner) == path:
                return inner
            inner = parents.get(inner, "")
        return ""

    return [child_of(inner) for inner in there]


DEEPEST_CELL = 6
"""Levels between a cell and what is in it."""
