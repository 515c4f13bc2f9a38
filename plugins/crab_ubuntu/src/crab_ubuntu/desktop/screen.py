"""Pictures of an X display."""

from __future__ import annotations

import threading
from typing import Any

from crab_core import Screenshot
from crab_core.png import encode


class Screen:
    """Captures the whole screen as PNG; safe to use from several threads."""

    def __init__(self, display_name: str) -> None:
        """Connect to an X display."""
        import mss
        import numpy

        self._numpy = numpy
        self._capture: Any = mss.MSS(display=display_name)
        self._lock = threading.Lock()
        area = self._capture.monitors[0]
        self.width: int = area["width"]
        self.height: int = area["height"]

    def close(self) -> None:
        """Disconnect."""
        self._capture.close()

    def screenshot(self) -> Screenshot:
        """What the screen shows now, without the pointer."""
        with self._lock:
            shot = self._capture.grab(self._capture.monitors[0])
            pixels = self._numpy.frombuffer(shot.raw, self._numpy.uint8).reshape(shot.height, shot.width, 4)
        rgb = self._numpy.empty((shot.height, shot.width, 3), self._numpy.uint8)
        # The X server gives blue, green, red and a byte that means nothing. Plane by plane is quickest.
        for to, given in enumerate((2, 1, 0)):
            rgb[:, :, to] = pixels[:, :, given]
        return Screenshot(encode(rgb), shot.width, shot.height)
