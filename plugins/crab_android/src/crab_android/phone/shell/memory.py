"""What the shells of a phone keep between commands: processes, a held finger, open installations."""

from __future__ import annotations

from dataclasses import dataclass

from .processes import ProcessTable


@dataclass
class Finger:
    """A finger that ``input motionevent DOWN`` has put on the screen.

    Attributes:
        start: where it came down, in pixels.
        at: where it is now.
        since: when it came down, by the host's monotonic clock in seconds.
    """

    start: tuple[float, float]
    at: tuple[float, float]
    since: float


class ShellMemory:
    """What is not part of the phone's state, for it ends with the commands that it belongs to.

    Attributes:
        processes: the commands that run.
        finger: the finger on the screen, if any.
        sessions: installations that were begun: number → names and contents of the packages so far.
        battery: level and charging before ``dumpsys battery set``.
    """

    def __init__(self) -> None:
        self.processes = ProcessTable()
        self.finger: Finger | None = None
        self.sessions: dict[int, dict[str, bytes]] = {}
        self.battery: tuple[int, bool] | None = None
        self._next_session = 1_804_289_382

    def forget(self) -> None:
        """The phone is in another state: what was begun in the one before is over. What runs goes on."""
        self.finger = None
        self.sessions.clear()
        self.battery = None

    def open_session(self) -> int:
        """Begin an installation; returns its number."""
        self._next_session += 1
        self.sessions[self._next_session] = {}
        return self._next_session
