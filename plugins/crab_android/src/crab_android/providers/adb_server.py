"""adb servers: a private one on a port of its own, which nothing can leave behind, and the user's."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from threading import Event

from crab_android.providers.guarded import GuardedProcess
from crab_core import DeviceError, EnvironmentUnavailable

# Emulators, USB devices and mDNS belong to the user's own server. Old versions know the first name only.
_ALONE = {"ADB_LOCAL_TRANSPORT_MAX_PORT": "5553", "ADB_EMU": "0", "ADB_USB": "0", "ADB_MDNS": "0"}
_SECONDS = 20.0
_ATTEMPTS = 3


def adb_path() -> str | None:
    """Where the adb program is, or None."""
    return shutil.which("adb")


def adb_program() -> str:
    """Where the adb program is.

    Raises:
        EnvironmentUnavailable: There is none.
    """
    program = adb_path()
    if program is None:
        raise EnvironmentUnavailable("adb is not installed.", advice="apt-get install adb")
    return program


def start_user_server(port: int) -> None:
    """Start the user's adb server at a port of this machine, if none runs there; it stays, as adb has it.

    Raises:
        EnvironmentUnavailable: There is no adb.
        DeviceError: It does not start.
    """
    command = [adb_program(), "-P", str(port), "start-server"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except subprocess.TimeoutExpired as error:
        raise DeviceError(f"The adb server at port {port} does not start within 20 s.") from error
    if done.returncode != 0:
        raise DeviceError(f"The adb server at port {port} does not start: {done.stderr.strip()[-300:]}")


class PrivateAdbServer:
    """An adb server for one phone. It listens on this machine only.

    Attributes:
        port: Where.

    Raises:
        EnvironmentUnavailable: There is no adb.
        DeviceError: It does not start.
    """

    def __init__(self) -> None:
        self._program = adb_program()
        self._process: GuardedProcess | None = None
        self.port = 0
        for _ in range(_ATTEMPTS):
            with socket.socket() as held:
                # As long as it is bound, nobody else is given the port; adb may still listen there.
                held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                held.bind(("127.0.0.1", 0))
                self.port = held.getsockname()[1]
                if self._starts():
                    return
        raise self._never()

    @property
    def process(self) -> GuardedProcess | None:
        """The server's process; None after `close`."""
        return self._process

    def revive(self) -> None:
        """Start the server again, at the same port, if it does not answer; it knows no phone then.

        Raises:
            DeviceError: It does not start.
        """
        if not self._listens() and not self._starts():
            raise self._never()

    def close(self) -> None:
        """End the server; safe to call twice."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def _never(self) -> DeviceError:
        return DeviceError(
            "The private adb server does not start.", advice="Run `adb nodaemon server` to see why."
        )

    def _starts(self) -> bool:
        self.close()
        command = [self._program, "-P", str(self.port), "nodaemon", "server"]
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", **_ALONE}
        self._process = process = GuardedProcess(command, environment, home=True)
        deadline = time.monotonic() + _SECONDS
        pause = Event()
        while time.monotonic() < deadline and process.code is None:
            if self._listens():
                return True
            pause.wait(0.004)
        self.close()
        return False

    def _listens(self) -> bool:
        with socket.socket() as client:
            client.settimeout(1.0)
            return client.connect_ex(("127.0.0.1", self.port)) == 0
