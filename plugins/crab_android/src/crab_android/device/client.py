"""adbutils' client for an adb server, with what fails told apart, and no server started behind one's back."""

from __future__ import annotations

import contextlib
import re
import socket
import time
from collections.abc import Callable

import adbutils
from adbutils.errors import AdbError, AdbTimeout

from crab_android.device.errors import AdbServerGoneError, PhoneGoneError, phone_error

_CONNECT_SECONDS = 3.0
_EMULATOR = re.compile(r"emulator-(\d+)")


class _Connection(adbutils.AdbConnection):  # type: ignore[misc]  # adbutils tells no types
    """A connection to a server that runs.

    Where there is none, adbutils would start the user's own, also when another one was meant, and leave a
    socket open.
    """

    def __init__(self, host: str, port: int) -> None:
        self._address = host, port
        super().__init__(host, port)

    def _safe_connect(self) -> socket.socket:
        return socket.create_connection(self._address, _CONNECT_SECONDS)


class Client(adbutils.AdbClient):  # type: ignore[misc]
    """A client for one adb server. Every method of adbutils' client works; none of them starts a server."""

    def make_connection(self, timeout: float | None = None) -> adbutils.AdbConnection:
        """Connect to the server.

        Raises:
            AdbServerGoneError: It does not answer.
        """
        try:
            connection = _Connection(self.host, self.port)
        except OSError as error:
            raise AdbServerGoneError(
                f"The adb server at {self.host}:{self.port} does not answer: {error}.",
                advice=f"`adb -P {self.port} start-server` starts one.",
            ) from error
        connection.conn.settimeout(timeout)
        return connection

    def attach(self, serial: str, seconds: float) -> None:
        """Make the server know a phone, and wait until it is ready.

        Args:
            serial: `host:port`, `emulator-PORT`, or the serial of a phone on a cable.
            seconds: How long that may take.

        Raises:
            NotReachedError: The phone or the server is not there.
            PhoneUnauthorizedError: The phone does not trust this computer.
        """
        deadline = time.monotonic() + seconds
        try:
            if ":" in serial:
                answer = self.connect(serial, timeout=seconds)
                if "connected to" not in answer:
                    raise phone_error(serial, answer)
            elif emulator := _EMULATOR.fullmatch(serial):
                self._tell_of_emulator(int(emulator.group(1)) + 1, seconds)
            state = self.state_of(serial)
            if state in ("unauthorized", "no permissions"):
                raise phone_error(serial, state)
            self.wait_for(serial, timeout=max(0.1, deadline - time.monotonic()))
        except AdbTimeout as error:
            # Whether it is missing, offline or not allowed is what its state says now.
            state = self.state_of(serial)
            raise phone_error(serial, state or f"it did not appear within {seconds:.0f} s") from error
        except AdbError as error:
            raise phone_error(serial, str(error)) from error
        except OSError as error:
            raise PhoneGoneError(f"The phone {serial} cannot be reached: {error}.") from error

    def detach(self, serial: str) -> None:
        """Make the server forget a phone at a `host:port`, so that it can be attached anew."""
        if ":" in serial:
            with contextlib.suppress(AdbError, OSError):
                self.disconnect(serial)

    def states(self) -> dict[str, str]:
        """Every phone that the server knows: its state by its serial.

        Raises:
            AdbServerGoneError: The server does not answer.
        """
        try:
            with contextlib.closing(self.make_connection(timeout=5.0).conn) as sock:
                sock.sendall(b"000chost:devices")
                answer = _receive(sock.recv)
        except OSError as error:
            raise AdbServerGoneError(
                f"The adb server at {self.host}:{self.port} broke off: {error}."
            ) from error
        pairs = (line.split("\t", 1) for line in answer[8:].decode("utf-8", "replace").splitlines())
        return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}

    def state_of(self, serial: str) -> str:
        """The state of a phone: device, offline, unauthorized …; empty when the server does not know it.

        Raises:
            AdbServerGoneError: The server does not answer.
        """
        state = self.states().get(serial, "")
        return "no permissions" if state.startswith("no permissions") else state

    def _tell_of_emulator(self, port: int, seconds: float) -> None:
        """What an emulator says when it starts; a server that was started later has missed it."""
        with contextlib.closing(self.make_connection(timeout=seconds).conn) as sock:
            command = f"host:emulator:{port}".encode()
            sock.sendall(b"%04x" % len(command) + command)
            _receive(sock.recv)


def _receive(receive: Callable[[int], bytes]) -> bytes:
    pieces: list[bytes] = []
    while piece := receive(1 << 16):
        pieces.append(piece)
    return b"".join(pieces)
