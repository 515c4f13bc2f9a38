"""The viewer for browsers, as Debian packages it, and the VNC server that it talks to."""

from __future__ import annotations

from pathlib import Path

from crab_core import EnvironmentUnavailable
from crab_ubuntu.providers.packages import install_command

FOLDER = Path("/usr/share/novnc")
"""Where the package novnc has its files."""
SERVER = Path("/usr/bin/x11vnc")
"""The VNC server, seen inside the sandbox at the same place."""
NEEDED = {"novnc": FOLDER / "core" / "rfb.js", "x11vnc": SERVER}


def check() -> None:
    """See that both packages are there.

    Raises:
        EnvironmentUnavailable: One is missing; says how to install it.
    """
    missing = [name for name, file in NEEDED.items() if not file.is_file()]
    if missing:
        raise EnvironmentUnavailable(
            f"To show a desktop in the browser, {' and '.join(missing)} must be installed.",
            advice=f"Install: {install_command(missing)}",
        )
