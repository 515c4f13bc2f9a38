"""What the system shows over the app, by kind: permission dialogs, the chooser, the shade and others."""

from __future__ import annotations

from .chooser import CHOOSER
from .kinds import OverlayKind, scrolling
from .permission import PERMISSION
from .power_menu import POWER
from .recents import RECENTS
from .shade import QUICK_SETTINGS, SHADE
from .uninstall import UNINSTALL
from .usb_debugging import USB_DEBUGGING
from .volume import VOLUME

OVERLAYS: dict[str, OverlayKind] = {
    "chooser": CHOOSER,
    "permission": PERMISSION,
    "power": POWER,
    "quick_settings": QUICK_SETTINGS,
    "recents": RECENTS,
    "shade": SHADE,
    "uninstall": UNINSTALL,
    "usb_debugging": USB_DEBUGGING,
    "volume": VOLUME,
}

__all__ = ["OVERLAYS", "OverlayKind", "scrolling"]
