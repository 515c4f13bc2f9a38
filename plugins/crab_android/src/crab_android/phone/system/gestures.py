"""Gestures that belong to the system: from the edges of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.geometry import px
from . import keyguard, keys
from .bars import STATUS_HEIGHT
from .overlays.recents import open_recents
from .overlays.shade import open_quick_settings, open_shade

if TYPE_CHECKING:
    from ..phone import Phone

_EDGE = px(24)
_HOLD = 700  # ms: a swipe up that takes longer stops at the recent apps
_FAR = 0.6  # of the screen's height: a swipe down that is longer opens all quick settings


def system_gesture(phone: Phone, way: tuple[float, float, float, float], duration_ms: int) -> bool:
    """Do what a swipe from an edge of the screen means; False when it is none.

    Args:
        phone: the phone.
        way: from where to where, x and y in units of the layout.
        duration_ms: how long it took.
    """
    x1, y1, x2, y2 = way
    dx, dy = x2 - x1, y2 - y1
    area = phone.area
    if y1 < px(STATUS_HEIGHT) and dy > area.height * 0.06 and dy > abs(dx):
        return _from_top(phone, dy)
    if phone.state.settings["secure"].get("navigation_mode") == "0":
        return False
    if y1 > area.height - _EDGE and -dy > area.height * 0.08:
        keys.drop_passing(phone)
        if phone.state.locked:
            keyguard.swiped_up(phone)
        elif duration_ms > _HOLD:
            open_recents(phone)
        else:
            keys.home(phone)
        return True
    inward = dx if x1 < _EDGE else -dx if x1 > area.width - _EDGE else 0
    if inward > area.width * 0.15 and abs(dx) > abs(dy):
        keys.back(phone)
        return True
    return False


def _from_top(phone: Phone, dy: float) -> bool:
    """Notifications; all quick settings when they are there already, or when it is a long way down."""
    opened = phone.state.overlays[-1].kind if phone.state.overlays else ""
    if opened == "quick_settings":
        return True
    if opened == "shade" or dy > phone.area.height * _FAR:
        open_quick_settings(phone)
    else:
        open_shade(phone)
    return True
