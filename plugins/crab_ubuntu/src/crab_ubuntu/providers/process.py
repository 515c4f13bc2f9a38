"""One desktop as processes of this machine: a session and its host, that start and end together."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from crab_core import DeviceError, EnvironmentUnavailable
from crab_ubuntu.providers.bubblewrap import Sandbox
from crab_ubuntu.providers.folders import PrivateFolder
from crab_ubuntu.providers.packages import install_command

Report = Mapping[str, Any]
"""One line from the session's leader: `event`, `seconds` since its start, and facts."""


GONE_SECONDS = 60.0
"""How long the kernel may take to end what was killed."""


class DesktopProcess:
    """A sandbox that runs one session, and the host beside it.

    Both die with the *thread* that starts them, so the threads that start them here live as long as they do.
    All end with this process, however that ends; the host also ends with the session.
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
        self._host: subprocess.Popen[bytes] | None = None
        self._host_keeper: threading.Thread | None = None
        self.session = 0
        """Process id on this machine of the first process inside; 0 when there is none."""
        self._ending = threading.Lock()
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
        self._remember_inner(_read_document(info_read))
        os.close(info_read)
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
        host = self._host
        if host is not None:
            host.kill()

    def _remember_inner(self, info: bytes) -> None:
        # A handle on the first process inside: it becomes readable when the last process inside is gone.
        try:
            self.session = json.loads(info)["child-pid"]
            self._pidfd = os.pidfd_open(self.session)
        except (ValueError, KeyError, ProcessLookupError):
            self._pidfd = -1

    def start_host(
        self, argv: Sequence[str], descriptors: Sequence[int], environment: Mapping[str, str]
    ) -> None:
        """Start the host beside the session.

        Args:
            argv: Its command.
            descriptors: It inherits copies of them.
            environment: The whole of its environment.
        """
        started = threading.Event()
        self._host_keeper = threading.Thread(
            target=self._keep_host,
            args=(argv, descriptors, environment, started),
            name="crab-desktop-host",
            daemon=True,
        )
        self._host_keeper.start()
        started.wait()
        failure = self._take_failure()
        if failure is not None:
            raise DeviceError(f"The desktop's host cannot be started: {failure}.") from failure

    def _keep_host(
        self,
        argv: Sequence[str],
        descriptors: Sequence[int],
        environment: Mapping[str, str],
        started: threading.Event,
    ) -> None:
        try:
            self._host = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=self._errors,
                stderr=self._errors,
                pass_fds=descriptors,
                env=environment,
                cwd="/",
            )
        except OSError as error:
            self._failure = error
            return
        finally:
            started.set()
        if not self._session_runs:
            self._host.kill()
        self._host.wait()
        self._end_session()  # a desktop that nobody can use or judge any more

    def _end_session(self) -> None:
        """Kill everything inside; bubblewrap, whose child the first process inside is, sees it and ends."""
        with self._ending:
            if self._pidfd >= 0:
                with contextlib.suppress(ProcessLookupError):
                    signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)
            elif self._process is not None and self._process.poll() is None:
                self._process.kill()

    @property
    def _session_runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

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
        """The private folder of this desktop."""
        return self._folder.path

    @property
    def hosts(self) -> Path:
        """The session's /etc/hosts."""
        return self._folder.hosts

    @property
    def shared(self) -> Path:
        """The part of it that the host sees."""
        return self._folder.shared

    @property
    def user(self) -> int | None:
        """User id on this machine as which it runs; None for this process's own."""
        return self._folder.user

    def pids(self) -> list[int]:
        """Process ids, on this machine, of bubblewrap, of everything inside, and of the host."""
        found, todo = [], [self.pid, *([self._host.pid] if self._host is not None else [])]
        while todo:
            pid = todo.pop()
            found.append(pid)
            for children in Path(f"/proc/{pid}/task").glob("*/children"):
                with contextlib.suppress(OSError):  # it has ended meanwhile
                    todo += [int(child) for child in children.read_text().split()]
        return found

    def output(self) -> str:
        """What bubblewrap, the leader and the host wrote, as text."""
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace").strip()[-4000:]

    @property
    def alive(self) -> bool:
        """Whether the session and its host still run."""
        return self._session_runs and (self._host is None or self._host.poll() is None)

    def close(self, *, wait: bool = True) -> None:
        """Kill everything inside and wait until it is gone; safe to call twice.

        Args:
            wait: False leaves the waiting to a later call.
        """
        self._end_session()
        if self._host is not None and self._host.poll() is None:
            self._host.kill()
        if not wait:
            return
        self._keeper.join()
        if self._host_keeper is not None:
            self._host_keeper.join()
        if self._pidfd >= 0:
            _readable(self._pidfd, GONE_SECONDS)
            with self._ending:
                os.close(self._pidfd)
                self._pidfd = -1
        if self._status >= 0:
            os.close(self._status)
            self._status = -1
        if not self._errors.closed:
            self._errors.close()
        self._folder.remove()


def _read_document(descriptor: int) -> bytes:
    """Read one JSON object, or until the end: who writes it may leave the pipe open."""
    data = b""
    while not data.rstrip().endswith(b"}"):
        more = os.read(descriptor, 4096)
        if not more:
            break
        data += more
    return data


def _readable(descriptor: int, seconds: float) -> bool:
    """Whether something can be read within so many seconds; unlike select(), with any descriptor."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def _explain(report: Report) -> str:
    if report["event"] == "died":
        return f"{report['process']} ended with status {report['status']}: {report['log']}"
    return f"The desktop could not start: {report.get('reason', 'no reason given')}"
