"""Where an action points: checked against the screen before anything is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_core import InvalidAction, Problem

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment


def position(env: UbuntuEnvironment, x: int | None, y: int | None, prefix: str = "") -> tuple[int, int]:
    """The place that was given.

    Args:
        env: On whose screen.
        x: Pixels from the left.
        y: Pixels from the top.
        prefix: Of the parameters' names, such as "to_".

    Raises:
        InvalidAction: No place was given, or it is not on the screen.
    """
    if x is None or y is None:
        hint = f"give {prefix}element, or both {prefix}x and {prefix}y"
        raise InvalidAction("No place was given.", [Problem(f"{prefix}element", hint)])
    screen = env.desktop.screen
    problems = [
        Problem(f"{prefix}{field}", f"{value} is outside the screen; it has {size} pixels")
        for field, value, size in (("x", x, screen.width), ("y", y, screen.height))
        if not 0 <= value < size
    ]
    if problems:
        raise InvalidAction("The place is not on the screen.", problems)
    return x, y
