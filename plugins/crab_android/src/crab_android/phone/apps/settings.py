"""Settings: the app itself. Its pages are declared in :mod:`.settings_pages`."""

from __future__ import annotations

import random
from typing import Any

import skia

from ..app import App, Context, NoState, Screen
from ..ui.geometry import Rect
from ..ui.icons import draw_icon
from ..ui.views import View
from .settings_pages import PAGES
from .settings_view import choice_dialog, page_view, text_dialog

PACKAGE = "com.android.settings"


def _page(name: str) -> Any:
    def build(context: Context[NoState]) -> View:
        return page_view(context, PAGES[name], root=name == "main")

    return build


def _icon(canvas: skia.Canvas, rect: Rect) -> None:
    canvas.drawColor(0xFF5C6B82)
    side = rect.width * 0.62
    x, y = rect.center
    half = int(side / 2)
    draw_icon(canvas, "system", Rect(x - half, y - half, x + half, y + half), 0xFFFFFFFF, pen=2.1)


def _seed(_world: Any, _chance: random.Random) -> NoState:
    return NoState()


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
            dialogs={"choice": choice_dialog, "text": text_dialog},
            edge_to_edge=True,
        )
        for name, page in PAGES.items()
    },
    main="main",
    seed=_seed,
    version="16",
    intents={action: (page, {}) for action, page in _ACTIONS.items()},
)
