"""The door for people, in the host: whoever comes through it gets a VNC server of their own.

It is a socket in the folder that only the provider sees. For each connection, x11vnc is started as the
desktop's user, with that connection as its input and output: nothing listens on the network, and inside there
is no socket that leads out. It only shows: what a person does comes as actions through the host, as an
agent's does.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from pathlib import Path

from crab_core import DeviceError
from crab_ubuntu.desktop.launcher import Child, Launcher
from crab_ubuntu.view.novnc import SERVER

COMMAND = (
    str(SERVER),
    *("-inetd", "-q", "-viewonly", "-shared", "-nopw", "-norc", "-nolookup", "-noipv6"),
    # The person's hand is not the server's: it leaves keys, selections, the bell and key repetition alone.
    *("-nosel", "-nobell", "-repeat", "-nodpms"),
    # Movements of windows come as pictures, not as guesses.
    *("-nowf", "-noscr"),
    # Who goes before the handshake is over is not noticed otherwise.
    *("-timeout", "5"),
    # It looks often and never naps: a change is on its way within 20 ms, and an idle screen costs it nothing.
    *("-nonap", "-wait", "10", "-defer", "5"),
)
GONE_SECONDS = 2.0
"""How long a server may take to end."""


class Door:
    """Listens until it is closed, in a thread of its own."""

    def __init__(self, path: Path | str, display: str, launcher: Launcher) -> None:
        """Open it.

        Args:
            path: Of the socket.
            display: Which X display is shown.
            launcher: Starts the servers.

        Raises:
            OSError: There can be no socket.
        """
        self._command = (*COMMAND, "-display", display)
        self._launcher = launcher
        self._children: list[Child] = []
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(path))
        Path(path).chmod(0o600)
        self._socket.listen(8)
        self._thread = threading.Thread(target=self._serve, name="door-for-people", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Close it, and end what was started through it; safe to call twice."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()
        for child in self._children:
            child.signal(signal.SIGTERM)
            child.wait(GONE_SECONDS)
        self._children.clear()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            self._children = [child for child in self._children if child.wait(0) is None]
            # Without a server the connection just ends: the other side says what may be missing.
            with connection, contextlib.suppress(DeviceError):
                self._children.append(self._show(connection.fileno()))

    def _show(self, connection: int) -> Child:
        os.set_blocking(connection, True)
        return self._launcher.spawn(self._command, stdin=connection, stdout=connection)
