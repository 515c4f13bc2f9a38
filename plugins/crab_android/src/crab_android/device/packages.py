"""The apps on a phone: which are there, and starting, stopping and installing them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from crab_android.device.link import AdbLink, quoted
from crab_core import DeviceError

_MAIN = ["am", "start", "-a", "android.intent.action.MAIN", "-c", "android.intent.category.LAUNCHER"]
_RECORD = re.compile(r"ActivityRecord\{\S+ \S+ ([^\s/]+)/")
_INSTALL_SECONDS = 120.0

State = Literal["absent", "installed", "disabled", "stopped", "running"]
"""`stopped`: forced to stop and not started since; `running`: it has a screen, seen or not."""


def installed(link: AdbLink) -> frozenset[str]:
    """The packages that are installed.

    Raises:
        DeviceError: The phone does not answer.
    """
    lines = link.check("pm list packages").splitlines()
    return frozenset(line.removeprefix("package:").strip() for line in lines if line.startswith("package:"))


def running(link: AdbLink) -> frozenset[str]:
    """The packages that have a screen, seen or not; the home screen among them."""
    return frozenset(_RECORD.findall(link.check("dumpsys activity activities")))


def launch(link: AdbLink, package: str) -> bool:
    """Start an app as a touch on its icon does; whether it has a screen to start with."""
    answer = link.run(quoted([*_MAIN, "-p", package]))
    if answer.code == 0 and "Error" not in answer.text:
        return True
    # Some launcher activities are found by their name only: they lack the category DEFAULT.
    found = link.run(quoted(["cmd", "package", "resolve-activity", "--brief", *_MAIN[2:], package]))
    component = found.text.strip().rpartition("\n")[2].strip()
    if found.code != 0 or not component.startswith(f"{package}/"):
        return False
    answer = link.run(quoted([*_MAIN, "-n", component]))
    return answer.code == 0 and "Error" not in answer.text


def stop(link: AdbLink, names: Iterable[str]) -> None:
    """Stop apps and all that they do in the background."""
    commands = [quoted(["am", "force-stop", name]) for name in sorted(names)]
    if commands:
        link.check(" && ".join(commands))


def install(link: AdbLink, path: str) -> str:
    """Install a package file that is on the phone; why it failed, empty when it did not.

    Args:
        link: The phone.
        path: Absolute, on the phone.
    """
    answer = link.run(quoted(["pm", "install", "-r", path]), seconds=_INSTALL_SECONDS)
    said = answer.text.strip()
    if answer.code == 0 and said.endswith("Success"):
        return ""
    return said[-300:] or f"pm install ended with {answer.code}"


def state(link: AdbLink, package: str) -> State:
    """How an app stands.

    Raises:
        DeviceError: The phone does not answer.
    """
    if package not in installed(link):
        return "absent"
    if package in running(link):
        return "running"
    details = link.check(quoted(["dumpsys", "package", package]))
    user = re.search(r"User 0:.*", details)
    told = user.group() if user else ""
    # PackageManager's COMPONENT_ENABLED_STATE: 2, 3 and 4 are ways to be disabled.
    if re.search(r"\benabled=[234]\b", told):
        return "disabled"
    return "stopped" if "stopped=true" in told else "installed"


def granted(link: AdbLink, package: str, permission: str) -> bool:
    """Whether an app has a permission now.

    Raises:
        DeviceError: The app is not installed.
    """
    details = link.check(quoted(["dumpsys", "package", package]))
    if "Unable to find package" in details:
        raise DeviceError(f"{package} is not installed.")
    return re.search(rf"^\s*{re.escape(permission)}: granted=true", details, re.MULTILINE) is not None
