"""Which user a desktop runs as on this machine: never root."""

from __future__ import annotations

import os
import random
import stat
from functools import cache
from pathlib import Path

SPARE_USERS = range(61184, 65520)
"""User ids that systemd sets aside for services that need one for a while (systemd.exec(5), DynamicUser=)."""


def spare_user() -> int | None:
    """A user id that nobody has now, to run a desktop as; None when the caller is not root anyway.

    Root of a user namespace that holds no others is an ordinary user outside: it stays who it is.
    """
    if os.geteuid() != 0:
        return None
    taken = {_owner(folder) for folder in Path("/proc").iterdir() if folder.name.isdigit()}
    known = mapped(Path("/proc/self/uid_map").read_text()) & mapped(Path("/proc/self/gid_map").read_text())
    free = sorted(known - taken)
    return random.SystemRandom().choice(free) if free else None


def mapped(text: str) -> set[int]:
    """Which of the spare users there are in a user namespace, by its map (user_namespaces(7))."""
    found: set[int] = set()
    for line in text.splitlines():
        first, _, count = (int(word) for word in line.split())
        found |= {user for user in SPARE_USERS if first <= user < first + count}
    return found


def _owner(folder: Path) -> int:
    try:
        return folder.stat().st_uid
    except OSError:
        return -1


def reachable_by_all(path: Path) -> bool:
    """Whether every user may get to this file or folder, by the permissions on the way."""
    return all(_passable(str(parent)) for parent in path.absolute().parents)


@cache
def _passable(folder: str) -> bool:
    return bool(Path(folder).stat().st_mode & stat.S_IXOTH)
