"""The hand of a person at the page: what it holds while a finger is down, and what a wheel moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ..input import scroll_to
from ..touch import path_to
from ..ui.geometry import px

if TYPE_CHECKING:
    from ..phone import Phone
    from ..ui.views import View
    from ..windows import Window

_EDGE: Final = px(32)
"""From the borders of the screen, movements are the system's; they have an effect when they have ended."""

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Held:
    """A list that a finger moves."""

    start: Place
    window: Window
    view: View
    offset: int
    """Where the list was when the finger came."""


class Hand:
    """One hand. Places are pixels of the picture.

    Attributes:
        phone: the phone that it uses.
    """

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self._held: _Held | None = None

    def move(self, start: Place, end: Place) -> None:
        """A finger has come from one place to another and is still down: a list under it follows."""
        if self._held is None or self._held.start != start:
            self._held = _take(self.phone, start, end)
        held = self._held
        if held is None:
            return
        across, down = ((start[i] - end[i]) / self.phone.scale for i in (0, 1))
        by = across if held.view.horizontal else down
        scroll_to(
            self.phone, held.window, held.view, max(0, min(held.view.scroll_limit, held.offset + round(by)))
        )

    def lay_down(self, start: Place, end: Place) -> bool:
        """Leave a list that has followed the finger where it is now; False when none has."""
        if self._held is None or self._held.start != start:
            return False
        self.move(start, end)
        self._held = None
        return True

    def let_go(self) -> None:
        """Put a list back to where it was when the finger came, so that the whole movement can follow."""
        held, self._held = self._held, None
        if held is not None:
            scroll_to(self.phone, held.window, held.view, held.offset)

    def scroll(self, place: Place, across: float, down: float) -> None:
        """Scroll the innermost list at a place that can go on in a direction, by so many pixels."""
        for window, view in _views_at(self.phone, place):
            by = round((across if view.horizontal else down) / self.phone.scale)
            target = max(0, min(view.scroll_limit, view.scroll_y + by)) if view.scrollable else view.scroll_y
            if target != view.scroll_y:
                scroll_to(self.phone, window, view, target)
                return


def _take(phone: Phone, start: Place, end: Place) -> _Held | None:
    """The list that a movement would scroll; None where something else would take the movement first."""
    width, height = phone.pixels
    inside = _EDGE < start[0] < width - _EDGE and _EDGE < start[1] < height - _EDGE
    if not inside or not phone.state.awake or phone.state.locked:
        return None
    sideways = abs(end[0] - start[0]) > abs(end[1] - start[1])
    for window, view in _views_at(phone, start):
        if view.scrollable and view.horizontal == sideways:
            return _Held(start, window, view, view.scroll_y)
        if view.on_drag is not None or view.on_swipe is not None or view.cls == "android.widget.SeekBar":
            return None
    return None


def _views_at(phone: Phone, place: Place) -> Iterator[tuple[Window, View]]:
    """The views at a place that a finger can move, the innermost first."""
    x, y = place[0] / phone.scale, place[1] / phone.scale
    for window in reversed(phone.windows()):
        path = path_to(window.root, x, y)
        for view in path:
            yield window, view
        if window.modal or (path and window.focusable):
            return
