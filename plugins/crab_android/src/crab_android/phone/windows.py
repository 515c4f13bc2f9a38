"""The windows on the screen, from the bottom up: app, dialog, toast, keyboard, bars, the system's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .app import Place, Popup, Screen
from .context import Context
from .state import Overlay
from .system.bars import STATUS_HEIGHT, navigation_bar, navigation_height, status_bar, toast_view
from .system.keyboard import KEYBOARD_HEIGHT, keyboard
from .system.overlays import OVERLAYS
from .ui.geometry import Rect, px
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
    """One window: its title as ``dumpsys window`` shows it, its package and its view tree, laid out.

    Attributes:
        title: Android's name for it.
        package: whose it is.
        root: its views.
        scrim: whether what is below is darkened.
        background: the colour that it fills the screen with; None for a window that one sees through.
        focusable: whether it can have the focus; ``uiautomator dump`` tells of the topmost such window.
        modal: whether a touch beside it is for it, and not for what is below.
        scaled: whether its texts grow with the font scale.
        secure: whether it stays black in screenshots.
        overlay: the overlay that it shows.
    """

    title: str
    package: str
    root: View
    scrim: bool = False
    background: int | None = None
    focusable: bool = False
    modal: bool = False
    scaled: bool = True
    secure: bool = False
    overlay: Overlay | None = None


def compose(phone: Phone) -> list[Window]:
    """Build and lay out everything that is on the screen now."""
    context = phone.context()
    screen = context.app.screens[context.activity.screen]
    foot = navigation_height(phone.state)
    typing = phone.state.keyboard.visible
    below = 0.0 if screen.edge_to_edge else foot
    board = min(KEYBOARD_HEIGHT, phone.area.height / px(1) * 0.6)
    windows = [_app_window(context, screen, board + foot if typing else below)]
    dialog = context.activity.dialog
    if dialog is not None and dialog.name in screen.dialogs:
        popup = screen.dialogs[dialog.name](context)
        windows.append(_popup_window(context, popup, board + foot if typing else foot))
    if phone.state.toast is not None:
        windows.append(_toast_window(phone))
    if typing:
        keys = keyboard(phone.state.keyboard.layer, phone.theme, phone.press_soft_key, foot)
        area = phone.area
        layout(keys, Rect(0, area.bottom - px(board + foot), area.right, area.bottom), 1.0)
        windows.append(Window("InputMethod", KEYBOARD, keys, scaled=False))
    over_wallpaper = screen.wallpaper and dialog is None
    windows.extend(_bars(phone, context, over_wallpaper=over_wallpaper))
    windows.extend(_overlay_window(phone, overlay) for overlay in phone.state.overlays)
    return windows


def _bars(phone: Phone, context: Context[Any], *, over_wallpaper: bool) -> list[Window]:
    area, foot = phone.area, navigation_height(phone.state)
    color = 0xFFFFFFFF if over_wallpaper else context.theme.on_surface
    bar = status_bar(phone.state, phone.now(), color)
    layout(bar, Rect(0, 0, area.right, px(STATUS_HEIGHT)), 1.0)
    handle = 0xF2FFFFFF if over_wallpaper else context.theme.on_surface
    buttons = phone.state.settings["secure"].get("navigation_mode") == "0"
    navigation = navigation_bar(buttons, handle, phone.back, phone.home)
    layout(navigation, Rect(0, area.bottom - px(foot), area.right, area.bottom), 1.0)
    return [
        Window("StatusBar", SYSTEM_UI, bar, scaled=False),
        Window("NavigationBar0", SYSTEM_UI, navigation, scaled=False),
    ]


def _app_window(context: Context[Any], screen: Screen[Any], foot: float) -> Window:
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
    layout(root, context.phone.area, context.phone.font_scale)
    title = f"{context.app.package}/{context.app.package}{screen.activity}"
    return Window(
        title, context.app.package, root, background=background, focusable=True, secure=screen.secure
    )


def _popup_window(context: Context[Any], popup: Popup, foot: float) -> Window:
    package, area = context.app.package, context.phone.area
    across = {Place.CENTER: Align.CENTER, Place.BOTTOM: Align.CENTER, Place.MENU: Align.END}[popup.place]
    down = {Place.CENTER: Align.CENTER, Place.BOTTOM: Align.END, Place.MENU: Align.START}[popup.place]
    margin = (0.0, 24.0, 0.0, 0.0) if popup.place is Place.BOTTOM else (12.0, 12.0, 12.0, 12.0)
    root = stack(
        popup.view, width=MATCH, height=MATCH, align=across, justify=down, pad=margin, package=package
    )
    bottom = area.bottom - px(foot)
    if popup.place is Place.BOTTOM and foot < 100:
        # A sheet reaches below the navigation bar.
        left, top, right, low = popup.view.pad
        popup.view.pad = (left, top, right, low + foot)
        bottom = area.bottom
    layout(root, Rect(0, px(STATUS_HEIGHT), area.right, bottom), context.phone.font_scale)
    return Window(
        f"{package}/PopupWindow",
        package,
        root,
        scrim=popup.place is not Place.MENU,
        focusable=True,
        modal=True,
    )


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
        kind.title, kind.package, root, scrim=kind.scrim, focusable=True, modal=True, overlay=overlay
    )


SCRIM = with_alpha(0xFF000000, 0.38)
