"""Brings a new desktop into the state that a world describes; part of the host."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

from crab_core import Box, DeviceError
from crab_ubuntu.desktop.windows import Window
from crab_ubuntu.worlds.home import put
from crab_ubuntu.worlds.windows import OpenWindow
from crab_ubuntu.worlds.world import DesktopWorld

if TYPE_CHECKING:
    from crab_ubuntu.desktop.live import Desktop

APPLICATION_SECONDS = 60.0
"""How long an application of the world may take to show its window."""
STILL_SECONDS = 10.0
"""How long to wait at most until what it has drawn is still."""
SETTINGS_SECONDS = 40.0


def furnish(desktop: Desktop, world: DesktopWorld) -> None:
    """Write files and settings, then open applications one after the other, so that they always stack alike.

    Raises:
        DeviceError: A setting cannot be written, or an application shows no window.
    """
    put(world.files, world.folders)
    if world.settings:
        _load_settings(world.settings)
    if world.clipboard:
        desktop.clipboard.write(world.clipboard)
    for words in world.programs:
        desktop.launcher.spawn(words)
    if world.files or world.settings or world.folders:
        desktop.settler.settle()
    for app in world.apps:
        open_app(desktop, app)
    for window in world.windows:
        open_window(desktop, window)


def open_window(desktop: Desktop, wanted: OpenWindow) -> None:
    """Open a window of a world, and put it where it is to stand.

    Raises:
        DeviceError: It does not show.
    """
    window = open_app(desktop, wanted.app, tuple(_address(opened) for opened in wanted.opens))
    if wanted.place is not None:
        # Some applications open maximized, and such a window cannot be placed.
        desktop.window_manager.unmaximize(window.id)
        desktop.settler.settle()
        shadow = desktop.windows.shadow(window)
        desktop.window_manager.place(
            window.id,
            Box(
                wanted.place.x - shadow.x,
                wanted.place.y - shadow.y,
                wanted.place.width + shadow.width,
                wanted.place.height + shadow.height,
            ),
        )
    if wanted.state == "maximized":
        desktop.window_manager.maximize(window.id)
    elif wanted.state == "minimized":
        desktop.window_manager.minimize(window.id)
    desktop.settler.settle()


def _address(opened: str) -> str:
    return opened if "://" in opened else str(Path.home() / opened)


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


def open_app(desktop: Desktop, app: str, arguments: tuple[str, ...] = ()) -> Window:
    """Open an application, and wait until its window is there and still.

    Args:
        desktop: Where.
        app: Its desktop id.
        arguments: Files or addresses to open.

    Returns:
        Its window.

    Raises:
        DeviceError: It cannot be started, or shows no window.
    """
    before = {window.id for window in desktop.windows.stacked()}
    starter = desktop.launcher.spawn(["gio", "launch", f"{APPLICATIONS}/{app}", *arguments])
    deadline = time.monotonic() + APPLICATION_SECONDS

    def opened() -> list[Window]:
        return [w for w in desktop.windows.stacked() if w.id not in before and w.managed]

    def appeared() -> bool:
        if starter.wait(0) not in (0, None):
            raise DeviceError(
                f"The application {app} does not start.", advice="Is it installed? `crab doctor` tells."
            )
        return bool(opened())

    while desktop.watch.wait_until(appeared, deadline):
        desktop.settler.settle(cap=STILL_SECONDS)
        # What shows first may have gone again: a picture that bridges the start, a window that is made anew.
        if there := opened():
            return there[-1]
    raise DeviceError(f"The application {app} shows no window within {APPLICATION_SECONDS:g} s.")


APPLICATIONS = "/usr/share/applications"
