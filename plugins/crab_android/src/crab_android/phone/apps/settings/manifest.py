"""Settings, as the phone knows it."""

from __future__ import annotations

from collections.abc import Callable

import skia

from crab_android.phone.kit import (
    App,
    Context,
    Filter,
    Lead,
    NoState,
    Popup,
    Rect,
    Screen,
    View,
    draw_icon,
    no_state,
)

from .pages import PAGES, Choice, Link, Page, Words
from .view import choice_dialog, page_view, text_dialog

PACKAGE = "com.android.settings"


def _page(name: str) -> Callable[[Context[NoState]], View]:
    def build(context: Context[NoState]) -> View:
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
    return (*links, *choices[:1], *words[:1])


def _dialogs(page: Page) -> dict[str, Callable[[Context[NoState]], Popup]]:
    made: dict[str, Callable[[Context[NoState]], Popup]] = {}
    if any(isinstance(entry, Choice) for entry in page.rows):
        made["choice"] = choice_dialog
    if any(isinstance(entry, Words) for entry in page.rows):
        made["text"] = text_dialog
    return made


_ACTIONS = {
    "android.settings.SETTINGS": "main",
    "android.settings.WIFI_SETTINGS": "internet",
    "android.settings.WIRELESS_SETTINGS": "network",
    "android.settings.AIRPLANE_MODE_SETTINGS": "network",
    "android.settings.BLUETOOTH_SETTINGS": "devices",
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
    state=NoState,
    screens={
        name: Screen(
            page.activity,
            _page(name),
            dialogs=_dialogs(page),
            leads=_leads(page),
            edge_to_edge=True,
        )
        for name, page in PAGES.items()
    },
    main="main",
    seed=no_state,
    version="16",
    filters=tuple(Filter(action, page) for action, page in _ACTIONS.items()),
)
