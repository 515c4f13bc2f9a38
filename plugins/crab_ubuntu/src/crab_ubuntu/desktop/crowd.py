"""Widgets with more children than can be asked: long lists, pages, sheets with millions of cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from crab_core import Box
from crab_ubuntu.desktop.atspi import ACCESSIBLE, COMPONENT, Reference, Widget
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
