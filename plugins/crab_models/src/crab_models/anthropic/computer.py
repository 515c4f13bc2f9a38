"""Anthropic's computer-use tool and the provider-neutral actions, both ways.

What a model does with the tool is listed in `crab_core.chat.computer`. Anthropic gives coordinates in pixels
of the picture that was sent and scroll distances in notches of the wheel. Since August 2026 the tool is a
toolset: every action is a tool of its own, marked with `toolset_name`. Older models know only its earlier,
beta forms, in which the action is an argument.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from crab_core import Computer, ToolCall

TOOLSET = "computer_toolset_20260801"
BETAS: Mapping[str, str] = {
    TOOLSET: "",
    "computer_20251124": "computer-use-2025-11-24",
    "computer_20250124": "computer-use-2025-01-24",
}
"""The forms of the tool, newest first, and the beta header that each needs."""

_FORMS_BY_MODEL = (
    (re.compile(r"claude-(opus-4-[567]|sonnet-4-6)"), "computer_20251124"),
    (re.compile(r"claude-(3-|(opus|sonnet)-4(-[01]|-20|-5|$)|haiku-4-5)"), "computer_20250124"),
)
"""Models that do not know the toolset (Anthropic's page of the tool, November 2026)."""

FAMILY = "computer"
"""`toolset_name` of the toolset's tools, and the name of the tool in its earlier forms."""

_WITHHELD = ("cursor_position", "hold_key", "left_mouse_down", "left_mouse_up", "zoom")
"""Tools of the set that our devices have no action for; the model is not offered them."""
_WITHHELD_ON_PHONES = ("middle_click", "mouse_move", "right_click", "triple_click")

_CLICKS = {
    "left_click": ("left", 1),
    "right_click": ("right", 1),
    "middle_click": ("middle", 1),
    "double_click": ("left", 2),
    "triple_click": ("left", 3),
}
_KEYS = {
    "arrowdown": "down",
    "arrowleft": "left",
    "arrowright": "right",
    "arrowup": "up",
    "cmd": "super",
    "command": "super",
    "control": "ctrl",
    "controll": "ctrl",
    "controlr": "ctrl",
    "del": "delete",
    "escape": "esc",
    "meta": "super",
    "next": "pagedown",
    "option": "alt",
    "pgdn": "pagedown",
    "pgup": "pageup",
    "pagedown": "pagedown",
    "pageup": "pageup",
    "prior": "pageup",
    "return": "enter",
    "superl": "super",
    "win": "super",
    "windows": "super",
}
"""Names of keys, without underscores and in small letters, and what our devices call them."""
_NATIVE_KEYS = {"enter": "Return", "esc": "Escape", "pagedown": "Page_Down", "pageup": "Page_Up"}
_PHONE_KEYS = {"home": "home", "back": "back", "esc": "back"}
_MOST_PRESSES = 20
"""Presses of one call; each becomes an action of its own."""

Action = dict[str, Any]


class _NotOurs(Exception):  # noqa: N818 - what it is
    """The model does something that we have no word for; says what."""


# -- what comes back ---------------------------------------------------------------------------------


def is_call(block: Mapping[str, Any], computer: Computer | None) -> bool:
    """Whether a `tool_use` block is a call of the computer-use tool."""
    if block.get("toolset_name"):
        return bool(block["toolset_name"] == FAMILY)
    return computer is not None and block.get("name") == FAMILY


def from_block(block: Mapping[str, Any], name: str) -> tuple[ToolCall, ...]:
    """The calls that a block stands for: one, or one for each press where a key is pressed several times.

    Args:
        block: For which `is_call` is true.
        name: What the tool is called in the conversation.
    """
    given = dict(block.get("input") or {})
    member = str((block.get("name") if block.get("toolset_name") else given.pop("action", "")) or "")
    try:
        actions = _actions(member, given)
    except _NotOurs as found:
        actions = [{"action": "unsupported", "what": str(found)}]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        missing = f"it lacks {error}" if isinstance(error, KeyError) else str(error)
        return (ToolCall(str(block["id"]), name, {}, f"the call of {member} cannot be read: {missing}"),)
    return tuple(
        ToolCall(_twin(str(block["id"]), place), name, action) for place, action in enumerate(actions)
    )


def _twin(identity: str, place: int) -> str:
    return identity if place == 0 else f"{identity}-{place}"


def on_phone(call: ToolCall) -> ToolCall:
    """The same call where the computer is a phone: some keys are the phone's own."""
    keys = call.arguments.get("keys", ())
    own = _PHONE_KEYS.get(keys[0]) if call.arguments.get("action") == "press" and len(keys) == 1 else None
    return ToolCall(call.id, call.name, {"action": own}, call.problem) if own else call


def _actions(member: str, given: Mapping[str, Any]) -> list[Action]:
    """What a call does.

    Raises:
        _NotOurs: We have no word for it.
        KeyError: An argument is missing.
        ValueError: An argument is of another kind.
    """
    if given.get("text") and member not in ("key", "type", "hold_key"):
        raise _NotOurs(f"{member} while {given['text']} is held down")
    if member == "key":
        return _presses(_text(given), int(given.get("repeat") or 1))
    return [_action(member, given)]


def _action(member: str, given: Mapping[str, Any]) -> Action:
    action: Action
    if member in _CLICKS:
        (x, y), (button, count) = _here(given, member), _CLICKS[member]
        action = {"action": "click", "x": x, "y": y, "button": button, "count": count}
    elif member == "mouse_move":
        x, y = _point(given["coordinate"])
        action = {"action": "move", "x": x, "y": y}
    elif member == "left_click_drag":
        start = _here({"coordinate": given.get("start_coordinate")}, member)
        action = {"action": "drag", "path": [list(start), list(_point(given["coordinate"]))]}
    elif member == "scroll":
        action = _scroll(given)
    elif member == "type":
        action = {"action": "type", "text": _text(given)}
    elif member in ("wait", "screenshot"):
        action = {"action": member}
    else:
        details = ", ".join(f"{name} {value}" for name, value in given.items())
        raise _NotOurs(f"{member or 'an action without a name'}{f' ({details})' if details else ''}")
    return action


def _text(given: Mapping[str, Any]) -> str:
    text = given["text"]
    if not isinstance(text, str):
        raise ValueError(f"its text is {type(text).__name__}, not text")  # noqa: TRY004 - told to the model
    return text


def _here(given: Mapping[str, Any], member: str) -> tuple[int, int]:
    if given.get("coordinate") is None:
        raise _NotOurs(f"{member} at the place of the pointer: it needs a coordinate here")
    return _point(given["coordinate"])


def _point(told: object) -> tuple[int, int]:
    if isinstance(told, str):
        told = [part for part in re.split(r"[\s,\[\]()]+", told) if part]
    if not isinstance(told, Sequence) or len(told) != 2:
        raise ValueError(f"a coordinate is [x, y], not {told!r}")
    return round(float(told[0])), round(float(told[1]))


def _scroll(given: Mapping[str, Any]) -> Action:
    direction = given["scroll_direction"]
    if direction not in ("up", "down", "left", "right"):
        raise ValueError(f"it cannot scroll in the direction {direction!r}")
    x, y = _here(given, "scroll")
    amount = max(1, round(float(given.get("scroll_amount") or 1)))
    return {"action": "scroll", "x": x, "y": y, "direction": direction, "amount": amount}


def _presses(text: str, repeat: int) -> list[Action]:
    """One press for each combination; the earlier forms of the tool may have several, with blanks between."""
    wished = [_combination(part) for part in text.split()] or ([["space"]] if text else [])
    if not wished:
        raise ValueError("it names no key")
    presses = [{"action": "press", "keys": keys} for keys in wished * max(1, repeat)]
    if len(presses) > _MOST_PRESSES:
        raise _NotOurs(f"{len(presses)} presses in one call; {_MOST_PRESSES} are the most")
    return presses


def _combination(text: str) -> list[str]:
    """The keys of "ctrl+shift+t"; "ctrl++" ends with the key plus."""
    parts = text.split("+")
    names = [name for name in parts if name]
    return [_key(name) for name in names] + (["+"] if parts[-1] == "" else [])


def _key(name: str) -> str:
    if len(name) == 1:
        return name
    plain = name.lower().replace("_", "").replace("-", "")
    # Other names with an underscore are X's own, such as KP_Enter, which are written as they are.
    return _KEYS.get(plain, name if "_" in name else plain)


# -- what is sent ------------------------------------------------------------------------------------


def form_for(model: str) -> str:
    """The newest form of the tool that a model knows, by its name."""
    return next((form for names, form in _FORMS_BY_MODEL if names.search(model)), TOOLSET)


def to_tool(computer: Computer, form: str) -> dict[str, Any]:
    """The tool as the provider wants it.

    Args:
        computer: Its size counts only in the earlier forms; the toolset goes by the pictures.
        form: One of `BETAS`.
    """
    if form != TOOLSET:
        size = {"display_width_px": computer.width, "display_height_px": computer.height}
        return {"type": form, "name": FAMILY, **size}
    withheld = _WITHHELD + (_WITHHELD_ON_PHONES if computer.kind == "phone" else ())
    return {"type": form, "configs": {name: {"enabled": False} for name in withheld}}


def to_block(call: ToolCall, form: str) -> dict[str, Any]:
    """A call that another model, or nobody, has made, as a block of the assistant."""
    member, given = to_native(call.arguments)
    if form == TOOLSET:
        return {"type": "tool_use", "id": call.id, "name": member, "toolset_name": FAMILY, "input": given}
    return {"type": "tool_use", "id": call.id, "name": FAMILY, "input": {"action": member, **given}}


def to_native(action: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """A provider-neutral action as Anthropic writes it: which tool of the set, and its arguments.

    What Anthropic has no word for becomes a look at the screen.
    """
    name = action.get("action")
    place = {"coordinate": [action.get("x", 0), action.get("y", 0)]}
    native: tuple[str, dict[str, Any]] = ("screenshot", {})
    if name == "click":
        wished = (action.get("button", "left"), action.get("count", 1))
        native = next((member for member, click in _CLICKS.items() if click == wished), "left_click"), place
    elif name == "move":
        native = "mouse_move", place
    elif name == "drag" and len(action.get("path", ())) > 1:
        path = action["path"]
        native = "left_click_drag", {"start_coordinate": list(path[0]), "coordinate": list(path[-1])}
    elif name == "scroll":
        wheel = {"direction": action.get("direction", "down"), "amount": action.get("amount", 1)}
        native = "scroll", {**place, **{f"scroll_{key}": value for key, value in wheel.items()}}
    elif name == "type":
        native = "type", {"text": action.get("text", "")}
    elif name in ("press", "home", "back"):
        keys = action.get("keys", ()) if name == "press" else (name,)
        native = "key", {"text": "+".join(_NATIVE_KEYS.get(key, key) for key in keys)}
    elif name == "wait":
        native = "wait", {"duration": 1}
    return native
