"""The hand that does on a desktop what people do on the page, in order, in a thread of its own."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable

from crab_core import CrabError, Device
from crab_ubuntu.view.keyboard import Call
from crab_ubuntu.view.recorder import LONGEST

GRACE_SECONDS = 2.0
"""How long the end waits for what has begun."""


class Hand:
    """Does one thing after the other; while one takes long, movements and letters that wait become one."""

    def __init__(self, device: Device, failed: Callable[[str], None]) -> None:
        """Start.

        Args:
            device: The desktop.
            failed: Told, in another thread, why something could not be done.
        """
        self._device = device
        self._failed = failed
        self._todo: deque[Call] = deque()
        self._changed = threading.Condition()
        self._ended = False
        self._thread = threading.Thread(target=self._work, name="hand", daemon=True)
        self._thread.start()

    def do(self, calls: Iterable[Call]) -> None:
        """Do these after all that was asked before; returns at once."""
        with self._changed:
            for call in calls:
                self._append(call)
            self._changed.notify_all()

    def close(self) -> None:
        """Leave undone what has not begun; what has ends by itself, or with the desktop."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        self._thread.join(GRACE_SECONDS)

    def _append(self, call: Call) -> None:
        last = self._todo[-1] if self._todo else ("", {})
        if call[0] == "move" == last[0]:
            self._todo[-1] = call
        elif call[0] == "write_text" == last[0] and len(last[1]["text"]) + len(call[1]["text"]) <= LONGEST:
            self._todo[-1] = ("write_text", {"text": last[1]["text"] + call[1]["text"]})
        else:
            self._todo.append(call)

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._ended or self._todo)
                if self._ended:
                    return
                name, arguments = self._todo.popleft()
            try:
                self._device.act(name, arguments)
            except CrabError as error:
                if not self._ended:
                    self._failed(error.message)
