"""Which view a finger meets, and what the gesture does there."""

from __future__ import annotations

from collections.abc import Iterator

from .ui.geometry import DENSITY, Rect
from .ui.layout import line_height, text_size
from .ui.text import shape
from .ui.views import View


def path_to(root: View, x: float, y: float) -> list[View]:
    """The views under a point, from the deepest up to the root.

    Where siblings overlap, the topmost that reacts to touch is taken, as Android does; else the topmost.
    """
    if not root.visible.contains(x, y):
        return []
    passive: list[View] = []
    for child in reversed(root.children):
        path = path_to(child, x, y)
        if any(_reacts(view) for view in path):
            return [*path, root]
        passive = passive or path
    return [*passive, root]


def _reacts(view: View) -> bool:
    return (
        view.clickable
        or view.on_long_tap is not None
        or view.on_swipe is not None
        or view.on_drag is not None
        or bool(view.scroll_key)
    )


def walk(view: View) -> Iterator[View]:
    """A view and everything below it, in drawing order."""
    yield view
    for child in view.children:
        yield from walk(child)


def index_at(view: View, x: float, y: float, font_scale: float) -> int:
    """The index into a text field's text that is nearest to a point."""
    if not view.text:
        return 0
    left, top, _right, bottom = view.pad
    size = text_size(view, font_scale)
    height = line_height(view, font_scale)
    inner = Rect(
        view.rect.left + round(left * DENSITY),
        view.rect.top + round(top * DENSITY),
        view.rect.right,
        view.rect.bottom - round(bottom * DENSITY),
    )
    first = inner.top + max(0.0, (inner.height - height * len(view.wrapped)) / 2)
    number = max(0, min(len(view.wrapped) - 1, int((y - first) // height)))
    start = sum(len(line) + 1 for line in view.wrapped[:number])
    line = view.wrapped[number]
    nearest = min(
        range(len(line) + 1),
        key=lambda index: abs(inner.left + shape(line[:index], view.style.weight, size).width - x),
    )
    return min(len(view.text), start + nearest)
