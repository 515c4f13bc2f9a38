"""Brings a new desktop into the state that a world describes; part of the host."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING

from crab_core import DeviceError
from crab_ubuntu.worlds.home import put
from crab_ubuntu.worlds.world import DesktopWorld

if TYPE_CHECKING:
    from crab_ubuntu.desktop.live import Desktop

APPLICATION_SECONDS = 30.0
"""How long an application of the world may take to show its window."""
SETTINGS_SECONDS = 10.0


def furnish(desktop: Desktop, world: DesktopWorld) -> None:
    """Write files and settings, then open applications one after the other, so that they always stack alike.

    Raises:
        DeviceError: A setting cannot be written, or an application shows no window.
    """
    put(world.files)
    if world.settings:
        _load_settings(world.settings)
    if world.files or world.settings:
        desktop.settler.settle()
    for app in world.apps:
        open_app(desktop, app)


def _load_settings(settings: str) -> None:
    loaded = subprocess.run(
        ["dconf", "load", "/"],
        input=settings,
        capture_output=True,
        text=True,
        timeout=SETTINGS_SECONDS,
        check=False,
    )
    if loaded.returncode != 0:
        raise DeviceError(f"The settings of the world cannot be written: {loaded.stderr.strip()}")


def open_app(desktop: Desktop, app: str, arguments: tuple[str, ...] = ()) -> None:
    """Open an application, and wait until its window is there and still.

    Args:
        desktop: Where.
        app: Its desktop id.
        arguments: Files or addresses to open.

    Raises:
        DeviceError: It cannot be started, or shows no window.
    """
    before = {window.id for window in desktop.windows.stacked()}
    starter = desktop.launcher.spawn(["gio", "launch", f"{APPLICATIONS}/{app}", *arguments])
    deadline = time.monotonic() + APPLICATION_SECONDS

    def appeared() -> bool:
        if starter.wait(0) not in (0, None):
            raise DeviceError(
                f"The application {app} does not start.", advice="Is it installed? `crab doctor` tells."
            )
        return any(window.id not in before and window.managed for window in desktop.windows.stacked())

    if not desktop.watch.wait_until(appeared, deadline):
        raise DeviceError(f"The application {app} shows no window within {APPLICATION_SECONDS:g} s.")
    desktop.settler.settle()


APPLICATIONS = "/usr/share/applications"
