"""Gestures and keys: what they do to the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .system.keycodes import TYPED
from .touch import path_to, walk
from .ui.geometry import HEIGHT, WIDTH, px
from .ui.views import View

if TYPE_CHECKING:
    from .phone import Phone

_SLOP = 24  # pixels: android.view.ViewConfiguration's touch slop of 8 dp at this density, rounded up
_LONG_PRESS = 400  # ms: ViewConfiguration.getLongPressTimeout
_EDGE = px(24)


def tap(phone: Phone, x: float, y: float, *, long: bool = False) -> None:
    """A short or a long touch."""
    if not phone.state.awake:
        return
    views = _under(phone, x, y)
    phone.state.toast = None
    phone.changed()
    if views is None:
        phone.activity.dialog = None
        phone.hide_keyboard()
        return
    for view in views:
        if not view.enabled and (view.on_tap or view.on_touch):
            return
        if long and view.on_long_tap is not None:
            view.on_long_tap()
            return
        if view.on_touch is not None:
            view.on_touch(x, y)
            return
        if view.on_tap is not None:
            view.on_tap()
            return


def _under(phone: Phone, x: float, y: float) -> list[View] | None:
    """The views under a point, topmost window first; None when the point is outside an open dialog."""
    for window in reversed(phone.windows()):
        if window.title == "Toast" or not window.root.rect.contains(x, y):
            continue
        views = path_to(window.root, x, y)
        if window.title == "NavigationBar0" and not any(view.clickable for view in views):
            continue
        if window.title.endswith("/PopupWindow"):
            return views if len(views) > 1 else None
        return views
    return None if phone.activity.dialog else []


def swipe(phone: Phone, x1: float, y1: float, x2: float, y2: float, duration_ms: int) -> None:
    """A finger moving from one point to another."""
    dx, dy = x2 - x1, y2 - y1
    if abs(dx) < _SLOP and abs(dy) < _SLOP:
        tap(phone, x1, y1, long=duration_ms >= _LONG_PRESS)
        return
    if not phone.state.awake:
        return
    if _system_gesture(phone, x1, y1, dx, dy):
        return
    views = _under(phone, x1, y1)
    phone.state.toast = None
    phone.changed()
    for view in views or []:
        if view.cls == "android.widget.SeekBar" and view.on_touch is not None and abs(dx) > abs(dy):
            view.on_touch(x2, y2)
            return
        if view.scrollable and abs(dy) > abs(dx) and _scroll(phone, view, -dy):
            return
        if view.on_swipe is not None and view.on_swipe(dx, dy):
            return


def _system_gesture(phone: Phone, x1: float, y1: float, dx: float, dy: float) -> bool:
    gestures = phone.state.settings["secure"].get("navigation_mode") != "0"
    if not gestures:
        return False
    if y1 > HEIGHT - _EDGE and -dy > HEIGHT * 0.08:
        phone.home()
        return True
    inward = dx if x1 < _EDGE else -dx if x1 > WIDTH - _EDGE else 0
    if inward > WIDTH * 0.15 and abs(dx) > abs(dy):
        phone.back()
        return True
    return False


def _scroll(phone: Phone, view: View, by: float) -> bool:
    """Scroll a view; False when it is already at that end, so that what is around it may move."""
    limit = view.content_height - view.rect.height
    target = max(0, min(limit, view.scroll_y + round(by)))
    if target == view.scroll_y:
        return False
    phone.activity.scroll[view.scroll_key] = target
    return True


def key(phone: Phone, code: int) -> None:
    """A key, by Android's key code."""
    state = phone.state
    state.toast = None
    phone.changed()
    if code in (26, 223, 224):
        state.awake = {26: not state.awake, 223: False, 224: True}[code]
        return
    if not state.awake:
        return
    if code == 3:
        phone.home()
    elif code in (4, 111):
        phone.back()
    elif code in (24, 25, 164):
        _volume(phone, {24: 1, 25: -1, 164: -100}[code])
    elif code in TYPED:
        phone.type_text(TYPED[code])
    else:
        _edit(phone, code)


def _volume(phone: Phone, step: int) -> None:
    level = int(phone.state.settings["system"].get("volume_music", "0")) + step
    phone.put_setting("system", "volume_music", str(max(0, min(15, level))))


def _edit(phone: Phone, code: int) -> None:
    field = phone.focused_field()
    if code in (66, 61) and field is not None:
        _enter(phone, tab=code == 61)
        return
    if field is None:
        return
    length = len(field.text)
    start, end = field.selection
    targets = {21: max(0, field.cursor - 1), 22: min(length, field.cursor + 1), 122: 0, 123: length}
    if code == 67:
        field.erase()
    elif code == 112:
        field.erase(forward=True)
    elif code in targets:
        field.cursor, field.selected_from = targets[code], None
    elif code in (277, 278) and start < end:
        phone.state.clipboard = field.text[start:end]
        if code == 277:
            field.erase()
    elif code == 279:
        field.insert(phone.state.clipboard)


def _enter(phone: Phone, *, tab: bool) -> None:
    """Enter breaks the line, moves on to the next field, or does what the keyboard's action key does."""
    views = [view for view in walk(phone.active_window().root) if view.field]
    current = next((view for view in views if view.field == phone.activity.focus), None)
    if current is None:
        return
    if current.multiline and not tab:
        phone.type_text("\n")
    elif current.on_enter is not None and not tab:
        current.on_enter()
    else:
        following = views[views.index(current) + 1 :]
        if following:
            phone.focus(following[0].field, following[0].text)
        else:
            phone.hide_keyboard()
