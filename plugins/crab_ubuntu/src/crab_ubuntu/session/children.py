"""The processes that make up a desktop session: started together, watched, and named when one dies."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

LOG_FOLDER = Path("/run/log")
"""Inside the sandbox: one log a process."""
TAIL_BYTES = 2000
"""How much of a log is reported when its process dies."""

Died = Callable[[str, int, str], None]
"""Called with the name, the exit status and the end of the log of a process that died."""


class Children:
    """Processes of the session. The death of one is reported to `died`, from a thread of its own."""

    def __init__(self, environment: Mapping[str, str], died: Died) -> None:
        self._environment = dict(environment)
        self._died = died
        self.pids: list[int] = []
        """Of all that were started."""

    def start(self, name: str, argv: Sequence[str], *, pass_fds: Sequence[int] = ()) -> None:
        """Start a process whose death ends the session; its output goes to a log of its own.

        Raises:
            OSError: The program cannot be executed.
        """
        process = self._spawn(name, argv, pass_fds)
        threading.Thread(target=self._watch, args=(name, process), name=f"watch-{name}", daemon=True).start()

    def start_announcing(self, name: str, argv: Sequence[str]) -> int:
        """Start a process that writes to a descriptor once it is ready; `{fd}` in `argv` becomes its number.

        Returns:
            The descriptor to read the announcement from; `announced` does.
        """
        read, write = os.pipe()
        try:
            self.start(name, [part.replace("{fd}", str(write)) for part in argv], pass_fds=(write,))
        finally:
            os.close(write)
        return read

    def start_optional(self, name: str, argv: Sequence[str]) -> None:
        """Start a process that the session can do without: a helper that is not installed is no error."""
        if Path(argv[0]).exists():
            process = self._spawn(name, argv, ())
            threading.Thread(target=process.wait, name=f"reap-{name}", daemon=True).start()

    def _spawn(self, name: str, argv: Sequence[str], pass_fds: Sequence[int]) -> subprocess.Popen[bytes]:
        with (LOG_FOLDER / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._environment,
                pass_fds=pass_fds,
            )
        self.pids.append(process.pid)
        return process

    def _watch(self, name: str, process: subprocess.Popen[bytes]) -> None:
        status = process.wait()
        self._died(name, status, log_tail(name))


def announced(descriptor: int) -> bool:
    """Wait for the line that a process started by `start_announcing` writes; False when it died instead."""
    with os.fdopen(descriptor, "rb") as pipe:
        return pipe.readline().endswith(b"\n")


def log_tail(name: str) -> str:
    """The end of the log of a process, as text; empty when it has none."""
    try:
        data = (LOG_FOLDER / f"{name}.log").read_bytes()
    except FileNotFoundError:
        return ""
    return data[-TAIL_BYTES:].decode(errors="replace")
