"""Settings, as the phone knows it."""

from __future__ import annotations

from collections.abc import Callable

import skia

from crab_android.phone.kit import (
    App,
    Context,
    Filter,
    Lead,
    Popup,
    Rect,
    Screen,
    Table,
    View,
    draw_icon,
)

from . import app_pages, regional, search, wireless
from .model import Nearby, device_rows, network_rows, seed
from .pages import PAGES, Choice, Installed, Link, Page, Words
from .view import choice_dialog, page_view, text_dialog

PACKAGE = "com.android.settings"


def _page(name: str) -> Callable[[Context[Nearby]], View]:
    def build(context: Context[Nearby]) -> View:
        return page_view(context, PAGES[name], root=name == "main")

    return build


def _icon(canvas: skia.Canvas, rect: Rect) -> None:
    canvas.drawColor(0xFF5C6B82)
    side = rect.width * 0.62
    x, y = rect.center
    half = int(side / 2)
    draw_icon(canvas, "system", Rect(x - half, y - half, x + half, y + half), 0xFFFFFFFF, pen=2.1)


def _leads(page: Page) -> tuple[Lead, ...]:
    links = [Lead(entry.page, text=entry.title) for entry in page.rows if isinstance(entry, Link)]
    choices = [Lead("#choice", text=entry.title) for entry in page.rows if isinstance(entry, Choice)]
    words = [Lead("#text", text=entry.title) for entry in page.rows if isinstance(entry, Words)]
    apps = [Lead("app_info", text="Contacts") for entry in page.rows if isinstance(entry, Installed)]
    find = [Lead("search", id="search_action_bar")] if page is PAGES["main"] else []
    return (*find, *links, *choices[:1], *words[:1], *apps)


def _dialogs(page: Page) -> dict[str, Callable[[Context[Nearby]], Popup]]:
    made: dict[str, Callable[[Context[Nearby]], Popup]] = {}
    if any(isinstance(entry, Choice) for entry in page.rows):
        made["choice"] = choice_dialog
    if any(isinstance(entry, Words) for entry in page.rows):
        made["text"] = text_dialog
    return made


_ACTIONS = {
    "android.settings.SETTINGS": "main",
    "android.settings.WIFI_SETTINGS": "wifi",
    "android.settings.LOCATION_SOURCE_SETTINGS": "location",
    "android.settings.SECURITY_SETTINGS": "security",
    "android.settings.LOCALE_SETTINGS": "languages",
    "android.settings.INTERNAL_STORAGE_SETTINGS": "storage",
    "android.settings.NOTIFICATION_SETTINGS": "notifications",
    "android.settings.ACCESSIBILITY_SETTINGS": "accessibility",
    "android.settings.WIRELESS_SETTINGS": "network",
    "android.settings.AIRPLANE_MODE_SETTINGS": "network",
    "android.settings.BLUETOOTH_SETTINGS": "bluetooth",
    "android.settings.DISPLAY_SETTINGS": "display",
    "android.settings.DARK_THEME_SETTINGS": "dark",
    "android.settings.SOUND_SETTINGS": "sound",
    "android.settings.DATE_SETTINGS": "date",
    "android.settings.DEVICE_INFO_SETTINGS": "about",
    "android.settings.APPLICATION_SETTINGS": "apps",
    "android.settings.BATTERY_SAVER_SETTINGS": "battery",
}

APP = App(
    package=PACKAGE,
    label="Settings",
    icon=_icon,
    state=Nearby,
    screens={
        name: Screen(
            page.activity,
            _page(name),
            dialogs=_dialogs(page),
            leads=_leads(page),
            edge_to_edge=True,
        )
        for name, page in PAGES.items()
    }
    | {
        "search": Screen(
            ".SearchActivity",
            search.search,
            opened=search.open_keyboard,
            leads=(Lead("display", id="search_result", first=("type=dark",)),),
        ),
        "wifi": Screen(
            ".Settings$WifiSettingsActivity",
            wireless.wifi,
            dialogs={"password": wireless.password, "forget": wireless.forget},
            leads=(
                Lead("#forget", id="wifi_entry"),
                Lead("#password", id="wifi_entry", first=("id=wifi_entry", "id=android:id/button1")),
            ),
        ),
        "bluetooth": Screen(
            ".Settings$BluetoothDashboardActivity",
            wireless.bluetooth,
            dialogs={"unpair": wireless.unpair},
            leads=(Lead("#unpair", id="deviceDetails"),),
        ),
        "app_info": Screen(
            ".applications.InstalledAppDetails",
            app_pages.app_info,
            dialogs={"ask": app_pages.ask},
            leads=(
                Lead("app_permissions", id="permission_settings"),
                Lead("#ask", id="storage_settings"),
            ),
        ),
        "app_permissions": Screen(
            ".applications.AppPermissionsActivity",
            app_pages.app_permissions,
            dialogs={"permission": app_pages.permission_choice},
            leads=(Lead("#permission", id="permission"),),
        ),
        "time_zone": Screen(
            ".Settings$TimeZonePickerActivity",
            regional.time_zone,
            leads=(Lead("date", id="time_zone"),),
        ),
        "languages": Screen(".Settings$LocalePickerActivity", regional.languages),
        "screen_lock": Screen(
            ".password.ChooseLockGeneric",
            regional.screen_lock,
            dialogs={"pin": regional.new_pin},
            leads=(Lead("#pin", id="lock_pin"),),
        ),
    },
    main="main",
    seed=seed,
    world="nearby",
    version="16",
    filters=(
        *(Filter(action, page) for action, page in _ACTIONS.items()),
        Filter(
            "android.settings.APPLICATION_DETAILS_SETTINGS",
            "app_info",
            schemes=("package",),
            args=lambda intent: {"package": intent.rest},
            example="package:org.crab.tasks",
        ),
    ),
    providers={"com.android.settings": {"wifi": Table(network_rows), "bluetooth": Table(device_rows)}},
)
