"""Whether an application has read what was typed: it is asked through the queue in which the keys wait."""

from __future__ import annotations

import itertools
import select
import time
from collections.abc import Callable
from typing import Any

SECONDS = 20.0
"""How long an application may take to read what was typed."""


class Ping:
    """Asks the window that gets the keys for a sign of life (EWMH, `_NET_WM_PING`).

    The question reaches the application behind the keys that were sent before it, so its answer means that
    it has read them: toolkits translate keys when they take them from that queue.
    """

    def __init__(self, display: Any, other: Callable[[Any], None]) -> None:
        """Prepare.

        Args:
            display: Connection to the X display that sends the keys.
            other: Given the events that are no answers.
        """
        self._display = display
        self._other = other
        self._root = display.screen().root
        self._number = itertools.count(1)
        self._ping = display.intern_atom("_NET_WM_PING")
        self._protocols = display.intern_atom("WM_PROTOCOLS")
        self._active = display.intern_atom("_NET_ACTIVE_WINDOW")

    def answered(self, seconds: float = SECONDS) -> bool:
        """Whether the window with the focus has answered; False when it cannot be asked or does not."""
        from Xlib import X, error
        from Xlib.protocol import event

        try:
            window = self._asked()
            if window is None:
                return False
            number = next(self._number)
            data = (32, [self._ping, number, window.id, 0, 0])
            question = event.ClientMessage(window=window, client_type=self._protocols, data=data)
            self._root.change_attributes(event_mask=X.SubstructureNotifyMask)
            window.send_event(question)
            self._display.flush()
            return self._wait(window.id, number, time.monotonic() + seconds)
        except (error.BadWindow, error.BadDrawable):
            return False
        finally:
            self._root.change_attributes(event_mask=X.NoEventMask)
            self._display.sync()

    def _asked(self) -> Any:
        """The window that has both the window manager's focus and the X server's, if it answers pings."""
        from Xlib import X, Xatom

        found = self._root.get_full_property(self._active, Xatom.WINDOW)
        active = int(found.value[0]) if found is not None and len(found.value) else 0
        focus = self._display.get_input_focus().focus
        if not active or isinstance(focus, int):
            return None
        window = self._display.create_resource_object("window", active)
        while focus.id != active:
            parent = focus.query_tree().parent
            # Elsewhere: the shell itself takes the keys.
            if isinstance(parent, int) or parent.id in (X.NONE, self._root.id):
                return None
            focus = parent
        protocols = window.get_full_property(self._protocols, Xatom.ATOM)
        return window if protocols is not None and self._ping in protocols.value else None

    def _wait(self, window: int, number: int, deadline: float) -> bool:
        while True:
            while self._display.pending_events():
                event = self._display.next_event()
                if type(event).__name__ != "ClientMessage" or event.client_type != self._protocols:
                    self._other(event)
                elif tuple(event.data[1][:3]) == (self._ping, number, window):
                    return True
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            select.select([self._display.fileno()], [], [], left)
