"""The wires between a provider, its session and its host, and the command that starts the host."""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack
from importlib import resources

from crab_ubuntu.host.spec import SITE
from crab_ubuntu.providers.bubblewrap import attach


class Wires:
    """The descriptors of one desktop: a pipe on which it reports, and a socket between leader and host.

    Attributes:
        read: From which the provider reads the reports.
        status: To which the leader writes them.
        leader: The leader's end of the socket.
        host_status: To which the host writes.
        host: The host's end of the socket.
    """

    def __init__(self, host_ends: ExitStack) -> None:
        """Make them.

        Args:
            host_ends: Closes those of the host, of which it inherits copies.
        """
        self._ends = host_ends
        self.read, self.status = os.pipe()
        one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.leader, self.host = one.detach(), other.detach()
        self.host_status = os.dup(self.status)
        host_ends.callback(os.close, self.host)
        host_ends.callback(os.close, self.host_status)

    def attach(self, text: str) -> int:
        """A descriptor from which the host reads this text."""
        descriptor = attach(text)
        self._ends.callback(os.close, descriptor)
        return descriptor

    def close_hosts_ends(self) -> None:
        """Close what the host has copies of; safe to call twice."""
        self._ends.close()

    def close_sessions_ends(self) -> None:
        """Close what a session would have taken over that is not going to start."""
        for descriptor in (self.read, self.status, self.leader):
            os.close(descriptor)


def host_command(python: str, session: int, user: int | None, told: int) -> list[str]:
    """The command that starts a host beside a session.

    Args:
        python: The interpreter; it has the same path outside and inside.
        session: Process id of a process in the session.
        user: User id on this machine; None for the caller's own.
        told: Descriptor from which the host's specification is read.
    """
    text = (resources.files("crab_ubuntu.host") / "enter.py").read_text()
    start = (
        f"{text}\n\nenter({session}, {-1 if user is None else user}, {os.getpid()})\n"
        f"import sys\nsys.path.insert(0, {SITE!r})\n"
        f"from crab_ubuntu.host.serve import main\nmain({told})\n"
    )
    return [python, "-I", "-S", "-c", start]
