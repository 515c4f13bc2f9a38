"""Computer-use actions of providers to the actions of an environment, and back.

A provider's own tool knows clicks, keys and the wheel of some computer. What an environment can do is found
in its action space, by names and parameters: a click is `click` on a desktop and `tap` on a phone.

Between the two stands one form for all providers, the arguments of a tool call:

    {"action": "click", "x": 10, "y": 20, "button": "left", "count": 1}   also right, middle; up to 3 times
    {"action": "move", "x": 10, "y": 20}         {"action": "long_press", "x": 10, "y": 20}
    {"action": "drag", "path": [[10, 20], [30, 40]]}
    {"action": "scroll", "x": 10, "y": 20, "direction": "down", "amount": 3}   notches of a wheel
    {"action": "type", "text": "Hello"}          {"action": "press", "keys": ["ctrl", "c"]}
    {"action": "back"}   {"action": "home"}      {"action": "open_app", "name": "Settings"}
    {"action": "wait"}   {"action": "screenshot"}
    {"action": "unsupported", "what": "zoom"}    what a provider knows and this form does not

Positions are pixels of the picture that the model was sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crab_core.action import Action, ActionCall
from crab_core.chat.computer_seen import OPPOSITE, TOUCH_KEYS, from_calls
from crab_core.chat.perception import Frame
from crab_core.task import ROOT

__all__ = ["from_calls", "to_calls"]

Wanted = Mapping[str, Any]
"""One computer-use action, in the form above."""
_Form = tuple[str, dict[str, Any]]
"""An action's name with its arguments."""

NOTCH = 0.08
"""Share of a touch screen that one notch of a wheel moves: about three lines, as on a desktop."""
LONGEST_SWIPE = 0.6
"""Share of a touch screen: the borders belong to the system's own gestures."""
BORDER = 1 / 12
"""Share of a touch screen on each side in which no swipe begins or ends."""
STRAIGHT = 0.05
"""How far a path may leave the line between its ends, as a share of its length, and still be a line."""
MOST_TURNS = 8
"""Points of a bent path; of more, so many are taken evenly."""


class _CannotError(Exception):
    """Why an action cannot be done, in words for the model."""


def to_calls(
    wanted: Wanted, environment: str, space: Mapping[str, Action], frame: Frame | None = None
) -> tuple[ActionCall, ...]:
    """The action calls that do what a computer-use action asks for.

    Args:
        wanted: As a backend gives it, positions in pixels of the picture that the model saw.
        environment: The device that the model uses.
        space: Its actions by name.
        frame: The picture that the model saw; positions are scaled to the device's screen by it.

    Returns:
        At least one call, in order; a single one with its `problem` set when it cannot be done.
    """
    hand = _Hand(environment, space, frame)
    kind = wanted.get("action")
    do = _KINDS.get(kind) if isinstance(kind, str) else None
    try:
        if do is None:
            raise _CannotError(f"There is no computer action {kind!r}.")
        return tuple(do(hand, wanted))
    except _CannotError as error:
        return (ActionCall(environment, str(kind or "computer"), dict(wanted), str(error)),)


@dataclass(frozen=True, slots=True)
class _Hand:
    """What can be done on a device."""

    environment: str
    space: Mapping[str, Action]
    frame: Frame | None

    def can(self, name: str, arguments: Mapping[str, Any]) -> bool:
        """Whether there is such an action with such parameters."""
        action = self.space.get(name)
        return action is not None and set(arguments) <= {parameter.name for parameter in action.parameters}

    def first(self, what: str, *forms: _Form) -> ActionCall:
        """The first of these calls that the device has.

        Raises:
            _CannotError: It has none of them.
        """
        for name, arguments in forms:
            if self.can(name, arguments):
                return ActionCall(self.environment, name, arguments)
        raise _CannotError(f"{self.environment} cannot {what}.")

    def choices(self, action: str, parameter: str) -> Sequence[str]:
        """The values that a parameter may have; none when it may have any."""
        if action not in self.space:
            return ()
        schema = self.space[action].schema["parameters"]["properties"].get(parameter, {})
        values: Sequence[str] = schema.get("enum", ())
        return values

    def place(self, wanted: Wanted) -> dict[str, int]:
        """Where on the device's screen.

        Raises:
            _CannotError: A position is missing or no number.
        """
        return self.scaled(wanted.get("x"), wanted.get("y"))

    def scaled(self, x: object, y: object) -> dict[str, int]:
        across, down = _number(x), _number(y)
        if across is None or down is None:
            raise _CannotError("Give x and y as numbers, in pixels of the picture.")
        if self.frame is None:
            return {"x": round(across), "y": round(down)}
        return {"x": self.frame.x(across), "y": self.frame.y(down)}


# -- pointing ------------------------------------------------------------------------------------------


def _click(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    at = hand.place(wanted)
    button, count = wanted.get("button", "left"), wanted.get("count", 1)
    if count not in (1, 2, 3) or isinstance(count, bool):
        raise _CannotError("A click is a single, double or triple one.")
    if button == "right":
        forms: tuple[_Form, ...] = (
            ("right_click", at),
            ("click", {**at, "button": "right"}),
            ("long_tap", at),  # what opens the context menu under a finger
        )
        return [hand.first("click with the right button", *forms)] * count
    if button != "left":
        return [hand.first(f"click with the button {button!r}", ("click", {**at, "button": button}))] * count
    several: dict[int, tuple[_Form, ...]] = {
        2: (("double_click", at), ("double_tap", at)),
        3: (("triple_click", at),),
    }
    for name, arguments in several.get(count, ()):
        if hand.can(name, arguments):
            return [ActionCall(hand.environment, name, arguments)]
    return [hand.first("click", ("click", at), ("tap", at))] * count


def _move(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    return [hand.first("move a pointer: it has none", ("move", hand.place(wanted)))]


def _long_press(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    return [hand.first("press long; a right click may do the same", ("long_tap", hand.place(wanted)))]


def _drag(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    path = wanted.get("path")
    if not isinstance(path, list | tuple) or len(path) < 2:
        raise _CannotError("Give the path of a drag as two or more points, each [x, y].")
    if not all(isinstance(point, list | tuple) and len(point) == 2 for point in path):
        raise _CannotError("Give each point of a drag as [x, y].")
    points = [hand.scaled(*point) for point in path]
    first, last = points[0], points[-1]
    if not _is_straight(points) and all(hand.can(name, first) for name in ("mouse_down", "move", "mouse_up")):
        on_the_way = _evenly(points[1:-1], MOST_TURNS)
        names = ["mouse_down", *("move" for _ in on_the_way), "mouse_up"]
        stops = [first, *on_the_way, last]
        return [ActionCall(hand.environment, name, at) for name, at in zip(names, stops, strict=True)]
    ends = {"from_x": first["x"], "from_y": first["y"], "to_x": last["x"], "to_y": last["y"]}
    if hand.can("drag", ends):
        return [ActionCall(hand.environment, "drag", ends)]
    return [_swipe(hand, first, last)]


def _swipe(hand: _Hand, first: Mapping[str, int], last: Mapping[str, int]) -> ActionCall:
    across, down = last["x"] - first["x"], last["y"] - first["y"]
    if 2 * min(abs(across), abs(down)) > max(abs(across), abs(down)) or across == down == 0:
        raise _CannotError(f"{hand.environment} can only drag straight up, down, left or right.")
    if abs(across) > abs(down):
        direction = "right" if across > 0 else "left"
    else:
        direction = "down" if down > 0 else "up"
    arguments = {"direction": direction, "distance": max(abs(across), abs(down)), **first}
    return hand.first("drag", ("swipe", arguments))


def _scroll(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    direction, amount = wanted.get("direction", "down"), _number(wanted.get("amount", 5))
    if direction not in tuple(OPPOSITE) or amount is None:
        raise _CannotError("Give the direction as up, down, left or right and the amount as a number.")
    notches = max(1, round(amount))
    at = hand.place(wanted) if wanted.get("x") is not None else {}
    wheel = {"direction": direction, "amount": min(notches, 100), **at}
    if hand.can("scroll", wheel):
        return [ActionCall(hand.environment, "scroll", wheel)]
    # The finger moves what is seen, so it goes the other way.
    swipe: dict[str, Any] = {"direction": OPPOSITE[direction]}
    share = min(notches * NOTCH, LONGEST_SWIPE)
    if hand.frame is None or not at:
        swipe["distance"] = "short" if share < 0.3 else "medium" if share < 0.5 else "long"
    else:
        picture = hand.frame.picture
        axis, length = ("y", picture.height) if direction in ("up", "down") else ("x", picture.width)
        way = round(share * length)
        swipe["distance"] = way
        at[axis] = _begin(at[axis], way, length, forward=direction in ("up", "left"))
        swipe |= at
    return [hand.first("scroll", ("swipe", swipe))]


def _begin(middle: int, way: int, length: int, *, forward: bool) -> int:
    """Where a swipe begins so that all of it lies on the screen, around a place if it can."""
    border = round(length * BORDER)
    low = min(max(middle - way // 2, border), max(length - border - way, border))
    return low if forward else low + way


# -- keys and the rest ---------------------------------------------------------------------------------


def _type(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    return [hand.first("type", ("write_text", {"text": wanted.get("text", "")}))]


def _press(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    keys = wanted.get("keys")
    if not isinstance(keys, list | tuple) or not keys or not all(isinstance(key, str) for key in keys):
        raise _CannotError("Give the keys as a list of their names.")
    buttons = hand.choices("press", "key")
    if len(keys) > 1:
        if [key.lower() for key in keys] == ["ctrl", "v"] and "hotkey" not in hand.space:
            return [hand.first("paste", ("paste", {}))]
        return [hand.first("press several keys at once", ("hotkey", {"keys": list(keys)}))]
    key = keys[0]
    if not buttons:
        return [hand.first("press a key", ("press", {"key": key}), ("hotkey", {"keys": [key]}))]
    name = TOUCH_KEYS.get(key.lower(), key.lower())
    if name in buttons:
        return [hand.first("press a key", ("press", {"key": name}))]
    if len(key) == 1 or len(name) == 1:
        text = key if len(key) == 1 else name
        return [hand.first("type", ("write_text", {"text": text}))]
    raise _CannotError(f"{hand.environment} has no key {key!r}; it has {', '.join(buttons)}.")


def _button(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    name = wanted["action"]
    if name in hand.choices("press", "key"):
        return [ActionCall(hand.environment, "press", {"key": name})]
    if name == "back":  # the page before, as browsers and file managers have it
        return [hand.first("go back", ("hotkey", {"keys": ["alt", "left"]}))]
    raise _CannotError(f"{hand.environment} has no {name} button.")


def _open_app(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    name = str(wanted.get("name", ""))
    package = "launch_app" in hand.space and "." in name and " " not in name
    started: tuple[_Form, ...] = (("launch_app", {"package": name}),) if package else ()
    # Where apps start by package alone, all of them are shown, to be tapped on.
    forms = (*started, ("search_app", {"name": name}), ("open_app_drawer", {}))
    return [hand.first("open apps by name", *forms)]


def _wait(_hand: _Hand, _wanted: Wanted) -> list[ActionCall]:
    # A picture is taken at the start of every turn, so who asks for one has only to wait for it.
    return [ActionCall(ROOT, "wait")]


def _unsupported(hand: _Hand, wanted: Wanted) -> list[ActionCall]:
    raise _CannotError(f"{hand.environment} cannot do this: {wanted.get('what', 'unknown')}.")


_KINDS: Mapping[str, Callable[[_Hand, Wanted], list[ActionCall]]] = {
    "click": _click,
    "move": _move,
    "drag": _drag,
    "scroll": _scroll,
    "long_press": _long_press,
    "type": _type,
    "press": _press,
    "back": _button,
    "home": _button,
    "open_app": _open_app,
    "wait": _wait,
    "screenshot": _wait,
    "unsupported": _unsupported,
}


def _number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and abs(value) < 1e6 else None  # type: ignore[arg-type]


def _is_straight(points: Sequence[Mapping[str, int]]) -> bool:
    """Whether all points lie near the line between the ends, told by the area of triangles."""
    x0, y0, x1, y1 = points[0]["x"], points[0]["y"], points[-1]["x"], points[-1]["y"]
    squared = (x1 - x0) ** 2 + (y1 - y0) ** 2
    areas = (abs((x1 - x0) * (p["y"] - y0) - (y1 - y0) * (p["x"] - x0)) for p in points[1:-1])
    return all(area <= STRAIGHT * squared for area in areas) if squared else len(points) == 2


def _evenly(points: Sequence[dict[str, int]], most: int) -> Sequence[dict[str, int]]:
    if len(points) <= most:
        return points
    return [points[round(i * (len(points) - 1) / (most - 1))] for i in range(most)]
