"""The host's end of the leader's service that starts programs."""

from __future__ import annotations

import itertools
import json
import socket
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from crab_core import DeviceError
from crab_ubuntu.session.spawner import LARGEST_MESSAGE, STREAMS

ANSWER_SECONDS = 60.0
"""How long the leader may take to start a program."""


class SessionChild:
    """A program of the session."""

    def __init__(self, launcher: SessionLauncher, pid: int) -> None:
        self._launcher = launcher
        self.pid = pid

    def wait(self, seconds: float) -> int | None:
        """Its exit status; None when it still runs after so many seconds."""
        return self._launcher.wait_for_exit(self.pid, seconds)

    def signal(self, number: int) -> None:
        """Send a signal to its process group."""
        self._launcher.send_signal(self.pid, number)


class SessionLauncher:
    """Has the leader start programs, as the desktop's user. Safe to use from several threads."""

    def __init__(self, descriptor: int) -> None:
        """Take over the socket."""
        self._socket = socket.socket(fileno=descriptor)
        self._numbers = itertools.count(1)
        self._news = threading.Condition()
        self._answers: dict[int, dict[str, Any]] = {}
        self._statuses: dict[int, int] = {}
        self._events: set[str] = set()
        self._essential: frozenset[int] = frozenset()
        self._gone = False
        threading.Thread(target=self._read, name="session-launcher", daemon=True).start()

    def spawn(
        self,
        argv: Sequence[str],
        *,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
    ) -> SessionChild:
        """Start a program.

        Raises:
            DeviceError: It cannot be started, or the session is gone.
        """
        number = next(self._numbers)
        given = {
            name: descriptor
            for name, descriptor in zip(STREAMS, (stdin, stdout, stderr), strict=True)
            if descriptor is not None
        }
        message = {
            "id": number,
            "argv": list(argv),
            "cwd": cwd,
            "environment": dict(environment or {}),
            "streams": list(given),
        }
        data = json.dumps(message).encode()
        if len(data) > LARGEST_MESSAGE:
            raise DeviceError(
                f"A command of {len(data)} bytes is too long.",
                advice=f"Hand long content over by a file; a command may have {LARGEST_MESSAGE} bytes.",
            )
        try:
            socket.send_fds(self._socket, [data], list(given.values()))
        except OSError as error:
            raise DeviceError("The session is gone.") from error
        with self._news:
            self._news.wait_for(lambda: self._gone or number in self._answers, ANSWER_SECONDS)
            answer = self._answers.pop(number, {"error": "the session does not answer"})
        if "error" in answer:
            raise DeviceError(f"{argv[0]} cannot be started: {answer['error']}.")
        return SessionChild(self, int(answer["pid"]))

    def wait_for_exit(self, pid: int, seconds: float) -> int | None:
        """Exit status of a program; None when it still runs after so many seconds."""
        with self._news:
            self._news.wait_for(lambda: self._gone or pid in self._statuses, max(seconds, 0))
            return self._statuses.get(pid)

    def wait_for_event(self, name: str, seconds: float) -> bool:
        """Wait until the leader tells an event; False when it does not come in so many seconds."""
        with self._news:
            self._news.wait_for(lambda: self._gone or name in self._events, seconds)
            return name in self._events

    def allow_start(self) -> None:
        """Tell the leader that the shell may start.

        Raises:
            DeviceError: The session is gone.
        """
        try:
            self._socket.send(json.dumps({"go": True}).encode())
        except OSError as error:
            raise DeviceError("The session is gone.") from error

    @property
    def essential(self) -> frozenset[int]:
        """Process ids of the desktop itself, once its screen is there."""
        return self._essential

    def kill(self, pids: Sequence[int]) -> None:
        """Kill processes of the session, groups by their negative number; those that ended are no error."""
        self._send({"kill": list(pids)})

    def end_after(self, seconds: float) -> None:
        """Have the session end when so much time is over."""
        timer = threading.Timer(seconds, self._send, [{"end": True}])
        timer.daemon = True
        timer.start()

    def _send(self, message: dict[str, Any]) -> None:
        with suppress(OSError):
            self._socket.send(json.dumps(message).encode())

    def send_signal(self, pid: int, number: int) -> None:
        """Send a signal to the process group of a program that was started here."""
        self._send({"signal": int(number), "pid": pid})

    def _read(self) -> None:
        while True:
            try:
                data = self._socket.recv(LARGEST_MESSAGE)
            except OSError:
                data = b""
            with self._news:
                if data:
                    self._note(json.loads(data))
                else:
                    self._gone = True
                self._news.notify_all()
            if not data:
                return

    def _note(self, message: dict[str, Any]) -> None:
        if "exited" in message:
            self._statuses[message["exited"]] = message["status"]
        elif "event" in message:
            self._events.add(message["event"])
            self._essential |= frozenset(message.get("processes", ()))
        else:
            # A pid that comes again is another program.
            self._statuses.pop(message.get("pid", 0), None)
            self._answers[message["id"]] = message
