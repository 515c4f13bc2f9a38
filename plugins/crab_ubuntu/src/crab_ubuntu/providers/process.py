"""One desktop as a process of this machine: started, listened to, and killed with everything in it."""

from __future__ import annotations

import json
import os
import select
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from crab_core import DeviceError, EnvironmentUnavailable
from crab_ubuntu.providers.bubblewrap import Sandbox
from crab_ubuntu.providers.folders import PrivateFolder
from crab_ubuntu.providers.packages import install_command

Report = Mapping[str, Any]
"""One line from the session's leader: `event`, `seconds` since its start, and facts."""


GONE_SECONDS = 10.0
"""How long the kernel may take to end what was killed."""


class DesktopProcess:
    """A sandbox that runs one session.

    bubblewrap dies with the *thread* that starts it, so the thread that starts it here lives as long as it
    does. Both end with this process, however that ends.
    """

    def __init__(self, sandbox: Sandbox, argv: list[str], folder: PrivateFolder, status: int) -> None:
        """Start it.

        Args:
            sandbox: What is visible inside.
            argv: The command inside.
            folder: The private folder shared with it, removed at the end.
            status: Descriptor from which the leader's reports are read; owned by this object.

        Raises:
            EnvironmentUnavailable: bubblewrap is not installed.
        """
        self._folder = folder
        self._status = status
        self._buffer = b""
        self._pidfd = -1
        self._process: subprocess.Popen[bytes] | None = None
        self._failure: OSError | None = None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self.reports: list[Report] = []
        started = threading.Event()
        info_read, info_write = os.pipe()
        self._keeper = threading.Thread(
            target=self._keep, args=(sandbox, argv, info_write, started), name="crab-desktop", daemon=True
        )
        self._keeper.start()
        started.wait()
        sandbox.close()
        os.close(info_write)
        with os.fdopen(info_read, "rb") as info:
            self._remember_inner(info.read())
        failure = self._take_failure()
        if failure is not None:
            self.close()
            raise EnvironmentUnavailable(
                "bubblewrap cannot be started.", advice=f"Install it: {install_command(['bubblewrap'])}"
            ) from failure

    def _take_failure(self) -> OSError | None:
        return self._failure

    def _keep(self, sandbox: Sandbox, argv: list[str], info: int, started: threading.Event) -> None:
        try:
            self._process = subprocess.Popen(
                sandbox.command(argv, info_fd=info),
                stdin=subprocess.DEVNULL,
                stdout=self._errors,
                stderr=self._errors,
                pass_fds=[info, *sandbox.descriptors],
                cwd="/",
            )
        except OSError as error:
            self._failure = error
            return
        finally:
            started.set()
        self._process.wait()

    def _remember_inner(self, info: bytes) -> None:
        # A handle on the first process inside: it becomes readable when the last process inside is gone.
        try:
            self._pidfd = os.pidfd_open(json.loads(info)["child-pid"])
        except (ValueError, KeyError, ProcessLookupError):
            self._pidfd = -1

    @property
    def pid(self) -> int:
        """Process id of bubblewrap on this machine."""
        assert self._process is not None
        return self._process.pid

    def wait_for(self, event: str, seconds: float) -> Report:
        """The report of an event.

        Args:
            event: Its name.
            seconds: How long to wait for it at most.

        Raises:
            DeviceError: The session ended or failed first, or the time is over.
        """
        deadline = time.monotonic() + seconds
        while True:
            for report in self.reports:
                if report["event"] == event:
                    return report
                if report["event"] in ("died", "failed"):
                    raise DeviceError(_explain(report))
            self._read_reports(deadline, event)

    def _read_reports(self, deadline: float, event: str) -> None:
        if not _readable(self._status, max(deadline - time.monotonic(), 0)):
            seen = ", ".join(str(report["event"]) for report in self.reports) or "nothing"
            raise DeviceError(f"The desktop did not report {event!r} in time; it reported {seen}.")
        data = os.read(self._status, 65536)
        if not data:
            raise DeviceError(
                f"The desktop ended before {event!r}: {self.output() or 'it said nothing'}",
                advice="`crab doctor` tells what is missing.",
            )
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        self.reports += [json.loads(line) for line in lines]

    @property
    def folder(self) -> Path:
        """The private folder shared with the sandbox."""
        return self._folder.path

    def pids(self) -> list[int]:
        """Process ids, on this machine, of bubblewrap and of everything inside."""
        found, todo = [], [self.pid]
        while todo:
            pid = todo.pop()
            found.append(pid)
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                todo += [int(child) for child in children.read_text().split()]
        return found

    def output(self) -> str:
        """What bubblewrap and the leader wrote, as text."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace").strip()[-4000:]

    @property
    def alive(self) -> bool:
        """Whether the sandbox still runs."""
        return self._process is not None and self._process.poll() is None

    def close(self, *, wait: bool = True) -> None:
        """Kill everything inside and wait until it is gone; safe to call twice.

        Args:
            wait: False leaves the waiting to a later call.
        """
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
        if not wait:
            return
        self._keeper.join()
        if self._pidfd >= 0:
            _readable(self._pidfd, GONE_SECONDS)
            os.close(self._pidfd)
            self._pidfd = -1
        if self._status >= 0:
            os.close(self._status)
            self._status = -1
        if not self._errors.closed:
            self._errors.close()
        self._folder.remove()


def _readable(descriptor: int, seconds: float) -> bool:
    """Whether something can be read within so many seconds; unlike select(), with any descriptor."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def _explain(report: Report) -> str:
    if report["event"] == "died":
        return f"{report['process']} ended with status {report['status']}: {report['log']}"
    return f"The desktop could not start: {report.get('reason', 'no reason given')}"
