"""What the provider tells the session's leader before it starts, as one JSON document."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

CONFIGURATION = "/etc/crab"
"""Where buses and settings are configured, and applications of our own are described."""
LIBRARY = f"{CONFIGURATION}/library"
"""Where the leader's own modules are seen inside."""
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
    processes: int = 2000
    """How many processes and threads there may be inside."""
    memory: int = 4096 * 1024 * 1024
    """Bytes that one process may ask for."""
    status_fd: int = -1
    """Inherited descriptor on which the leader reports, one JSON object a line."""
    launch_fd: int = -1
    """Inherited socket on which the host asks for programs to be started."""

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
        return cls(**data)
