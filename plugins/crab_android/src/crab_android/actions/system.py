"""The phone's buttons, its screen, and the panels of the system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from crab_core import action

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

Key = Literal[
    "home",
    "back",
    "enter",
    "recents",
    "backspace",
    "delete",
    "tab",
    "escape",
    "up",
    "down",
    "left",
    "right",
    "page_up",
    "page_down",
    "move_home",
    "move_end",
    "search",
    "volume_up",
    "volume_down",
    "volume_mute",
    "power",
]


@action
def press(env: AndroidEnvironment, key: Key) -> None:
    """Press one of the phone's buttons or keys.

    Args:
        key: Which one; "recents" shows the apps that were used last.
    """
    env.keyboard.press(key)


@action
def turn_screen(env: AndroidEnvironment, state: Literal["on", "off"]) -> None:
    """Turn the screen on or off; it stays as it is if it is so already.

    Args:
        state: How it is to be.
    """
    env.keyboard.press("wake" if state == "on" else "sleep")


@action
def set_orientation(
    env: AndroidEnvironment, orientation: Literal["portrait", "landscape", "automatic"]
) -> None:
    """Hold the screen upright or sideways.

    Args:
        orientation: "automatic" follows how the phone is held.
    """
    turned = int(orientation == "landscape")
    commands = [f"settings put system accelerometer_rotation {int(orientation == 'automatic')}"]
    if orientation != "automatic":
        commands.append(f"settings put system user_rotation {turned}")
    env.link.check(" && ".join(commands))


@action
def take_screenshot(env: AndroidEnvironment) -> None:
    """Let the phone take a screenshot of its own; it lies in Pictures/Screenshots afterwards."""
    env.keyboard.press("screenshot")


@action
def open_notifications(env: AndroidEnvironment) -> None:
    """Pull down the notifications; press back to close them."""
    env.link.check("cmd statusbar expand-notifications")


@action
def open_quick_settings(env: AndroidEnvironment) -> None:
    """Pull down the quick settings; press back twice to close them."""
    env.link.check("cmd statusbar expand-settings")
