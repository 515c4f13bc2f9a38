"""What an agent can do on the phone. Coordinates are pixels of the screenshot, origin at the top left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from crab_android.device.windows import go_home
from crab_core import Element, InvalidAction, Problem, action

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

_LONG_TAP_MS = 700  # Android takes 400 ms and more for long (ViewConfiguration.getLongPressTimeout)
_SWIPE_MS = 300

Key = Literal[
    "home",
    "back",
    "enter",
    "backspace",
    "delete",
    "tab",
    "up",
    "down",
    "left",
    "right",
    "volume_up",
    "volume_down",
    "power",
]
Direction = Literal["up", "down", "left", "right"]


@action
def tap(
    env: AndroidEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
) -> None:
    """Touch an element or a position shortly.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
    """
    left, top = _position(env, x, y)
    env.link.check(f"input tap {left} {top}")


@action
def long_tap(
    env: AndroidEnvironment,
    element: Element | None = None,  # noqa: ARG001
    x: int | None = None,
    y: int | None = None,
) -> None:
    """Touch an element or a position and hold; that opens a menu or selects text.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
    """
    left, top = _position(env, x, y)
    env.link.check(f"input swipe {left} {top} {left} {top} {_LONG_TAP_MS}")


@action
def swipe(
    env: AndroidEnvironment,
    direction: Direction,
    distance: Literal["short", "medium", "long"] = "medium",
    element: Element | None = None,  # noqa: ARG001
    x: int | None = None,
    y: int | None = None,
) -> None:
    """Move a finger over the screen; "up" shows what is further below.

    Args:
        direction: Where the finger moves.
        distance: How far: a fifth, two fifths or three fifths of the screen.
        element: Number of the element to begin at; the middle of the screen when left out.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
    """
    width, height = env.screen.size
    part = {"short": 0.2, "medium": 0.4, "long": 0.6}[distance]
    across, down = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}[direction]
    if x is None and y is None:
        # Begin so far from the middle that the whole way fits.
        start = round(width / 2 - across * part * width / 2), round(height / 2 - down * part * height / 2)
    else:
        start = _position(env, x, y)
    # Borders belong to the system's own gestures.
    end_x = min(max(start[0] + round(across * part * width), width // 12), width - width // 12)
    end_y = min(max(start[1] + round(down * part * height), height // 12), height - height // 12)
    if across == 0:
        end_x = start[0]
    else:
        end_y = start[1]
    env.link.check(f"input swipe {start[0]} {start[1]} {end_x} {end_y} {_SWIPE_MS}")


@action
def write_text(env: AndroidEnvironment, text: Annotated[str, Field(min_length=1, max_length=20_000)]) -> None:
    """Type a text into the field that has the focus; tap the field first. A line break presses Enter.

    Args:
        text: The text, in any language.
    """
    env.keyboard.type(text)


@action
def press(env: AndroidEnvironment, key: Key) -> None:
    """Press one of the phone's buttons or keys.

    Args:
        key: Which one.
    """
    env.keyboard.press(key)


@action
def open_app_drawer(env: AndroidEnvironment) -> None:
    """Show all installed apps: go to the home screen and swipe up."""
    width, height = env.screen.size
    go_home(env.link)
    env.link.check(f"input swipe {width // 2} {height * 3 // 4} {width // 2} {height // 4} {_SWIPE_MS}")


def _position(env: AndroidEnvironment, x: int | None, y: int | None) -> tuple[int, int]:
    """A point on the screen.

    Raises:
        InvalidAction: It is not given, or outside.
    """
    if x is None or y is None:
        raise InvalidAction(
            "There is no position.", [Problem("element", "give the number of an element, or x and y")]
        )
    width, height = env.screen.size
    if not (0 <= x < width and 0 <= y < height):
        raise InvalidAction(
            f"The position ({x}, {y}) is not on the screen.",
            [Problem("x", f"the screen is {width} by {height} pixels")],
        )
    return x, y


ACTIONS = (tap, long_tap, swipe, write_text, press, open_app_drawer)
