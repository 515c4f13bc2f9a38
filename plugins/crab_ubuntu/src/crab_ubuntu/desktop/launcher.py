"""Starting programs as the desktop's user: what an agent should own is never a child of the host."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol


class Child(Protocol):
    """A program that was started in the session."""

    pid: int
    """As the session sees it."""

    def wait(self, seconds: float) -> int | None:
        """Its exit status as `subprocess` gives it; None when it still runs after so many seconds."""

    def signal(self, number: int) -> None:
        """Send a signal to it and to everything in its process group; one that has ended is no error."""


class Launcher(Protocol):
    """Starts programs in the session."""

    def spawn(
        self,
        argv: Sequence[str],
        *,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
    ) -> Child:
        """Start a program as the desktop's user, in a process group of its own.

        Args:
            argv: Program, looked up in the session's PATH, and arguments.
            cwd: Folder to start in; the home by default.
            environment: Added to the session's.
            stdin: Descriptor that it inherits; nothing to read by default.
            stdout: As `stdin`; what it writes is dropped by default.
            stderr: As `stdout`.

        Raises:
            DeviceError: It cannot be started, or the session is gone.
        """


class DirectChild:
    """A child of this process."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.pid = process.pid

    def wait(self, seconds: float) -> int | None:
        """Its exit status; None when it still runs after so many seconds."""
        try:
            return self._process.wait(max(seconds, 0))
        except subprocess.TimeoutExpired:
            return None

    def signal(self, number: int) -> None:
        """Send a signal to its process group."""
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.Signals(number))


class DirectLauncher:
    """Starts programs as children of this process: for a desktop that is this process's own."""

    def spawn(
        self,
        argv: Sequence[str],
        *,
        cwd: str | None = None,
        environment: Mapping[str, str] | None = None,
        stdin: int | None = None,
        stdout: int | None = None,
        stderr: int | None = None,
    ) -> Child:
        """Start a program.

        Raises:
            DeviceError: It cannot be started.
        """
        from crab_core import DeviceError

        def or_nothing(descriptor: int | None) -> int:
            return subprocess.DEVNULL if descriptor is None else descriptor

        try:
            process = subprocess.Popen(
                argv,
                cwd=cwd or Path.home(),
                env=None if environment is None else {**os.environ, **environment},
                stdin=or_nothing(stdin),
                stdout=or_nothing(stdout),
                stderr=or_nothing(stderr),
                process_group=0,
            )
        except OSError as error:
            raise DeviceError(f"{argv[0]} cannot be started: {error.strerror}.") from error
        return DirectChild(process)
