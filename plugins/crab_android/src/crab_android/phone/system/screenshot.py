"""Screenshots that the user takes, as files on the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..phone import Phone

FOLDER = "/sdcard/Pictures/Screenshots"


def take_screenshot(phone: Phone) -> str:
    """Keep what the screen shows as a PNG file; returns its path."""
    data = phone.png()
    name = f"Screenshot_{phone.now():%Y%m%d-%H%M%S}"
    path, number = f"{FOLDER}/{name}.png", 1
    while phone.state.files.exists(path):
        number += 1
        path = f"{FOLDER}/{name}_{number}.png"
    phone.state.files.write(path, data, mtime=phone.timestamp(), parents=True)
    phone.toast("com.android.systemui", "Screenshot saved")
    return path
