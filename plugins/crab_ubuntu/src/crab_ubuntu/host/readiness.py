"""When a GNOME session is ready: shell and dock drawn, desktop icons there, the screen still."""

from __future__ import annotations

import time
from collections.abc import Callable

from crab_core import DeviceError
from crab_ubuntu.desktop.live import Desktop
from crab_ubuntu.host.signal import StartupSignal

SECONDS = 90.0
"""How long a session may take to become ready: on a busy machine much longer than on an idle one."""
STILL_SECONDS = 15.0
"""How long to wait at most until what it has drawn is still."""


def wait_until_ready(desktop: Desktop, signal: StartupSignal, report: Callable[[str], None]) -> None:
    """Wait until the shell has started, the desktop icons are drawn and the screen is still.

    Args:
        desktop: To wait for.
        signal: Receives the shell's word that it has started.
        report: Told the name of each part that has appeared.

    Raises:
        DeviceError: That takes too long.
    """
    deadline = time.monotonic() + SECONDS
    steps = (
        ("the window manager", lambda: desktop.windows.managed_by != 0),
        ("the shell", lambda: signal.received),
        ("the desktop icons", lambda: any(w.kind == "DESKTOP" for w in desktop.windows.stacked())),
    )
    for name, condition in steps:
        if not desktop.watch.wait_until(condition, deadline):
            raise DeviceError(f"The desktop did not get ready: {name} did not appear within {SECONDS:g} s.")
        report(name)
    desktop.settler.settle(cap=STILL_SECONDS)
