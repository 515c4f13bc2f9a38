"""How large things are on a screen: a phone packs more pixels into an inch than a desktop."""

from __future__ import annotations

SMALLEST_TEXT = 15
"""Pixels."""
ON_DESKTOP, ON_PHONE = 1 / 64, 1 / 34
"""Least height of a text, of the shorter side of the screen."""
POINTER, FINGER = 1.7, 3.2
"""Least side of a target, in heights of that text: menus of desktops have rows of 29 pixels beside 17."""


def smallest_text(width: int, height: int) -> int:
    """Height in pixels of the smallest text that is read without effort.

    Args:
        width: Of the screen; one that is higher than wide is a phone's.
        height: Of the screen.
    """
    return max(SMALLEST_TEXT, round(min(width, height) * (ON_PHONE if height > width else ON_DESKTOP)))


def least_target(width: int, height: int) -> float:
    """Side in pixels below which nothing is made for a finger, or for a pointer.

    Args:
        width: Of the screen; one that is higher than wide is a phone's.
        height: Of the screen.
    """
    return smallest_text(width, height) * (FINGER if height > width else POINTER)
