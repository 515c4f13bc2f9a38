"""The pages of Settings, as data: every row says which setting it shows and changes."""

from __future__ import annotations

from dataclasses import dataclass

Key = tuple[str, str]  # namespace and name in the settings provider


@dataclass(frozen=True, slots=True)
class Link:
    """A row that opens another page."""

    title: str
    page: str
    icon: str = ""
    summary: str = ""
    color: int = 0


@dataclass(frozen=True, slots=True)
class Toggle:
    """A row with a switch."""

    title: str
    key: Key
    icon: str = ""
    summary: str = ""
    on: str = "1"
    off: str = "0"


@dataclass(frozen=True, slots=True)
class Slide:
    """A slider over whole numbers from ``low`` to ``high``."""

    title: str
    key: Key
    low: int
    high: int
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A row that opens a list of (value, name) to choose one from."""

    title: str
    key: Key
    options: tuple[tuple[str, str], ...]
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A row that opens a dialog to type a text; ``also`` holds the same text."""

    title: str
    key: Key
    icon: str = ""
    also: Key | None = None


@dataclass(frozen=True, slots=True)
class Info:
    """A row that only tells something: a property, or a fixed text."""

    title: str
    text: str = ""
    prop: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A small title above a group of rows."""

    text: str


@dataclass(frozen=True, slots=True)
class Installed:
    """One row for each installed app."""


@dataclass(frozen=True, slots=True)
class Usage:
    """One row for each kind of file, with what it takes up."""


@dataclass(frozen=True, slots=True)
class Accounts:
    """One row for each account on the phone."""


Row = Link | Toggle | Slide | Choice | Words | Info | Heading | Installed | Usage | Accounts


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its title, Android's name of its activity, and its rows."""

    title: str
    activity: str
    rows: tuple[Row, ...]


_TIMEOUTS = (
    ("15000", "15 seconds"),
    ("30000", "30 seconds"),
    ("60000", "1 minute"),
    ("120000", "2 minutes"),
    ("300000", "5 minutes"),
    ("600000", "10 minutes"),
    ("1800000", "30 minutes"),
)
_SIZES = (
    ("0.85", "Small"),
    ("1.0", "Default"),
    ("1.15", "Large"),
    ("1.3", "Larger"),
    ("1.5", "Largest"),
)

PAGES: dict[str, Page] = {
    "main": Page(
        "Settings",
        ".Settings",
        (
            Link("Network & internet", "network", "wifi", "Mobile, Wi-Fi, airplane mode", 0xFF3568D4),
            Link("Connected devices", "devices", "devices", "Bluetooth, device name", 0xFF2F8F6B),
            Link("Apps", "apps", "apps", "All installed apps", 0xFFD9822B),
            Link("Notifications", "notifications", "bell", "Do not disturb", 0xFFC84B57),
            Link("Battery", "battery", "battery", "Level and battery saver", 0xFF2F8F6B),
            Link("Storage", "storage", "storage", "What takes up space", 0xFF3568D4),
            Link("Sound & vibration", "sound", "sound", "Volume, ringer, vibration", 0xFF8A57C4),
            Link("Display", "display", "brightness", "Dark theme, font size, brightness", 0xFFD9822B),
            Link("Accessibility", "accessibility", "accessibility", "Text and display", 0xFF3568D4),
            Link("Security & privacy", "security", "shield", "Screen lock, permissions", 0xFF2F8F6B),
            Link("Location", "location", "place", "Whether apps may know where you are", 0xFFC84B57),
            Link("Accounts", "accounts", "account", "Who uses this phone", 0xFF8A57C4),
            Link("System", "system", "system", "Languages, gestures, date & time", 0xFF5C6B82),
            Link("About phone", "about", "phone", "Crab Phone", 0xFF5C6B82),
        ),
    ),
    "network": Page(
        "Network & internet",
        ".Settings$NetworkDashboardActivity",
        (
            Link("Internet", "internet", "wifi", "Wi-Fi and mobile data"),
            Toggle("Airplane mode", ("global", "airplane_mode_on"), "plane"),
        ),
    ),
    "internet": Page(
        "Internet",
        ".Settings$NetworkProviderSettingsActivity",
        (
            Toggle("Mobile data", ("global", "mobile_data"), "cell"),
            Toggle("Wi-Fi", ("global", "wifi_on"), "wifi"),
            Link("Wi-Fi networks", "wifi", "wifi", "Networks in reach"),
        ),
    ),
    "devices": Page(
        "Connected devices",
        ".Settings$ConnectedDeviceDashboardActivity",
        (
            Toggle("Bluetooth", ("global", "bluetooth_on"), "bluetooth"),
            Link("Bluetooth devices", "bluetooth", "headphones", "Paired and available devices"),
            Words("Device name", ("global", "device_name"), "phone", also=("secure", "bluetooth_name")),
        ),
    ),
    "apps": Page("Apps", ".Settings$AppDashboardActivity", (Heading("Installed apps"), Installed())),
    "notifications": Page(
        "Notifications",
        ".Settings$ConfigureNotificationSettingsActivity",
        (Toggle("Do Not Disturb", ("global", "zen_mode"), "moon", "Silence calls and notifications"),),
    ),
    "battery": Page(
        "Battery",
        ".Settings$PowerUsageSummaryActivity",
        (
            Info("Battery level", text="{battery}%"),
            Toggle("Battery Saver", ("global", "low_power"), "battery", "Turns off background activity"),
        ),
    ),
    "sound": Page(
        "Sound & vibration",
        ".Settings$SoundSettingsActivity",
        (
            Slide("Media volume", ("system", "volume_music"), 0, 15, "sound"),
            Slide("Ring volume", ("system", "volume_ring"), 0, 7, "bell"),
            Slide("Alarm volume", ("system", "volume_alarm"), 0, 7, "clock"),
            Choice(
                "Ringer",
                ("global", "mode_ringer"),
                (("2", "Sound"), ("1", "Vibrate"), ("0", "Silent")),
                "vibrate",
            ),
            Toggle("Vibrate for calls", ("system", "vibrate_when_ringing"), "vibrate"),
            Toggle("Touch vibration", ("system", "haptic_feedback_enabled"), "gesture"),
        ),
    ),
    "display": Page(
        "Display",
        ".Settings$DisplaySettingsActivity",
        (
            Heading("Brightness"),
            Slide("Brightness level", ("system", "screen_brightness"), 1, 255, "brightness"),
            Toggle("Adaptive brightness", ("system", "screen_brightness_mode"), "brightness"),
            Heading("Appearance"),
            Toggle("Dark theme", ("secure", "ui_night_mode"), "moon", on="2", off="1"),
            Choice("Font size", ("system", "font_scale"), _SIZES, "text"),
            Heading("Other"),
            Choice("Screen timeout", ("system", "screen_off_timeout"), _TIMEOUTS, "timer"),
            Toggle("Auto-rotate screen", ("system", "accelerometer_rotation"), "rotate"),
        ),
    ),
    "storage": Page("Storage", ".Settings$StorageDashboardActivity", (Heading("By kind"), Usage())),
    "security": Page(
        "Security & privacy",
        ".Settings$SecurityDashboardActivity",
        (
            Link("Screen lock", "screen_lock", "lock", "None, swipe or PIN"),
            Link("App permissions", "apps", "shield_check", "By app"),
            Toggle("Show passwords", ("system", "show_password"), "eye", "The last character while typing"),
        ),
    ),
    "location": Page(
        "Location",
        ".Settings$LocationSettingsActivity",
        (Toggle("Use location", ("secure", "location_mode"), "place", on="3", off="0"),),
    ),
    "accounts": Page("Accounts", ".Settings$AccountDashboardActivity", (Heading("Accounts"), Accounts())),
    "dark": Page(
        "Dark theme",
        ".Settings$DarkThemeSettingsActivity",
        (Toggle("Use Dark theme", ("secure", "ui_night_mode"), "moon", on="2", off="1"),),
    ),
    "accessibility": Page(
        "Accessibility",
        ".Settings$AccessibilitySettingsActivity",
        (
            Choice("Font size", ("system", "font_scale"), _SIZES, "text"),
            Toggle("High contrast text", ("secure", "high_text_contrast_enabled"), "text"),
        ),
    ),
    "system": Page(
        "System",
        ".Settings$SystemDashboardActivity",
        (
            Choice(
                "Navigation mode",
                ("secure", "navigation_mode"),
                (("2", "Gesture navigation"), ("0", "3-button navigation")),
                "gesture",
            ),
            Link("Language & region", "languages", "language", "How dates and numbers are written"),
            Link("Date & time", "date", "clock", "Time format, time zone"),
        ),
    ),
    "date": Page(
        "Date & time",
        ".Settings$DateTimeSettingsActivity",
        (
            Toggle("Set time automatically", ("global", "auto_time"), "clock"),
            Toggle("Use 24-hour format", ("system", "time_12_24"), "clock", on="24", off="12"),
            Link("Time zone", "time_zone", "globe", "Where you are"),
        ),
    ),
    "about": Page(
        "About phone",
        ".Settings$MyDeviceInfoActivity",
        (
            Words("Device name", ("global", "device_name"), also=("secure", "bluetooth_name")),
            Info("Model", prop="ro.product.model"),
            Info("Android version", prop="ro.build.version.release"),
            Info("Security update", prop="ro.build.version.security_patch"),
            Info("Serial number", prop="ro.serialno"),
            Info("Build number", prop="ro.build.id"),
        ),
    ),
}
