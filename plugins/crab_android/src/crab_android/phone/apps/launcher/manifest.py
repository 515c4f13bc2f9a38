"""The launcher, as the phone knows it."""

from __future__ import annotations

import skia

from crab_android.phone.kit import App, Filter, Lead, NoState, Rect, Screen, draw_icon, no_state

from .home import drawer, home_screen


def _icon(canvas: skia.Canvas, rect: Rect) -> None:
    canvas.drawColor(0xFF3A5BA9)
    half = rect.width // 3
    x, y = rect.center
    draw_icon(canvas, "apps", Rect(x - half, y - half, x + half, y + half), 0xFFFFFFFF)


APP = App(
    package="org.crab.launcher",
    label="Launcher",
    icon=_icon,
    state=NoState,
    screens={
        "home": Screen(
            ".LauncherActivity",
            home_screen,
            wallpaper=True,
            leads=(Lead("drawer", id="workspace", gesture="swipe_up"),),
        ),
        "drawer": Screen(".AppDrawerActivity", drawer),
    },
    main="home",
    seed=no_state,
    listed=False,
    filters=(Filter("android.intent.action.ALL_APPS", "drawer"),),
)
