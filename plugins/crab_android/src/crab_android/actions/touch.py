"""Touches: at the middle of an element, or at a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from crab_android.actions.place import position
from crab_core import Element, action

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

_LONG_TAP_MS = 700  # Android takes 400 ms and more for long (ViewConfiguration.getLongPressTimeout)
SWIPE_MS = 300

Direction = Literal["up", "down", "left", "right"]
Distance = Literal["short", "medium", "long"] | Annotated[int, Field(ge=1, le=10_000)]
_PARTS = {"short": 0.2, "medium": 0.4, "long": 0.6}


@action
def tap(
    env: AndroidEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
    node: str | None = None,
) -> None:
    """Touch an element or a position shortly.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
        node: Id of the element in ui_text, such as "k482", instead of all these.
    """
    left, top = position(env, x, y, node)
    env.link.check(f"input tap {left} {top}")


@action
def double_tap(
    env: AndroidEnvironment,
    element: Element | None = None,  # noqa: ARG001
    x: int | None = None,
    y: int | None = None,
    node: str | None = None,
) -> None:
    """Touch an element or a position shortly, twice; that zooms in or selects a word.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
        node: Id of the element in ui_text, instead of all these.
    """
    left, top = position(env, x, y, node)
    # In one go: between two commands more time may pass than Android allows (300 ms).
    env.link.check(f"input tap {left} {top} && input tap {left} {top}")


@action
def long_tap(
    env: AndroidEnvironment,
    element: Element | None = None,  # noqa: ARG001
    x: int | None = None,
    y: int | None = None,
    node: str | None = None,
) -> None:
    """Touch an element or a position and hold; that opens a menu or selects text.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
        node: Id of the element in ui_text, instead of all these.
    """
    left, top = position(env, x, y, node)
    env.link.check(f"input swipe {left} {top} {left} {top} {_LONG_TAP_MS}")


@action
def swipe(
    env: AndroidEnvironment,
    direction: Direction,
    distance: Distance = "medium",
    element: Element | None = None,  # noqa: ARG001
    x: int | None = None,
    y: int | None = None,
    node: str | None = None,
) -> None:
    """Move a finger over the screen; "up" shows what is further below.

    Args:
        direction: Where the finger moves.
        distance: How far: pixels, or a fifth, two fifths or three fifths of the screen.
        element: Number of the element to begin at; the middle of the screen when left out.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
        node: Id of the element in ui_text to begin at.
    """
    width, height = env.size
    across, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[direction]
    way = round(_PARTS[distance] * (width if across else height)) if isinstance(distance, str) else distance
    if x is None and y is None and node is None:
        # Begin so far from the middle that the whole way fits.
        start = round(width / 2 - across * way / 2), round(height / 2 - down * way / 2)
        start = _inside(start[0], width), _inside(start[1], height)
    else:
        start = position(env, x, y, node)
    end_x = _inside(start[0] + across * way, width) if across else start[0]
    end_y = _inside(start[1] + down * way, height) if down else start[1]
    env.link.check(f"input swipe {start[0]} {start[1]} {end_x} {end_y} {SWIPE_MS}")


def _inside(place: int, length: int) -> int:
    """The borders belong to the system's own gestures."""
    return min(max(place, length // 12), length - length // 12)
