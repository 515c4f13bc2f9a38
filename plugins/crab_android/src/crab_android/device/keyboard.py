"""Typing: text of any script reaches the focused field exactly, and no shell ever reads it unquoted."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator

from crab_android.device.link import AdbLink, quoted
from crab_core import DeviceError, InvalidAction, Problem

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_CHUNK = 1000
_SWITCH_SECONDS = 3.0

KEYS: dict[str, str] = {
    "home": "KEYCODE_HOME",
    "back": "KEYCODE_BACK",
    "enter": "KEYCODE_ENTER",
    "backspace": "KEYCODE_DEL",
    "delete": "KEYCODE_FORWARD_DEL",
    "tab": "KEYCODE_TAB",
    "up": "KEYCODE_DPAD_UP",
    "down": "KEYCODE_DPAD_DOWN",
    "left": "KEYCODE_DPAD_LEFT",
    "right": "KEYCODE_DPAD_RIGHT",
    "volume_up": "KEYCODE_VOLUME_UP",
    "volume_down": "KEYCODE_VOLUME_DOWN",
    "power": "KEYCODE_POWER",
}


class Keyboard:
    """Keys and text on one phone."""

    def __init__(self, link: AdbLink) -> None:
        self._link = link

    def press(self, key: str) -> None:
        """Press a key of `KEYS`."""
        self._link.check(f"input keyevent {KEYS[key]}")

    def type(self, text: str) -> None:
        """Type a text into the field that has the focus; line breaks press Enter.

        Raises:
            InvalidAction: The text has characters that only ADBKeyboard can type, and it is not installed.
        """
        if all(" " <= char <= "~" or char in "\n\t" for char in text):
            for command in _key_commands(text):
                self._link.check(command)
            return
        self._broadcast(text)

    def _broadcast(self, text: str) -> None:
        """Through ADBKeyboard (github.com/senzhk/ADBKeyBoard), which takes text from broadcasts."""
        current = self._link.check("settings get secure default_input_method")
        if ADB_KEYBOARD not in self._link.check("ime list -s -a").split():
            raise InvalidAction(
                "This text cannot be typed on this phone.",
                [Problem("text", "it has characters beyond ASCII, and ADBKeyboard is not installed")],
            )
        if current != ADB_KEYBOARD:
            self._choose(ADB_KEYBOARD)
        try:
            for start in range(0, len(text), _CHUNK):
                message = base64.b64encode(text[start : start + _CHUNK].encode()).decode()
                self._link.check(quoted(["am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", message]))
        finally:
            if current != ADB_KEYBOARD:
                self._choose(current)

    def _choose(self, method: str) -> None:
        self._link.check(quoted(["ime", "enable", method]))
        self._link.check(quoted(["ime", "set", method]))
        deadline = time.monotonic() + _SWITCH_SECONDS
        while self._link.check("settings get secure default_input_method") != method:
            if time.monotonic() > deadline:
                raise DeviceError(f"The phone does not change its input method to {method}.")


def _key_commands(text: str) -> Iterator[str]:
    """`input` commands for a text of printable ASCII, line breaks and tabs.

    `input text` reads `%s` as a blank, so that a per cent sign and the letter after it go separately.
    """
    for piece in _pieces(text):
        if piece == "\n":
            yield "input keyevent KEYCODE_ENTER"
        elif piece == "\t":
            yield "input keyevent KEYCODE_TAB"
        else:
            yield quoted(["input", "text", piece])


def _pieces(text: str) -> Iterator[str]:
    piece = ""
    for char in text:
        if char in "\n\t":
            if piece:
                yield piece
            yield char
            piece = ""
            continue
        if len(piece) >= _CHUNK or (char == "s" and piece.endswith("%")):
            yield piece
            piece = ""
        piece += char
    if piece:
        yield piece
