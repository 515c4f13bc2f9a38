"""A private adb server on a port of its own, which nothing can leave behind."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from threading import Event

from crab_core import DeviceError, EnvironmentUnavailable

# The shell waits on a pipe that closes when the process that holds its other end closes it or dies, also by
# SIGKILL. Then it ends the server and takes its folder away. Should the shell itself be killed, the server
# goes with it.
_GUARD = """
die=""
if command -v setpriv >/dev/null; then die="setpriv --pdeathsig KILL"; fi
HOME="$1" $die "$2" -P "$3" nodaemon server </dev/null >"$1/log" 2>&1 &
server=$!
while read -r _; do :; done
kill -KILL "$server"
wait "$server" 2>/dev/null
rm -rf "$1"
"""

# Emulators, USB devices and mDNS belong to the user's own server. Old versions know the first name only.
_ALONE = {"ADB_LOCAL_TRANSPORT_MAX_PORT": "5553", "ADB_EMU": "0", "ADB_USB": "0", "ADB_MDNS": "0"}
_SECONDS = 5.0
_ATTEMPTS = 3


def adb_path() -> str | None:
    """Where the adb program is, or None."""
    return shutil.which("adb")


class PrivateAdbServer:
    """An adb server for one phone. It listens on this machine only.

    Raises:
        EnvironmentUnavailable: There is no adb.
        DeviceError: It does not start.
    """

    def __init__(self) -> None:
        program = adb_path()
        if program is None:
            raise EnvironmentUnavailable("adb is not installed.", advice="apt-get install adb")
        self.port = 0
        self._program = program
        self._guard: subprocess.Popen[bytes] | None = None
        for _ in range(_ATTEMPTS):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
            if self._starts():
                return
        raise self._never()

    def revive(self) -> None:
        """Start the server again, at the same port, if it does not answer; it knows no phone then.

        Raises:
            DeviceError: It does not start.
        """
        if not self._listens() and not self._starts():
            raise self._never()

    def _never(self) -> DeviceError:
        return DeviceError(
            "The private adb server does not start.", advice="Run `adb nodaemon server` to see why."
        )

    def _starts(self) -> bool:
        self.close()
        self._launch()
        if self._answers():
            return True
        self.close()
        return False

    def _launch(self) -> None:
        folder = tempfile.mkdtemp(prefix="crab-adb-")
        self._folder = Path(folder)
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", _GUARD, "crab-adb", folder, self._program, str(self.port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={"PATH": "/usr/local/bin:/usr/bin:/bin", **_ALONE},
            start_new_session=True,
        )

    def _answers(self) -> bool:
        """Whether the server accepts connections before the deadline."""
        deadline = time.monotonic() + _SECONDS
        pause = Event()
        while time.monotonic() < deadline:
            if self._listens():
                return True
            log = self._folder / "log"
            if log.exists() and b"cannot bind" in log.read_bytes():
                return False
            pause.wait(0.004)
        return False

    def _listens(self) -> bool:
        with socket.socket() as client:
            client.settimeout(1.0)
            return client.connect_ex(("127.0.0.1", self.port)) == 0

    def close(self) -> None:
        """End the server; safe to call twice."""
        guard, self._guard = self._guard, None
        if guard is None:
            return
        if guard.stdin is not None:
            guard.stdin.close()
        try:
            guard.wait(_SECONDS)
        except subprocess.TimeoutExpired:
            guard.kill()
            guard.wait()
