"""What an agent can do on the desktop. Coordinates are pixels of the screenshot, origin at the top left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from crab_core import Element, InvalidAction, Problem, action

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment

Notches = Annotated[int, Field(ge=1, le=100)]


@action
def click(
    env: UbuntuEnvironment,
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
) -> None:
    """Click with the left mouse button on an element or a position.

    Args:
        element: Number of the element.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
    """
    env.desktop.input.click(*_position(env, x, y))


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
    env.desktop.input.click(*_position(env, x, y), button="right")


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
    env.desktop.input.click(*_position(env, x, y), count=2)


@action
def write_text(env: UbuntuEnvironment, text: str) -> None:
    """Type a text into what has the keyboard focus; a line break presses Enter.

    Args:
        text: The text, in any language.
    """
    env.desktop.input.type(text)


@action
def press(env: UbuntuEnvironment, key: str) -> None:
    """Press and release one key.

    Args:
        key: Its name, such as enter, esc, tab, backspace, delete, up, pagedown, f5, super, or a character.
    """
    from crab_ubuntu.desktop.keys import keysym_of_key

    env.desktop.input.chord([keysym_of_key(key)])


@action
def hotkey(env: UbuntuEnvironment, keys: Annotated[list[str], Field(min_length=1, max_length=5)]) -> None:
    """Press several keys together, such as ["ctrl", "s"].

    Args:
        keys: Names of the keys, in the order in which they go down.
    """
    from crab_ubuntu.desktop.keys import keysym_of_key

    env.desktop.input.chord([keysym_of_key(key) for key in keys])


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
    env.desktop.input.scroll(*_position(env, x, y), direction, amount)


@action
def search_app(env: UbuntuEnvironment, name: Annotated[str, Field(min_length=1, max_length=100)]) -> str:
    """Open an application by its name, through the search of the Activities overview.

    Args:
        name: Name of the application, such as Settings or Files.
    """
    from crab_ubuntu.desktop.overview import open_application

    return open_application(env.desktop, name)


ACTIONS = (click, right_click, double_click, write_text, press, hotkey, scroll, search_app)


def _position(env: UbuntuEnvironment, x: int | None, y: int | None) -> tuple[int, int]:
    if x is None or y is None:
        raise InvalidAction("No place was given.", [Problem("element", "give element, or both x and y")])
    screen = env.desktop.screen
    problems = [
        Problem(field, f"{value} is outside the screen; it has {size} pixels")
        for field, value, size in (("x", x, screen.width), ("y", y, screen.height))
        if not 0 <= value < size
    ]
    if problems:
        raise InvalidAction("The place is not on the screen.", problems)
    return x, y
