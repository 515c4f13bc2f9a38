"""What a desktop may use of this machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from crab_core import UnknownNameError, UsageError

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """What a desktop may use."""

    home: int = 1024 * MIB
    """Bytes of files in the home."""
    temporary: int = 512 * MIB
    """Bytes of files in /tmp."""
    shared_memory: int = 512 * MIB
    """Bytes in /dev/shm."""
    other: int = 64 * MIB
    """Bytes of files in /run, and in /var/tmp."""
    memory: int = 4096 * MIB
    """Bytes that all processes together may use, and each may ask for."""
    seconds: int = 24 * 3600
    """How long it may live: nobody waits for a desktop that was forgotten."""
    processes: int = 2000
    """Processes and threads."""


DEFAULT_LIMITS = Limits()


def read_limits(given: Mapping[str, int]) -> Limits:
    """The usual limits with some changed.

    Raises:
        UsageError: There is no such limit, or it is no positive number.
    """
    names = [field.name for field in fields(Limits)]
    for name, value in given.items():
        if name not in names:
            raise UnknownNameError("limit of a desktop", name, names)
        if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
            raise UsageError(f"The limit {name} is a positive whole number, not {value!r}.")
    return replace(DEFAULT_LIMITS, **given)
