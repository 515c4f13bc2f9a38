"""A D-Bus connection over which one application is asked many questions at once.

An asyncio connection costs several times as much per question as the application needs for its answer, and
a UI tree is thousands of questions. Here they are written together and their answers read as they come, with
the compiled readers and writers of dbus-fast.
"""

from __future__ import annotations

import os
import select
import socket
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

AT_ONCE = 256
"""Questions that are under way at the same time."""
SILENCE = 0.5
"""Seconds without any answer after which an application counts as hung, unless it is at work."""
TICKS = os.sysconf("SC_CLK_TCK")
AT_WORK = 0.05
"""Seconds of processor in that time that show that it is."""
HUNG = 0.05
"""Seconds that one that is hung is given to come back, each time that it is asked again."""


class SilentError(Exception):
    """The other end does not answer, or is gone."""


NONSENSE = (TypeError, ValueError, LookupError, AttributeError, OverflowError)
"""What reading an answer raises that is not what it should be: applications are not trusted to tell right."""


class Call(NamedTuple):
    """One question."""

    path: str
    interface: str
    member: str
    signature: str = ""
    body: tuple[Any, ...] = ()
    destination: str = ""
    """Another than the line's own."""


class Line:
    """A connection; one thread at a time may use it."""

    def __init__(self, address: str, destination: str, deadline: float) -> None:
        """Connect and authenticate.

        Args:
            address: As D-Bus writes it, such as "unix:path=/run/bus".
            destination: Name on the bus of who is asked; empty where there is no bus between.
            deadline: On the monotonic clock.

        Raises:
            SilentError: Nobody answers there.
        """
        from dbus_fast._private.unmarshaller import Unmarshaller

        self._destination = destination
        self._serial = 0
        self._awaited: set[int] = set()
        self.process = 0
        """Id of the process at the other end; 0 when it is not known."""
        self.hung = False
        """Whether the other end let the last question wait for too long."""
        self.patient = False
        """Whether silence says nothing: who passes on what others say is only ever slow."""
        path = _path_of(address)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(max(0.001, deadline - time.monotonic()))
            self._socket.connect(path)
            self._socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
            if not self._socket.recv(256).startswith(b"OK "):
                raise ConnectionRefusedError
            self._socket.sendall(b"BEGIN\r\n")
        except OSError as error:
            self._socket.close()
            raise SilentError(f"{address}: {error}") from error
        self._socket.setblocking(False)
        self._reader = Unmarshaller(None, self._socket)
        self._poll = select.poll()
        self._poll.register(self._socket, select.POLLIN)

    @classmethod
    def to_bus(cls, address: str, destination: str, deadline: float) -> Line:
        """A line to one name on a bus.

        Raises:
            SilentError: The bus does not answer.
        """
        line = cls(address, destination, deadline)
        daemon = "org.freedesktop.DBus"
        line.ask([Call("/org/freedesktop/DBus", daemon, "Hello", destination=daemon)], deadline)
        return line

    @classmethod
    def to_application(cls, address: str, deadline: float) -> Line:
        """A line to an application itself, without a bus between.

        Raises:
            SilentError: It does not answer.
        """
        return cls(address, "", deadline)

    @property
    def closed(self) -> bool:
        """Whether it is of no use any more."""
        return self._socket.fileno() < 0

    def close(self) -> None:
        """Hang up; safe to call twice."""
        self._socket.close()

    def ask(self, calls: Sequence[Call], deadline: float) -> list[list[Any]]:
        """Ask and wait for all answers.

        Args:
            calls: The questions.
            deadline: On the monotonic clock; the silence of an idle application ends it earlier.

        Returns:
            What was answered, in the order of `calls`: an empty list where the object does not know the
            question or is gone.

        Raises:
            SilentError: There was no answer in time.
        """
        if self.closed:
            raise SilentError("the connection has ended")
        answers: list[list[Any]] = []
        for start in range(0, len(calls), AT_ONCE):
            answers += self._ask(calls[start : start + AT_ONCE], deadline)
        return answers

    def _ask(self, calls: Sequence[Call], deadline: float) -> list[list[Any]]:
        from dbus_fast import Message, MessageType

        answers: list[list[Any]] = [[] for _ in calls]
        while self._awaited:  # of an earlier question, that was not waited for
            self._next(deadline)
        first, letters = self._serial + 1, []
        try:
            for serial, call in enumerate(calls, first):
                message = Message(
                    destination=call.destination or self._destination or None,
                    path=call.path,
                    interface=call.interface,
                    member=call.member,
                    signature=call.signature,
                    body=list(call.body),
                    serial=serial,
                )
                letters.append(message._marshall(False))
        except Exception as error:
            raise SilentError(str(error)) from error
        self._serial += len(calls)
        self._awaited.update(range(first, first + len(calls)))
        self._send(b"".join(letters), deadline)
        while self._awaited:
            reply = self._next(deadline)
            if reply.message_type is MessageType.METHOD_RETURN and reply.reply_serial >= first:
                answers[reply.reply_serial - first] = reply.body
        return answers

    def _send(self, data: bytes, deadline: float) -> None:
        try:
            left = deadline - time.monotonic()
            self._socket.settimeout(max(0.001, left if self.patient else min(SILENCE, left)))
            self._socket.sendall(data)
            self._socket.setblocking(False)
        except OSError as error:  # half a question was written, perhaps: nothing can follow it
            self.close()
            raise SilentError(str(error)) from error

    def _next(self, deadline: float) -> Any:
        """The next answer to something that was asked."""
        while True:
            try:
                message = self._reader.unmarshall()
            except Exception as error:
                self.close()
                raise SilentError(str(error)) from error
            if message is None:
                self._wait(deadline)
            elif message.reply_serial in self._awaited:
                self._awaited.discard(message.reply_serial)
                self.hung = False
                return message

    def _wait(self, deadline: float) -> None:
        patience = HUNG if self.hung else SILENCE
        while True:
            left, worked = deadline - time.monotonic(), self._worked()
            patience = left if self.patient else patience
            if self._poll.poll(max(0.0, min(patience, left)) * 1000):
                return
            at_work = not self.hung and self._worked() - worked > AT_WORK
            if left <= patience or not at_work:
                self.hung = self.hung or (not at_work and left >= patience)
                raise SilentError("no answer in time")

    def _worked(self) -> float:
        """Seconds of processor that the other end has used, and that its first thread has waited for."""
        try:
            used, waited, _ = Path(f"/proc/{self.process}/schedstat").read_bytes().split()
            fields = Path(f"/proc/{self.process}/stat").read_bytes().rpartition(b")")[2].split()
        except (OSError, ValueError):
            return 0.0
        ticks = int(fields[11]) + int(fields[12])  # utime and stime, of all its threads
        return max(ticks / TICKS, int(used) / 1e9) + int(waited) / 1e9


def _path_of(address: str) -> str | bytes:
    """The socket of a D-Bus address.

    Raises:
        SilentError: It is not a unix socket.
    """
    for option in address.partition(":")[2].split(","):
        key, _, value = option.partition("=")
        if key == "path":
            return value
        if key == "abstract":
            return b"\0" + value.encode()
    raise SilentError(f"{address} is no unix socket")
