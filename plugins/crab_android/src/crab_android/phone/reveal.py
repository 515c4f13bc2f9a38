"""Keeping the text field with the cursor in sight while the keyboard covers the foot of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .app_window import Window, walk_up
from .touch import cursor_line, walk
from .ui.geometry import Rect, px
from .ui.layout import layout
from .ui.views import View

if TYPE_CHECKING:
    from .phone import Phone

_MARGIN = px(12)
_LEAST = px(24)  # of a field that must be seen


def focused_view(window: Window) -> View | None:
    """The text field that has the cursor, or None."""
    return next((view for view in walk(window.root) if view.field and view.focused), None)


def reveal(phone: Phone, window: Window, foot: float) -> bool:
    """Scroll what the focused field lies in, or else push the window up, as far as the field needs.

    Nothing is remembered: it is worked out anew from where the user has scrolled to.

    Args:
        phone: the phone.
        window: the window in front, laid out.
        foot: height in dp of what covers the foot of the screen.

    Returns:
        Whether the window was pushed up, and so lies below the status bar.
    """
    view = focused_view(window)
    if view is None:
        return False
    area = phone.area
    room = Rect(0, window.root.rect.top, area.right, area.bottom - px(foot))
    _scroll(phone, window.root, view, room)
    if view.visible.intersect(room).height < min(_LEAST, view.rect.height or _LEAST) and not window.modal:
        # There is no room left for it: the screen keeps its height and is pushed up as a whole.
        content = window.root.children[0]
        left, top, right, _bottom = content.pad
        content.pad = (left, top, right, 0.0)
        layout(window.root, area, phone.font_scale)
        _scroll(phone, window.root, view, area)
    by = _missing(_target(view, room, phone.font_scale), room)
    if by > 0:
        for child in window.root.children:
            _push_up(child, by, window.root.rect)
    return by > 0


def _scroll(phone: Phone, root: View, view: View, room: Rect) -> None:
    """Scroll what the view lies in, from the inside out."""
    for parent in walk_up(root, view):
        if parent.scroll_key and not parent.horizontal:
            by = _missing(_target(view, room, phone.font_scale), parent.visible.intersect(room))
            offset = max(0, min(parent.scroll_limit, parent.scroll_y + by))
            if offset != parent.scroll_y:
                parent.scroll_y = offset
                layout(root, root.rect, phone.font_scale)


def _target(view: View, room: Rect, font_scale: float) -> Rect:
    """What must be seen: the field with a margin, or of a large one the line with the cursor."""
    rect = view.rect if view.rect.height < room.height * 0.6 else cursor_line(view, font_scale)
    return Rect(rect.left, rect.top - _MARGIN, rect.right, rect.bottom + _MARGIN)


def _missing(target: Rect, room: Rect) -> int:
    """How far the target is below the room; negative when it is above."""
    if target.bottom > room.bottom:
        return min(target.bottom - room.bottom, max(0, target.top - room.top))
    return min(0, target.top - room.top)


def _push_up(view: View, by: int, area: Rect) -> None:
    view.rect = _moved(view.rect, by)
    view.clip = _moved(view.clip, by).intersect(area)
    for child in view.children:
        _push_up(child, by, area)


def _moved(rect: Rect, by: int) -> Rect:
    return Rect(rect.left, rect.top - by, rect.right, rect.bottom - by)
