"""Actions of an environment as the computer-use actions that they would have been.

`crab_core.chat.computer` says what these look like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from crab_core.action import Action, ActionCall
from crab_core.chat.perception import Frame
from crab_core.content import ElementMap

OPPOSITE: Final = {"up": "down", "down": "up", "left": "right", "right": "left"}
TOUCH_KEYS: Final = {
    "return": "enter",
    "esc": "escape",
    "pageup": "page_up",
    "pagedown": "page_down",
    "home": "move_home",
    "end": "move_end",
    "space": " ",
}
"""Keys that a phone calls otherwise than a desktop; its `home` is the button."""
_DESKTOP_KEYS = {name: key for key, name in TOUCH_KEYS.items() if key not in ("return", " ")}

_NO_ELEMENTS = ElementMap()
_POINTING: Mapping[str, dict[str, Any]] = {
    "click": {"action": "click", "button": "left", "count": 1},
    "tap": {"action": "click", "button": "left", "count": 1},
    "right_click": {"action": "click", "button": "right", "count": 1},
    "double_click": {"action": "click", "button": "left", "count": 2},
    "double_tap": {"action": "click", "button": "left", "count": 2},
    "triple_click": {"action": "click", "button": "left", "count": 3},
    "long_tap": {"action": "long_press"},
    "move": {"action": "move"},
}


def from_calls(
    calls: Sequence[ActionCall],
    space: Mapping[str, Action],
    frame: Frame | None = None,
    elements: ElementMap = _NO_ELEMENTS,
) -> tuple[dict[str, Any], ...]:
    """Action calls as the computer-use actions that they would have been.

    Args:
        calls: Of one environment, or of root.
        space: The environment's actions by name.
        frame: The picture that the model saw; positions become pixels of it.
        elements: The marks, for calls that name one.

    Returns:
        What `to_calls` makes the same calls of; "unsupported" for those that have no such form.
    """
    eye = _Eye(space, frame, elements)
    made: list[dict[str, Any]] = []
    place = 0
    while place < len(calls):
        length = _drag_length(calls[place:])
        path = [eye.place(call.arguments) for call in calls[place : place + length]]
        if length and all(path):
            made.append({"action": "drag", "path": path})
            place += length
        else:
            made.append(eye.read(calls[place]))
            place += 1
    return tuple(made)


def _drag_length(calls: Sequence[ActionCall]) -> int:
    """How many of these calls, from the first on, are one drag along a bent path; 0 when they are none."""
    if calls[0].name != "mouse_down":
        return 0
    for place, call in enumerate(calls[1:], start=2):
        if call.name == "mouse_up":
            return place
        if call.name != "move":
            return 0
    return 0


@dataclass(frozen=True, slots=True)
class _Eye:
    """Reads action calls as a person would describe them who sees only the screen."""

    space: Mapping[str, Action]
    frame: Frame | None
    elements: ElementMap

    def place(self, arguments: Mapping[str, Any], prefix: str = "") -> list[int] | None:
        """Where in the picture; None when the call names no place."""
        number, x, y = (arguments.get(f"{prefix}{name}") for name in ("element", "x", "y"))
        mark = self.elements.get(number) if isinstance(number, int) else None
        if mark is not None:
            return self._scaled(*mark.box.center)
        return self._scaled(x, y) if isinstance(x, int) and isinstance(y, int) else None

    def read(self, call: ActionCall) -> dict[str, Any]:
        """The computer-use action of one call."""
        arguments = {name: value for name, value in call.arguments.items() if value is not None}
        made = (
            None if call.problem else self._pointed(call.name, arguments) or self._keyed(call.name, arguments)
        )
        if made is not None:
            return made
        told = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
        return {"action": "unsupported", "what": f"{call.name}({told})"}

    def _pointed(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
        at = self.place(arguments)
        where = {} if at is None else {"x": at[0], "y": at[1]}
        if name in _POINTING and where:
            button = {"button": arguments["button"]} if "button" in arguments else {}
            return {**_POINTING[name], **button, **where}
        start, end = self.place(arguments, "from_"), self.place(arguments, "to_")
        match name, arguments:
            case "drag", _ if start and end and arguments.get("button", "left") == "left":
                return {"action": "drag", "path": [start, end]}
            case "swipe", {"direction": direction, "distance": int(way)} if at:
                return {"action": "drag", "path": [at, self._swiped(at, direction, way)]}
            case "swipe", {"direction": str(direction)}:
                notches = {"short": 3, "long": 7}.get(arguments.get("distance", "medium"), 5)
                return {
                    "action": "scroll",
                    "direction": OPPOSITE.get(direction, direction),
                    "amount": notches,
                    **where,
                }
            case "scroll", _:
                turned = {"direction": "down", "amount": 5, **arguments}
                return {
                    "action": "scroll",
                    "direction": turned["direction"],
                    "amount": turned["amount"],
                    **where,
                }
        return None

    def _keyed(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any] | None:
        made: dict[str, Any] | None = None
        match name, arguments:
            case "write_text", {"text": text}:
                made = {"action": "type", "text": text}
            case "press", {"key": "back" | "home" as button} if "hotkey" not in self.space:
                made = {"action": button}
            case "press", {"key": key}:
                made = {"action": "press", "keys": [_DESKTOP_KEYS.get(key, key)]}
            case "hotkey", {"keys": keys}:
                made = {"action": "press", "keys": list(keys)}
            case ("search_app", {"name": app}) | ("launch_app", {"package": app}):
                made = {"action": "open_app", "name": app}
            case "wait", _:
                made = {"action": "wait"}
        return made

    def _swiped(self, at: list[int], direction: str, way: int) -> list[int]:
        across = {"left": -1, "right": 1}.get(direction, 0)
        down = {"up": -1, "down": 1}.get(direction, 0)
        on_the_way = self._scaled(across * way, down * way)
        return [at[0] + on_the_way[0], at[1] + on_the_way[1]]

    def _scaled(self, x: int, y: int) -> list[int]:
        if self.frame is None:
            return [x, y]
        picture = self.frame.picture
        return [round(x * self.frame.width / picture.width), round(y * self.frame.height / picture.height)]
