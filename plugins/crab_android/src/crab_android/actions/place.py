"""Where an action takes place: a position on the screen, or an element of `ui_text`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_core import InvalidAction, Problem

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment


def position(env: AndroidEnvironment, x: int | None, y: int | None, node: str | None) -> tuple[int, int]:
    """The point that is meant.

    Raises:
        InvalidAction: None is given, or two, or it is not on the screen.
    """
    if node is not None:
        if x is not None or y is not None:
            raise InvalidAction(
                "There are two positions.",
                [Problem("node", "give a node, an element, or x and y, not two of them")],
            )
        return env.center_of(node)
    if x is None or y is None:
        raise InvalidAction(
            "There is no position.",
            [Problem("element", "give the number of an element, or a node of ui_text, or x and y")],
        )
    width, height = env.size
    if not (0 <= x < width and 0 <= y < height):
        raise InvalidAction(
            f"The position ({x}, {y}) is not on the screen.",
            [Problem("x", f"the screen is {width} by {height} pixels")],
        )
    return x, y
