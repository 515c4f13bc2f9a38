"""The only command of the sandbox: starts the desktop's processes, then programs that the host asks for.

Runs as the sandbox's user and imports Python's own library only. Everything here is in the order in which it
pays: the X server and the two buses start at once, the shell as soon as they answer.
"""

from __future__ import annotations

import ctypes
import os
import resource
import threading
import time
import traceback

from crab_ubuntu.session.children import LOG_FOLDER, Children, announced
from crab_ubuntu.session.spawner import Spawner
from crab_ubuntu.session.spec import CONFIGURATION, SessionSpec
from crab_ubuntu.session.status import StatusLine

PR_SET_DUMPABLE = 4
"""From linux/prctl.h."""
HOST_SECONDS = 150.0
"""How long the host may take to listen; it never does when it has died."""


def close_to_others() -> None:
    """Keep this process's memory and descriptors from the other processes of its user.

    Raises:
        OSError: The kernel refuses.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_DUMPABLE)")


def start_desktop(spec: SessionSpec, status: StatusLine, spawner: Spawner) -> None:
    """Start the X server, both buses and the shell; reports when they have started, or why they have not."""
    try:
        _start(spec, status, spawner)
    except Exception:  # noqa: BLE001 - whatever it is, the provider is told and the sandbox ends
        status.report("failed", reason=traceback.format_exc())
        os._exit(1)


def _start(spec: SessionSpec, status: StatusLine, spawner: Spawner) -> None:
    def died(name: str, code: int, log: str) -> None:
        status.report("died", process=name, status=code, log=log)
        os._exit(1)

    children = Children(os.environ, died)
    screen = f"{spec.width}x{spec.height}x24"
    display = children.start_announcing(
        "Xvfb",
        [
            *("/usr/bin/Xvfb", os.environ["DISPLAY"], "-displayfd", "{fd}", "-screen", "0", screen),
            *("-nolisten", "tcp", "-ac", "-noreset"),
        ],
    )
    buses = [
        children.start_announcing(
            name,
            [
                "/usr/bin/dbus-daemon",
                f"--config-file={CONFIGURATION}/{name}.conf",
                "--nofork",
                "--nopidfile",
                "--print-address={fd}",
            ],
        )
        for name in ("system-bus", "session-bus")
    ]
    answers = [announced(pipe) for pipe in buses]
    if not all(answers):
        return  # `died` says which
    spawner.tell({"event": "buses"})
    # The host listens on the system bus for what the shell says there once, at the end of its start.
    if announced(display) and spawner.allowed.wait(HOST_SECONDS):
        status.report("display")
        children.start_optional("at-spi", ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
        children.start("gnome-shell", ["/usr/bin/gnome-shell", "--x11", "--sm-disable"])
        children.start_optional("xsettings", ["/usr/libexec/gsd-xsettings"])
        spawner.tell({"event": "display", "processes": [1, os.getpid(), *children.pids]})


def limit(spec: SessionSpec) -> None:
    """Bound what everything inside may use; no process inside can raise it again."""
    resource.setrlimit(resource.RLIMIT_NPROC, (spec.processes, spec.processes))
    resource.setrlimit(resource.RLIMIT_DATA, (spec.memory, spec.memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(descriptor: int) -> None:
    """Start a session, and programs in it until the end of the sandbox.

    Args:
        descriptor: From which the session's specification is read.
    """
    started = time.monotonic()
    close_to_others()
    with os.fdopen(descriptor) as told:
        spec = SessionSpec.from_json(told.read())
    LOG_FOLDER.mkdir(parents=True, exist_ok=True)
    status = StatusLine(spec.status_fd, started)
    spawner = Spawner(spec.launch_fd)
    limit(spec)
    status.report("started")
    threading.Thread(target=start_desktop, args=(spec, status, spawner), name="start-desktop").start()
    spawner.serve()
