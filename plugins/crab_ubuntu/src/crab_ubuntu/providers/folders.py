"""Private folders that are shared with a sandbox, and the removal of those whose owner was killed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from pathlib import Path

from crab_ubuntu.providers.privileges import spare_user

PREFIX = "crab-desktop-"
OWNED = "owned"
"""Name of the file that is locked as long as the owner lives: the kernel frees it, however that ends."""


class PrivateFolder:
    """A new folder in the place for temporary files, for this user and the desktop's only.

    Attributes:
        path: Where it is; short enough for the path of a socket.
    """

    def __init__(self) -> None:
        """Make it, after removing those that nobody owns any more."""
        parent = Path(tempfile.gettempdir())
        _sweep(parent)
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX, dir=parent))
        self.user = spare_user()
        """User id that the desktop runs as; None for the caller's own."""
        self.shared = self.path / "shared"
        """The part that the host sees."""
        self.shared.mkdir(mode=0o700)
        self.hosts = self.path / "hosts"
        """Names and addresses inside: its /etc/hosts."""
        self.hosts.touch(mode=0o644)
        if self.user is not None:
            self.path.chmod(0o711)
            os.chown(self.shared, self.user, self.user)
        # It gets its name when it is locked, so that nobody finds it unlocked and takes the folder for left.
        unnamed = self.path / "new"
        self._lock = os.open(unnamed, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        unnamed.rename(self.path / OWNED)

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
                _empty(lock.parent)
            finally:
                os.close(descriptor)


def _empty(folder: Path) -> None:
    """Remove a folder; the lock last, so that what a dying session still writes there goes another time."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != OWNED:
            path.unlink(missing_ok=True)
    if [path.name for path in folder.iterdir()] == [OWNED]:
        shutil.rmtree(folder)
