"""The launcher, as the phone knows it."""

from __future__ import annotations

import skia

from crab_android.phone.kit import App, Filter, Lead, Rect, Screen, draw_icon

from .app_icons import app_menu
from .drawer import drawer
from .home import home_screen
from .model import Home, fill_home, seed_home


def _icon(canvas: skia.Canvas, rect: Rect) -> None:
    canvas.drawColor(0xFF3A5BA9)
    half = rect.width // 3
    x, y = rect.center
    draw_icon(canvas, "apps", Rect(x - half, y - half, x + half, y + half), 0xFFFFFFFF)


APP = App(
    package="org.crab.launcher",
    label="Launcher",
    icon=_icon,
    state=Home,
    screens={
        "home": Screen(
            ".LauncherActivity",
            home_screen,
            dialogs={"app_menu": app_menu},
            wallpaper=True,
            leads=(
                Lead("drawer", id="workspace", gesture="swipe_up"),
                Lead("drawer", id="search_bar"),
                Lead("#app_menu", id="icon", gesture="long_tap"),
                Lead("!shade", id="workspace", gesture="swipe_down"),
            ),
        ),
        "drawer": Screen(
            ".AppDrawerActivity",
            drawer,
            dialogs={"app_menu": app_menu},
            leads=(Lead("#app_menu", id="icon", gesture="long_tap"),),
        ),
    },
    main="home",
    seed=seed_home,
    on_boot=fill_home,
    listed=False,
    filters=(Filter("android.intent.action.ALL_APPS", "drawer"),),
)
