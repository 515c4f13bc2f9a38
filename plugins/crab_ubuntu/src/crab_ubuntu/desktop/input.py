"""Pointer and keyboard of an X display, through the XTEST extension. Coordinates are pixels of the screen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from crab_core import UnknownNameError
from crab_ubuntu.desktop.drained import Ping
from crab_ubuntu.desktop.keymap import CAPS_LOCK, SHIFT, KeyboardMap
from crab_ubuntu.desktop.keys import keysym_of_character

BRINGS: dict[str, tuple[str, ...]] = {"xtest": (), "pyautogui": ("pyautogui",)}
"""Back ends, with the distributions that the host needs for them. The first is the default: it is faster and
types everything; the other is that of the paper's own agents."""
BUTTONS = {"left": 1, "middle": 2, "right": 3}
SCROLL_BUTTONS = {"up": 4, "down": 5, "left": 6, "right": 7}

IN_FLIGHT = 64
"""Characters that may wait for an application: GTK 3 becomes five times slower when thousands do."""


class InputBackend(Protocol):
    """What actions need of a pointer and a keyboard; another library can stand behind it."""

    last_sent: float
    """When the last event was sent, on the monotonic clock."""

    def move(self, x: int, y: int) -> None:
        """Move the pointer."""

    def click(self, x: int, y: int, button: str = "left", count: int = 1) -> None:
        """Press and release a button `count` times at a position."""

    def button_down(self, button: str) -> None:
        """Press a button where the pointer is and hold it."""

    def button_up(self, button: str) -> None:
        """Release a button where the pointer is."""

    def scroll(self, x: int, y: int, direction: str, amount: int) -> None:
        """Turn the wheel by `amount` notches at a position; "up", "down", "left" or "right"."""

    def chord(self, keysyms: Sequence[int]) -> None:
        """Press keys in order and release them in reverse; those that are held stay down."""

    def key_down(self, keysym: int) -> None:
        """Press a key and hold it."""

    def key_up(self, keysym: int) -> None:
        """Release a key."""

    def type(self, text: str) -> None:
        """Type a text, character by character, exactly."""

    def release(self) -> None:
        """Release every button and key that is held."""

    def close(self) -> None:
        """Give back what is held; safe to call twice."""


def check_backend(backend: str) -> str:
    """The name of a back end that can be had here.

    Raises:
        UnknownNameError: There is no such back end.
        EnvironmentUnavailable: It is not installed.
    """
    if backend not in BRINGS:
        raise UnknownNameError("input back end", backend, BRINGS)
    if backend == "pyautogui":
        from crab_ubuntu.desktop.pyautogui_input import check_installation

        check_installation()
    return backend


def open_input(backend: str, display_name: str, drained: Callable[[], object]) -> InputBackend:
    """Connect a back end to an X display.

    Args:
        backend: Its name, of `BRINGS`.
        display_name: Of the X display.
        drained: As for `XTestInput`.

    Raises:
        UnknownNameError: There is no such back end.
        EnvironmentUnavailable: It is not installed.
    """
    if check_backend(backend) == "pyautogui":
        from crab_ubuntu.desktop.pyautogui_input import PyAutoGuiInput

        return PyAutoGuiInput(display_name)
    return XTestInput(display_name, drained)


class XTestInput:
    """The default back end: synthetic events of the X server itself."""

    def __init__(self, display_name: str, drained: Callable[[], object]) -> None:
        """Connect.

        Args:
            display_name: Of the X display.
            drained: Returns once the applications have reacted to everything that was sent; asked where the
                window that gets the keys cannot be asked itself.
        """
        from Xlib import X, display

        self._display = display.Display(display_name)
        self._root = self._display.screen().root
        self._repeated = self._display.get_keyboard_control().global_auto_repeat
        # On a busy machine a key can be down for longer than the server takes for "held".
        self._display.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOff)
        self._drained = drained
        self._lock = threading.RLock()
        self._held_keys: dict[int, int] = {}
        self._held_buttons: dict[str, None] = {}
        self._map = KeyboardMap(self._display)
        self._map_changed = False
        self._ping = Ping(self._display, self._note)
        self._closed = False
        self.last_sent = time.monotonic()

    def close(self) -> None:
        """Release what is held, give keys and repetition back, and disconnect; safe to call twice."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self.release()
                self._map.restore()
                self._display.change_keyboard_control(auto_repeat_mode=self._repeated)
                self._display.close()

    def move(self, x: int, y: int) -> None:
        """Move the pointer."""
        with self._lock:
            self._motion(x, y)
            self._sent()

    def click(self, x: int, y: int, button: str = "left", count: int = 1) -> None:
        """Press and release a button `count` times at a position."""
        with self._lock:
            self._motion(x, y)
            self._tap(BUTTONS[button], count)
            self._sent()

    def button_down(self, button: str) -> None:
        """Press a button where the pointer is and hold it; one that is held already stays so."""
        from Xlib import X

        with self._lock:
            if button not in self._held_buttons:
                self._held_buttons[button] = None
                self._event(X.ButtonPress, BUTTONS[button])
                self._sent()

    def button_up(self, button: str) -> None:
        """Release a button where the pointer is."""
        from Xlib import X

        with self._lock:
            self._held_buttons.pop(button, None)
            self._event(X.ButtonRelease, BUTTONS[button])
            self._sent()

    def scroll(self, x: int, y: int, direction: str, amount: int) -> None:
        """Turn the wheel by `amount` notches at a position."""
        with self._lock:
            self._motion(x, y)
            self._tap(SCROLL_BUTTONS[direction], amount)
            self._sent()

    def chord(self, keysyms: Sequence[int]) -> None:
        """Press keys in order and release them in reverse; those that are held stay down."""
        from Xlib import X

        with self._lock:
            codes = [code for code in self._codes(keysyms) if code not in self._held_keys.values()]
            for code in codes:
                self._event(X.KeyPress, code)
            for code in reversed(codes):
                self._event(X.KeyRelease, code)
            self._sent()

    def key_down(self, keysym: int) -> None:
        """Press a key and hold it; one that is held already stays so."""
        from Xlib import X

        with self._lock:
            if keysym not in self._held_keys:
                *shift, code = self._codes([keysym])
                for other in shift:
                    self._event(X.KeyPress, other)
                self._event(X.KeyPress, code)
                for other in shift:
                    self._event(X.KeyRelease, other)
                self._held_keys[keysym] = code
                self._sent()

    def key_up(self, keysym: int) -> None:
        """Release a key; one that is not held is released all the same."""
        from Xlib import X

        with self._lock:
            code = self._held_keys.pop(keysym, None)
            self._event(X.KeyRelease, self._codes([keysym])[-1] if code is None else code)
            self._sent()

    def release(self) -> None:
        """Release every button and key that is held, the last first."""
        with self._lock:
            for keysym in reversed(list(self._held_keys)):
                self.key_up(keysym)
            for button in reversed(list(self._held_buttons)):
                self.button_up(button)

    def type(self, text: str) -> None:
        """Type a text, character by character, exactly: a Shift or Caps Lock that is down does not count."""
        keysyms = [keysym_of_character(c) for c in text.replace("\r\n", "\n")]
        with self._lock:
            locked = self._caps_locked()
            if locked:
                self.chord([CAPS_LOCK])
            self._refresh()
            for chunk in self._map.chunks(keysyms):
                self._make_typable(chunk)
                for start in range(0, len(chunk), IN_FLIGHT):
                    self._strike(chunk[start : start + IN_FLIGHT])
                    self._sent()
                    if len(keysyms) > IN_FLIGHT:
                        self._wait_until_read()
            if locked:
                self.chord([CAPS_LOCK])

    # -- events ------------------------------------------------------------------------------------

    def _motion(self, x: int, y: int) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)

    def _event(self, kind: int, detail: int) -> None:
        from Xlib.ext import xtest

        xtest.fake_input(self._display, kind, detail)

    def _tap(self, button: int, count: int) -> None:
        from Xlib import X

        for _ in range(count):
            self._event(X.ButtonPress, button)
            self._event(X.ButtonRelease, button)

    def _sent(self) -> None:
        self._display.sync()
        self.last_sent = time.monotonic()

    def _strike(self, keysyms: Sequence[int]) -> None:
        from Xlib import X

        shift_code = self._map.stroke(SHIFT)[0]
        before = held = shift_code in self._held_keys.values()
        for keysym in keysyms:
            code, shifted = self._map.stroke(keysym)
            if shifted != held:
                self._event(X.KeyPress if shifted else X.KeyRelease, shift_code)
                held = shifted
            self._event(X.KeyPress, code)
            self._event(X.KeyRelease, code)
        if held != before:
            self._event(X.KeyPress if before else X.KeyRelease, shift_code)

    def _caps_locked(self) -> bool:
        from Xlib import X

        return bool(self._root.query_pointer().mask & X.LockMask)

    # -- keyboard map ------------------------------------------------------------------------------

    def _codes(self, keysyms: Sequence[int]) -> list[int]:
        """The keys to press for these, with Shift before the first that needs it."""
        self._refresh()
        self._make_typable(keysyms)
        codes: dict[int, None] = {}
        for keysym in keysyms:
            code, shifted = self._map.stroke(keysym)
            if shifted:
                codes.setdefault(self._map.stroke(SHIFT)[0])
            codes.setdefault(code)
        return list(codes)

    def _make_typable(self, keysyms: Sequence[int]) -> None:
        self._map.make_typable(keysyms, self._wait_until_read)
        while self._display.pending_events():  # what this connection changed itself
            self._display.next_event()

    def _refresh(self) -> None:
        """Read the map again when somebody else has changed it, such as by choosing another layout."""
        while self._display.pending_events():
            self._note(self._display.next_event())
        if self._map_changed:
            self._map_changed = False
            self._map.read()

    def _note(self, event: Any) -> None:
        self._map_changed |= type(event).__name__ == "MappingNotify"

    def _wait_until_read(self) -> None:
        if not self._ping.answered():
            self._drained()
