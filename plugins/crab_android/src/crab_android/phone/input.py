"""Gestures: what a finger does to the phone. Keys are in :mod:`.system.keys`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import selection
from .system import gestures
from .system.overlays import OVERLAYS
from .touch import path_to
from .ui.geometry import DENSITY, px
from .ui.views import View

if TYPE_CHECKING:
    from .app_window import Window
    from .phone import Phone

_SLOP = 24  # pixels: android.view.ViewConfiguration's touch slop of 8 dp at this density, rounded up
_LONG_PRESS = 400  # ms: ViewConfiguration.getLongPressTimeout


def tap(phone: Phone, x: float, y: float, *, long: bool = False) -> None:
    """A short or a long touch."""
    if not phone.state.awake:
        return
    if long:
        phone.finger.forget()
    else:
        phone.finger.touch(x, y)
    window, views = _under(phone, x, y)
    _begin(phone, window)
    if window is not None and window.modal and len(views) < 2:
        _outside(phone, window)
        return
    if window is not None and window.focusable and not any(_keeps_toolbar(view) for view in views):
        selection.close_toolbar(phone)
    for view in views:
        if (not view.enabled and view.clickable) or _touch(phone, view, x, y, long=long):
            return


def _touch(phone: Phone, view: View, x: float, y: float, *, long: bool) -> bool:
    """Let a view react to a touch; False when it does not."""
    if view.field and (long or phone.finger.twice):
        selection.select_word(phone, view, x, y)
    elif long and view.on_long_tap is not None:
        view.on_long_tap()
    elif view.on_touch is not None:
        view.on_touch(x, y)
    elif view.on_tap is not None:
        view.on_tap()
    else:
        return False
    return True


def _keeps_toolbar(view: View) -> bool:
    return bool(view.field) or view.id.startswith("android:id/floating_toolbar")


def _begin(phone: Phone, window: Window | None) -> None:
    """What every touch does: the toast goes, and the volume panel unless it is what is touched."""
    phone.state.toast = None
    touched = window.overlay if window is not None else None
    overlays = phone.state.overlays
    if overlays and any(OVERLAYS[overlay.kind].passing and overlay is not touched for overlay in overlays):
        phone.state.overlays = [o for o in overlays if o is touched or not OVERLAYS[o.kind].passing]
    phone.changed()


def _outside(phone: Phone, window: Window) -> None:
    """A touch beside what is over the app closes it."""
    if window.overlay is None:
        if not phone.state.locked:
            phone.activity.close_dialog()
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
        see_through = window.title == "NavigationBar0" or window.overlay is not None
        if not inside or (see_through and not any(view.clickable for view in views)):
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
    phone.finger.forget()
    if gestures.system_gesture(phone, (x1, y1, x2, y2), duration_ms):
        return
    window, views = _under(phone, x1, y1)
    _begin(phone, window)
    _move(phone, window, views, (x1, y1, x2, y2), duration_ms)


def _move(
    phone: Phone,
    window: Window | None,
    views: list[View],
    way: tuple[float, float, float, float],
    duration_ms: int,
) -> None:
    """Give a movement to the first of the views that makes something of it."""
    x1, y1, x2, y2 = way
    dx, dy = x2 - x1, y2 - y1
    for view in views:
        if view.cls == "android.widget.SeekBar" and view.on_touch is not None:
            upright = view.rect.height > view.rect.width
            if (abs(dy) > abs(dx)) == upright:
                view.on_touch(x2, y2)
                return
        along = -dx if view.horizontal else -dy
        if (
            view.scrollable
            and (abs(dx) > abs(dy)) == view.horizontal
            and _scroll(phone, window, view, along, duration_ms)
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


def _scroll(phone: Phone, window: Window | None, view: View, by: float, duration_ms: int) -> bool:
    """Scroll a view and let it fling; False at that end, so that what is around it may move."""
    way = by + fling_distance(by * 1000 / max(1, duration_ms))
    target = max(0, min(view.scroll_limit, view.scroll_y + round(way)))
    if target == view.scroll_y:
        return False
    scroll_to(phone, window, view, target)
    return True


def scroll_to(phone: Phone, window: Window | None, view: View, offset: int) -> None:
    """Scroll a view to an offset in pixels; what an overlay scrolls is kept with the overlay."""
    if window is not None and window.overlay is not None:
        window.overlay.args.setdefault("scroll", {})[view.scroll_key] = offset
    else:
        phone.activity.scroll[view.scroll_key] = offset
        phone.state.keyboard.reveal = False
    phone.changed()
