"""The host of a session: connects to the desktop, waits until it is ready, and serves it."""

from __future__ import annotations

import os
import subprocess
import time
from typing import TYPE_CHECKING

from crab_core import CrabError, DeviceError
from crab_core.host import UnixAddress
from crab_core.host.serve import HostOptions
from crab_core.host.serve import serve as serve_host
from crab_ubuntu.desktop.live import Desktop
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.session.children import LOG_FOLDER, log_tail
from crab_ubuntu.session.readiness import StartupSignal, wait_until_ready
from crab_ubuntu.session.spec import DOOR, HOST_SOCKET, SessionSpec
from crab_ubuntu.view.door import Door

if TYPE_CHECKING:
    from crab_ubuntu.session.leader import StatusLine

APPLICATIONS = "/usr/share/applications"
APPLICATION_SECONDS = 20.0
"""How long an application of the world may take to show its window."""


def serve(spec: SessionSpec, status: StatusLine) -> None:
    """Serve the desktop's environment until the sandbox ends.

    Args:
        spec: Of the session.
        status: Told when the desktop is ready, or why it is not.
    """

    def make() -> UbuntuEnvironment:
        signal = StartupSignal()
        desktop = Desktop(os.environ["DISPLAY"])
        # Out of the way, where nothing reacts to it: the same picture every time.
        desktop.input.move(spec.width - 1, spec.height - 1)
        wait_until_ready(desktop, signal, status.report)
        signal.close()
        for app in spec.apps:
            _open(desktop, app)
        Door(DOOR, os.environ["DISPLAY"], desktop.launcher)
        status.report("ready")
        return UbuntuEnvironment(desktop=desktop)

    try:
        serve_host(make, HostOptions(UnixAddress(HOST_SOCKET), spec.token.encode(), workers=spec.workers))
    except CrabError as error:
        status.report("failed", reason=str(error))


def _open(desktop: Desktop, app: str) -> None:
    before = {window.id for window in desktop.windows.stacked()}
    # The application inherits the log: a pipe would only end when the application does.
    with (LOG_FOLDER / "apps.log").open("ab") as log:
        started = subprocess.run(
            ["gio", "launch", f"{APPLICATIONS}/{app}"],
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    if started.returncode != 0:
        raise DeviceError(f"The world's application {app} does not start: {log_tail('apps')}")
    deadline = time.monotonic() + APPLICATION_SECONDS

    def appeared() -> bool:
        return any(window.id not in before and window.managed for window in desktop.windows.stacked())

    if not desktop.watch.wait_until(appeared, deadline):
        raise DeviceError(f"The world's application {app} shows no window within {APPLICATION_SECONDS:g} s.")
    desktop.settler.settle()
