"""``input``: touches, keys and text; and ``ime``."""

from __future__ import annotations

import math
import random
import time

from ...phone import Phone
from ...system.keycodes import keycode
from ..call import Call, CommandFunction, Usage
from ..memory import Finger

_USAGE = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are: 
      touchnavigation
      touchscreen
      joystick
      stylus
      touchpad
      gamepad
      rotaryencoder
      dpad
      mouse
      keyboard
      trackball

-d: specify the display ID.
      (Default: -1 for key event, 0 for motion event if not specified.)
The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--duration <duration to hold key down in ms>] [--doubletap] [--async] [--delay <duration between keycodes in ms>] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)"""  # noqa: E501, W291

_SOURCES = frozenset(
    [
        "touchnavigation",
        "touchscreen",
        "joystick",
        "stylus",
        "touchpad",
        "gamepad",
        "rotaryencoder",
        "dpad",
        "mouse",
        "keyboard",
        "trackball",
    ]
)
_LONG_PRESS = 0.4  # seconds: ViewConfiguration.getLongPressTimeout
_LONGEST_NUMBER = 20
_CLICK = 23  # DPAD_CENTER


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
        _text(phone, rest)
    elif name == "keyevent":
        _keyevent(phone, rest)
    elif name == "keycombination":
        _keycombination(phone, rest)
    elif name == "tap":
        x, y = _numbers(name, rest, 2, 2)
        phone.tap(x, y)
    elif name in ("swipe", "draganddrop"):
        x1, y1, x2, y2, *duration = _numbers(name, rest, 4, 5)
        default = 300 if name == "swipe" else 1000
        length = int(duration[0]) if duration and duration[0] >= 0 else default
        phone.swipe(x1, y1, x2, y2, max(length, 401) if name == "draganddrop" else length)
    elif name == "press":
        phone.key(_CLICK)
    elif name == "roll":
        _numbers(name, rest, 2, 2)
    elif name == "motionevent":
        _motion(call, rest)
    else:
        raise Usage(f"Error: Unknown command: {name}\n{_USAGE}", 255)
    return 0


def _wrong(name: str) -> Usage:
    return Usage(f"Error: Invalid arguments for command: {name}\n{_USAGE}", 255)


def _text(phone: Phone, words: list[str]) -> None:
    """Type as Android does, through a key map that has the printable ASCII characters only."""
    if not words:
        raise _wrong("text")
    text = " ".join(words).replace("%s", " ")
    if not all(" " <= char <= "~" for char in text):
        raise Usage(
            "Exception occurred while executing 'text':\n"
            "java.lang.NullPointerException: Attempt to get length of null array\n"
            "\tat com.android.server.input.InputShellCommand.sendText(InputShellCommand.java:318)",
            255,
        )
    if text:
        phone.type_text(text)


def _numbers(name: str, words: list[str], least: int, most: int) -> list[float]:
    if not least <= len(words) <= most or any(len(word) > _LONGEST_NUMBER for word in words):
        raise _wrong(name)
    try:
        numbers = [float(word) for word in words]
    except ValueError as error:
        raise _wrong(name) from error
    if any(abs(number) > 1e6 or math.isnan(number) for number in numbers):
        raise _wrong(name)
    return numbers


def _keyevent(phone: Phone, words: list[str]) -> None:
    twice = long = False
    names = list(words)
    while names and names[0].startswith("--"):
        option = names.pop(0)
        if option in ("--delay", "--duration") and names:
            names.pop(0)
        elif option == "--doubletap":
            twice = True
        elif option == "--longpress":
            long = True
        elif option != "--async":
            raise _wrong("keyevent")
    codes = [keycode(name) for name in names]
    if not codes or None in codes:
        raise _wrong("keyevent")
    for code in codes:
        for _ in range(1 + twice):
            phone.key(code or 0, long=long)


def _keycombination(phone: Phone, words: list[str]) -> None:
    names = words[2:] if words[:1] == ["-t"] else words
    codes = [code for code in map(keycode, names) if code is not None]
    if len(codes) != len(names) or len(codes) < 2:
        raise _wrong("keycombination")
    phone.key_combination(codes)


def _motion(call: Call, words: list[str]) -> None:
    """A finger that comes down, moves and goes up in commands of their own."""
    if len(words) != 3 or words[0].upper() not in ("DOWN", "UP", "MOVE", "CANCEL"):
        raise _wrong("motionevent")
    kind = words[0].upper()
    x, y = _numbers("motionevent", words[1:], 2, 2)
    memory, phone = call.phone.shells, call.phone
    if kind == "DOWN":
        memory.finger = Finger((x, y), (x, y), time.monotonic())
        return
    finger = memory.finger
    if finger is None or kind == "CANCEL":
        memory.finger = None
        return
    finger.at = (x, y)
    if kind == "UP":
        memory.finger = None
        held = time.monotonic() - finger.since
        # A movement has the speed of a calm hand, however fast the commands follow each other.
        still = abs(x - finger.start[0]) + abs(y - finger.start[1]) < 16
        length = (1000 if held >= _LONG_PRESS else 50) if still else max(300, min(2000, int(held * 1000)))
        phone.swipe(*finger.start, x, y, length)


def _ime(call: Call) -> int:
    secure = call.phone.state.settings["secure"]
    known = [name for name in secure.get("enabled_input_methods", "").split(":") if name]
    words = [word for word in call.args if not word.startswith("-")]
    verb, name = (words[0] if words else ""), (words[1] if len(words) > 1 else "")
    if verb == "list":
        for method in known:
            call.print(
                method if "-s" in call.args else f"{method}:\n  mId={method} mSettingsActivityName=null"
            )
        return 0
    if verb == "reset":
        call.phone.put_setting("secure", "default_input_method", known[0] if known else "")
        call.print(
            f"Reset current and enabled IMEs for user #0\n  Newly selected: {known[0] if known else ''}"
        )
        return 0
    if verb in ("enable", "disable", "set") and name:
        if name not in known:
            done = "selected" if verb == "set" else f"{verb}d"
            call.error(f"Unknown input method {name} cannot be {done} for user #0")
            return 0
        if verb == "set":
            call.phone.put_setting("secure", "default_input_method", name)
            call.print(f"Input method {name} selected for user #0")
        elif verb == "enable":
            call.print(f"Input method {name}: already enabled for user #0")
        else:
            call.print(f"Input method {name}: now disabled for user #0")
            if secure.get("default_input_method") == name:
                others = [other for other in known if other != name]
                call.phone.put_setting("secure", "default_input_method", others[0] if others else "")
        return 0
    raise Usage(
        (
            "ime <command>:\n  list [-a] [-s]\n  enable [--user <USER_ID>] <ID>\n  disable <ID>\n"
            "  set <ID>\n  reset"
        ),
        255,
    )


async def _monkey(call: Call) -> int:
    """``monkey -p PACKAGE -c CATEGORY COUNT``: opens the app; more events are touches by chance."""
    packages: list[str] = []
    seed, count = 0, 0
    words = list(call.args)
    while words:
        word = words.pop(0)
        if word in ("-p", "-c", "-s", "--throttle") or word.startswith("--pct"):
            value = words.pop(0) if words else ""
            if word == "-p":
                packages.append(value)
            elif word == "-s" and value.lstrip("-").isdigit():
                seed = int(value[:12])
        elif word.isdigit() and len(word) < 9:
            count = int(word)
        elif not word.startswith("-"):
            raise Usage(f'** Error: Count not a number: "{word}"', 251)
    if not count:
        raise Usage("** Error: Count not specified", 251)
    phone = call.phone
    for word in call.args:
        call.print(f"  bash arg: {word}")
    installed = [name for name in packages if name in phone.apps]
    if packages and not installed:
        call.print("** No activities found to run, monkey aborted.")
        return 252
    if installed:
        phone.launch(installed[0])
        phone.changed()
    chance = random.Random(seed)
    width, height = phone.pixels
    for _ in range(count - 1):
        await call.shell.budget.step()
        phone.tap(chance.randrange(width), chance.randrange(height))
        if installed and phone.front.package not in installed:
            phone.launch(installed[0])
    call.print(f"Events injected: {count}")
    call.print("## Network stats: elapsed time=1ms (0ms mobile, 0ms wifi, 1ms not connected)")
    return 0


COMMANDS: dict[str, CommandFunction] = {"input": _input, "ime": _ime, "monkey": _monkey}
