"""Waiting for what must come, on a machine that may be busy."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def until(condition: Callable[[], Any], seconds: float = 60) -> None:
    """Wait until something is so; fail when it does not come."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come to this"
        time.sleep(0.005)
