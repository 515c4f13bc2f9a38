"""The windows of an activity: its screen, and the dialog that may stand over it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .app import Place, Popup, Screen
from .context import Context
from .state import Overlay
from .system.bars import STATUS_HEIGHT
from .ui.geometry import Rect, px
from .ui.layout import layout
from .ui.views import MATCH, WRAP, Align, View
from .ui.widgets import FRAME, stack

_ROOM = 20_000  # pixels: what is higher has no height of its own, but fills what it gets


@dataclass(slots=True)
class Window:
    """One window: its title as ``dumpsys window`` shows it, its package and its view tree, laid out.

    Attributes:
        title: Android's name for it.
        package: whose it is.
        root: its views.
        scrim: whether what is below is darkened.
        background: the colour that it fills the screen with; None for a window that one sees through.
        wallpaper: whether it fills the screen with the wallpaper.
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
    wallpaper: bool = False
    focusable: bool = False
    modal: bool = False
    scaled: bool = True
    secure: bool = False
    overlay: Overlay | None = None


def activity_windows(context: Context[Any], foot: float, *, typing: bool) -> list[Window]:
    """Build and lay out the windows of an activity.

    Args:
        context: of the activity.
        foot: height in dp of the navigation bar, and of the keyboard while there is one.
        typing: whether there is a keyboard.
    """
    screen = context.app.screens[context.activity.screen]
    below = 0.0 if screen.edge_to_edge and not typing else foot
    windows = [_app_window(context, screen, below)]
    dialog = context.activity.dialog
    if dialog is not None and dialog.name in screen.dialogs:
        popup = screen.dialogs[dialog.name](context)
        windows.append(_popup_window(context, popup, foot, typing=typing))
    return windows


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
    return Window(
        f"{context.app.package}/{context.app.package}{screen.activity}",
        context.app.package,
        root,
        background=background,
        wallpaper=screen.wallpaper,
        focusable=True,
        secure=screen.secure,
    )


def _popup_window(context: Context[Any], popup: Popup, foot: float, *, typing: bool) -> Window:
    package, area = context.app.package, context.phone.area
    across = {Place.CENTER: Align.CENTER, Place.BOTTOM: Align.CENTER, Place.MENU: Align.END}[popup.place]
    down = {Place.CENTER: Align.CENTER, Place.BOTTOM: Align.END, Place.MENU: Align.START}[popup.place]
    margin = (0.0, 24.0, 0.0, 0.0) if popup.place is Place.BOTTOM else (12.0, 12.0, 12.0, 12.0)
    root = stack(
        popup.view, width=MATCH, height=MATCH, align=across, justify=down, pad=margin, package=package
    )
    bottom = area.bottom - px(foot)
    if popup.place is Place.BOTTOM and not typing:
        # A sheet reaches below the navigation bar.
        left, top, right, low = popup.view.pad
        popup.view.pad = (left, top, right, low + foot)
        bottom = area.bottom
    room = Rect(0, px(STATUS_HEIGHT), area.right, bottom)
    _lay_out_popup(context, root, popup.view, room)
    return Window(
        f"{package}/PopupWindow",
        package,
        root,
        scrim=popup.place is not Place.MENU,
        focusable=True,
        modal=True,
    )


def _lay_out_popup(context: Context[Any], root: View, view: View, room: Rect) -> None:
    """Lay a popup out; one that is higher than the screen scrolls, so that its buttons can be reached."""
    scale = context.phone.font_scale
    layout(root, room, scale)
    margin = px(root.pad[1]) + px(root.pad[3])
    if view.scroll_key or view.height != WRAP or view.rect.height < room.height - margin:
        return
    layout(root, Rect(room.left, room.top, room.right, room.top + 10 * _ROOM), scale)
    if view.rect.height < _ROOM:
        dialog = context.activity.dialog
        view.scroll_key = f"popup:{dialog.name if dialog else ''}"
        view.scroll_y = context.activity.scroll.get(view.scroll_key, 0)
    layout(root, room, scale)


def walk_up(root: View, wanted: View) -> Iterator[View]:
    """The views that a view lies in, from the innermost to the root."""
    for child in root.children:
        if child is wanted:
            yield root
            return
        above = list(walk_up(child, wanted))
        if above:
            yield from above
            yield root
            return
