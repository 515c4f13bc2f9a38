"""What the provider tells a desktop's host before it starts, as one JSON document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

SITE = "/crab/site"
"""Where the host's Python packages are; the session's user cannot look into /crab."""
FOLDER = "/crab/run"
"""The private folder shared with the provider."""
SOCKET = f"{FOLDER}/host.sock"
"""Where the host listens."""
RELAYS = f"{FOLDER}/relays"
"""Sockets of services that live outside, by name."""
DOOR = f"{FOLDER}/door.sock"
"""Where people who look at the desktop come in."""


@dataclass(frozen=True, slots=True)
class HostSpec:
    """How a host is to be started."""

    width: int = 1920
    """Of the screen, in pixels."""
    height: int = 1080
    """Pixels."""
    workers: int = 8
    """How many calls run at the same time."""
    memory: int = 4096 * 1024 * 1024
    """Bytes that all processes of the session together may use."""
    processes: int = 2000
    """How many processes and threads the session may have."""
    seconds: int = 24 * 3600
    """How long the session may live."""
    status_fd: int = -1
    """Inherited descriptor on which the host reports, one JSON object a line."""
    launch_fd: int = -1
    """Inherited socket on which the leader starts programs."""
    token: str = field(default="", repr=False)
    """The secret that a client must know."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Keyword arguments of the environment."""
    input_backend: str = "xtest"
    """What moves pointer and keys."""
    references: tuple[str, ...] = ()
    """What plugins add to the environment's spaces, as "module:name"."""

    def to_json(self) -> str:
        """The document that `from_json` reads."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> HostSpec:
        """Read what `to_json` wrote.

        Raises:
            ValueError: `text` is not such a document.
        """
        data: dict[str, Any] = json.loads(text)
        return cls(**{**data, "references": tuple(data["references"])})
