"""The windows on the screen, from the bottom up: wallpaper, app, dialog, toast, keyboard, bars."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .app import Context, Place, Popup, Screen
from .system.bars import (
    STATUS_HEIGHT,
    navigation_bar,
    navigation_height,
    status_bar,
    toast_view,
)
from .system.keyboard import KEYBOARD_HEIGHT, keyboard
from .ui.geometry import SCREEN, Rect, px
from .ui.layout import layout
from .ui.theme import with_alpha
from .ui.views import MATCH, Align, View
from .ui.widgets import FRAME, stack

if TYPE_CHECKING:
    from .phone import Phone

SYSTEM_UI = "com.android.systemui"
KEYBOARD = "org.crab.keyboard"


@dataclass(slots=True)
class Window:
    """One window: its title as ``dumpsys window`` shows it, its package and its view tree, laid out."""

    title: str
    package: str
    root: View
    scrim: bool = False
    background: int | None = None


def compose(phone: Phone) -> list[Window]:
    """Build and lay out everything that is on the screen now."""
    context = phone.context()
    screen = context.app.screens[context.activity.screen]
    buttons = phone.state.settings["secure"].get("navigation_mode") == "0"
    foot = navigation_height(phone.state)
    typing = phone.state.keyboard.visible
    below = 0.0 if screen.edge_to_edge else foot
    windows = [_app_window(context, screen, KEYBOARD_HEIGHT + foot if typing else below, phone.font_scale)]
    dialog = context.activity.dialog
    if dialog is not None and dialog.name in screen.dialogs:
        popup = screen.dialogs[dialog.name](context)
        windows.append(
            _popup_window(context, popup, KEYBOARD_HEIGHT + foot if typing else foot, phone.font_scale)
        )
    if phone.state.toast is not None:
        windows.append(_toast_window(phone))
    if typing:
        keys = keyboard(phone.state.keyboard.layer, phone.theme, phone.press_soft_key, foot)
        area = Rect(0, SCREEN.bottom - px(KEYBOARD_HEIGHT + foot), SCREEN.right, SCREEN.bottom)
        layout(keys, area, 1.0)
        windows.append(Window("InputMethod", KEYBOARD, keys))
    over_wallpaper = screen.wallpaper and dialog is None
    color = 0xFFFFFFFF if over_wallpaper else phone.theme.on_surface
    bar = status_bar(phone.state, phone.now(), color)
    layout(bar, Rect(0, 0, SCREEN.right, px(STATUS_HEIGHT)), 1.0)
    windows.append(Window("StatusBar", SYSTEM_UI, bar))
    handle = 0xF2FFFFFF if over_wallpaper else phone.theme.on_surface
    navigation = navigation_bar(buttons, handle, phone.back, phone.home)
    layout(navigation, Rect(0, SCREEN.bottom - px(foot), SCREEN.right, SCREEN.bottom), 1.0)
    windows.append(Window("NavigationBar0", SYSTEM_UI, navigation))
    return windows


def _app_window(context: Context[Any], screen: Screen[Any], foot: float, scale: float) -> Window:
    content = stack(
        screen.build(context),
        id="android:id/content",
        width=MATCH,
        height=MATCH,
        pad=(0, STATUS_HEIGHT, 0, foot),
        cls=FRAME,
    )
    background = None if screen.wallpaper else context.theme.surface
    root = stack(content, width=MATCH, height=MATCH, package=context.app.package)
    layout(root, SCREEN, scale)
    title = f"{context.app.package}/{context.app.package}{screen.activity}"
    return Window(title, context.app.package, root, background=background)


def _popup_window(context: Context[Any], popup: Popup, foot: float, scale: float) -> Window:
    package = context.app.package
    across = {Place.CENTER: Align.CENTER, Place.BOTTOM: Align.CENTER, Place.MENU: Align.END}[popup.place]
    down = {Place.CENTER: Align.CENTER, Place.BOTTOM: Align.END, Place.MENU: Align.START}[popup.place]
    margin = (0.0, 24.0, 0.0, 0.0) if popup.place is Place.BOTTOM else (12.0, 12.0, 12.0, 12.0)
    root = stack(
        popup.view, width=MATCH, height=MATCH, align=across, justify=down, pad=margin, package=package
    )
    bottom = SCREEN.bottom - px(foot)
    if popup.place is Place.BOTTOM and foot < 100:
        # A sheet reaches below the navigation bar.
        left, top, right, low = popup.view.pad
        popup.view.pad = (left, top, right, low + foot)
        bottom = SCREEN.bottom
    layout(root, Rect(0, px(STATUS_HEIGHT), SCREEN.right, bottom), scale)
    return Window(f"{package}/PopupWindow", package, root, scrim=popup.place is not Place.MENU)


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
    layout(root, SCREEN, phone.font_scale)
    return Window("Toast", toast.package if toast else SYSTEM_UI, root)


SCRIM = with_alpha(0xFF000000, 0.38)
