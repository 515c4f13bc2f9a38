"""Turning the screen and the phone off and on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..state import Overlay
from . import keyguard

if TYPE_CHECKING:
    from ..phone import Phone


def key(phone: Phone, code: int, *, long: bool = False) -> None:
    """The power key (26), or keys that only turn the screen off (223) or on (224)."""
    state = phone.state
    if not state.powered:
        if code == 26:
            restart(phone)
        return
    if code == 26 and long:
        if state.awake:
            phone.show_overlay(Overlay(kind="power"))
    elif state.awake and code in (26, 223):
        sleep(phone)
    elif not state.awake and code in (26, 224):
        state.awake = True


def sleep(phone: Phone) -> None:
    """Turn the screen off; the phone locks itself if it may."""
    keyguard.close_panels(phone)
    phone.hide_keyboard()
    phone.state.toast = None
    phone.state.awake = False
    if keyguard.enabled(phone):
        keyguard.lock(phone)
    phone.changed()


def power_off(phone: Phone) -> None:
    """Turn the phone off; the power key turns it on again."""
    end_apps(phone)
    phone.state.awake = False
    phone.state.powered = False
    phone.log("ShutdownThread", "Performing low-level shutdown...")


def restart(phone: Phone) -> None:
    """Start the phone anew: apps end and their notifications go, what is stored stays."""
    end_apps(phone)
    phone.state.powered = True
    phone.state.awake = True
    if keyguard.enabled(phone):
        keyguard.lock(phone)
    phone.log("SystemServer", "Entered the Android system server!")


def end_apps(phone: Phone) -> None:
    """Force-stop every app and show the home screen."""
    for package in {stack.package for stack in phone.state.stacks}:
        phone.force_stop(package)
    phone.state.notifications = []
    phone.state.keyguard = type(phone.state.keyguard)()
    phone.home()
    phone.changed()
