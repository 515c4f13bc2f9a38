"""A person's pointer: what it does at once, and which actions it has done when a button is up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crab_ubuntu.view.keyboard import Call
from crab_ubuntu.view.rfb import Pointer

BUTTONS = ("left", "middle", "right")
WHEEL = ("up", "down", "left", "right")
STILL = 4
"""Pixels by which a pointer may tremble between press and release; what goes farther is dragged."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What a movement or a button means."""

    now: tuple[Call, ...] = ()
    """To do on the desktop at once."""
    done: tuple[Call, ...] = ()
    """Actions that are complete by now."""
    pressed: bool = False
    """Whether a button went down."""


class Mouse:
    """One person's mouse."""

    def __init__(self) -> None:
        self._last = Pointer(-1, -1, 0)
        self._pressed: dict[str, Pointer] = {}

    def feed(self, pointer: Pointer) -> Moved:
        """What it does now."""
        last, self._last = self._last, pointer
        now: list[Call] = []
        done: list[Call] = []
        pressed = False
        place = {"x": pointer.x, "y": pointer.y}
        if (pointer.x, pointer.y) != (last.x, last.y):
            now.append(("move", place))
        for bit, button in enumerate(BUTTONS):
            down, was = pointer.buttons >> bit & 1, last.buttons >> bit & 1
            if down and not was:
                self._pressed[button] = pointer
                now.append(("mouse_down", {**place, "button": button}))
                pressed = True
            elif was and not down:
                now.append(("mouse_up", {**place, "button": button}))
                done.append(_gesture(button, self._pressed.pop(button), pointer))
        for bit, direction in enumerate(WHEEL, start=len(BUTTONS)):
            if pointer.buttons >> bit & 1 and not last.buttons >> bit & 1:
                turned: Call = ("scroll", {"direction": direction, "amount": 1, **place})
                now.append(turned)
                done.append(turned)
        return Moved(tuple(now), tuple(done), pressed)

    def let_go(self) -> list[Call]:
        """Release every button: the person is gone."""
        return list(self.feed(Pointer(self._last.x, self._last.y, 0)).now) if self._pressed else []


def _gesture(button: str, start: Pointer, end: Pointer) -> Call:
    place = {"x": start.x, "y": start.y}
    other: dict[str, Any] = {} if button == "left" else {"button": button}
    if max(abs(end.x - start.x), abs(end.y - start.y)) > STILL:
        way = {"from_x": start.x, "from_y": start.y, "to_x": end.x, "to_y": end.y}
        return "drag", {**way, **other}
    return ("right_click", place) if button == "right" else ("click", {**place, **other})
