"""Which view a finger meets, and what the gesture does there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .ui.geometry import DENSITY, Rect
from .ui.layout import line_height, text_size
from .ui.text import line_starts, shape
from .ui.views import View

_NEAR = 100 * DENSITY  # android.view.ViewConfiguration's double tap slop of 100 dp


@dataclass(slots=True)
class Finger:
    """The last touch, to tell whether another is the second of a double tap.

    The phone's clock may stand still, so it is no question of time: two touches are a double tap when
    nobody has looked at the screen between them.

    Attributes:
        spot: where the last short touch was; None when it was looked at since, or something else was done.
        twice: whether the present touch is the second of a double tap.
    """

    spot: tuple[float, float] | None = None
    twice: bool = False

    def touch(self, x: float, y: float) -> None:
        """A short touch."""
        spot = self.spot
        self.twice = spot is not None and abs(spot[0] - x) < _NEAR / 4 and abs(spot[1] - y) < _NEAR / 4
        self.spot = None if self.twice else (x, y)

    def forget(self) -> None:
        """The next touch is a first one."""
        self.spot = None
        self.twice = False


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
    lines = _lines(view, font_scale)
    number = max(0, min(len(lines) - 1, int((y - lines[0][1].top) // max(1, lines[0][1].height))))
    start, box = lines[number]
    line = view.wrapped[number]
    size = text_size(view, font_scale)
    nearest = min(
        range(len(line) + 1),
        key=lambda index: abs(box.left + shape(line[:index], view.style.weight, size).width - x),
    )
    return min(len(view.text), start + nearest)


def spot_of_index(view: View, index: int, font_scale: float) -> Rect:
    """Where the cursor stands in front of a character: a rectangle without width, as high as the line."""
    lines = _lines(view, font_scale)
    if not lines:
        return Rect(view.rect.left, view.rect.top, view.rect.left, view.rect.bottom)
    number = max((n for n, (start, _box) in enumerate(lines) if start <= index), default=0)
    start, box = lines[number]
    size = text_size(view, font_scale)
    shown = view.wrapped[number] if view.text else ""
    x = box.left + round(shape(shown[: index - start], view.style.weight, size).width)
    return Rect(x, box.top, x, box.bottom)


def cursor_line(view: View, font_scale: float) -> Rect:
    """The line of a text field in which the cursor stands."""
    spot = spot_of_index(view, view.cursor or 0, font_scale)
    return Rect(view.rect.left, spot.top, view.rect.right, spot.bottom)


def _lines(view: View, font_scale: float) -> list[tuple[int, Rect]]:
    """Where each line of a text field begins in the text, and where it stands."""
    left, top, _right, bottom = view.pad
    height = line_height(view, font_scale)
    inner = Rect(
        view.rect.left + round(left * DENSITY),
        view.rect.top + round(top * DENSITY),
        view.rect.right,
        view.rect.bottom - round(bottom * DENSITY),
    )
    first = inner.top + max(0.0, (inner.height - height * len(view.wrapped)) / 2)
    starts = view.starts or line_starts(view.text, view.wrapped)
    lines: list[tuple[int, Rect]] = []
    for number, start in enumerate(starts):
        y = first + number * height
        lines.append((start, Rect(inner.left, round(y), inner.right, round(y + height))))
    return lines
