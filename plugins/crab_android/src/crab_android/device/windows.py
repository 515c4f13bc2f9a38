"""Which app is in front, and how to bring one there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crab_android.device.link import AdbLink, quoted
from crab_core import DeviceError

# The line differs between Android versions; all of them name the activity's record.
_RESUMED = re.compile(
    r"(?:mResumedActivity|topResumedActivity|ResumedActivity)[:=]\s*"
    r"ActivityRecord\{\S+ \S+ ([^\s/]+)/([^\s}]+)"
)


@dataclass(frozen=True, slots=True)
class Component:
    """An activity of an app."""

    package: str
    activity: str
    """With its package, as in `org.example.notes.MainActivity`."""


def front(link: AdbLink) -> Component | None:
    """The activity that the user sees; None when there is none, as on a locked phone.

    Raises:
        DeviceError: The phone does not answer.
    """
    found = _RESUMED.search(link.check("dumpsys activity activities"))
    if found is None:
        return None
    package, activity = found.groups()
    return Component(package, package + activity if activity.startswith(".") else activity)


def go_home(link: AdbLink) -> None:
    """Show the home screen."""
    link.check("input keyevent KEYCODE_HOME")


def setting(link: AdbLink, namespace: str, key: str) -> str | None:
    """A value of the settings provider; None when it is not set.

    Raises:
        DeviceError: The namespace does not exist.
    """
    if namespace not in ("system", "secure", "global"):
        raise DeviceError(f"There is no settings namespace {namespace!r}: it is system, secure or global.")
    value = link.check(quoted(["settings", "get", namespace, key]))
    return None if value == "null" else value
