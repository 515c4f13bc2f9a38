"""Android's key codes (android.view.KeyEvent), as far as the phone knows them."""

from __future__ import annotations

import string

KEYCODES: dict[str, int] = {
    "HOME": 3,
    "BACK": 4,
    "CALL": 5,
    "ENDCALL": 6,
    "STAR": 17,
    "POUND": 18,
    "DPAD_UP": 19,
    "DPAD_DOWN": 20,
    "DPAD_LEFT": 21,
    "DPAD_RIGHT": 22,
    "DPAD_CENTER": 23,
    "VOLUME_UP": 24,
    "VOLUME_DOWN": 25,
    "POWER": 26,
    "CAMERA": 27,
    "COMMA": 55,
    "PERIOD": 56,
    "TAB": 61,
    "SPACE": 62,
    "ENTER": 66,
    "DEL": 67,
    "GRAVE": 68,
    "MINUS": 69,
    "EQUALS": 70,
    "LEFT_BRACKET": 71,
    "RIGHT_BRACKET": 72,
    "BACKSLASH": 73,
    "SEMICOLON": 74,
    "APOSTROPHE": 75,
    "SLASH": 76,
    "AT": 77,
    "PLUS": 81,
    "MENU": 82,
    "NOTIFICATION": 83,
    "SEARCH": 84,
    "PAGE_UP": 92,
    "PAGE_DOWN": 93,
    "ESCAPE": 111,
    "FORWARD_DEL": 112,
    "CTRL_LEFT": 113,
    "SHIFT_LEFT": 59,
    "MOVE_HOME": 122,
    "MOVE_END": 123,
    "VOLUME_MUTE": 164,
    "APP_SWITCH": 187,
    "BRIGHTNESS_DOWN": 220,
    "BRIGHTNESS_UP": 221,
    "SLEEP": 223,
    "WAKEUP": 224,
    "CUT": 277,
    "COPY": 278,
    "PASTE": 279,
    **{letter: 29 + index for index, letter in enumerate(string.ascii_uppercase)},
    **{digit: 7 + index for index, digit in enumerate(string.digits)},
}

TYPED: dict[int, str] = {
    **{29 + index: letter for index, letter in enumerate(string.ascii_lowercase)},
    **{7 + index: digit for index, digit in enumerate(string.digits)},
    17: "*", 18: "#", 55: ",", 56: ".", 62: " ", 68: "`", 69: "-", 70: "=", 71: "[", 72: "]", 73: "\\",
    74: ";", 75: "'", 76: "/", 77: "@", 81: "+",
}  # fmt: skip


def keycode(name: str) -> int | None:
    """The code for ``KEYCODE_HOME``, ``HOME`` or ``3``; None when there is no such key."""
    if name.lstrip("-").isdigit() and len(name) > 1:
        return int(name)
    if name.isdigit():
        # Android reads a single digit as a code as well.
        return int(name)
    return KEYCODES.get(name.upper().removeprefix("KEYCODE_"))
