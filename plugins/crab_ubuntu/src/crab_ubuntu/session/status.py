"""Reports to the provider: one JSON object a line."""

from __future__ import annotations

import json
import os
import threading
import time


class StatusLine:
    """A pipe to the provider; safe to use from several threads."""

    def __init__(self, descriptor: int, started: float) -> None:
        """Take over the pipe.

        Args:
            descriptor: To write to.
            started: From when the seconds of the reports count, on the monotonic clock.
        """
        self._descriptor = descriptor
        self._started = started
        self._lock = threading.Lock()

    def report(self, event: str, **facts: object) -> None:
        """Write one event; a provider that is gone is no error."""
        line = {"event": event, "seconds": round(time.monotonic() - self._started, 4), **facts}
        with self._lock:
            try:
                os.write(self._descriptor, json.dumps(line).encode() + b"\n")
            except OSError:
                return
