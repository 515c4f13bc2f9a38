"""Evaluators that look at apps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_android.device.packages import installed
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
    there = package in installed(env.link)
    return Verdict(there, f"{package} is {'' if there else 'not '}installed")
