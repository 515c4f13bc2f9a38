"""What a person asks of the window manager: bring a window to the front, place it, close it (EWMH)."""

from __future__ import annotations

import threading

from crab_core import Box

FROM_A_PAGER = 2
"""Source of a request that a person made: the window manager does not doubt it (EWMH, 2.8)."""
ADD_STATE = 1
"""_NET_WM_STATE_ADD."""
REMOVE_STATE = 0
"""_NET_WM_STATE_REMOVE."""
STATIC_GRAVITY = 10
"""The place is that of the window itself, not of its frame (X protocol, 2.1)."""
PLACE_AND_SIZE = 0xF00
"""Of _NET_MOVERESIZE_WINDOW: x, y, width and height are given."""
ICONIC_STATE = 3
"""From ICCCM, 4.1.4."""


class WindowManager:
    """Sends requests through a connection of its own; safe to use from several threads."""

    def __init__(self, display_name: str) -> None:
        """Connect to an X display."""
        from Xlib import display

        self._display = display.Display(display_name)
        self._root = self._display.screen().root
        self._lock = threading.Lock()

    def close(self) -> None:
        """Disconnect."""
        self._display.close()

    def activate(self, window: int) -> None:
        """Bring a window to the front, out of the dock if it is minimised, and give it the keys."""
        self._ask(window, "_NET_ACTIVE_WINDOW", (FROM_A_PAGER, 0, 0, 0, 0))

    def close_window(self, window: int) -> None:
        """Ask a window to close; its application may ask back first."""
        self._ask(window, "_NET_CLOSE_WINDOW", (0, FROM_A_PAGER, 0, 0, 0))

    def place(self, window: int, box: Box) -> None:
        """Put a window somewhere, in pixels of the screen."""
        flags = STATIC_GRAVITY | PLACE_AND_SIZE | FROM_A_PAGER << 12
        self._ask(window, "_NET_MOVERESIZE_WINDOW", (flags, box.x, box.y, box.width, box.height))

    def maximize(self, window: int) -> None:
        """Let a window fill the screen beside dock and panel."""
        self._change_size(window, ADD_STATE)

    def unmaximize(self, window: int) -> None:
        """Give a window its own size and place again."""
        self._change_size(window, REMOVE_STATE)

    def _change_size(self, window: int, change: int) -> None:
        with self._lock:
            atoms = [self._display.intern_atom(f"_NET_WM_STATE_MAXIMIZED_{way}") for way in ("VERT", "HORZ")]
        self._ask(window, "_NET_WM_STATE", (change, atoms[0], atoms[1], FROM_A_PAGER, 0))

    def minimize(self, window: int) -> None:
        """Hide a window in the dock."""
        self._ask(window, "WM_CHANGE_STATE", (ICONIC_STATE, 0, 0, 0, 0))

    def _ask(self, window: int, request: str, data: tuple[int, int, int, int, int]) -> None:
        from Xlib import X
        from Xlib.protocol import event

        with self._lock:
            message = event.ClientMessage(
                window=self._display.create_resource_object("window", window),
                client_type=self._display.intern_atom(request),
                # Left of the screen or above it, as the shadow of a window may be: sent as two's complement.
                data=(32, [value & 0xFFFFFFFF for value in data]),
            )
            self._root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
            self._display.sync()
