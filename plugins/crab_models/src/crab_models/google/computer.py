"""Google's computer-use tool: its actions in the provider-neutral words, and back.

Google's coordinates are cells of a grid of 1000 by 1000 over the picture; ours are pixels of it. Newer models
know a desktop and a phone; Gemini 2.5 knows a browser only, whose actions have other names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from crab_core import Computer

Environment = Literal["desktop", "mobile", "browser"]

GRID = 1000
PIXELS_A_NOTCH = 100
"""How far one notch of a mouse wheel scrolls; what browsers do."""
_SCROLL = {"scroll": 300, "scroll_at": 800, "scroll_document": 800}
"""What Google's scrolling does when it names no distance, in cells."""

_CLICKS = {
    "click": ("left", 1),
    "click_at": ("left", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
}
_KEYS = {
    "control": "ctrl",
    "escape": "esc",
    "return": "enter",
    "meta": "super",
    "command": "super",
    "cmd": "super",
    "win": "super",
    "windows": "super",
    "option": "alt",
    "arrowup": "up",
    "arrowdown": "down",
    "arrowleft": "left",
    "arrowright": "right",
    "page_up": "pageup",
    "page_down": "pagedown",
}
"""Names that models write, and ours."""

_NEVER: Mapping[Environment, tuple[str, ...]] = {
    "desktop": ("mouse_down", "mouse_up", "key_down", "key_up"),
    "mobile": ("list_apps",),
    "browser": ("open_web_browser", "navigate", "search", "go_forward"),
}
"""What Google would offer the model although no device of ours can do it in one step."""

_KNOWN: Mapping[Environment, tuple[str, ...]] = {
    "desktop": (
        *("click", "double_click", "triple_click", "middle_click", "right_click", "move", "type"),
        *("drag_and_drop", "wait", "press_key", "hotkey", "take_screenshot", "scroll"),
    ),
    "mobile": (
        *("open_app", "click", "wait", "go_back", "type", "drag_and_drop", "long_press", "press_key"),
        "take_screenshot",
    ),
    "browser": (
        *("click_at", "hover_at", "type_text_at", "wait_5_seconds", "go_back", "key_combination"),
        *("scroll_document", "scroll_at", "drag_and_drop"),
    ),
}


def environment_of(computer: Computer, model: str) -> Environment:
    """What Google calls the device, as far as the model knows it."""
    if "gemini-2.5" in model or "gemini-3-" in model:
        return "browser"
    return "mobile" if computer.kind == "phone" else "desktop"


def to_computer_use(computer: Computer, model: str, taken: frozenset[str]) -> dict[str, Any]:
    """The tool as the SDK takes it.

    Args:
        computer: The device.
        model: The model's name; older ones know other environments.
        taken: Names of the other tools, which Google's actions must not share.
    """
    environment = environment_of(computer, model)
    excluded = sorted({*_NEVER[environment], *(taken & {*_KNOWN[environment]})})
    return {
        "environment": f"ENVIRONMENT_{environment.upper()}",
        "excluded_predefined_functions": excluded,
    }


def is_action(name: str) -> bool:
    """Whether a function is one that Google's tool brings."""
    return any(name in (*_KNOWN[environment], *_NEVER[environment]) for environment in _KNOWN)


# -- from Google -------------------------------------------------------------------------------------


def from_action(name: str, arguments: Mapping[str, Any], computer: Computer) -> tuple[dict[str, Any], ...]:
    """Google's action in neutral words; older ones hold several steps.

    Raises:
        ValueError: An argument is missing or wrong; the message says which.
    """
    if name in _CLICKS:
        return (_click(*_place(arguments, computer), *_CLICKS[name]),)
    reader = _READERS.get(name)
    if reader is None:
        return ({"action": "unsupported", "what": name},)
    steps = reader(arguments, computer)
    return steps if isinstance(steps, tuple) else (steps,)


def _click(x: int, y: int, button: str = "left", count: int = 1) -> dict[str, Any]:
    return {"action": "click", "x": x, "y": y, "button": button, "count": count}


def _place(arguments: Mapping[str, Any], computer: Computer, x: str = "x", y: str = "y") -> tuple[int, int]:
    return _pixel(arguments, x, computer.width), _pixel(arguments, y, computer.height)


def _pixel(arguments: Mapping[str, Any], name: str, size: int) -> int:
    """The middle of the cell, in pixels."""
    cell = _number(arguments, name)
    if not 0 <= cell <= GRID:
        raise ValueError(f"{name} must be between 0 and {GRID - 1}, not {cell:g}")
    return min(int((cell + 0.5) * size / GRID), size - 1)


def _number(arguments: Mapping[str, Any], name: str, default: float | None = None) -> float:
    value = arguments.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number" if name in arguments else f"{name} is missing")  # noqa: TRY004 - a fault of the model
    return float(value)


def _text(arguments: Mapping[str, Any], name: str) -> str:
    value = arguments.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a text" if name in arguments else f"{name} is missing")  # noqa: TRY004 - a fault of the model
    return value


def _key(name: str) -> str:
    plain = name.strip().lower() or "space"
    return _KEYS.get(plain, plain)


def _moved(arguments: Mapping[str, Any], computer: Computer) -> dict[str, Any]:
    x, y = _place(arguments, computer)
    return {"action": "move", "x": x, "y": y}


def _pressed_long(arguments: Mapping[str, Any], computer: Computer) -> dict[str, Any]:
    x, y = _place(arguments, computer)
    return {"action": "long_press", "x": x, "y": y}


def _dragged(arguments: Mapping[str, Any], computer: Computer) -> dict[str, Any]:
    if "start_x" in arguments:
        ends = ("start_x", "start_y"), ("end_x", "end_y")
    else:
        ends = ("x", "y"), ("destination_x", "destination_y")
    return {"action": "drag", "path": [[*_place(arguments, computer, x, y)] for x, y in ends]}


def _typed(arguments: Mapping[str, Any], _: Computer) -> dict[str, Any]:
    enter = "\n" if arguments.get("press_enter") else ""
    return {"action": "type", "text": _text(arguments, "text") + enter}


def _typed_at(arguments: Mapping[str, Any], computer: Computer) -> tuple[dict[str, Any], ...]:
    """Gemini 2.5 does four things in one action; a phone has no key that marks what is to be replaced."""
    clears = computer.kind == "desktop" and arguments.get("clear_before_typing", True)
    cleared = ({"action": "press", "keys": ["ctrl", "a"]},) if clears else ()
    typed = _typed({"press_enter": True, **arguments}, computer)
    return (_click(*_place(arguments, computer)), *cleared, typed)


def _scrolled(name: str) -> Callable[[Mapping[str, Any], Computer], dict[str, Any]]:
    def read(arguments: Mapping[str, Any], computer: Computer) -> dict[str, Any]:
        direction = _text(arguments, "direction")
        if direction not in ("up", "down", "left", "right"):
            raise ValueError(f"direction must be up, down, left or right, not {direction}")
        upright = direction in ("up", "down")
        distance = "magnitude_in_pixels" if "magnitude_in_pixels" in arguments else "magnitude"
        cells = _number(arguments, distance, _SCROLL[name])
        pixels = cells * (computer.height if upright else computer.width) / GRID
        middle = {"x": GRID / 2, "y": GRID / 2}
        x, y = _place({**middle, **arguments} if name == "scroll_document" else arguments, computer)
        amount = max(1, round(pixels / PIXELS_A_NOTCH))
        return {"action": "scroll", "x": x, "y": y, "direction": direction, "amount": amount}

    return read


def _pressed(arguments: Mapping[str, Any], computer: Computer) -> dict[str, Any]:
    name = _key(_text(arguments, "key"))
    if computer.kind == "phone" and name in ("home", "back"):
        return {"action": name}
    return {"action": "press", "keys": [name]}


def _chord(arguments: Mapping[str, Any], _: Computer) -> dict[str, Any]:
    keys = arguments.get("keys")
    if isinstance(keys, str):
        # "Control++" is the key with the plus sign.
        keys = [part or "+" for part in keys.removesuffix("+").split("+")] if len(keys) > 1 else [keys]
    if not isinstance(keys, list) or not keys or not all(isinstance(key, str) for key in keys):
        raise ValueError("keys must be a list of names of keys")
    return {"action": "press", "keys": [_key(key) for key in keys]}


def _gone_back(_: Mapping[str, Any], computer: Computer) -> dict[str, Any]:
    if computer.kind == "phone":
        return {"action": "back"}
    return {"action": "press", "keys": ["alt", "left"]}


def _opened(arguments: Mapping[str, Any], _: Computer) -> dict[str, Any]:
    return {"action": "open_app", "name": _text(arguments, "app_name")}


_READERS: Mapping[
    str, Callable[[Mapping[str, Any], Computer], dict[str, Any] | tuple[dict[str, Any], ...]]
] = {
    "move": _moved,
    "hover_at": _moved,
    "long_press": _pressed_long,
    "drag_and_drop": _dragged,
    "type": _typed,
    "type_text_at": _typed_at,
    "scroll": _scrolled("scroll"),
    "scroll_at": _scrolled("scroll_at"),
    "scroll_document": _scrolled("scroll_document"),
    "press_key": _pressed,
    "hotkey": _chord,
    "key_combination": _chord,
    "go_back": _gone_back,
    "open_app": _opened,
    "wait": lambda _arguments, _computer: {"action": "wait"},
    "wait_5_seconds": lambda _arguments, _computer: {"action": "wait"},
    "take_screenshot": lambda _arguments, _computer: {"action": "screenshot"},
}


# -- to Google ---------------------------------------------------------------------------------------


def to_action(action: Mapping[str, Any], computer: Computer) -> tuple[str, dict[str, Any]]:
    """A neutral action, which no model of Google's has made, as one that it could have made."""
    name = str(action.get("action", ""))
    writer = _WRITERS.get(name)
    return (name, _cells(action, computer)) if writer is None else writer(action, computer)


def _clicked(action: Mapping[str, Any], computer: Computer) -> tuple[str, dict[str, Any]]:
    often = {2: "double_click", 3: "triple_click"}.get(int(action.get("count", 1)))
    once = {"right": "right_click", "middle": "middle_click"}.get(str(action.get("button")), "click")
    return often or once, _cells(action, computer)


def _drag(action: Mapping[str, Any], computer: Computer) -> tuple[str, dict[str, Any]]:
    ends = [_cells({"x": x, "y": y}, computer) for x, y in action.get("path", ())]
    named = {"start": ends[0], "end": ends[-1]} if ends else {}
    return "drag_and_drop", {f"{end}_{axis}": cell for end, at in named.items() for axis, cell in at.items()}


def _scroll(action: Mapping[str, Any], computer: Computer) -> tuple[str, dict[str, Any]]:
    direction = str(action.get("direction", "down"))
    size = computer.height if direction in ("up", "down") else computer.width
    cells = min(int(action.get("amount", 1)) * PIXELS_A_NOTCH * GRID // size, GRID - 1)
    return "scroll", {**_cells(action, computer), "direction": direction, "magnitude_in_pixels": cells}


def _press(action: Mapping[str, Any], _: Computer) -> tuple[str, dict[str, Any]]:
    keys = list(action.get("keys", ()))
    return ("press_key", {"key": keys[0]}) if len(keys) == 1 else ("hotkey", {"keys": keys})


def _cells(action: Mapping[str, Any], computer: Computer) -> dict[str, int]:
    sizes = {"x": computer.width, "y": computer.height}
    return {
        name: max(0, min(int(action[name] * GRID / size), GRID - 1))
        for name, size in sizes.items()
        if isinstance(action.get(name), int | float)
    }


_WRITERS: Mapping[str, Callable[[Mapping[str, Any], Computer], tuple[str, dict[str, Any]]]] = {
    "click": _clicked,
    "drag": _drag,
    "scroll": _scroll,
    "press": _press,
    "type": lambda action, _: ("type", {"text": action.get("text", "")}),
    "open_app": lambda action, _: ("open_app", {"app_name": action.get("name", "")}),
    "unsupported": lambda action, _: (str(action.get("what", "")), {}),
    "back": lambda *_: ("go_back", {}),
    "home": lambda *_: ("press_key", {"key": "home"}),
    "wait": lambda *_: ("wait", {}),
    "screenshot": lambda *_: ("take_screenshot", {}),
}
