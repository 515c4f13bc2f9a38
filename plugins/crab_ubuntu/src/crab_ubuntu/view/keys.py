"""Which key or character of Crab's actions a keysym of VNC is."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from crab_ubuntu.desktop.keys import UNICODE_KEYSYMS, keysym_of_key
from crab_ubuntu.view.novnc import FOLDER

MODIFIERS = {
    0xFFE1: "shift",
    0xFFE2: "shift",
    0xFFE3: "ctrl",
    0xFFE4: "ctrl",
    0xFFE7: "super",
    0xFFE8: "super",
    0xFFE9: "alt",
    0xFFEA: "alt",
    0xFFEB: "super",
    0xFFEC: "super",
}
"""Keys that are held while others are pressed."""

NAMES = (
    *("enter", "esc", "tab", "backspace", "delete", "insert", "home", "end", "pageup", "pagedown"),
    *("left", "right", "up", "down", "menu", "printscreen", *(f"f{number}" for number in range(1, 13))),
)
"""Keys without a character, by the names that a recording uses."""

KEYPAD = {0xFFAA + place: sign for place, sign in enumerate("*+,-./0123456789")} | {0xFFBD: "=", 0xFF80: " "}
KEYPAD_NAMES = {
    0xFF8D: "enter",
    **dict(enumerate(("home", "left", "up", "right", "down", "pageup", "pagedown", "end"), 0xFF95)),
    **{0xFF9E: "insert", 0xFF9F: "delete", 0xFE20: "tab"},
}
"""Keys with a second keysym: those of the number pad, and Tab together with Shift."""

TABLE_LINE = re.compile(r"^\s*0x([0-9a-f]+): 0x([0-9a-f]+),", re.MULTILINE)


@cache
def _names() -> dict[int, str]:
    return {keysym_of_key(name): name for name in NAMES} | KEYPAD_NAMES


@cache
def _older_characters() -> dict[int, str]:
    """Keysyms that are older than Unicode, from the table by which noVNC chooses them, read backwards."""
    table = Path(FOLDER, "core/input/keysymdef.js")
    if not table.is_file():
        return {}
    return {int(keysym, 16): chr(int(code, 16)) for code, keysym in TABLE_LINE.findall(table.read_text())}


def name_of(keysym: int) -> str | None:
    """The name of a key that types no character; None for any other."""
    return _names().get(keysym)


def character_of(keysym: int) -> str | None:
    """The character that a key types; None when it types none."""
    if 0x20 <= keysym <= 0x7E or 0xA0 <= keysym <= 0xFF:
        return chr(keysym)
    if UNICODE_KEYSYMS + 0xA0 <= keysym <= UNICODE_KEYSYMS + 0x10FFFF:
        return chr(keysym - UNICODE_KEYSYMS)
    return KEYPAD.get(keysym) or _older_characters().get(keysym)
