"""Typing: text of any script reaches the focused field exactly, and no shell ever reads it unquoted."""

from __future__ import annotations

import base64
import re
import time
import unicodedata
from collections.abc import Iterable, Iterator

from crab_android.device.link import AdbLink, quoted
from crab_core import DeviceError, InvalidAction, Problem

ADB_KEYBOARD = "com.android.adbkeyboard/.AdbIME"
_CHUNK = 1000
_KEYS_AT_ONCE = 100
_COMMAND_LENGTH = 16_000
_SWITCH_SECONDS = 3.0

KEYS: dict[str, str] = {
    "home": "KEYCODE_HOME",
    "back": "KEYCODE_BACK",
    "enter": "KEYCODE_ENTER",
    "recents": "KEYCODE_APP_SWITCH",
    "backspace": "KEYCODE_DEL",
    "delete": "KEYCODE_FORWARD_DEL",
    "tab": "KEYCODE_TAB",
    "escape": "KEYCODE_ESCAPE",
    "up": "KEYCODE_DPAD_UP",
    "down": "KEYCODE_DPAD_DOWN",
    "left": "KEYCODE_DPAD_LEFT",
    "right": "KEYCODE_DPAD_RIGHT",
    "page_up": "KEYCODE_PAGE_UP",
    "page_down": "KEYCODE_PAGE_DOWN",
    "move_home": "KEYCODE_MOVE_HOME",
    "move_end": "KEYCODE_MOVE_END",
    "search": "KEYCODE_SEARCH",
    "volume_up": "KEYCODE_VOLUME_UP",
    "volume_down": "KEYCODE_VOLUME_DOWN",
    "volume_mute": "KEYCODE_VOLUME_MUTE",
    "power": "KEYCODE_POWER",
    "wake": "KEYCODE_WAKEUP",
    "sleep": "KEYCODE_SLEEP",
    "paste": "KEYCODE_PASTE",
    "screenshot": "KEYCODE_SYSRQ",
}


class Keyboard:
    """Keys and text on one phone."""

    def __init__(self, link: AdbLink) -> None:
        self._link = link

    def press(self, key: str) -> None:
        """Press a key of `KEYS`."""
        self._link.check(f"input keyevent {KEYS[key]}")

    def type(self, text: str) -> None:
        """Type a text into the field that has the focus; line breaks press Enter, tabs Tab.

        Raises:
            InvalidAction: It has characters that only ADBKeyboard can type, and that is not installed; or
                characters that nobody can type.
        """
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        control = next((char for char in text if char not in "\n\t" and _untypable(char)), None)
        if control is not None:
            raise InvalidAction(
                "This text cannot be typed.",
                [Problem("text", f"U+{ord(control):04X} is no character")],
            )
        if all(" " <= char <= "~" or char in "\n\t" for char in text):
            self._run(_key_commands(text))
        else:
            self._broadcast(text)

    def select_all(self) -> bool:
        """Select all that is in the focused field; False where the phone cannot (before Android 12)."""
        answer = self._link.run("input keycombination KEYCODE_CTRL_LEFT KEYCODE_A")
        return answer.code == 0 and not answer.text.startswith(("Error", "Unknown", "usage", "Usage"))

    def erase(self, length: int) -> None:
        """Erase so many characters before the cursor and as many after it."""
        for key in ("KEYCODE_DEL", "KEYCODE_FORWARD_DEL"):
            self._run(_repeated(key, length))

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
            self._run(_broadcasts(text))
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

    def _run(self, commands: Iterable[str]) -> None:
        """Run commands one after the other, many in one go: a trip to a phone costs more than a command."""
        batch: list[str] = []
        length = 0
        for command in commands:
            if batch and length + len(command) > _COMMAND_LENGTH:
                self._link.check(" && ".join(batch))
                batch, length = [], 0
            batch.append(command)
            length += len(command) + 4
        if batch:
            self._link.check(" && ".join(batch))


def _untypable(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cs")


def _key_commands(text: str) -> Iterator[str]:
    """`input` commands for a text of printable ASCII, line breaks and tabs."""
    for run in _runs(text):
        if run[0] in "\n\t":
            yield from _key_runs(run)
        else:
            yield from (quoted(["input", "text", piece]) for piece in _pieces(run))


def _broadcasts(text: str) -> Iterator[str]:
    """The same through ADBKeyboard; what its characters are, no shell gets to see."""
    for run in _runs(text):
        if run[0] in "\n\t":
            yield from _key_runs(run)
            continue
        for start in range(0, len(run), _CHUNK):
            message = base64.b64encode(run[start : start + _CHUNK].encode()).decode()
            yield quoted(["am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", message])


def _runs(text: str) -> list[str]:
    """Line breaks and tabs, each kind together, and what is between them."""
    return re.findall(r"\n+|\t+|[^\n\t]+", text)


def _key_runs(run: str) -> Iterator[str]:
    return _repeated("KEYCODE_ENTER" if run[0] == "\n" else "KEYCODE_TAB", len(run))


def _repeated(key: str, count: int) -> Iterator[str]:
    for start in range(0, count, _KEYS_AT_ONCE):
        yield " ".join(["input keyevent", *[key] * min(_KEYS_AT_ONCE, count - start)])


def _pieces(text: str) -> Iterator[str]:
    """Pieces that `input text` takes: it reads `%s` as a blank, so that these two go separately."""
    piece = ""
    for char in text:
        if len(piece) >= _CHUNK or (char == "s" and piece.endswith("%")):
            yield piece
            piece = ""
        piece += char
    if piece:
        yield piece
