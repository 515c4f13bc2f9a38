"""Running an agent's code: shell commands, and Python that keeps its variables, as the desktop's user."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from crab_core import InvalidAction
from crab_ubuntu.desktop.captured import Captured, Reader
from crab_ubuntu.desktop.launcher import Child, Launcher

SHELL = "/bin/bash"
PYTHON = "/usr/bin/python3"
LARGEST_FRAME = 1 << 20
"""Bytes: what a kernel may say at once. It belongs to the agent, so nothing it says is believed."""
GRACE_SECONDS = 2.0
"""How long what was interrupted may take to stop, before it is killed."""
AGAIN_SECONDS = 0.5
"""Between two interrupts: a program may have missed the first, such as one that waits for another."""
LONGEST = 20_000
"""Characters of a result or an error that are passed on."""

Act = Callable[[str, Mapping[str, Any]], Any]
"""Executes an action by name with its arguments."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a piece of code."""

    stdout: str
    stderr: str
    status: int | None = None
    """Exit status of the program, negative for a signal; None while it lives on."""
    result: str | None = None
    """Text of the last expression's value."""
    error: str | None = None
    """Traceback."""
    note: str | None = None
    """What happened to it: it was interrupted, or what it remembered is lost."""


class Programs:
    """Runs code in the session. What was started in the background lives on until the session ends."""

    def __init__(self, launcher: Launcher) -> None:
        """Remember how to start programs; nothing is started."""
        self._launcher = launcher
        self._reader = Reader()
        self._kernel: _Kernel | None = None
        self._one_at_a_time = threading.Lock()

    def close(self) -> None:
        """End the Python process; safe to call twice."""
        with self._one_at_a_time:
            if self._kernel is not None:
                self._kernel.close()
                self._kernel = None
            self._reader.close()

    def shell(self, command: str, seconds: float) -> Ran:
        """Run a command and wait until the shell has ended, not what it left in the background.

        Args:
            command: For bash, in a shell of its own.
            seconds: After which it is ended with everything in its process group.

        Raises:
            DeviceError: The session is gone.
        """
        with ExitStack() as ends:
            (out, out_end), (err, err_end) = (self._reader.pipe(), self._reader.pipe())
            ends.callback(os.close, out_end)
            ends.callback(os.close, err_end)
            child = self._launcher.spawn([SHELL, "-c", command], stdout=out_end, stderr=err_end)
        status = child.wait(seconds)
        if status is not None:
            return Ran(out.take(), err.take(), status)
        child.signal(signal.SIGTERM)
        status = child.wait(GRACE_SECONDS)
        child.signal(signal.SIGKILL)  # also what the shell has left behind
        if status is None:
            status = child.wait(GRACE_SECONDS)
        note = f"It was ended after {seconds:g} seconds; start what should go on with & at its end."
        return Ran(out.take(), err.take(), status, note=note)

    def python(self, code: str, seconds: float, actions: Mapping[str, Sequence[str]], act: Act) -> Ran:
        """Run a snippet in a Python process that keeps its variables until the desktop ends.

        Args:
            code: The snippet.
            seconds: After which it is interrupted, and killed if that does not help.
            actions: What it may call, with the names of the parameters.
            act: Does that.

        Raises:
            DeviceError: The session is gone.
        """
        with self._one_at_a_time:
            if self._kernel is None:
                self._kernel = _Kernel(self._launcher, self._reader)
            try:
                ran = self._kernel.run(code, seconds, actions, act)
            except BaseException:
                self._kernel.kill()
                self._kernel.close()
                self._kernel = None
                raise
            if not self._kernel.alive:
                self._kernel.close()
                self._kernel = None
            return ran


class _KernelLost(Exception):  # noqa: N818 - reads as what it says
    """The kernel is gone, or says what it must not."""


class _Kernel:
    """One Python process in the session."""

    def __init__(self, launcher: Launcher, reader: Reader) -> None:
        self._control, theirs = socket.socketpair()
        with ExitStack() as ends:
            ends.callback(theirs.close)
            (self._out, out_end), (self._err, err_end) = (reader.pipe(), reader.pipe())
            ends.callback(os.close, out_end)
            ends.callback(os.close, err_end)
            source = files("crab_ubuntu.desktop").joinpath("kernel_program.py").read_text("utf-8")
            self._child: Child = launcher.spawn(
                [PYTHON, "-u", "-c", source], stdin=theirs.fileno(), stdout=out_end, stderr=err_end
            )
        self.alive = True

    def close(self) -> None:
        """Hang up; the program ends when it sees that, or is ended."""
        self._control.close()
        if self.alive and self._child.wait(GRACE_SECONDS) is None:
            self.kill()
        self.alive = False

    def kill(self) -> int | None:
        """End it with everything in its process group; its exit status."""
        self.alive = False
        self._child.signal(signal.SIGKILL)
        return self._child.wait(GRACE_SECONDS)

    def run(self, code: str, seconds: float, actions: Mapping[str, Sequence[str]], act: Act) -> Ran:
        """Run one snippet."""
        deadline = time.monotonic() + seconds
        try:
            self._send({"code": code, "actions": actions}, deadline)
            done = self._listen(deadline, act)
            if done is not None:
                return self._ran(done)
            done = self._interrupt(act)
            if done is not None:
                return self._ran(
                    done, f"It was interrupted after {seconds:g} seconds; its variables are kept."
                )
            status = self.kill()
            note = f"It did not stop after {seconds:g} seconds and was killed; its variables are lost."
        except _KernelLost as lost:
            status = self.kill()
            note = f"{lost} Its variables are lost."
        return Ran(_text(self._out), _text(self._err), status, note=note)

    def _interrupt(self, act: Act) -> dict[str, Any] | None:
        end = time.monotonic() + GRACE_SECONDS
        while (now := time.monotonic()) < end:
            self._child.signal(signal.SIGINT)
            done = self._listen(min(now + AGAIN_SECONDS, end), act)
            if done is not None:
                return done
        return None

    def _ran(self, done: dict[str, Any], note: str | None = None) -> Ran:
        return Ran(
            _text(self._out), _text(self._err), None, _said(done, "result"), _said(done, "error"), note
        )

    def _listen(self, deadline: float, act: Act) -> dict[str, Any] | None:
        """Wait for the end of the snippet and do what it asks meanwhile; None when the time is over."""
        while self._readable(deadline):
            message = self._receive()
            done, wish = message.get("done"), message.get("act")
            if isinstance(done, dict):
                return done
            number, arguments = message.get("number"), message.get("arguments")
            if not isinstance(wish, str) or not isinstance(arguments, dict):
                raise _KernelLost("The Python process said something that means nothing.")
            try:
                answer = {"number": number, "value": act(wish, arguments)}
            except InvalidAction as invalid:
                answer = {"number": number, "invalid": str(invalid)}
            self._send(answer, time.monotonic() + GRACE_SECONDS)
        return None

    def _readable(self, deadline: float) -> bool:
        left = max(deadline - time.monotonic(), 0)
        return bool(select.select([self._control], [], [], left)[0])

    def _send(self, message: Mapping[str, Any], deadline: float) -> None:
        data = json.dumps(message).encode()
        self._control.settimeout(max(deadline - time.monotonic(), GRACE_SECONDS))
        try:
            self._control.sendall(len(data).to_bytes(4, "big") + data)
        except OSError as error:
            raise _KernelLost("The Python process has ended.") from error

    def _receive(self) -> dict[str, Any]:
        size = int.from_bytes(self._exactly(4), "big")
        if size > LARGEST_FRAME:
            raise _KernelLost("The Python process said too much at once.")
        try:
            message = json.loads(self._exactly(size))
        except (ValueError, RecursionError) as error:
            raise _KernelLost("The Python process said something that means nothing.") from error
        if not isinstance(message, dict):
            raise _KernelLost("The Python process said something that means nothing.")
        return message

    def _exactly(self, size: int) -> bytes:
        """So many bytes, which come at once: who sends part of a frame and waits is not our program."""
        deadline = time.monotonic() + GRACE_SECONDS
        data = bytearray()
        while len(data) < size:
            if not self._readable(deadline):
                raise _KernelLost("The Python process stopped in the middle of a word.")
            try:
                part = self._control.recv(size - len(data))
            except OSError:
                part = b""
            if not part:
                raise _KernelLost("The Python process has ended.")
            data += part
        return bytes(data)


def _text(stream: Captured) -> str:
    return stream.take()


def _said(done: Mapping[str, Any], key: str) -> str | None:
    value = done.get(key)
    return value[:LONGEST] if isinstance(value, str) else None
