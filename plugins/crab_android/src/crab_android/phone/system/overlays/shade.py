"""The notification shade, and all the quick settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ... import formats
from ...context import AppContext
from ...intents import Intent
from ...state import Overlay
from ...ui.geometry import px
from ...ui.lists import grid
from ...ui.text import BODY, LABEL_LARGE, TITLE, TextStyle
from ...ui.theme import Theme
from ...ui.views import MATCH, Align, Handler, View
from ...ui.widgets import column, icon_button, label, row, slider, space
from ..bars import navigation_height
from ..notifications import cards, clear_all, dismissible
from ..tiles import TILES, tile_view
from .kinds import OverlayKind, scrolling

if TYPE_CHECKING:
    from ...phone import Phone

PACKAGE = "com.android.systemui"
_SWIPE = px(48)
_FIRST = 4  # tiles on the shade; the quick settings have all


def open_shade(phone: Phone) -> None:
    """Show the notifications."""
    _open(phone, "shade")


def open_quick_settings(phone: Phone) -> None:
    """Show all quick settings."""
    _open(phone, "quick_settings")


def collapse(phone: Phone) -> None:
    """Take shade and quick settings away."""
    phone.hide_overlay("shade")
    phone.hide_overlay("quick_settings")


def _open(phone: Phone, kind: str) -> None:
    if not phone.state.awake:
        return
    collapse(phone)
    phone.hide_overlay("recents")
    phone.show_overlay(Overlay(kind=kind))


# -- the shade --------------------------------


def _shade(phone: Phone, overlay: Overlay) -> View:
    theme = phone.theme
    wide = phone.area.width > phone.area.height

    def swipe(dx: float, dy: float) -> bool:
        if abs(dy) <= abs(dx):
            return False
        if dy > _SWIPE:
            open_quick_settings(phone)
        elif dy < -_SWIPE:
            collapse(phone)
        return True

    tiles = [tile_view(phone, tile, theme, 64 if not wide else 54) for tile in TILES[:_FIRST]]
    quick = grid(tiles, 2, gap=8, id="quick_qs_panel")
    head = [_header(phone, theme), _brightness(phone, theme), quick]
    notices = _notifications(phone, overlay, theme)
    if wide:
        body = row(
            column(*head, weight=1, gap=8, hidden=True),
            column(notices, weight=1, height=MATCH, hidden=True),
            width=MATCH,
            weight=1,
            gap=24,
            align=Align.START,
            hidden=True,
        )
        inner = [body]
    else:
        inner = [*head, space(height=8), notices]
    return _panel(phone, "notification_panel", swipe, *inner)


def _notifications(phone: Phone, overlay: Overlay, theme: Theme) -> View:
    shown = cards(phone, theme)
    if not shown:
        return column(
            View(icon="bell", icon_size=40, color=theme.outline, hidden=True),
            label("No notifications", TITLE, theme.on_surface_variant, id="no_notifications"),
            id="notification_stack_scroller",
            width=MATCH,
            weight=1,
            gap=10,
            align=Align.CENTER,
            justify=Align.CENTER,
        )

    def clear() -> None:
        clear_all(phone)
        collapse(phone)

    foot: list[View] = []
    if dismissible(phone):
        foot = [
            label(
                "Clear all",
                LABEL_LARGE,
                theme.on_secondary_container,
                cls="android.widget.Button",
                id="dismiss_text",
                desc="Clear all notifications",
                height=48,
                pad=(22, 14, 22, 14),
                radius=24,
                fill=theme.secondary_container,
                text_align=Align.CENTER,
                on_tap=clear,
            )
        ]
    stack = column(
        *shown,
        row(space(weight=1), *foot, width=MATCH, pad=(0, 10, 0, 0), hidden=True),
        space(height=24),
        cls="android.view.ViewGroup",
        id="notification_stack_scroller",
        width=MATCH,
        weight=1,
        gap=2,
        **scrolling(overlay, "notifications"),
    )
    # At its end, the list does not close the shade.
    stack.on_swipe = lambda _dx, dy: dy < 0 and stack.scrollable
    return stack


# -- quick settings --------------------------------


def _quick_settings(phone: Phone, overlay: Overlay) -> View:
    theme = phone.theme
    wide = phone.area.width > phone.area.height

    def swipe(dx: float, dy: float) -> bool:
        if abs(dy) > abs(dx) and dy < -_SWIPE:
            open_shade(phone)
        return abs(dy) > abs(dx)

    def settings() -> None:
        if phone.state.locked:
            phone.dismiss_keyguard()
        else:
            phone.start_intent(Intent(action="android.settings.SETTINGS"))

    tiles = [tile_view(phone, tile, theme, 64 if not wide else 52) for tile in TILES]
    color = theme.on_surface
    foot = row(
        label(f"Battery {phone.state.battery.level}%", BODY, theme.on_surface_variant, id="battery_text"),
        space(weight=1),
        _round("system", "Open settings", color, theme, settings, "settings_button_container"),
        _round(
            "power",
            "Open power menu",
            color,
            theme,
            lambda: phone.show_overlay(Overlay(kind="power")),
            "pm_lite",
        ),
        id="qs_footer_actions",
        width=MATCH,
        gap=10,
        pad=(4, 8, 0, 0),
    )
    content = column(
        _header(phone, theme),
        _brightness(phone, theme),
        grid(tiles, 4 if wide else 2, gap=8, hidden=True),
        id="quick_settings_panel",
        width=MATCH,
        weight=1,
        gap=10,
        **scrolling(overlay, "tiles"),
    )
    return _panel(phone, "quick_settings_container", swipe, content, foot)


def _round(icon: str, desc: str, color: int, theme: Theme, on_tap: Handler, id: str) -> View:
    return icon_button(icon, desc, color, on_tap, id=id, radius=24, fill=theme.surface_highest)


def _back_to_shade(phone: Phone, _overlay: Overlay) -> bool:
    open_shade(phone)
    return True


# -- what both have --------------------------------


def _panel(phone: Phone, id: str, swipe: Callable[[float, float], bool], *children: View) -> View:
    inner = column(
        *children,
        id=id,
        width=MATCH,
        height=MATCH,
        pad=(16, 18, 16, navigation_height(phone.state)),
        gap=8,
        fill=phone.theme.surface_container,
        on_swipe=swipe,
        package=PACKAGE,
    )
    return column(inner, width=MATCH, height=MATCH, hidden=True)


def _header(phone: Phone, theme: Theme) -> View:
    context = AppContext(phone, phone.apps[phone.activity.package])
    now = phone.now()
    return row(
        label(formats.time_text(now, context), TextStyle(26, 34, 500), theme.on_surface, id="clock"),
        label(
            formats.date_weekday(now, formats.locale_of(context)), BODY, theme.on_surface_variant, id="date"
        ),
        space(weight=1),
        label(
            f"{phone.state.battery.level}%",
            BODY._replace(weight=500),
            theme.on_surface_variant,
            id="battery_percentage_view",
        ),
        width=MATCH,
        gap=12,
        pad=(8, 8, 8, 2),
    )


def _brightness(phone: Phone, theme: Theme) -> View:
    level = int(phone.state.settings["system"].get("screen_brightness", "128"))
    part = (level - 1) / 254

    def move(to: float) -> None:
        phone.put_setting("system", "screen_brightness", str(round(1 + to * 254)))

    bar = slider(part, theme, f"Display brightness, {round(part * 100)} percent", move, "slider")
    return row(
        View(icon="brightness", color=theme.on_surface_variant, hidden=True),
        row(bar, weight=1, hidden=True),
        id="brightness_slider",
        width=MATCH,
        gap=12,
        pad=(8, 0, 4, 0),
    )


SHADE = OverlayKind(
    "NotificationShade", PACKAGE, _shade, scrim=False, over_lock=True, opaque=True, panel=True
)
QUICK_SETTINGS = OverlayKind(
    "NotificationShade",
    PACKAGE,
    _quick_settings,
    back=_back_to_shade,
    scrim=False,
    over_lock=True,
    opaque=True,
    panel=True,
)
