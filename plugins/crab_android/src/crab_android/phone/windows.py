"""The windows on the screen, from the bottom up: app, dialog, toast, keyboard, bars, the system's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .app_window import Window, activity_windows
from .reveal import reveal
from .selection import add_toolbar
from .state import Overlay
from .system import keyguard, keys
from .system.bars import STATUS_HEIGHT, navigation_bar, navigation_height, status_bar, toast_view
from .system.keyboard import board_height, keyboard, keys_for
from .system.overlays import OVERLAYS
from .touch import walk
from .ui.geometry import Rect, px
from .ui.layout import layout
from .ui.theme import with_alpha
from .ui.views import MATCH, Align
from .ui.widgets import stack

if TYPE_CHECKING:
    from .phone import Phone

__all__ = ["SCRIM", "Window", "compose"]

SYSTEM_UI = "com.android.systemui"
KEYBOARD = "org.crab.keyboard"
SCRIM = with_alpha(0xFF000000, 0.38)
_WHITE = 0xFFFFFFFF


def compose(phone: Phone) -> list[Window]:
    """Build and lay out everything that is on the screen now."""
    context = phone.context()
    typing = phone.state.keyboard.visible
    foot = navigation_height(phone.state)
    board = board_height(phone.area) if typing else 0.0
    windows = activity_windows(context, board + foot, typing=typing)
    front = windows[-1]
    pushed = typing and phone.state.keyboard.reveal and reveal(phone, front, board + foot)
    add_toolbar(phone, front)
    over = bool(phone.state.overlays) or phone.state.locked
    if phone.state.toast is not None and not over:
        windows.append(_toast_window(phone))
    if typing:
        windows.append(_keyboard_window(phone, front, board, foot))
    over_wallpaper = front.wallpaper
    color = _WHITE if over_wallpaper else context.theme.on_surface
    overlays = phone.state.overlays
    if not phone.state.locked:
        windows.append(_status_window(phone, color, front.background if pushed else None))
        windows.extend(_overlay_window(phone, overlay) for overlay in overlays)
    else:
        below = [overlay for overlay in overlays if not OVERLAYS[overlay.kind].over_lock]
        windows.extend(_overlay_window(phone, overlay) for overlay in below)
        windows.append(_lock_window(phone))
        windows.append(_status_window(phone, _WHITE))
        windows.extend(_overlay_window(phone, overlay) for overlay in overlays if overlay not in below)
        color = _WHITE
    if phone.state.toast is not None and over:
        windows.append(_toast_window(phone))
    windows.append(_navigation_window(phone, color))
    return windows


def _navigation_window(phone: Phone, color: int) -> Window:
    """The navigation bar; it stays on top of everything, so that there is always a way out."""
    area, foot = phone.area, navigation_height(phone.state)
    if any(OVERLAYS[overlay.kind].panel for overlay in phone.state.overlays):
        color = phone.theme.on_surface
    buttons = phone.state.settings["secure"].get("navigation_mode") == "0"
    bar = navigation_bar(
        buttons,
        color,
        on_back=lambda: keys.back(phone),
        on_home=lambda: keys.home(phone),
        on_recents=None if phone.state.locked else lambda: keys.recents(phone),
        typing=phone.state.keyboard.visible,
    )
    layout(bar, Rect(0, area.bottom - px(foot), area.right, area.bottom), 1.0)
    return Window("NavigationBar0", SYSTEM_UI, bar, scaled=False)


def _status_window(phone: Phone, color: int, fill: int | None = None) -> Window:
    bar = status_bar(phone.state, phone.now(), color)
    bar.fill = fill
    layout(bar, Rect(0, 0, phone.area.right, px(STATUS_HEIGHT)), 1.0)
    return Window("StatusBar", SYSTEM_UI, bar, scaled=False)


def _keyboard_window(phone: Phone, front: Window, height: float, foot: float) -> Window:
    fields = [view for view in walk(front.root) if view.field]
    view = next((view for view in fields if view.focused), None)
    shown = keys_for(phone.state.keyboard.layer, view, last=not fields or view is fields[-1])
    offered = phone.state.keyboard.variants
    board = keyboard(shown, offered, phone.theme, lambda name: keys.soft_key(phone, name), height, foot)
    area = phone.area
    layout(board, Rect(0, area.bottom - px(height + foot), area.right, area.bottom), 1.0)
    return Window("InputMethod", KEYBOARD, board, scaled=False)


def _toast_window(phone: Phone) -> Window:
    toast = phone.state.toast
    text = toast.text if toast else ""
    root = stack(
        toast_view(text, phone.theme),
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
        justify=Align.END,
        pad=(32, 0, 32, 96),
    )
    layout(root, phone.area, phone.font_scale)
    return Window("Toast", toast.package if toast else SYSTEM_UI, root)


def _overlay_window(phone: Phone, overlay: Overlay) -> Window:
    kind = OVERLAYS[overlay.kind]
    root = kind.build(phone, overlay)
    layout(root, phone.area, phone.font_scale)
    return Window(
        kind.title,
        kind.package,
        root,
        scrim=kind.scrim,
        background=phone.theme.surface_container if kind.opaque else None,
        focusable=kind.modal,
        modal=kind.modal,
        overlay=overlay,
    )


def _lock_window(phone: Phone) -> Window:
    root = keyguard.build(phone)
    layout(root, phone.area, phone.font_scale)
    return Window("NotificationShade", SYSTEM_UI, root, wallpaper=True, focusable=True, modal=True)
