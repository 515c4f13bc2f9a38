"""Text into fields, and the clipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from crab_android.actions.place import position
from crab_android.device.fields import field_at, has_focus, text_in
from crab_core import Element, InvalidAction, Problem, action

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

_LONGEST = 20_000


@action
def write_text(
    env: AndroidEnvironment, text: Annotated[str, Field(min_length=1, max_length=_LONGEST)]
) -> None:
    """Type a text into the field that has the focus; tap the field first. A line break presses Enter.

    Args:
        text: The text, in any language.
    """
    env.keyboard.type(text)


@action
def set_text(
    env: AndroidEnvironment,
    text: Annotated[str, Field(max_length=_LONGEST)],
    element: Element | None = None,  # noqa: ARG001 - becomes x and y before the call
    x: int | None = None,
    y: int | None = None,
    node: str | None = None,
) -> None:
    """Replace all that is in a text field. A line break presses Enter.

    Args:
        text: What the field holds then, in any language; nothing empties it.
        element: Number of the field.
        x: Pixels from the left; use it with y instead of an element.
        y: Pixels from the top.
        node: Id of the field in ui_text, instead of all these.
    """
    left, top = position(env, x, y, node)
    _empty(env, _focus(env, left, top))
    if text:
        env.keyboard.type(text)


@action
def set_clipboard(env: AndroidEnvironment, text: Annotated[str, Field(max_length=_LONGEST)]) -> None:
    """Put a text onto the clipboard.

    Args:
        text: The text, in any language.
    """
    env.clipboard.write(text)


@action
def paste(env: AndroidEnvironment) -> None:
    """Insert what is on the clipboard into the field that has the focus."""
    env.keyboard.press("paste")


def _focus(env: AndroidEnvironment, x: int, y: int) -> str:
    """Give the focus to the field at a place; its id.

    Raises:
        InvalidAction: There is none, or it does not take the focus.
    """
    screen = env.read_screen()
    name = field_at(screen, x, y)
    if name is None:
        raise InvalidAction(
            "There is no text field.", [Problem("element", f"no text field covers ({x}, {y})")]
        )
    if has_focus(screen.elements[name]):
        return name
    env.link.check(f"input tap {x} {y}")
    env.screen.settle()
    if not has_focus(env.read_screen().elements.get(name)):
        raise InvalidAction(
            "The text field does not take the focus.", [Problem("element", "tap it and look")]
        )
    return name


def _empty(env: AndroidEnvironment, name: str) -> None:
    """Erase what is in the focused field, also where the phone cannot select all or the app does not care."""

    def held() -> str:
        element = env.read_screen().elements.get(name)
        return "" if element is None else text_in(element)

    before = held()
    if not before:
        return
    if env.keyboard.select_all():
        env.keyboard.press("backspace")
    if held() == before:
        env.keyboard.erase(len(before))
