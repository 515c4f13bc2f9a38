"""Console ports of emulators: one each, however many are started at once and by whomever."""

from __future__ import annotations

import socket
from typing import Final

from crab_core import EnvironmentUnavailable, UsageError

FIRST: Final = 5554
LAST: Final = 5682
"""Even ports from the first to the last; the odd one behind each is for adb (Android's emulator, `-port`)."""


class ConsolePort:
    """A console port that nobody else takes while this object is open.

    The lock is an abstract Unix socket: the kernel gives it back when the process that holds it ends in any
    way, and those who share it are just those who share the ports: a network namespace.

    Args:
        wanted: A port; the first free one when 0.

    Attributes:
        number: The port.

    Raises:
        EnvironmentUnavailable: It is taken, or all are.
        UsageError: It is no console port.
    """

    def __init__(self, wanted: int = 0) -> None:
        if wanted and (wanted % 2 or not FIRST <= wanted <= LAST):
            raise UsageError(f"A console port is even and from {FIRST} to {LAST}, not {wanted}.")
        self.number = 0
        for number in [wanted] if wanted else range(FIRST, LAST + 1, 2):
            lock = socket.socket(socket.AF_UNIX)
            if _binds(lock, f"\0crab-emulator-{number}") and _is_free(number) and _is_free(number + 1):
                self.number = number
                self._lock = lock
                return
            lock.close()
        what = f"Console port {wanted} is" if wanted else f"All console ports from {FIRST} to {LAST} are"
        raise EnvironmentUnavailable(f"{what} taken.", advice="`adb devices` shows emulators that run.")

    @property
    def serial(self) -> str:
        """What adb calls the emulator."""
        return f"emulator-{self.number}"

    def close(self) -> None:
        """Give it back; safe to call twice."""
        self._lock.close()


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return _binds(probe, ("127.0.0.1", port))


def _binds(sock: socket.socket, address: str | tuple[str, int]) -> bool:
    try:
        sock.bind(address)
    except OSError:
        return False
    return True
