"""Text fields on the screen: which one is at a place, and whether it has the focus."""

from __future__ import annotations

from crab_android.device.compact import CompactElement, CompactTree
from crab_core import Box


def field_at(tree: CompactTree, x: int, y: int) -> str | None:
    """The id of the smallest text field that covers a point."""
    boxes = {name: element.box for name, element in tree.elements.items() if element.role == "field"}
    hit = {name: box for name, box in boxes.items() if box is not None and box.contains(Box(x, y, 1, 1))}
    return min(hit, key=lambda name: hit[name].area, default=None)


def has_focus(element: CompactElement | None) -> bool:
    """Whether what is typed goes into this element."""
    return element is not None and "focused" in element.states


def text_in(element: CompactElement) -> str:
    """What a field holds, or its hint when it is empty: dumps do not tell them apart."""
    return element.texts[0] if element.texts else ""
