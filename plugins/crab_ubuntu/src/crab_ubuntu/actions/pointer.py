"""Actions of the pointer: clicks, dragging, the wheel."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from crab_core import Element, action
from crab_ubuntu.actions.places import position

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment

Button = Literal["left", "middle", "right"]
Notches = Annotated[int, Field(ge=1, le=100)]

DRAG_STEPS = 6
"""Motions on the way: what is dragged over reacts to motion, not to a leap."""
DRAG_CAP = 1.0
"""Seconds to wait at most for what reacts to the button and to the first motion."""
MOTION_QUIET = 0.02
"""Seconds of stillness between two motions."""
DROP_QUIET = 0.2
"""Seconds of stillness before letting go: source and target talk to each other before the target takes it."""
DROP_CAP = 0.3
"""Seconds to wait at most over the target: a folder opens when it is held over for half a second."""


@action
def click(
    env: UbuntuEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
    button: Button = "left",
) -> None:
    """Click with a mouse button on an element or a position.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
        button: "middle" pastes what is selected elsewhere, or opens a link in a new tab.
    """
    env.desktop.input.click(*position(env, x, y), button=button)


@action
def right_click(
    env: UbuntuEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
) -> None:
    """Click with the right mouse button on an element or a position; that usually opens a menu.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
    """
    env.desktop.input.click(*position(env, x, y), button="right")


@action
def double_click(
    env: UbuntuEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
) -> None:
    """Click twice with the left mouse button on an element or a position; that opens files and folders.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
    """
    env.desktop.input.click(*position(env, x, y), count=2)


@action
def triple_click(
    env: UbuntuEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
) -> None:
    """Click three times with the left mouse button on an element or a position: in a text, select the line.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
    """
    env.desktop.input.click(*position(env, x, y), count=3)


@action
def move(
    env: UbuntuEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
) -> None:
    """Move the pointer over an element or a position without clicking; that may show a tooltip or a submenu.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
    """
    env.desktop.input.move(*position(env, x, y))


@action
def drag(
    env: UbuntuEnvironment,
    from_element: Element | None = None,  # noqa: ARG001 - becomes from_x and from_y before the call
    from_x: int | None = None,
    from_y: int | None = None,
    to_element: Element | None = None,  # noqa: ARG001 - becomes to_x and to_y before the call
    to_x: int | None = None,
    to_y: int | None = None,
    button: Button = "left",
) -> None:
    """Drag from one element or position to another: move a thing, select a text, draw.

    Args:
        from_element: Number of the element where the button goes down.
        from_x: Pixels from the left; use it with from_y instead of from_element.
        from_y: Pixels from the top.
        to_element: Number of the element where the button is let go.
        to_x: Pixels from the left; use it with to_y instead of to_element.
        to_y: Pixels from the top.
        button: Which mouse button is held.
    """
    start, end = position(env, from_x, from_y, "from_"), position(env, to_x, to_y, "to_")
    pointer, settler, watch = env.desktop.input, env.desktop.settler, env.desktop.watch

    def go(part: float) -> None:
        pointer.move(*(round(a + (b - a) * part) for a, b in zip(start, end, strict=True)))

    pointer.move(*start)
    pointer.button_down(button)
    try:
        settler.settle(cap=DRAG_CAP)
        go(1 / DRAG_STEPS)
        settler.settle(cap=DRAG_CAP)  # something has been taken up
        for step in range(2, DRAG_STEPS + 1):
            go(step / DRAG_STEPS)
            now = time.monotonic()
            watch.wait_for_quiet(now, MOTION_QUIET, now + DROP_CAP)
        settler.settle(quiet=DROP_QUIET, cap=DROP_CAP)  # the target has said whether it takes it
    finally:
        pointer.button_up(button)


@action
def mouse_down(
    env: UbuntuEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
    button: Button = "left",
) -> str:
    """Press a mouse button and hold it until mouse_up; without a place, where the pointer is.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
        button: Which mouse button.
    """
    if x is not None or y is not None:
        env.desktop.input.move(*position(env, x, y))
    env.desktop.input.button_down(button)
    return f"The {button} button is down until mouse_up."


@action
def mouse_up(
    env: UbuntuEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
    button: Button = "left",
) -> None:
    """Release a mouse button; without a place, where the pointer is.

    Args:
        element: Number of the element to move to first.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
        button: Which mouse button.
    """
    if x is not None or y is not None:
        env.desktop.input.move(*position(env, x, y))
    env.desktop.input.button_up(button)


@action
def scroll(
    env: UbuntuEnvironment,
    direction: Literal["up", "down", "left", "right"] = "down",
    amount: Notches = 5,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
) -> None:
    """Turn the mouse wheel over an element or a position; without one, over the middle of the focused window.

    Args:
        direction: Where to look for more: "down" shows what is further below.
        amount: Notches of the wheel; each moves a list by about three lines.
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
    """
    if x is None and y is None:
        focused = env.desktop.windows.focused()
        screen = env.desktop.screen
        x, y = focused.box.center if focused else (screen.width // 2, screen.height // 2)
    env.desktop.input.scroll(*position(env, x, y), direction, amount)
