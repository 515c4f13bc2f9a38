"""Where a host listens: a unix socket or a TCP port, written `unix:/path` or `tcp:host:port`."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass
from typing import Final

from crab_core.errors import UsageError

_LONGEST_SOCKET_PATH: Final = 107
"""Bytes that the kernel has room for in `sun_path`, without the final zero."""


@dataclass(frozen=True, slots=True)
class UnixAddress:
    """A unix socket."""

    path: str

    def __str__(self) -> str:
        return f"unix:{self.path}"


@dataclass(frozen=True, slots=True)
class TcpAddress:
    """A TCP port; port 0 lets the kernel choose one when listening."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"tcp:{host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it; names other than `localhost` count as reachable."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


Address = UnixAddress | TcpAddress


def parse_address(text: str) -> Address:
    """Read `unix:/path`, `tcp:host:port` or `tcp:[::1]:port`.

    Raises:
        UsageError: The text is no address, or the path is too long for a socket.
    """
    scheme, _, rest = text.partition(":")
    if scheme == "unix" and rest:
        length = len(os.fsencode(rest))
        if length > _LONGEST_SOCKET_PATH:
            raise UsageError(
                f"The socket path {rest!r} has {length} bytes; the kernel takes {_LONGEST_SOCKET_PATH}.",
                advice="Choose a shorter folder.",
            )
        return UnixAddress(rest)
    host, _, port = rest.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if scheme == "tcp" and host and port.isascii() and port.isdigit() and int(port) < 65536:
        return TcpAddress(host, int(port))
    raise UsageError(f"{text!r} is not an address of a host.", advice="Write unix:/path or tcp:host:port.")
