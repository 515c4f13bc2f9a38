"""Pauses that a service asks for, told to all processes of a user that use the same key there."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import Final

LONGEST: Final = 60.0
"""Seconds for which a pause that another process was told is believed. Of a longer one each process is told
by the service itself: by then the user may have been granted more."""


class Pauses:
    """A small file that says until when nobody should ask; what cannot be read or written says nothing."""

    def __init__(self, file: Path) -> None:
        """Remember the file; it is made with the first pause.

        Args:
            file: The same for all who share a key.
        """
        self._file = file
        self._seen: tuple[int, int] | None = None
        self._until = 0.0

    def left(self) -> float:
        """Seconds for which nobody should ask, from now."""
        with contextlib.suppress(OSError, ValueError):
            facts = self._file.stat()
            seen = facts.st_ino, facts.st_mtime_ns
            if seen != self._seen:
                self._until = float(self._file.read_text(encoding="ascii"))
                self._seen = seen
        left = self._until - time.time()
        return left if 0.0 < left < LONGEST + 1.0 else 0.0  # a clock may have been set meanwhile

    def tell(self, seconds: float) -> None:
        """Let everybody wait from now on, unless they wait for longer already."""
        seconds = min(seconds, LONGEST)
        if seconds <= self.left():
            return
        draft = self._file.with_suffix(f".{os.getpid()}")
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            draft.write_text(repr(time.time() + seconds), encoding="ascii")
            draft.replace(self._file)
