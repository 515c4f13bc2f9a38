"""OpenAI's computer-use tool and the provider-neutral actions, both ways.

What a model does with the tool is listed in `crab_core.chat.computer`. OpenAI gives coordinates in pixels
of the picture that was sent, scroll distances in pixels, and several actions in one call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from crab_core import Computer

PIXELS_A_NOTCH = 100
"""How far one notch of a mouse wheel scrolls; what browsers do, and the unit in which the model thinks."""

_BUTTONS = {"left": "left", "right": "right", "wheel": "middle", "middle": "middle"}
_KEYS = {
    "arrowdown": "down",
    "arrowleft": "left",
    "arrowright": "right",
    "arrowup": "up",
    "cmd": "super",
    "command": "super",
    "control": "ctrl",
    "del": "delete",
    "escape": "esc",
    "meta": "super",
    "option": "alt",
    "pgdn": "pagedown",
    "pgup": "pageup",
    "return": "enter",
    "spacebar": "space",
    "win": "super",
    "windows": "super",
}
_PHONE_KEYS = {"home": "home", "back": "back", "browserback": "back", "goback": "back", "esc": "back"}

Action = dict[str, Any]


def from_item(item: Mapping[str, Any], kind: Literal["desktop", "phone"]) -> list[Action]:
    """The provider-neutral actions of a `computer_call`, in their order; one at least.

    Args:
        item: With `actions`, or the older models' `action`.
        kind: On a phone the keys Home and Back are the phone's own.
    """
    told = item.get("actions") or ([item["action"]] if item.get("action") else [])
    found = [action for native in told for action in _read(native, kind)]
    return found or [{"action": "screenshot"}]


def _read(native: Mapping[str, Any], kind: str) -> list[Action]:
    try:
        found = _actions(native, kind)
    except (KeyError, TypeError, ValueError):
        found = []
    return found or [{"action": "unsupported", "what": _describe(native)}]


def _actions(native: Mapping[str, Any], kind: str) -> list[Action]:
    """What it means; nothing when we have no word for it."""
    name = native["type"]
    if native.get("keys") and name != "keypress":
        return []  # a click with keys held down is another thing than the click
    if name == "keypress":
        return _press(native["keys"], kind)
    read = _READERS.get(name)
    return read(native) if read else []


def _place(native: Mapping[str, Any]) -> Action:
    return {"x": int(native["x"]), "y": int(native["y"])}


def _click(native: Mapping[str, Any]) -> list[Action]:
    button = native.get("button", "left")
    if button == "back":
        return [{"action": "back"}]
    if button not in _BUTTONS:
        return []
    return [{"action": "click", **_place(native), "button": _BUTTONS[button], "count": 1}]


def _drag(native: Mapping[str, Any]) -> list[Action]:
    path = [_place(point) for point in native["path"]]
    return [{"action": "drag", "path": [[point["x"], point["y"]] for point in path]}]


def _scroll(native: Mapping[str, Any]) -> list[Action]:
    down, right = int(native.get("scroll_y") or 0), int(native.get("scroll_x") or 0)
    found = []
    for distance, forth, back in ((down, "down", "up"), (right, "right", "left")):
        if distance:
            notches = max(1, round(abs(distance) / PIXELS_A_NOTCH))
            direction = forth if distance > 0 else back
            found.append({"action": "scroll", **_place(native), "direction": direction, "amount": notches})
    return found or [{"action": "move", **_place(native)}]


_READERS: Mapping[str, Callable[[Mapping[str, Any]], list[Action]]] = {
    "click": _click,
    "double_click": lambda native: [{"action": "click", **_place(native), "button": "left", "count": 2}],
    "drag": _drag,
    "move": lambda native: [{"action": "move", **_place(native)}],
    "screenshot": lambda _: [{"action": "screenshot"}],
    "scroll": _scroll,
    "type": lambda native: [{"action": "type", "text": str(native["text"])}],
    "wait": lambda _: [{"action": "wait"}],
}


def _press(keys: Sequence[str], kind: str) -> list[Action]:
    named = [_key(str(key)) for key in keys]
    if kind == "phone" and len(named) == 1 and named[0] in _PHONE_KEYS:
        return [{"action": _PHONE_KEYS[named[0]]}]
    return [{"action": "press", "keys": named}] if named else []


def _key(name: str) -> str:
    plain = name if len(name) == 1 else name.strip().lower().replace("_", "").replace("-", "")
    return _KEYS.get(plain, plain.lower())


def _describe(native: Mapping[str, Any]) -> str:
    details = ", ".join(f"{name} {value}" for name, value in native.items() if name != "type" and value)
    return f"{native.get('type', 'an action without a type')}{f' ({details})' if details else ''}"


def ids(item: Mapping[str, Any], kind: Literal["desktop", "phone"]) -> list[str]:
    """One id for each action of a call: that of the call itself for the first."""
    first = str(item["call_id"])
    return [first, *(f"{first}+{place}" for place in range(1, len(from_item(item, kind))))]


# -- what is sent ------------------------------------------------------------------------------------


def is_preview(model: str) -> bool:
    """Whether a model knows only the first form of the tool."""
    return model.startswith("computer-use-preview")


def to_tool(computer: Computer, *, preview: bool) -> dict[str, Any]:
    """The tool as the provider wants it."""
    if not preview:
        return {"type": "computer"}
    return {
        "type": "computer_use_preview",
        "display_width": computer.width,
        "display_height": computer.height,
        "environment": "linux" if computer.kind == "desktop" else "browser",
    }


def to_item(call_id: str, action: Mapping[str, Any], *, preview: bool) -> dict[str, Any]:
    """A `computer_call` that another provider's model, or nobody, has made."""
    native = to_native(action)
    done = {"action": native} if preview else {"actions": [native]}
    item = {"type": "computer_call", "id": f"cu_{call_id}", "call_id": call_id, "status": "completed"}
    return {**item, "pending_safety_checks": [], **done}


def to_native(action: Mapping[str, Any]) -> dict[str, Any]:
    """A provider-neutral action as OpenAI writes it; a look at the screen for what it has no word for."""
    write = _WRITERS.get(str(action.get("action")))
    return write(action) if write else {"type": "screenshot"}


def _at(action: Mapping[str, Any]) -> dict[str, Any]:
    return {"x": action.get("x", 0), "y": action.get("y", 0)}


def _write_click(action: Mapping[str, Any]) -> dict[str, Any]:
    if int(action.get("count", 1)) > 1:
        return {"type": "double_click", **_at(action), "keys": []}
    button = action.get("button", "left")
    return {"type": "click", **_at(action), "button": "wheel" if button == "middle" else button}


def _write_scroll(action: Mapping[str, Any]) -> dict[str, Any]:
    direction, distance = action.get("direction"), PIXELS_A_NOTCH * int(action.get("amount", 1))
    signed = distance if direction in ("down", "right") else -distance
    across = direction in ("left", "right")
    moved = {"scroll_x": signed if across else 0, "scroll_y": 0 if across else signed}
    return {"type": "scroll", **_at(action), **moved}


def _write_keys(keys: Iterable[object]) -> dict[str, Any]:
    return {"type": "keypress", "keys": [str(key).upper() for key in keys]}


_WRITERS: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "back": lambda _: _write_keys(["back"]),
    "click": _write_click,
    "drag": lambda action: {
        "type": "drag",
        "path": [{"x": x, "y": y} for x, y in action.get("path", ())],
    },
    "home": lambda _: _write_keys(["home"]),
    "long_press": lambda action: {"type": "drag", "path": [_at(action), _at(action)]},
    "move": lambda action: {"type": "move", **_at(action)},
    "press": lambda action: _write_keys(action.get("keys", ())),
    "scroll": _write_scroll,
    "type": lambda action: {"type": "type", "text": str(action.get("text", ""))},
    "wait": lambda _: {"type": "wait"},
}
