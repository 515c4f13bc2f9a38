"""The recent apps: a card for each running task, with a picture of what it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import skia

from ... import navigation
from ...app_window import activity_windows
from ...context import Context
from ...state import Overlay, Stack
from ...ui.app_icon import small_icon_painter
from ...ui.geometry import DENSITY, Rect, px
from ...ui.lists import empty_state
from ...ui.render import draw_tree
from ...ui.text import LABEL_LARGE, TITLE
from ...ui.views import MATCH, Align, Painter, View
from ...ui.wallpaper import wallpaper_image
from ...ui.widgets import column, label, row, space
from ..bars import navigation_height
from .kinds import OverlayKind, scrolling

if TYPE_CHECKING:
    from ...phone import Phone

_PART, _WIDE_PART = 0.62, 0.54  # of the screen, upright and on its side: how large a card is
_AWAY = px(60)


def open_recents(phone: Phone) -> None:
    """Show the recent apps over the home screen."""
    left = phone.front.package
    phone.home()
    phone.show_overlay(Overlay(kind="recents", args={"from": left}))


def toggle_recents(phone: Phone) -> None:
    """Show the recent apps; when they are there, go to the app that was used before the last one."""
    shown = next((overlay for overlay in phone.state.overlays if overlay.kind == "recents"), None)
    if shown is None:
        open_recents(phone)
        return
    tasks = _tasks(phone)
    before = next((stack for stack in tasks if stack.package != shown.args.get("from")), None)
    phone.hide_overlay(shown)
    if before is not None:
        phone.launch(before.package)


def _tasks(phone: Phone) -> list[Stack]:
    """The running tasks, the last one used first."""
    return [stack for stack in reversed(phone.state.stacks) if stack.package != navigation.LAUNCHER]


def _close(phone: Phone, stack: Stack) -> None:
    phone.state.stacks = [other for other in phone.state.stacks if other is not stack]
    phone.changed()


def _build(phone: Phone, overlay: Overlay) -> View:
    theme = phone.theme
    tasks = _tasks(phone)
    if not tasks:
        inner = [space(weight=1), empty_state(theme, "apps", "No recent items"), space(weight=2)]
    else:
        part = _WIDE_PART if phone.area.width > phone.area.height else _PART
        width = phone.area.width / DENSITY * part
        side = (phone.area.width / DENSITY - width) / 2
        cards = row(
            *[_card(phone, stack, part) for stack in tasks],
            cls="android.widget.HorizontalScrollView",
            id="overview_panel",
            width=MATCH,
            gap=14,
            pad=(side, 0, side, 0),
            horizontal=True,
            **scrolling(overlay, "cards"),
        )
        inner = [space(weight=1), cards, space(weight=1), _clear_all(phone), space(height=16)]

    def home() -> None:
        phone.hide_overlay(overlay)

    panel = column(
        *inner,
        id="recents_view",
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
        pad=(0, 40, 0, navigation_height(phone.state)),
        fill=theme.surface_container,
        on_tap=home,
        package=navigation.LAUNCHER,
    )
    return column(panel, width=MATCH, height=MATCH, hidden=True)


def _card(phone: Phone, stack: Stack, part: float) -> View:
    theme = phone.theme
    app = phone.apps[stack.package]

    def resume() -> None:
        phone.launch(stack.package)

    def swipe(dx: float, dy: float) -> bool:
        if dy < -_AWAY and abs(dy) > abs(dx):
            _close(phone, stack)
            return True
        return False

    head = row(
        View("android.widget.ImageView", width=28, height=28, draw=small_icon_painter(app), hidden=True),
        label(app.label, TITLE, theme.on_surface, id="title", weight=1),
        width=MATCH,
        height=48,
        gap=10,
        pad=(6, 0, 6, 0),
        hidden=True,
    )
    picture = View(
        "android.view.View",
        id="snapshot",
        width=MATCH,
        height=phone.area.height / DENSITY * part,
        draw=_painter(phone, stack),
    )
    return column(
        head,
        picture,
        id="task",
        desc=app.label,
        cls="android.widget.FrameLayout",
        width=phone.area.width / DENSITY * part,
        on_tap=resume,
        on_swipe=swipe,
    )


def _painter(phone: Phone, stack: Stack) -> Painter:
    """What draws the task's last screen, made when it is drawn and not before."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        activity = stack.activities[-1]
        context = Context(phone, phone.apps[activity.package], activity)
        shown = activity_windows(context, navigation_height(phone.state), typing=False)
        part = rect.width / phone.area.width
        canvas.save()
        corner = 20 * DENSITY
        canvas.clipRRect(
            skia.RRect.MakeRectXY(skia.Rect.MakeLTRB(*rect), corner, corner), skia.ClipOp.kIntersect, True
        )
        canvas.translate(rect.left, rect.top)
        canvas.scale(part, part)
        for window in shown:
            if window.wallpaper:
                wallpaper = wallpaper_image(phone.area[2:], phone.theme.dark, phone.wallpaper)
                canvas.drawImage(wallpaper, 0, 0)
            elif window.secure:
                canvas.drawColor(0xFF000000)
                continue
            elif window.background is not None:
                canvas.drawColor(window.background)
            if window.scrim:
                canvas.drawColor(0x61000000)
            draw_tree(canvas, window.root, phone.font_scale)
        canvas.restore()

    return paint


def _clear_all(phone: Phone) -> View:
    theme = phone.theme

    def clear() -> None:
        for stack in _tasks(phone):
            _close(phone, stack)
        phone.hide_overlay("recents")

    return label(
        "Clear all",
        LABEL_LARGE,
        theme.on_secondary_container,
        cls="android.widget.Button",
        id="clear_all",
        height=48,
        pad=(24, 14, 24, 14),
        radius=24,
        fill=theme.secondary_container,
        text_align=Align.CENTER,
        on_tap=clear,
    )


RECENTS = OverlayKind(
    f"{navigation.LAUNCHER}/{navigation.LAUNCHER}.RecentsActivity",
    navigation.LAUNCHER,
    _build,
    scrim=False,
    opaque=True,
    panel=True,
)
