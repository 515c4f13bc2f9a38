"""Names of keys, and which keys type which characters."""

from __future__ import annotations

import difflib
import unicodedata

from crab_core import InvalidAction, Problem

NAMES = {
    "alt": "Alt_L",
    "altgr": "ISO_Level3_Shift",
    "altleft": "Alt_L",
    "altright": "Alt_R",
    "apps": "Menu",
    "backspace": "BackSpace",
    "capslock": "Caps_Lock",
    "command": "Super_L",
    "control": "Control_L",
    "ctrl": "Control_L",
    "ctrlleft": "Control_L",
    "ctrlright": "Control_R",
    "del": "Delete",
    "delete": "Delete",
    "down": "Down",
    "end": "End",
    "enter": "Return",
    "esc": "Escape",
    "escape": "Escape",
    "home": "Home",
    "insert": "Insert",
    "left": "Left",
    "menu": "Menu",
    "meta": "Super_L",
    "option": "Alt_L",
    "pagedown": "Next",
    "pageup": "Prior",
    "pgdn": "Next",
    "pgup": "Prior",
    "printscreen": "Print",
    "prtsc": "Print",
    "return": "Return",
    "right": "Right",
    "shift": "Shift_L",
    "shiftleft": "Shift_L",
    "shiftright": "Shift_R",
    "space": "space",
    "super": "Super_L",
    "tab": "Tab",
    "up": "Up",
    "win": "Super_L",
    "winleft": "Super_L",
    "windows": "Super_L",
    **{f"f{number}": f"F{number}" for number in range(1, 25)},
}
"""Names that people and models use, and the X keysym of each."""

UNICODE_KEYSYMS = 0x01000000
"""Keysyms of characters beyond Latin-1 are this plus the code point (X protocol, appendix A)."""


def keysym_of_key(name: str) -> int:
    """The X keysym of a key by its usual name, its X name, or the character on it.

    Raises:
        InvalidAction: There is no such key.
    """
    from Xlib import XK

    plain = name.strip() or name
    if len(plain) == 1:
        return keysym_of_character(plain.lower())
    word = plain.lower().replace("_", "").replace("-", "").replace(" ", "")
    for candidate in (NAMES.get(word), plain, plain.capitalize()):
        keysym = int(XK.string_to_keysym(candidate)) if candidate else 0
        if keysym:
            return keysym
    near = difflib.get_close_matches(word, NAMES, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else "use names such as enter, esc, ctrl, f5, a"
    raise InvalidAction(f"There is no key {name!r}.", [Problem("key", hint)])


def keysym_of_character(character: str) -> int:
    """The X keysym that types a character; line ends and tabs are keys of their own.

    Raises:
        InvalidAction: It is a control character that no key types.
    """
    code = ord(character)
    special = {"\n": 0xFF0D, "\r": 0xFF0D, "\t": 0xFF09}.get(character)
    if special is not None:
        return special
    if unicodedata.category(character) in ("Cc", "Cs"):
        raise InvalidAction(
            f"The character U+{code:04X} cannot be typed.", [Problem("text", "remove control characters")]
        )
    return code if 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xFF else UNICODE_KEYSYMS + code
