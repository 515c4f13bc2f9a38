"""The only command of the sandbox: starts the desktop's processes, then becomes its host.

Runs as the sandbox's user. Everything here is in the order in which it pays: the X server and the two buses
start at once, the shell as soon as they answer, and the host's heavy modules are imported meanwhile.
"""

from __future__ import annotations

import ctypes
import json
import os
import tarfile
import threading
import time
import traceback
from pathlib import Path

from crab_ubuntu.session.children import LOG_FOLDER, Children, announced
from crab_ubuntu.session.spec import HOME, SESSION_BUS, SessionSpec

FOLDERS = ("Desktop", "Documents", "Downloads", "Music", "Pictures", "Public", "Templates", "Videos")
"""The home folders of a GNOME desktop."""


PR_SET_DUMPABLE = 4
"""From linux/prctl.h."""


def close_to_others() -> None:
    """Keep this process's memory and descriptors from the other processes of its user: it knows the token.

    Raises:
        OSError: The kernel refuses.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_DUMPABLE)")


class StatusLine:
    """Reports to the provider, one JSON object a line; safe to use from several threads."""

    def __init__(self, descriptor: int, started: float) -> None:
        self._descriptor = descriptor
        self._started = started
        self._lock = threading.Lock()

    def report(self, event: str, **facts: object) -> None:
        """Write one event; a provider that is gone is no error."""
        line = {"event": event, "seconds": round(time.monotonic() - self._started, 4), **facts}
        with self._lock:
            try:
                os.write(self._descriptor, json.dumps(line).encode() + b"\n")
            except (BrokenPipeError, OSError):
                return


def lay_out_home(spec: SessionSpec) -> None:
    """Unpack the world's files into the home, beside the folders that every home has."""
    for name in FOLDERS:
        (Path(HOME) / name).mkdir(exist_ok=True)
    if spec.archive_fd >= 0:
        with os.fdopen(spec.archive_fd, "rb") as stream, tarfile.open(fileobj=stream) as archive:
            for entry in archive:
                content = archive.extractfile(entry)
                if content is not None:
                    _write(Path(HOME) / entry.name, content.read(), entry.mode, entry.mtime)


def _write(path: Path, data: bytes, mode: int, time_stamp: float) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)
    os.utime(path, (time_stamp, time_stamp))


def start_desktop(spec: SessionSpec, status: StatusLine) -> None:
    """Start the X server, both buses and the shell; reports when they have started, or why they have not."""
    try:
        _start(spec, status)
    except Exception:  # noqa: BLE001 - whatever it is, the provider is told and the sandbox ends
        status.report("failed", reason=traceback.format_exc())
        os._exit(1)


def _start(spec: SessionSpec, status: StatusLine) -> None:

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
                f"--config-file=/crab/{name}.conf",
                "--nofork",
                "--nopidfile",
                "--print-address={fd}",
            ],
        )
        for name in ("system-bus", "session-bus")
    ]
    lay_out_home(spec)
    answers = [announced(pipe) for pipe in (*buses, display)]
    if all(answers):
        status.report("display")
        children.start_optional("at-spi", ["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
        children.start("gnome-shell", ["/usr/bin/gnome-shell", "--x11", "--sm-disable"])
        children.start_optional("xsettings", ["/usr/libexec/gsd-xsettings"])


def main(descriptor: int) -> None:
    """Start a session and serve it until the end of the sandbox.

    Args:
        descriptor: From which the session's specification is read.
    """
    started = time.monotonic()
    close_to_others()
    with os.fdopen(descriptor) as told:
        spec = SessionSpec.from_json(told.read())
    LOG_FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={SESSION_BUS}"
    status = StatusLine(spec.status_fd, started)
    display = threading.Thread(target=start_desktop, args=(spec, status), name="start-desktop")
    display.start()
    # Imported only now: these modules cost as much time as the X server takes to start.
    from crab_ubuntu.session.host import serve

    status.report("imported")
    display.join()
    serve(spec, status)
