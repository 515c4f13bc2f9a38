"""Whole apps: installing, starting and stopping them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from crab_android.actions.touch import SWIPE_MS
from crab_android.device import packages
from crab_android.device.windows import go_home
from crab_core import InvalidAction, Problem, action

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

Package = Annotated[str, Field(pattern=r"^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$", max_length=255)]


@action
def open_app_drawer(env: AndroidEnvironment) -> None:
    """Show all installed apps: go to the home screen and swipe up."""
    go_home(env.link)
    width, height = env.size
    env.link.check(f"input swipe {width // 2} {height * 3 // 4} {width // 2} {height // 4} {SWIPE_MS}")


@action
def launch_app(env: AndroidEnvironment, package: Package) -> None:
    """Start an app, or bring it to the front.

    Args:
        package: Its package name, such as "com.android.settings".
    """
    if not packages.launch(env.link, package):
        raise InvalidAction(
            f"{package} cannot be started.", [Problem("package", "no such app has a screen to start with")]
        )


@action
def stop_app(env: AndroidEnvironment, package: Package) -> None:
    """Stop an app; what it has stored stays.

    Args:
        package: Its package name.
    """
    if package not in packages.installed(env.link):
        raise InvalidAction(f"{package} cannot be stopped.", [Problem("package", "it is not installed")])
    packages.stop(env.link, [package])


@action
def stop_all_apps(env: AndroidEnvironment) -> None:
    """Stop all apps and go to the home screen."""
    packages.stop(env.link, packages.running(env.link))
    go_home(env.link)


@action
def install_app(
    env: AndroidEnvironment, path: Annotated[str, Field(pattern=r"^/[^\x00]+$", max_length=1000)]
) -> str:
    """Install an app from a package file that is on the phone.

    Args:
        path: The file, such as "/sdcard/Download/notes.apk".
    """
    failure = packages.install(env.link, path)
    if failure:
        raise InvalidAction(f"{path} cannot be installed.", [Problem("path", failure)])
    return f"{path} is installed."
