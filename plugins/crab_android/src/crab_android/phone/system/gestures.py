"""Gestures that belong to the system: home and back from the edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.geometry import px

if TYPE_CHECKING:
    from ..phone import Phone

_EDGE = px(24)


def system_gesture(phone: Phone, x1: float, y1: float, dx: float, dy: float) -> bool:
    """Do what a swipe from an edge of the screen means; False when it is none."""
    if phone.state.settings["secure"].get("navigation_mode") == "0":
        return False
    area = phone.area
    if y1 > area.height - _EDGE and -dy > area.height * 0.08:
        phone.home()
        return True
    inward = dx if x1 < _EDGE else -dx if x1 > area.width - _EDGE else 0
    if inward > area.width * 0.15 and abs(dx) > abs(dy):
        phone.back()
        return True
    return False
