"""The host of a session: connects to the desktop, waits until it is ready, and serves it."""

from __future__ import annotations

import os
import time
import traceback
from typing import TYPE_CHECKING

from crab_core import CrabError, DeviceError
from crab_core.host import UnixAddress
from crab_core.host.serve import HostOptions, make_schemas
from crab_core.host.serve import serve as serve_host
from crab_ubuntu.host.launcher import SessionLauncher
from crab_ubuntu.host.signal import SECONDS, StartupSignal
from crab_ubuntu.host.spec import DOOR, SOCKET, HostSpec
from crab_ubuntu.session.status import StatusLine
from crab_ubuntu.worlds.home import lay_out_home

if TYPE_CHECKING:
    from crab_ubuntu.environment import UbuntuEnvironment


def main(descriptor: int) -> None:
    """Serve a desktop until this process is ended.

    Args:
        descriptor: From which the host's specification is read.
    """
    with os.fdopen(descriptor) as told:
        spec = HostSpec.from_json(told.read())
    status = StatusLine(spec.status_fd, time.monotonic())
    try:
        serve(spec, status)
    except CrabError as error:
        status.report("failed", reason=str(error))
    except Exception:  # noqa: BLE001 - whatever it is, the provider is told
        status.report("failed", reason=traceback.format_exc())


def serve(spec: HostSpec, status: StatusLine) -> None:
    """Serve the desktop's environment.

    Args:
        spec: Of the host.
        status: Told when the desktop is ready.

    Raises:
        DeviceError: The desktop does not get ready.
    """

    def make() -> UbuntuEnvironment:
        launcher = SessionLauncher(spec.launch_fd)
        launcher.wait_for_event("buses", SECONDS)
        signal = StartupSignal()
        launcher.allow_start()
        # Imported only now: these modules cost as much time as the X server takes to start.
        from crab_ubuntu.desktop.live import Desktop
        from crab_ubuntu.environment import UbuntuEnvironment
        from crab_ubuntu.host.readiness import wait_until_ready
        from crab_ubuntu.host.warden import Warden
        from crab_ubuntu.view.door import Door

        lay_out_home()
        # Schemas are made while the shell starts: the first client asks for all of them.
        spaces = UbuntuEnvironment(**spec.options)
        spaces.bring_in(spec.references)
        make_schemas(spaces)
        if not launcher.wait_for_event("display", SECONDS):
            raise DeviceError("The desktop did not get ready: its screen did not start.")
        desktop = Desktop(os.environ["DISPLAY"], launcher, input_backend=spec.input_backend)
        # Out of the way, where nothing reacts to it: the same picture every time.
        desktop.input.move(spec.width - 1, spec.height - 1)
        wait_until_ready(desktop, signal, status.report)
        signal.close()
        Warden(spec.memory, spec.processes, launcher.essential, launcher.kill)
        launcher.end_after(spec.seconds)
        Door(DOOR, os.environ["DISPLAY"], launcher)
        status.report("ready")
        environment = UbuntuEnvironment(desktop=desktop, **spec.options)
        environment.bring_in(spec.references)
        return environment

    status.report("host")
    serve_host(make, HostOptions(UnixAddress(SOCKET), spec.token.encode(), workers=spec.workers))
