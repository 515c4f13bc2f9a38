"""What the provider tells the session's leader before it starts, as one JSON document."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

SITE = "/crab/site"
"""Where the host's Python packages are seen inside."""
SOCKET_FOLDER = "/run/crab"
"""The private folder shared with the provider; it holds the host's socket."""
HOST_SOCKET = f"{SOCKET_FOLDER}/host.sock"
"""Where the host listens."""
DOOR = f"{SOCKET_FOLDER}/door.sock"
"""Where people who look at the desktop come in."""
SYSTEM_BUS = "/run/system-bus"
"""Socket of the private system bus."""
SESSION_BUS = "/run/user/1000/bus"
"""Socket of the private session bus."""
HOME = "/home/crab"
"""Home of the desktop's only user."""


@dataclass(frozen=True, slots=True)
class SessionSpec:
    """How one session is to be started."""

    width: int = 1920
    """Pixels."""
    height: int = 1080
    """Pixels."""
    workers: int = 8
    """How many calls the host runs at the same time."""
    apps: tuple[str, ...] = ()
    """Desktop ids of applications to open once the shell is up, in this order."""
    archive_fd: int = -1
    """Inherited descriptor of a tar archive with the home's content; -1 for none."""
    status_fd: int = -1
    """Inherited descriptor on which the leader reports, one JSON object a line."""
    token: str = field(default="", repr=False)
    """The secret that a client of the host must know."""

    def to_json(self) -> str:
        """The document that `from_json` reads."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> SessionSpec:
        """Read what `to_json` wrote.

        Raises:
            ValueError: `text` is not such a document.
        """
        data: dict[str, Any] = json.loads(text)
        data["apps"] = tuple(data["apps"])
        return cls(**data)
