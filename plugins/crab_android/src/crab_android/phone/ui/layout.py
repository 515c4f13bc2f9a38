"""Giving every view its rectangle: a small flex layout.

``measure`` works out sizes from the leaves up, ``place`` positions from the root down. A scrolling view
measures its children without a limit in height and shifts them by its offset.
"""

from __future__ import annotations

from .geometry import DENSITY, Rect
from .text import around_cursor, shape, wrap
from .views import MATCH, WRAP, Align, Axis, View

_UNLIMITED = 1_000_000


def layout(root: View, area: Rect, font_scale: float) -> None:
    """Lay the tree out in an area of the screen, texts enlarged by ``font_scale``."""
    _measure(root, area.width, area.height, font_scale)
    root.size = (area.width, area.height)
    _place(root, area.left, area.top, area)


def _measure(view: View, room_width: int, room_height: int, scale: float) -> tuple[int, int]:
    left, top, right, bottom = view.pad
    across = round((left + right) * DENSITY)
    along = round((top + bottom) * DENSITY)
    width = room_width if view.width == MATCH else round(view.width * DENSITY)
    height = room_height if view.height == MATCH else round(view.height * DENSITY)
    inner_width = (room_width if view.width < 0 else min(width, room_width)) - across
    inner_height = (room_height if view.height < 0 else height) - along
    sideways = bool(view.scroll_key) and view.horizontal
    if sideways:
        inner_width = _UNLIMITED
    elif view.scroll_key:
        inner_height = _UNLIMITED
    content_width, content_height = _content(view, max(0, inner_width), max(0, inner_height), scale)
    if view.scroll_key:
        view.content_height = content_width + across if sideways else content_height + along
    if view.width == WRAP:
        width = content_width + across
    if view.height == WRAP:
        height = content_height + along
    view.size = (min(width, room_width), min(max(height, round(view.min_height * DENSITY)), room_height))
    return view.size


def _content(view: View, width: int, height: int, scale: float) -> tuple[int, int]:
    if view.children:
        if view.axis is Axis.ROW:
            return _measure_row(view, width, height, scale)
        if view.axis is Axis.COLUMN:
            return _measure_column(view, width, height, scale)
        sizes = [_measure(child, width, height, scale) for child in view.children]
        return max(size[0] for size in sizes), max(size[1] for size in sizes)
    if view.icon:
        side = round(view.icon_size * DENSITY)
        return side, side
    shown = ("•" * len(view.text) if view.password else view.text) or view.hint
    if shown or view.cursor is not None:
        size = text_size(view, scale)
        limit = width if width > 0 else _UNLIMITED
        if view.cursor is not None and shown is not view.hint:
            view.wrapped, view.starts = around_cursor(
                shown, view.style.weight, size, limit, view.lines, view.cursor
            )
        else:
            view.wrapped = wrap(shown, view.style.weight, size, limit, view.lines)
        widest = max(shape(line, view.style.weight, size).width for line in view.wrapped)
        return int(widest) + 1, round(len(view.wrapped) * line_height(view, scale))
    return 0, 0


def text_size(view: View, scale: float) -> float:
    """The size of a view's text in pixels."""
    return view.style.size * DENSITY * scale


def line_height(view: View, scale: float) -> float:
    """The height of a line of a view's text in pixels."""
    return view.style.height * DENSITY * scale


def _measure_row(view: View, width: int, height: int, scale: float) -> tuple[int, int]:
    gap = round(view.gap * DENSITY)
    room = width - gap * (len(view.children) - 1)
    used = 0
    tallest = 0
    for child in view.children:
        if not child.weight:
            child_width, child_height = _measure(child, max(0, room - used), height, scale)
            used += child_width
            tallest = max(tallest, child_height)
    total = sum(child.weight for child in view.children)
    for child in view.children:
        if child.weight:
            share = int(max(0, room - used) * child.weight / total)
            child_height = _measure(child, share, height, scale)[1]
            child.size = (share, child_height)
            tallest = max(tallest, child_height)
    spread = sum(child.size[0] for child in view.children) + gap * (len(view.children) - 1)
    return spread, tallest


def _measure_column(view: View, width: int, height: int, scale: float) -> tuple[int, int]:
    gap = round(view.gap * DENSITY)
    room = height - gap * (len(view.children) - 1)
    used = 0
    widest = 0
    for child in view.children:
        if not child.weight:
            child_width, child_height = _measure(child, width, max(0, room - used), scale)
            used += child_height
            widest = max(widest, child_width)
    total = sum(child.weight for child in view.children)
    for child in view.children:
        if child.weight:
            share = int(max(0, room - used) * child.weight / total)
            child_width = _measure(child, width, share, scale)[0]
            child.size = (child_width, share)
            widest = max(widest, child_width)
    return widest, sum(child.size[1] for child in view.children) + gap * (len(view.children) - 1)


def _place(view: View, x: int, y: int, clip: Rect) -> None:
    width, height = view.size
    view.rect = Rect(x, y, x + width, y + height)
    view.clip = clip
    if not view.children:
        return
    left, top, right, bottom = view.pad
    inner = Rect(
        x + round(left * DENSITY),
        y + round(top * DENSITY),
        x + width - round(right * DENSITY),
        y + height - round(bottom * DENSITY),
    )
    inner_clip = clip.intersect(view.rect) if view.scroll_key else clip
    if view.scroll_key:
        view.scroll_y = max(0, min(view.scroll_y, view.scroll_limit))
        if view.horizontal:
            inner = Rect(inner.left - view.scroll_y, inner.top, inner.right, inner.bottom)
        else:
            inner = Rect(inner.left, inner.top - view.scroll_y, inner.right, inner.bottom)
    if view.axis is Axis.STACK:
        for child in view.children:
            _place(
                child,
                inner.left + _offset(view.align, inner.width - child.size[0]),
                inner.top + _offset(view.justify, inner.height - child.size[1]),
                inner_clip,
            )
        return
    _place_line(view, inner, inner_clip)


def _place_line(view: View, inner: Rect, clip: Rect) -> None:
    row = view.axis is Axis.ROW
    gap = round(view.gap * DENSITY)
    length = inner.width if row else inner.height
    taken = sum(child.size[0 if row else 1] for child in view.children) + gap * (len(view.children) - 1)
    spare = max(0, length - taken)
    between = (
        spare // (len(view.children) - 1) if view.justify is Align.BETWEEN and len(view.children) > 1 else 0
    )
    position = _offset(view.justify, spare)
    for child in view.children:
        if row:
            down = _offset(view.align, inner.height - child.size[1])
            _place(child, inner.left + position, inner.top + down, clip)
        else:
            side = _offset(view.align, inner.width - child.size[0])
            _place(child, inner.left + side, inner.top + position, clip)
        position += child.size[0 if row else 1] + gap + between


def _offset(align: Align, spare: int) -> int:
    if align is Align.CENTER:
        return spare // 2
    return spare if align is Align.END else 0
