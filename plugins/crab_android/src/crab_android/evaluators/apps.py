"""Evaluators that look at apps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_android.device import packages
from crab_android.device.windows import front
from crab_core import Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment


@evaluator(env="android")
def app_in_front(env: AndroidEnvironment, package: str, activity: str = "") -> Verdict:
    """The user sees this app.

    Args:
        package: Such as "com.android.settings".
        activity: A certain screen of it, such as ".TaskListActivity"; any when empty.
    """
    shown = front(env.link)
    if shown is None:
        return Verdict(False, "no app is in front")
    wanted = package + activity if activity.startswith(".") else activity
    if shown.package != package:
        return Verdict(False, f"{shown.package} is in front, not {package}")
    if activity and shown.activity != wanted:
        return Verdict(False, f"{package} shows {shown.activity}, not {wanted}")
    return Verdict(True, f"{shown.package} is in front" + (f" with {shown.activity}" if activity else ""))


@evaluator(env="android")
def app_installed(env: AndroidEnvironment, package: str) -> Verdict:
    """An app is installed.

    Args:
        package: Such as "org.example.notes".
    """
    there = package in packages.installed(env.link)
    return Verdict(there, f"{package} is {'' if there else 'not '}installed")


@evaluator(env="android")
def app_is(env: AndroidEnvironment, package: str, state: packages.State) -> Verdict:
    """An app is in this state.

    Args:
        package: Such as "org.example.notes".
        state: "running" has a screen, seen or not; "stopped" was forced to stop and not started since;
            "installed" is none of the others.
    """
    found = packages.state(env.link, package)
    return Verdict(found == state, f"{package} is {found}" + ("" if found == state else f", not {state}"))


@evaluator(env="android")
def permission_granted(env: AndroidEnvironment, package: str, permission: str) -> Verdict:
    """An app may do something that needs a permission.

    Args:
        package: Such as "com.android.camera2".
        permission: Such as "android.permission.CAMERA".

    Raises:
        DeviceError: The app is not installed.
    """
    has = packages.granted(env.link, package, permission)
    return Verdict(has, f"{package} {'has' if has else 'does not have'} {permission}")
