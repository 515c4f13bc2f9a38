"""Gestures and keys: what they do to the phone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, get_args

from .state import Layer
from .system import gestures
from .system.keycodes import TYPED
from .system.overlays import OVERLAYS
from .touch import path_to, walk
from .ui.geometry import DENSITY, px
from .ui.views import View

if TYPE_CHECKING:
    from .phone import Phone
    from .windows import Window

_SLOP = 24  # pixels: android.view.ViewConfiguration's touch slop of 8 dp at this density, rounded up
_LONG_PRESS = 400  # ms: ViewConfiguration.getLongPressTimeout


def tap(phone: Phone, x: float, y: float, *, long: bool = False) -> None:
    """A short or a long touch."""
    if not phone.state.awake:
        return
    window, views = _under(phone, x, y)
    phone.state.toast = None
    phone.changed()
    if window is not None and window.modal and len(views) < 2:
        _outside(phone, window)
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


def _outside(phone: Phone, window: Window) -> None:
    """A touch beside what is over the app closes it."""
    if window.overlay is None:
        phone.activity.dialog = None
        phone.hide_keyboard()
        return
    outside = OVERLAYS[window.overlay.kind].outside
    if outside is not None:
        outside(phone, window.overlay)
    else:
        phone.hide_overlay(window.overlay)


def _under(phone: Phone, x: float, y: float) -> tuple[Window | None, list[View]]:
    """The topmost window that takes a touch at a point, and its views there, the deepest first.

    A modal window takes every touch; its only view there is its root when the touch is beside what it shows.
    """
    for window in reversed(phone.windows()):
        if window.title == "Toast":
            continue
        inside = window.root.rect.contains(x, y)
        views = path_to(window.root, x, y) if inside else []
        if window.modal:
            return window, views
        if not inside or (window.title == "NavigationBar0" and not any(view.clickable for view in views)):
            continue
        return window, views
    return None, []


def swipe(phone: Phone, x1: float, y1: float, x2: float, y2: float, duration_ms: int) -> None:
    """A finger moving from one point to another."""
    dx, dy = x2 - x1, y2 - y1
    if abs(dx) < _SLOP and abs(dy) < _SLOP:
        tap(phone, x1, y1, long=duration_ms >= _LONG_PRESS)
        return
    if not phone.state.awake:
        return
    if gestures.system_gesture(phone, x1, y1, dx, dy):
        return
    _window, views = _under(phone, x1, y1)
    phone.state.toast = None
    phone.changed()
    _move(views, (x1, y1, x2, y2), phone, duration_ms)


def _move(views: list[View], way: tuple[float, float, float, float], phone: Phone, duration_ms: int) -> None:
    """Give a movement to the first of the views that makes something of it."""
    x1, y1, x2, y2 = way
    dx, dy = x2 - x1, y2 - y1
    for view in views:
        if view.cls == "android.widget.SeekBar" and view.on_touch is not None and abs(dx) > abs(dy):
            view.on_touch(x2, y2)
            return
        along = -dx if view.horizontal else -dy
        if (
            view.scrollable
            and (abs(dx) > abs(dy)) == view.horizontal
            and _scroll(phone, view, along, duration_ms)
        ):
            return
        if view.on_drag is not None and view.on_drag(x1, y1, x2, y2):
            return
        if view.on_swipe is not None and view.on_swipe(dx, dy):
            return


# android.widget.OverScroller's flings: friction, and the deceleration of its spline.
_FRICTION = 0.015
_DECELERATION = math.log(0.78) / math.log(0.9)
_INFLEXION = 0.35
_PHYSICAL = 9.80665 * 39.37 * DENSITY * 160 * 0.84
_SLOWEST, _FASTEST = px(50), px(8000)  # pixels a second: ViewConfiguration's fling velocities


def fling_distance(velocity: float) -> float:
    """How far a list goes on after the finger has left it at a velocity in pixels a second."""
    if abs(velocity) < _SLOWEST:
        return 0.0
    speed = min(abs(velocity), _FASTEST)
    slowing = math.log(_INFLEXION * speed / (_FRICTION * _PHYSICAL))
    way = _FRICTION * _PHYSICAL * math.exp(_DECELERATION / (_DECELERATION - 1) * slowing)
    return math.copysign(way, velocity)


def _scroll(phone: Phone, view: View, by: float, duration_ms: int) -> bool:
    """Scroll a view and let it fling; False at that end, so that what is around it may move."""
    way = by + fling_distance(by * 1000 / max(1, duration_ms))
    target = max(0, min(view.scroll_limit, view.scroll_y + round(way)))
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


def soft_key(phone: Phone, name: str) -> None:
    """A key of the soft keyboard: a character, ``\\b``, ``\\n``, ``<hide>`` or a layer in angle brackets."""
    board = phone.state.keyboard
    if name == "<hide>":
        phone.hide_keyboard()
    elif name[1:-1] in get_args(Layer) and name.startswith("<"):
        board.layer = name[1:-1]  # type: ignore[assignment]
    elif name == "\b":
        key(phone, 67)
    elif name == "\n":
        key(phone, 66)
    else:
        phone.type_text(name)
        if board.layer == "upper":
            board.layer = "lower"
    phone.changed()
