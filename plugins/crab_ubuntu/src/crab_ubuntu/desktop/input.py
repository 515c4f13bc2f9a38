"""Pointer and keyboard of an X display, through the XTEST extension. Coordinates are pixels of the screen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from crab_core import DeviceError
from crab_ubuntu.desktop.keys import keysym_of_character

BUTTONS = {"left": 1, "middle": 2, "right": 3}
SCROLL_BUTTONS = {"up": 4, "down": 5, "left": 6, "right": 7}
SHIFT_KEYSYM = 0xFFE1


class InputBackend(Protocol):
    """What actions need of a pointer and a keyboard; another library can stand behind it."""

    last_sent: float
    """When the last event was sent, on the monotonic clock."""

    def move(self, x: int, y: int) -> None:
        """Move the pointer."""

    def click(self, x: int, y: int, button: str = "left", count: int = 1) -> None:
        """Press and release a button `count` times at a position."""

    def scroll(self, x: int, y: int, direction: str, amount: int) -> None:
        """Turn the wheel by `amount` notches at a position; "up", "down", "left" or "right"."""

    def chord(self, keysyms: Sequence[int]) -> None:
        """Press keys in order and release them in reverse."""

    def type(self, text: str) -> None:
        """Type a text, character by character, exactly."""

    def close(self) -> None:
        """Give back what is held."""


class XTestInput:
    """The default back end: synthetic events of the X server itself.

    Characters that no key types are put on keys that have no meaning. A key keeps its character until all
    such keys are taken; before one gets another character, the applications must have read what was typed.
    """

    def __init__(self, display_name: str, drained: Callable[[], object]) -> None:
        """Connect.

        Args:
            display_name: Of the X display.
            drained: Returns once the applications have reacted to everything that was sent.
        """
        from Xlib import X, display

        self._display = display.Display(display_name)
        self._root = self._display.screen().root
        # On a busy machine a key can be down for longer than the server takes for "held".
        self._display.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOff)
        self._drained = drained
        self._lock = threading.Lock()
        self._levels: dict[int, tuple[int, bool]] = {}
        self._spare: dict[int, int] = {}
        self.last_sent = time.monotonic()
        self._read_mapping()

    def close(self) -> None:
        """Disconnect."""
        self._display.close()

    def move(self, x: int, y: int) -> None:
        """Move the pointer."""
        with self._lock:
            self._motion(x, y)
            self._sent()

    def click(self, x: int, y: int, button: str = "left", count: int = 1) -> None:
        """Press and release a button `count` times at a position."""
        from Xlib import X

        with self._lock:
            self._motion(x, y)
            for _ in range(count):
                self._event(X.ButtonPress, BUTTONS[button])
                self._event(X.ButtonRelease, BUTTONS[button])
            self._sent()

    def scroll(self, x: int, y: int, direction: str, amount: int) -> None:
        """Turn the wheel by `amount` notches at a position."""
        from Xlib import X

        with self._lock:
            self._motion(x, y)
            for _ in range(amount):
                self._event(X.ButtonPress, SCROLL_BUTTONS[direction])
                self._event(X.ButtonRelease, SCROLL_BUTTONS[direction])
            self._sent()

    def chord(self, keysyms: Sequence[int]) -> None:
        """Press keys in order and release them in reverse."""
        from Xlib import X

        with self._lock:
            self._make_typable(keysyms)
            strokes = [self._levels[keysym] for keysym in keysyms]
            codes = list(dict.fromkeys(self._with_shift(strokes)))
            for code in codes:
                self._event(X.KeyPress, code)
            for code in reversed(codes):
                self._event(X.KeyRelease, code)
            self._sent()

    def type(self, text: str) -> None:
        """Type a text, character by character, exactly."""
        keysyms = [keysym_of_character(c) for c in text.replace("\r\n", "\n")]
        with self._lock:
            for chunk in self._chunks(keysyms):
                self._make_typable(chunk)
                self._strike(chunk)
                self._sent()

    # -- events ------------------------------------------------------------------------------------

    def _motion(self, x: int, y: int) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)

    def _event(self, kind: int, detail: int) -> None:
        from Xlib.ext import xtest

        xtest.fake_input(self._display, kind, detail)

    def _sent(self) -> None:
        self._display.sync()
        self.last_sent = time.monotonic()

    def _with_shift(self, strokes: Iterable[tuple[int, bool]]) -> Iterable[int]:
        for code, shifted in strokes:
            if shifted:
                yield self._levels[SHIFT_KEYSYM][0]
            yield code

    def _strike(self, keysyms: Sequence[int]) -> None:
        from Xlib import X

        shift_code, held = self._levels[SHIFT_KEYSYM][0], False
        for keysym in keysyms:
            code, shifted = self._levels[keysym]
            if shifted != held:
                self._event(X.KeyPress if shifted else X.KeyRelease, shift_code)
                held = shifted
            self._event(X.KeyPress, code)
            self._event(X.KeyRelease, code)
        if held:
            self._event(X.KeyRelease, shift_code)

    # -- keyboard map ------------------------------------------------------------------------------

    def _read_mapping(self) -> None:
        first, last = self._display.display.info.min_keycode, self._display.display.info.max_keycode
        rows = self._display.get_keyboard_mapping(first, last - first + 1)
        for code, row in enumerate(rows, first):
            if not any(row):
                self._spare[code] = 0
                continue
            for level in (0, 1):
                if level < len(row) and row[level]:
                    self._levels.setdefault(int(row[level]), (code, level == 1))
        if SHIFT_KEYSYM not in self._levels or not self._spare:
            raise DeviceError("The X display has no usable keyboard map.")

    def _chunks(self, keysyms: Sequence[int]) -> Iterable[Sequence[int]]:
        """Cut a text where it would need more spare keys than there are."""
        start, foreign = 0, set[int]()
        for position, keysym in enumerate(keysyms):
            if keysym not in self._levels or self._levels[keysym][0] in self._spare:
                if keysym not in foreign and len(foreign) == len(self._spare):
                    yield keysyms[start:position]
                    start, foreign = position, set()
                foreign.add(keysym)
        yield keysyms[start:]

    def _make_typable(self, keysyms: Sequence[int]) -> None:
        missing = [k for k in dict.fromkeys(keysyms) if k not in self._levels]
        if not missing:
            return
        wanted = set(keysyms)
        free = [code for code, keysym in self._spare.items() if not keysym]
        if len(free) < len(missing):
            self._drained()
            free += [code for code, keysym in self._spare.items() if keysym and keysym not in wanted]
        for code, keysym in zip(free, missing, strict=False):
            self._levels.pop(self._spare[code], None)
            self._spare.pop(code)
            self._spare[code] = keysym  # the most recently given key is the last to be taken away
            self._levels[keysym] = (code, False)
            self._display.change_keyboard_mapping(code, [[keysym, keysym]])
        self._display.sync()
