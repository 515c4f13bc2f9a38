"""The tiles of the quick settings: what each shows, and what a touch changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..intents import Intent
from ..ui.text import BODY, LABEL_LARGE
from ..ui.theme import Theme
from ..ui.views import View
from ..ui.widgets import column, label, row

if TYPE_CHECKING:
    from ..phone import Phone


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile.

    Attributes:
        name: what stands on it.
        icon: its icon.
        key: namespace and name of its setting.
        settings: the action that opens its page in Settings, for a long touch.
        on: the setting's value when it is on.
        off: the setting's value when it is off.
    """

    name: str
    icon: str
    key: tuple[str, str]
    settings: str
    on: str = "1"
    off: str = "0"


TILES: tuple[Tile, ...] = (
    Tile("Wi-Fi", "wifi", ("global", "wifi_on"), "android.settings.WIFI_SETTINGS"),
    Tile("Bluetooth", "bluetooth", ("global", "bluetooth_on"), "android.settings.BLUETOOTH_SETTINGS"),
    Tile("Do Not Disturb", "dnd", ("global", "zen_mode"), "android.settings.NOTIFICATION_SETTINGS"),
    Tile("Flashlight", "flashlight", ("secure", "flashlight_enabled"), ""),
    Tile("Mobile data", "cell", ("global", "mobile_data"), "android.settings.WIRELESS_SETTINGS"),
    Tile(
        "Airplane mode",
        "plane",
        ("global", "airplane_mode_on"),
        "android.settings.AIRPLANE_MODE_SETTINGS",
    ),
    Tile(
        "Auto-rotate",
        "rotate_right",
        ("system", "accelerometer_rotation"),
        "android.settings.DISPLAY_SETTINGS",
    ),
    Tile(
        "Dark theme",
        "moon",
        ("secure", "ui_night_mode"),
        "android.settings.DARK_THEME_SETTINGS",
        on="2",
        off="1",
    ),
    Tile(
        "Location",
        "place",
        ("secure", "location_mode"),
        "android.settings.LOCATION_SOURCE_SETTINGS",
        on="3",
    ),
    Tile(
        "Battery Saver",
        "battery_saver",
        ("global", "low_power"),
        "android.settings.BATTERY_SAVER_SETTINGS",
    ),
)


def is_on(phone: Phone, tile: Tile) -> bool:
    """Whether what a tile stands for is on; some have several values for it."""
    namespace, name = tile.key
    value = phone.state.settings[namespace].get(name, tile.off)
    return value not in ("0", "") if name in ("zen_mode", "location_mode") else value == tile.on


def flip(phone: Phone, tile: Tile) -> None:
    """Turn it on or off."""
    phone.put_setting(*tile.key, tile.off if is_on(phone, tile) else tile.on)


def tile_view(phone: Phone, tile: Tile, theme: Theme, height: float) -> View:
    """A tile as a pill with icon, name and state.

    Args:
        phone: the phone.
        tile: which.
        theme: the colours.
        height: in dp.
    """
    on = is_on(phone, tile)
    color = theme.on_primary if on else theme.on_surface
    state = "On" if on else "Off"

    def settings() -> None:
        if tile.settings and not phone.state.locked:
            phone.start_intent(Intent(action=tile.settings))

    return row(
        View(icon=tile.icon, icon_size=22, color=color, hidden=True),
        column(
            label(tile.name, LABEL_LARGE, color, id="tile_label"),
            label(state, BODY._replace(size=13, height=17), color, id="app_label"),
            weight=1,
            hidden=True,
        ),
        cls="android.widget.Switch",
        id="quick_settings_tile",
        desc=f"{tile.name}, {state}",
        checked=on,
        weight=1,
        height=height,
        radius=height / 2,
        gap=12,
        pad=(18, 0, 12, 0),
        fill=theme.primary if on else theme.surface_highest,
        on_tap=lambda: flip(phone, tile),
        on_long_tap=settings,
    )
