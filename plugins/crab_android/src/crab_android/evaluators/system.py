"""Evaluators that look at the system: clipboard, notifications, names, the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from crab_android.device import notifications
from crab_android.device.windows import setting
from crab_android.evaluators.parameters import Perhaps, Some
from crab_core import UsageError, Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment


@evaluator(env="android")
def clipboard_is(env: AndroidEnvironment, text: Annotated[str, Field(min_length=1)]) -> Verdict:
    """The clipboard holds exactly this text; an empty clipboard holds none.

    Args:
        text: The whole text.

    Raises:
        DeviceError: The clipboard cannot be read on this phone.
    """
    held = env.clipboard.read()
    if not held:
        return Verdict(False, "the clipboard is empty")
    return Verdict(
        held == text, f"the clipboard holds {held!r}" + ("" if held == text else f", not {text!r}")
    )


@evaluator(env="android")
def clipboard_contains(env: AndroidEnvironment, text: Annotated[str, Field(min_length=1)]) -> Verdict:
    """The clipboard holds a text that contains this one.

    Args:
        text: A part of the text.

    Raises:
        DeviceError: The clipboard cannot be read on this phone.
    """
    held = env.clipboard.read()
    if not held:
        return Verdict(False, "the clipboard is empty")
    there = text in held
    return Verdict(there, f"the clipboard holds {held!r}" + ("" if there else f", without {text!r}"))


@evaluator(env="android")
def notification_present(
    env: AndroidEnvironment, package: Perhaps = "", title: Perhaps = "", text: Perhaps = ""
) -> Verdict:
    """One notification has all of these properties.

    Args:
        package: The app that it is from; any when empty.
        title: Its whole title; any when empty.
        text: A part of its text; any when empty.

    Raises:
        UsageError: No property is asked for.
    """
    if not (package or title or text):
        raise UsageError("notification_present needs at least one property to look for.")
    found = notifications.posted(env.link)
    for one in found:
        if package in ("", one.package) and title in ("", one.title) and text in one.text:
            return Verdict(True, f"{one.package} notifies: {one.title!r}, {one.text!r}")
    sought = ", ".join(
        f"{key} {value!r}" for key, value in (("package", package), ("title", title), ("text", text)) if value
    )
    return Verdict(False, f"none of {len(found)} notifications has {sought}")


@evaluator(env="android")
def bluetooth_name_is(env: AndroidEnvironment, name: Some) -> Verdict:
    """Other devices see the phone under this name.

    Args:
        name: The whole name.
    """
    found = setting(env.link, "secure", "bluetooth_name")
    if found is None:
        return Verdict(False, "the phone has no Bluetooth name")
    return Verdict(
        found == name, f"its Bluetooth name is {found!r}" + ("" if found == name else f", not {name!r}")
    )
