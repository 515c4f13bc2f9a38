"""The names of the system services, and those of them that put something over the screen."""

from __future__ import annotations

from datetime import datetime

from ...state import Notification
from ...system.overlays.shade import collapse, open_quick_settings, open_shade
from ..call import Call, Usage

SERVICES: tuple[str, ...] = (
    "SurfaceFlinger",
    "accessibility",
    "account",
    "activity",
    "activity_task",
    "alarm",
    "appops",
    "audio",
    "battery",
    "bluetooth_manager",
    "clipboard",
    "connectivity",
    "content",
    "cpuinfo",
    "device_policy",
    "display",
    "dreams",
    "input",
    "input_method",
    "jobscheduler",
    "location",
    "lock_settings",
    "media_session",
    "meminfo",
    "mount",
    "netstats",
    "notification",
    "overlay",
    "package",
    "phone",
    "power",
    "settings",
    "statusbar",
    "telecom",
    "telephony.registry",
    "uimode",
    "usagestats",
    "user",
    "vibrator_manager",
    "wallpaper",
    "wifi",
    "window",
)
"""What ``dumpsys -l`` and ``service list`` name."""


def switch(word: str) -> str:
    """A word such as ``enable`` or ``off`` as a setting has it."""
    return str(int(word in ("enable", "enabled", "on", "true", "1", "yes")))


def statusbar(call: Call, words: list[str]) -> int:
    """``cmd statusbar``: the shade and the quick settings."""
    verb = words[0] if words else ""
    acts = {
        "expand-notifications": open_shade,
        "expand-settings": open_quick_settings,
        "collapse": collapse,
    }
    if verb in acts:
        acts[verb](call.phone)
        return 0
    if verb in (
        "get-status-icons",
        "send-disable-flag",
        "add-tile",
        "remove-tile",
        "set-tiles",
        "click-tile",
        "tracing",
    ):
        return 0
    if verb == "check-support":
        call.print("true")
        return 0
    raise Usage(f"Unknown command: {verb}" if verb else "Status bar commands:\n  help", 255)


def notification(call: Call, words: list[str]) -> int:
    """``cmd notification``."""
    verb, *rest = words or [""]
    if verb == "post":
        return _post(call, rest)
    if verb == "list":
        for note in call.phone.state.notifications:
            call.print(f"0|{note.package}|0|{note.tag}|10000")
        return 0
    if verb == "set_dnd":
        modes = {"on": "1", "none": "2", "priority": "1", "alarms": "3", "all": "0", "off": "0"}
        call.phone.put_setting("global", "zen_mode", modes.get(rest[0] if rest else "", "0"))
        return 0
    if verb in (
        "allow_listener",
        "disallow_listener",
        "allow_assistant",
        "allow_dnd",
        "disallow_dnd",
        "snooze",
        "get",
        "reset_assistant_user_set",
    ):
        return 0
    raise Usage(f"Unknown command: {verb}" if verb else "usage: cmd notification SUBCMD [args]", 255)


def _post(call: Call, words: list[str]) -> int:
    title, rest = "", []
    queue = list(words)
    while queue:
        word = queue.pop(0)
        if word in (
            "-t",
            "--title",
            "-i",
            "--icon",
            "-I",
            "--large-icon",
            "-S",
            "--style",
            "-c",
            "--content-intent",
        ):
            value = queue.pop(0) if queue else ""
            title = value if word in ("-t", "--title") else title
        elif not word.startswith("-"):
            rest.append(word)
    if len(rest) < 2:
        raise Usage("error: invalid usage\nusage: cmd notification post [flags] <tag> <text>", 255)
    now: datetime = call.phone.now()
    call.phone.notify(
        Notification(
            package="com.android.shell",
            tag=rest[0],
            title=title or "Shell Notification",
            text=" ".join(rest[1:]),
            when=now,
        )
    )
    call.print(f"posting:\n  Notification(channel=shellcmd tag={rest[0]})")
    return 0
