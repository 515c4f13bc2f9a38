"""What stands in the status bar for the apps that have notifications."""

from __future__ import annotations

from collections.abc import Iterable

from ..state import Notification

# What stands for an app in the status bar; a bell for the others.
_SIGNS = {
    "com.android.messaging": "message",
    "com.android.email": "mail",
    "com.android.calendar": "event",
    "com.android.deskclock": "alarm",
    "com.android.dialer": "call_missed",
    "com.android.documentsui": "download",
    "com.android.browser": "download_done",
    "com.android.gallery3d": "image",
    "com.android.camera2": "image",
    "org.crab.tasks": "check_circle",
    "org.crab.notes": "notes",
    "org.crab.maps": "navigation",
    "org.crab.drive": "cloud",
}


def signs(notifications: Iterable[Notification]) -> list[str]:
    """The icons for the status bar, one for each app, the newest first."""
    packages = dict.fromkeys(notification.package for notification in notifications)
    return [_SIGNS.get(package, "bell") for package in packages]
