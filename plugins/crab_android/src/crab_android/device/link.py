"""The link to a phone: commands through adbutils' connection to an adb server.

`AdbDevice.shell` opens two connections a call and sleeps 10 ms for each; a step of an episode is a handful of
calls, so that the link asks for the transport itself and closes the socket when the answer is whole.

What fails is answered by its type: what has not reached the phone is sent again while there is patience; an
answer that broke off is asked for again only if the command may run twice; the rest is for the caller.
"""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from crab_android.device.errors import (
    AdbServerGoneError,
    BrokenOffError,
    CommandFailedError,
    NotReachedError,
    PhoneOfflineError,
    PhoneSlowError,
    phone_error,
)
from crab_android.device.repeatable import is_repeatable
from crab_core import UsageError

if TYPE_CHECKING:
    import adbutils

    from crab_android.device.client import Client

Result = TypeVar("Result")

_CHUNK = 1 << 18
_SECONDS = 30.0
_PATIENCE = 20.0
_ATTEMPTS = 3
_SLICE = 2.0  # an attempt at a phone that is offline; then it is connected anew
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 1.0
_LONGEST_COMMAND = 0xFFFF  # four hexadecimal digits tell an adb server the length (AOSP, adb/protocol.txt)
_EXIT = re.compile(rb"(\d+)\s*")


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
        patience: How long to wait for a phone or server that went away to come back, in seconds.
        revive: Starts the adb server when it does not answer; without it, one waits for somebody else to.
    """

    def __init__(
        self,
        serial: str,
        *,
        host: str = "127.0.0.1",
        port: int = 5037,
        patience: float = _PATIENCE,
        revive: Callable[[], None] | None = None,
    ) -> None:
        # adbutils brings Pillow and requests along; whoever only lists plugins need not wait for them.
        from crab_android.device.client import Client

        self.serial = serial
        self._client = Client(host=host, port=port)
        self._patience = patience
        self._revive = revive
        self._service = "exec"

    @property
    def client(self) -> Client:
        """adbutils' client for the adb server."""
        return self._client

    def connect(self, seconds: float = 10.0) -> None:
        """Make the adb server know the phone, and wait until it is ready.

        Raises:
            NotReachedError: The phone or the server is not there.
            PhoneUnauthorizedError: The phone does not trust this computer.
        """
        try:
            self._client.attach(self.serial, seconds)
        except (AdbServerGoneError, PhoneOfflineError) as error:
            self._recover(error, seconds)
            self._client.attach(self.serial, seconds)

    def states(self) -> dict[str, str]:
        """Every phone that the adb server knows: its state by its serial. A server that is gone is revived.

        Raises:
            AdbServerGoneError: There is no server.
        """
        try:
            return self._client.states()
        except AdbServerGoneError:
            if self._revive is None:
                raise
            self._revive()
            return self._client.states()

    def raw(self, command: str, *, seconds: float = _SECONDS, repeatable: bool | None = None) -> bytes:
        """Run a shell command and return its output, standard error included, byte for byte.

        An output that broke off cannot be told from a whole one here: look at its end, or use `run`.

        Args:
            command: Shell text; quote what is not yours with `quoted`.
            seconds: How long it may take.
            repeatable: Whether it may be sent twice; judged by the command when None.

        Raises:
            NotReachedError: The phone is gone and has not come back; nothing was done.
            PhoneUnauthorizedError: The phone does not trust this computer.
            BrokenOffError: The connection broke; the command may have run.
            PhoneSlowError: The command takes too long.
        """
        again = is_repeatable(command) if repeatable is None else repeatable
        return self._patiently(lambda: self._once(command, seconds), again)

    def run(self, command: str, *, seconds: float = _SECONDS, repeatable: bool | None = None) -> Completed:
        """Run a shell command and learn its exit code too.

        Raises:
            DeviceError: As `raw`.
        """
        again = is_repeatable(command) if repeatable is None else repeatable
        return self._patiently(lambda: self._completed(command, seconds), again)

    def check(self, command: str, *, seconds: float = _SECONDS, repeatable: bool | None = None) -> str:
        """Run a shell command that must succeed; its output as text, without blanks at the end.

        Raises:
            CommandFailedError: It failed.
            DeviceError: As `raw`.
        """
        done = self.run(command, seconds=seconds, repeatable=repeatable)
        if done.code != 0:
            message = f"{_name(command)} on {self.serial} failed ({done.code}): {done.text.strip()}"
            raise CommandFailedError(message, done.code)
        return done.text.rstrip()

    def facts(self) -> dict[str, str]:
        """What the device is, for the record: model, build, and version of Android.

        Raises:
            DeviceError: It does not answer.
        """
        names = {
            "model": "ro.product.model",
            "build": "ro.build.fingerprint",
            "android": "ro.build.version.release",
        }
        values = self.check("; ".join(f"getprop {name}" for name in names.values())).split("\n")
        return dict(zip(names, (value.strip() for value in values), strict=False))

    # -- one attempt --------------------------------

    def _completed(self, command: str, seconds: float) -> Completed:
        output = self._once(f"{command}\necho {_MARK}$?", seconds)
        body, mark, code = output.rpartition(_MARK.encode())
        end = _EXIT.fullmatch(code)
        if not mark or end is None:
            raise BrokenOffError(f"{_name(command)} on {self.serial} broke off after {output[-200:]!r}.")
        newline = code[len(end.group(1)) :]
        if newline.endswith(b"\r\n"):
            # A terminal stands between the shell and us, which writes every line break so.
            body = body.replace(newline, b"\n")
        return Completed(int(end.group(1)), body)

    def _once(self, command: str, seconds: float) -> bytes:
        from adbutils.errors import AdbError

        deadline = time.monotonic() + seconds
        connection = self._transport(seconds)
        try:
            try:
                _send(connection, f"{self._service}:{command}")
                connection.check_okay()
            except AdbError as error:
                if "closed" not in str(error):
                    raise
                connection = self._other_service(command, connection, error, seconds)
            return _read_all(connection, deadline)
        except TimeoutError as error:
            raise self._slow(command, seconds) from error
        except (AdbError, OSError, ValueError) as error:
            if "timeout" in str(error):
                raise self._slow(command, seconds) from error
            raise BrokenOffError(
                f"{_name(command)} on {self.serial} broke off: {error}.",
                advice="It may have had its effect: look at the screen before doing it again.",
            ) from error
        finally:
            _close(connection)

    def _slow(self, command: str, seconds: float) -> PhoneSlowError:
        return PhoneSlowError(
            f"{_name(command)} on {self.serial} has not finished within {seconds:.0f} s.",
            advice="It may still have its effect: look at the screen before doing it again.",
        )

    def _transport(self, seconds: float) -> adbutils.AdbConnection:
        """A connection to the phone's daemon, which has been asked for nothing yet."""
        from adbutils.errors import AdbError

        connection = self._client.make_connection(timeout=seconds)
        try:
            _send(connection, f"host:transport:{self.serial}")
            connection.check_okay()
        except TimeoutError as error:
            _close(connection)
            raise AdbServerGoneError(f"The adb server does not answer within {seconds:.0f} s.") from error
        except (AdbError, OSError, ValueError) as error:
            _close(connection)
            raise phone_error(self.serial, str(error)) from error
        except BaseException:
            _close(connection)
            raise
        return connection

    def _other_service(
        self, command: str, refused: adbutils.AdbConnection, error: Exception, seconds: float
    ) -> adbutils.AdbConnection:
        """The phone closed `exec:` unopened. Before Android 5 there was none: then `shell:` stands for it.

        Raises:
            AdbError: It does have `exec:`; what was asked broke off.
        """
        _close(refused)
        if (
            self._service == "shell"
            or self._opens("exec:true", seconds)
            or not self._opens("shell:true", seconds)
        ):
            raise error
        self._service = "shell"
        connection = self._transport(seconds)
        try:
            _send(connection, f"shell:{command}")
            connection.check_okay()
        except BaseException:
            _close(connection)
            raise
        return connection

    def _opens(self, service: str, seconds: float) -> bool:
        from adbutils.errors import AdbError

        connection = self._transport(seconds)
        try:
            _send(connection, service)
            connection.check_okay()
        except (AdbError, OSError, ValueError):
            return False
        finally:
            _close(connection)
        return True

    # -- and again --------------------------------

    def _patiently(self, once: Callable[[], Result], again: bool) -> Result:
        deadline: float | None = None
        broken = 0
        while True:
            try:
                return once()
            except NotReachedError as error:
                deadline = deadline or time.monotonic() + self._patience
                if time.monotonic() >= deadline:
                    raise
                self._recover(error, deadline - time.monotonic())
            except (BrokenOffError, PhoneSlowError):
                broken += 1
                if not again or broken >= _ATTEMPTS:
                    raise

    def _recover(self, error: NotReachedError, seconds: float) -> None:
        """Bring server and phone back, or find after `seconds` that they stay away.

        Raises:
            PhoneUnauthorizedError: The phone is back, and does not trust this computer.
        """
        deadline = time.monotonic() + seconds
        pause = _FIRST_PAUSE
        waiter = Event()
        while True:
            try:
                if isinstance(error, AdbServerGoneError) and self._revive is not None:
                    self._revive()
                if isinstance(error, PhoneOfflineError):
                    self._client.detach(self.serial)
                self._client.attach(self.serial, min(_SLICE, max(0.5, deadline - time.monotonic())))
            except NotReachedError as reason:
                error = reason
            else:
                return
            left = deadline - time.monotonic()
            if left <= 0:
                raise error
            waiter.wait(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE)


_MARK = "crab-exit:"


def quoted(words: Sequence[str]) -> str:
    """Words as shell text, each of them quoted so that the shell on the phone changes nothing in it."""
    return shlex.join(words)


def _name(command: str) -> str:
    return command.split(maxsplit=1)[0]


def _send(connection: adbutils.AdbConnection, command: str) -> None:
    data = command.encode()
    if len(data) > _LONGEST_COMMAND:
        raise UsageError(
            f"A command of {len(data)} bytes is longer than the {_LONGEST_COMMAND} that adb takes.",
            advice="Send it in pieces, or push a file.",
        )
    connection.conn.sendall(b"%04x" % len(data) + data)


def _read_all(connection: adbutils.AdbConnection, deadline: float) -> bytes:
    """Everything until the phone closes.

    Raises:
        TimeoutError: The deadline has passed.
    """
    pieces: list[bytes] = []
    sock = connection.conn
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError("the deadline has passed")
        sock.settimeout(left)
        piece = sock.recv(_CHUNK)
        if not piece:
            return b"".join(pieces)
        pieces.append(piece)


def _close(connection: adbutils.AdbConnection) -> None:
    """Close the socket at once: the stream has ended, and `AdbConnection.close` would sleep."""
    if not connection.closed:
        connection.conn.close()
