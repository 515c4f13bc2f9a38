"""``input``: touches, keys and text; and ``ime``."""

from __future__ import annotations

from ...phone import Phone
from ...system.keycodes import keycode
from ..call import Call, CommandFunction, Usage

_USAGE = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--doubletap] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination <key code 1> <key code 2> ... (Default: keyboard)"""

_SOURCES = (
    "touchscreen",
    "keyboard",
    "mouse",
    "stylus",
    "touchpad",
    "dpad",
    "gamepad",
    "trackball",
    "joystick",
)


def _input(call: Call) -> int:
    args = list(call.args)
    if args and args[0] in _SOURCES:
        args.pop(0)
    if args[:1] == ["-d"]:
        del args[:2]
    if not args:
        raise Usage(_USAGE, 255)
    name, *rest = args
    phone = call.phone
    if name == "text":
        if not rest:
            raise Usage("Error: Invalid arguments for command: text\n" + _USAGE, 255)
        _text(phone, " ".join(rest).replace("%s", " "))
    elif name == "keyevent":
        _keyevent(call, [word for word in rest if not word.startswith("--")], long="--longpress" in rest)
    elif name == "keycombination":
        _keycombination(call, rest)
    elif name == "tap":
        x, y = _numbers(name, rest, 2, 2)
        phone.tap(x, y)
    elif name == "swipe":
        x1, y1, x2, y2, *duration = _numbers(name, rest, 4, 5)
        phone.swipe(x1, y1, x2, y2, int(duration[0]) if duration else 300)
    elif name == "draganddrop":
        x1, y1, x2, y2, *_ = _numbers(name, rest, 4, 5)
        phone.swipe(x1, y1, x2, y2, 1000)
    elif name == "motionevent":
        _motion(phone, rest)
    else:
        raise Usage(f"Error: Unknown command: {name}\n" + _USAGE, 255)
    return 0


def _text(phone: Phone, text: str) -> None:
    """Type as Android does, through a key map that has the printable ASCII characters only."""
    typed = "".join(char for char in text if " " <= char <= "~")
    if typed:
        phone.type_text(typed)


def _numbers(name: str, words: list[str], least: int, most: int) -> list[float]:
    if not least <= len(words) <= most:
        raise Usage(f"Error: Invalid arguments for command: {name}\n" + _USAGE, 255)
    try:
        return [float(word) for word in words]
    except ValueError as error:
        raise Usage(f"Error: Invalid arguments for command: {name}\n" + _USAGE, 255) from error


def _keyevent(call: Call, names: list[str], *, long: bool) -> None:
    del long  # no key of the phone acts differently when held
    if not names:
        raise Usage("Error: Invalid arguments for command: keyevent\n" + _USAGE, 255)
    for name in names:
        code = keycode(name)
        if code is None:
            raise Usage(f"Error: Invalid arguments for command: keyevent\n{_USAGE}", 255)
        call.phone.key(code)


def _keycombination(call: Call, names: list[str]) -> None:
    codes = [keycode(name) for name in names if not name.startswith("-")]
    control, letter = 113, codes[-1] if codes else None
    field = call.phone.focused_field()
    if control in codes and letter is not None and field is not None:
        if letter == 29:  # Ctrl-A
            field.selected_from, field.cursor = 0, len(field.text)
            call.phone.changed()
        else:
            # Ctrl-C, Ctrl-V, Ctrl-X
            call.phone.key({31: 278, 50: 279, 52: 277}.get(letter, 0))


def _motion(phone: Phone, words: list[str]) -> None:
    if len(words) != 3:
        raise Usage("Error: Invalid arguments for command: motionevent\n" + _USAGE, 255)
    x, y = _numbers("motionevent", words[1:], 2, 2)
    if words[0].upper() == "UP":
        phone.tap(x, y)


def _ime(call: Call) -> int:
    secure = call.phone.state.settings["secure"]
    enabled = secure.get("enabled_input_methods", "").split(":")
    if call.args[:1] == ["list"]:
        for name in enabled:
            call.print(name)
        return 0
    if len(call.args) == 2 and call.args[0] in ("enable", "disable", "set"):
        verb, name = call.args
        if name not in enabled:
            done = "selected" if verb == "set" else f"{verb}d"
            call.error(f"Unknown input method {name} cannot be {done} for user #0")
            return 0
        if verb == "set":
            call.phone.put_setting("secure", "default_input_method", name)
            call.print(f"Input method {name} selected for user #0")
        else:
            call.print(f"Input method {name}: already {verb}d for user #0")
        return 0
    raise Usage("usage: ime [list|enable|disable|set|reset] [ID]", 1)


COMMANDS: dict[str, CommandFunction] = {"input": _input, "ime": _ime}
