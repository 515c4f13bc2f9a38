"""Waiting for people without becoming deaf to Ctrl-C."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final

SLICE: Final = 0.5
"""Seconds for which a thread waits at a stretch. A signal that comes just before a lock is waited for does
not end the wait, and Python raises `KeyboardInterrupt` only when it has ended."""


def slices(seconds: float = math.inf) -> Iterator[float]:
    """Times to wait for, one after the other, until all of `seconds` is over; at least one."""
    until = time.monotonic() + seconds
    left = seconds
    while True:
        yield max(0.0, min(left, SLICE))
        left = until - time.monotonic()
        if left <= 0:
            return


def wait_for(
    changed: threading.Condition, condition: Callable[[], object], seconds: float = math.inf
) -> bool:
    """Wait until something is so, holding the lock of `changed`; whether it is at the end."""
    return any(changed.wait_for(condition, part) for part in slices(seconds))
