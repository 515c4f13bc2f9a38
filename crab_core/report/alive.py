"""Whether a process still works in a run directory, told without locking anything."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")


def is_held(lock: Path, proc: Path = _PROC) -> bool:
    """Whether some process holds the lock file of a run.

    The kernel's own list is read: taking the lock to find out could make a run fail that starts now.

    Args:
        lock: The `.lock` of a run directory.
        proc: Where the kernel tells about processes; for tests.

    Returns:
        False when nobody holds it; True also when the kernel does not tell, which is so outside Linux.
    """
    try:
        inode = str(lock.stat().st_ino)
    except OSError:
        return False
    try:
        lines = (proc / "locks").read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return True
    # "1: FLOCK  ADVISORY  WRITE 4711 fd:00:123456 0 EOF"; the device number differs from stat's on some
    # file systems, so inode numbers select and the open files of the process decide.
    entries = [line.split() for line in lines]
    holders = [e[4] for e in entries if len(e) > 5 and e[1] == "FLOCK" and e[5].rpartition(":")[2] == inode]
    return any(_has_open(proc / pid, lock) for pid in holders)


def _has_open(process: Path, file: Path) -> bool:
    try:
        descriptors = list((process / "fd").iterdir())
    except PermissionError:
        return True
    except OSError:
        return False
    return any(_same(descriptor, file) for descriptor in descriptors)


def _same(descriptor: Path, file: Path) -> bool:
    try:
        return descriptor.samefile(file)
    except OSError:
        return False
