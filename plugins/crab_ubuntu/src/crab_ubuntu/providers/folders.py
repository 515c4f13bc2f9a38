"""Private folders that are shared with a sandbox, and the removal of those whose owner was killed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

PREFIX = "crab-desktop-"
OWNED = "owned"
"""Name of the file that is locked as long as the owner lives: the kernel frees it, however that ends."""


class PrivateFolder:
    """A new folder in the place for temporary files, for this user only.

    Attributes:
        path: Where it is; short enough for the path of a socket.
    """

    def __init__(self) -> None:
        """Make it, after removing those that nobody owns any more."""
        parent = Path(tempfile.gettempdir())
        _sweep(parent)
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        self.shared = self.path / "shared"
        """The part that the sandbox sees."""
        self.shared.mkdir(mode=0o700)
        self._lock = os.open(self.path / OWNED, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def remove(self) -> None:
        """Remove it with its content; safe to call twice."""
        shutil.rmtree(self.path, ignore_errors=True)
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _sweep(parent: Path) -> None:
    for lock in parent.glob(f"{PREFIX}*/{OWNED}"):
        with contextlib.suppress(OSError):  # another user's, or being removed by somebody else
            descriptor = os.open(lock, os.O_RDWR | os.O_CLOEXEC)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(lock.parent, ignore_errors=True)
            finally:
                os.close(descriptor)
