"""Pointer and keyboard through pyautogui, the library of the paper's own agents; slower, and ASCII only.

It types only characters that it knows a key for, so others are refused. Two of its habits are put right: on a
keyboard with the key of 102 it types ">" for "<", and it sleeps after each call.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
import threading
import time
import types
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from crab_core import EnvironmentUnavailable, InvalidAction, Problem
from crab_ubuntu.desktop.keymap import KeyboardMap
from crab_ubuntu.desktop.keys import keysym_of_character

RIVAL = "python3-xlib"
"""The distribution that pyautogui asks for; it lays its own, older Xlib over python-xlib's."""
_LOCK = threading.RLock()
"""The library keeps its display in a module: one at a time."""


class PyAutoGuiInput:
    """A back end that a user chooses to do as the paper's agents did."""

    def __init__(self, display_name: str) -> None:
        """Load the library and connect.

        Raises:
            EnvironmentUnavailable: It is not installed, or lies over python-xlib.
        """
        from Xlib import X, display

        self._library = load(display_name)
        self._x11 = sys.modules[f"{self._library.__name__}._pyautogui_x11"]
        self._display = display.Display(display_name)
        self._repeated = self._display.get_keyboard_control().global_auto_repeat
        self._display.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOff)
        self._names = self._correct_keys()
        self._held_keys: dict[str, None] = {}
        self._held_buttons: dict[str, None] = {}
        self._closed = False
        self.last_sent = time.monotonic()

    def _correct_keys(self) -> dict[int, str]:
        """The library's names of keys by keysym; its table of ASCII characters is made anew from the map."""
        keyboard, names = KeyboardMap(self._display), {}
        for code in range(0x20, 0x7F):
            if self._library.isShiftCharacter(chr(code)) == keyboard.stroke(code)[1]:
                self._x11.keyboardMapping[chr(code)] = keyboard.stroke(code)[0]
                names[code] = chr(code)
        for name, key in self._x11.keyboardMapping.items():
            if len(name) > 1 and key:
                names.setdefault(int(self._display.keycode_to_keysym(key, 0)), name)
        return names

    def close(self) -> None:
        """Release what is held and disconnect; safe to call twice."""
        if not self._closed:
            self._closed = True
            self.release()
            self._display.change_keyboard_control(auto_repeat_mode=self._repeated)
            self._display.close()
            self._x11._display.close()

    def move(self, x: int, y: int) -> None:
        """Move the pointer."""
        with self._at_work():
            self._library.moveTo(x, y)

    def click(self, x: int, y: int, button: str = "left", count: int = 1) -> None:
        """Press and release a button `count` times at a position."""
        with self._at_work():
            self._library.click(x, y, clicks=count, button=button)

    def button_down(self, button: str) -> None:
        """Press a button where the pointer is and hold it; one that is held already stays so."""
        if button not in self._held_buttons:
            self._held_buttons[button] = None
            with self._at_work():
                self._library.mouseDown(button=button)

    def button_up(self, button: str) -> None:
        """Release a button where the pointer is."""
        self._held_buttons.pop(button, None)
        with self._at_work():
            self._library.mouseUp(button=button)

    def scroll(self, x: int, y: int, direction: str, amount: int) -> None:
        """Turn the wheel by `amount` notches at a position."""
        with self._at_work():
            turn = self._library.vscroll if direction in ("up", "down") else self._library.hscroll
            turn(amount if direction in ("up", "right") else -amount, x, y)

    def chord(self, keysyms: Sequence[int]) -> None:
        """Press keys in order and release them in reverse; those that are held stay down."""
        names = [name for name in self._named(keysyms) if name not in self._held_keys]
        with self._at_work():
            self._library.hotkey(*names)

    def key_down(self, keysym: int) -> None:
        """Press a key and hold it; one that is held already stays so."""
        (name,) = self._named([keysym])
        if name not in self._held_keys:
            self._held_keys[name] = None
            with self._at_work():
                self._library.keyDown(name)

    def key_up(self, keysym: int) -> None:
        """Release a key."""
        (name,) = self._named([keysym])
        self._held_keys.pop(name, None)
        with self._at_work():
            self._library.keyUp(name)

    def type(self, text: str) -> None:
        """Type a text.

        Raises:
            InvalidAction: It holds a character that pyautogui has no key for; nothing is typed.
        """
        text = text.replace("\r\n", "\n")
        for character in text:
            if character not in "\n\t" and keysym_of_character(character) not in self._names:
                raise InvalidAction(
                    f"pyautogui cannot type {character!r}.",
                    [Problem("text", "only ASCII can be typed with this back end; paste the text instead")],
                )
        with self._at_work():
            self._library.write(text)

    def release(self) -> None:
        """Release every button and key that is held, the last first."""
        with self._at_work():
            for name in reversed(list(self._held_keys)):
                self._library.keyUp(name)
            for button in reversed(list(self._held_buttons)):
                self._library.mouseUp(button=button)
        self._held_keys.clear()
        self._held_buttons.clear()

    def _named(self, keysyms: Sequence[int]) -> list[str]:
        unknown = [keysym for keysym in keysyms if keysym not in self._names]
        if unknown:
            raise InvalidAction(
                "pyautogui has no name for this key.",
                [Problem("key", f"its keysym is {unknown[0]:#x}; the back end xtest has all keys")],
            )
        return [self._names[keysym] for keysym in keysyms]

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        with _LOCK:
            yield
        self.last_sent = time.monotonic()


def load(display_name: str) -> Any:
    """Import pyautogui for a display, without its sleeps, its corners that raise, and its window.

    Raises:
        EnvironmentUnavailable: It is not installed, or lies over python-xlib.
    """
    from Xlib import display, error

    check_installation()
    # It ends the whole process where tkinter is not installed, for the sake of a window of its own.
    sys.modules.setdefault("mouseinfo", types.ModuleType("mouseinfo"))
    with _LOCK, _display_set(display_name), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its strings hold escapes that Python no longer likes
        import pyautogui
        from pyautogui import _pyautogui_x11 as x11

        with suppress(error.ConnectionClosedError):  # of a back end before this one
            x11._display.close()
        x11._display = display.Display(display_name)
        x11._mouse_is_swapped_setting = False
        pyautogui.PAUSE = 0.0
        pyautogui.FAILSAFE = False
    return pyautogui


def check_installation() -> None:
    """See to it that there is one Xlib only.

    Raises:
        EnvironmentUnavailable: pyautogui is not installed, or lies over python-xlib.
    """
    names = {d.metadata["Name"].lower() for d in importlib.metadata.distributions() if d.metadata["Name"]}
    if "pyautogui" not in names:
        raise EnvironmentUnavailable(
            "pyautogui is not installed.", advice="Install it: pip install 'crab-ubuntu[pyautogui]'"
        )
    if RIVAL in names:
        raise EnvironmentUnavailable(
            f"{RIVAL}, which pyautogui asked for, lies over python-xlib: both are the package Xlib.",
            advice=f"pip uninstall -y {RIVAL} && pip install --force-reinstall --no-deps python-xlib",
        )


@contextmanager
def _display_set(name: str) -> Iterator[None]:
    """The library takes its display from the environment when it is imported."""
    before = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = name
    try:
        yield
    finally:
        if before is None:
            del os.environ["DISPLAY"]
        else:
            os.environ["DISPLAY"] = before
