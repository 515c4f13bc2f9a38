"""Selecting in text fields: words, the toolbar to cut, copy and paste, and the handles to drag."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import skia

from .app_window import Window
from .touch import index_at, spot_of_index, walk
from .ui.geometry import Rect, px
from .ui.layout import layout
from .ui.text import LABEL_LARGE
from .ui.views import MATCH, Align, Handler, View
from .ui.widgets import label, row, stack

if TYPE_CHECKING:
    from .phone import Phone
    from .text_field import TextField

_WORD = re.compile(r"\w+(?:['’]\w+)*", re.UNICODE)
_BAR = 48  # dp
_MARGIN = px(8)
_HANDLE = px(22)


def word_at(text: str, index: int) -> tuple[int, int]:
    """Where the word at an index begins and ends; nothing at the index when there is none."""
    for found in _WORD.finditer(text):
        if found.start() <= index <= found.end():
            return found.span()
    return index, index


def word_before(text: str, index: int) -> int:
    """Where the word before an index begins, with the spaces after it passed over."""
    spaces = len(text[:index].rstrip())
    start, _end = word_at(text, spaces)
    return start if start < spaces else max(0, spaces - 1)


def word_after(text: str, index: int) -> int:
    """Where the word after an index ends, with the spaces before it passed over."""
    start = index + len(text[index:]) - len(text[index:].lstrip())
    end = word_at(text, start)[1]
    return end if end > start else min(len(text), start + 1)


def secret(view: View) -> bool:
    """Whether a text field holds a password, which cannot be copied out of it."""
    return view.password or view.input_type == "password"


def select_word(phone: Phone, view: View, x: float, y: float) -> None:
    """A long touch or a double tap on a text field: select the word, or of a password everything."""
    phone.focus(view.field, view.text)
    field = phone.activity.fields[view.field]
    index = index_at(view, x, y, phone.font_scale)
    start, end = (0, len(field.text)) if secret(view) else word_at(field.text, index)
    field.selected_from = start if start < end else None
    field.cursor = end
    field.menu = True
    phone.changed()


def close_toolbar(phone: Phone) -> bool:
    """Take the toolbar away, and with it the selection; False when there is none."""
    field = phone.activity.fields.get(phone.activity.focus or "")
    if field is None or not field.menu:
        return False
    field.menu, field.selected_from = False, None
    phone.changed()
    return True


def copy_selected(phone: Phone, field: TextField, *, cut: bool = False) -> None:
    """Put what is selected on the clipboard, and take it out of the text when it is cut."""
    start, end = field.selection
    if start < end:
        phone.state.clipboard = field.text[start:end]
        if cut:
            field.erase()
        field.menu, field.selected_from = False, None
        phone.changed()


def add_toolbar(phone: Phone, window: Window) -> None:
    """Put toolbar and handles into a window, when the focused field there wants them."""
    field = phone.activity.fields.get(phone.activity.focus or "")
    if field is None or not field.menu:
        return
    view = next((view for view in walk(window.root) if view.field and view.focused), None)
    if view is None or view.visible.empty:
        return
    spots = [spot_of_index(view, index, phone.font_scale) for index in field.selection]
    if field.selection[0] < field.selection[1]:
        window.root.children += [_handle(phone, view, field, spots, end) for end in (0, 1)]
    entries = _entries(phone, view, field)
    if entries:
        window.root.children.append(_toolbar(phone, window, view, spots, entries))


def _entries(phone: Phone, view: View, field: TextField) -> list[tuple[str, Handler]]:
    start, end = field.selection
    made: list[tuple[str, Handler]] = []

    def select_all() -> None:
        field.selected_from, field.cursor = 0, len(field.text)

    if start < end and not secret(view):
        made.append(("Cut", lambda: copy_selected(phone, field, cut=True)))
        made.append(("Copy", lambda: copy_selected(phone, field)))
    if phone.state.clipboard:
        made.append(("Paste", lambda: field.insert(phone.state.clipboard)))
    if field.text and (start, end) != (0, len(field.text)):
        made.append(("Select all", select_all))
    return made


def _toolbar(
    phone: Phone, window: Window, view: View, spots: list[Rect], entries: list[tuple[str, Handler]]
) -> View:
    theme = phone.theme
    items = [
        stack(
            label(
                text,
                LABEL_LARGE,
                theme.on_surface,
                id="android:id/floating_toolbar_menu_item_text",
            ),
            id="android:id/floating_toolbar_menu_item_button",
            desc=text,
            min_height=_BAR,
            pad=(14, 14, 14, 14),
            on_tap=act,
        )
        for text, act in entries
    ]
    bar = row(
        *items,
        id="android:id/floating_toolbar_menu_container",
        min_height=_BAR,
        pad=(8, 0, 8, 0),
        radius=_BAR / 2,
        fill=theme.surface_container if not theme.dark else theme.surface_highest,
        shadow=True,
    )
    area = window.root.rect
    layout(stack(bar), area, phone.font_scale)
    width, height = bar.size
    middle = (spots[0].left + spots[1].left) // 2 if spots[0].top == spots[1].top else area.center[0]
    left = max(area.left + _MARGIN, min(area.right - _MARGIN - width, middle - width // 2))
    top = max(spots[0].top, view.visible.top) - height - _MARGIN
    if top < max(area.top, px(40)):
        top = spots[1].bottom + _HANDLE + _MARGIN
    if top + height > area.bottom:
        # No room above or below: beside it.
        top = max(area.top, min(spots[0].center[1] - height // 2, area.bottom - height))
        right = spots[1].right + _HANDLE + _MARGIN
        left = right if right + width < area.right else max(area.left, spots[0].left - _HANDLE - width)
    layout(bar, Rect(left, top, left + width, top + height), phone.font_scale)
    return bar


def _handle(phone: Phone, view: View, field: TextField, spots: list[Rect], end: int) -> View:
    """The drop below one end of the selection; dragging it moves that end."""
    spot = spots[end]
    left = spot.left - _HANDLE if end == 0 else spot.left
    color = phone.theme.primary

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        pen = skia.Paint(Color=color, AntiAlias=True)
        canvas.drawCircle(*rect.center, rect.width / 2, pen)
        half = rect.width / 2
        corner_left = rect.left + half if end == 0 else rect.left
        canvas.drawRect(skia.Rect.MakeXYWH(corner_left, rect.top, half, half), pen)

    def drag(x1: float, y1: float, x2: float, y2: float) -> bool:
        start, stop = field.selection
        index = index_at(view, spot.left + x2 - x1, spot.center[1] + y2 - y1, phone.font_scale)
        start, stop = (min(index, stop - 1), stop) if end == 0 else (start, max(index, start + 1))
        field.selected_from, field.cursor = start, stop
        return True

    made = View(
        "android.widget.ImageView",
        id="android:id/floating_toolbar_handle",
        width=MATCH,
        height=MATCH,
        draw=paint,
        on_drag=drag,
        align=Align.CENTER,
        hidden=True,
    )
    made.rect = Rect(left, spot.bottom, left + _HANDLE, spot.bottom + _HANDLE)
    made.clip = view.visible._replace(bottom=view.visible.bottom + _HANDLE)
    made.clip = made.clip._replace(left=made.clip.left - _HANDLE, right=made.clip.right + _HANDLE)
    return made
