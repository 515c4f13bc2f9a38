"""Passing on to a child what this process may read.

A desktop's host may read everything in its session, its own code included, by one capability; a program that
it starts would lose it. Source: capabilities(7), "Transformation of capabilities during execve()".
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

VERSION: Final = 0x20080522
CAP_DAC_READ_SEARCH: Final = 2
"""From linux/capability.h."""
PR_CAP_AMBIENT: Final = 47
RAISE, LOWER = 2, 3
"""From linux/prctl.h."""


@contextmanager
def reading_passed_on() -> Iterator[None]:
    """What this thread starts meanwhile may read what this process may; nothing happens where it has no more.

    Raises:
        OSError: The kernel refuses.
    """
    library = ctypes.CDLL(None, use_errno=True)
    header, data = struct.pack("Ii", VERSION, 0), ctypes.create_string_buffer(24)
    _checked(library.capget(header, data), "capget")
    effective, permitted, inheritable, *rest = struct.unpack("6I", data.raw)
    reading = 1 << CAP_DAC_READ_SEARCH
    if os.geteuid() == 0 or not permitted & reading:
        yield
        return
    wanted = struct.pack("6I", effective, permitted, inheritable | reading, *rest)
    _checked(library.capset(header, wanted), "capset")
    _checked(library.prctl(PR_CAP_AMBIENT, RAISE, CAP_DAC_READ_SEARCH, 0, 0), "prctl(PR_CAP_AMBIENT)")
    try:
        yield
    finally:
        library.prctl(PR_CAP_AMBIENT, LOWER, CAP_DAC_READ_SEARCH, 0, 0)


def _checked(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
