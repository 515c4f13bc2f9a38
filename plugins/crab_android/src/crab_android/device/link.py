"""The link to a phone: commands through adbutils' connection to an adb server.

`AdbDevice.shell` opens two connections a call and sleeps 10 ms for each; a step of an episode is a handful of
calls, so that the link asks for the transport itself and closes the socket when the answer is whole.
"""

from __future__ import annotations

import shlex
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crab_core import DeviceError

if TYPE_CHECKING:
    import adbutils

_CHUNK = 1 << 18
_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Completed:
    """A command that has run on the phone."""

    code: int
    output: bytes
    """Standard output and standard error, as they came."""

    @property
    def text(self) -> str:
        """The output as text."""
        return self.output.decode("utf-8", "replace")


class AdbLink:
    """Runs commands on one phone.

    Args:
        serial: The phone, as `adb devices` names it.
        host: Where the adb server is.
        port: Its port; 5037 is the user's own.
    """

    def __init__(self, serial: str, *, host: str = "127.0.0.1", port: int = 5037) -> None:
        # adbutils brings Pillow and requests along; whoever only lists plugins need not wait for them.
        import adbutils

        self.serial = serial
        self._client: adbutils.AdbClient = adbutils.AdbClient(host=host, port=port)

    @property
    def client(self) -> adbutils.AdbClient:
        """adbutils' client for the adb server."""
        return self._client

    def connect(self, seconds: float = 10.0) -> None:
        """Make the adb server know a phone at a `host:port`; others it knows by itself.

        Raises:
            DeviceError: The phone is not there, or not ready.
        """
        from adbutils.errors import AdbError

        try:
            if ":" in self.serial:
                answer = self._client.connect(self.serial, timeout=seconds)
                if "connected to" not in answer:
                    raise DeviceError(f"adb cannot connect to {self.serial}: {answer}.")
            self._client.wait_for(self.serial, timeout=seconds)
        except (AdbError, OSError) as error:
            raise DeviceError(f"The phone {self.serial} does not answer: {error}.", advice=_ADVICE) from error

    def raw(self, command: str, *, seconds: float = _SECONDS) -> bytes:
        """Run a shell command and return its output, standard error included, byte for byte.

        Args:
            command: Shell text; quote what is not yours with `quoted`.
            seconds: How long it may take.

        Raises:
            DeviceError: The phone is gone, or the command takes too long.
        """
        from adbutils.errors import AdbError

        try:
            connection = self._open(command, seconds)
        except (AdbError, OSError):
            # Nothing has reached the phone yet: connect anew, and try once more.
            self.connect()
            try:
                connection = self._open(command, seconds)
            except (AdbError, OSError) as error:
                raise DeviceError(
                    f"The phone {self.serial} cannot be reached: {error}.", advice=_ADVICE
                ) from error
        try:
            return _read_all(connection.conn)
        except (AdbError, OSError) as error:
            raise DeviceError(f"{_name(command)} on {self.serial} did not finish: {error}.") from error
        finally:
            _close(connection)

    def _open(self, command: str, seconds: float) -> adbutils.AdbConnection:
        connection = self._client.make_connection(timeout=seconds)
        try:
            connection.send_command(f"host:transport:{self.serial}")
            connection.check_okay()
            connection.send_command(f"exec:{command}")
            connection.check_okay()
        except BaseException:
            _close(connection)
            raise
        return connection

    def run(self, command: str, *, seconds: float = _SECONDS) -> Completed:
        """Run a shell command and learn its exit code too.

        Raises:
            DeviceError: As `raw`, or the phone broke off.
        """
        output = self.raw(f"{command}\necho {_MARK}$?", seconds=seconds)
        body, mark, code = output.rpartition(_MARK.encode())
        if not mark or not code.strip().isdigit():
            raise DeviceError(f"{_name(command)} on {self.serial} broke off: {output[-200:]!r}.")
        return Completed(int(code), body)

    def check(self, command: str, *, seconds: float = _SECONDS) -> str:
        """Run a shell command that must succeed; its output as text, without blanks at the end.

        Raises:
            DeviceError: It failed.
        """
        done = self.run(command, seconds=seconds)
        if done.code != 0:
            raise DeviceError(f"{_name(command)} on {self.serial} failed ({done.code}): {done.text.strip()}")
        return done.text.rstrip()

    def facts(self) -> dict[str, str]:
        """What the device is, for the record.

        Raises:
            DeviceError: It does not answer.
        """
        return {
            "model": self.check("getprop ro.product.model"),
            "build": self.check("getprop ro.build.fingerprint"),
        }


_MARK = "crab-exit:"
_ADVICE = "`adb devices` shows what is connected; on the phone, USB debugging must be allowed."


def quoted(words: Sequence[str]) -> str:
    """Words as shell text, each of them quoted so that the shell on the phone changes nothing in it."""
    return shlex.join(words)


def _name(command: str) -> str:
    return command.split(maxsplit=1)[0]


def _read_all(sock: socket.socket) -> bytes:
    pieces: list[bytes] = []
    while piece := sock.recv(_CHUNK):
        pieces.append(piece)
    return b"".join(pieces)


def _close(connection: adbutils.AdbConnection) -> None:
    """Close the socket at once: the stream has ended, and `AdbConnection.close` would sleep."""
    connection.conn.close()
