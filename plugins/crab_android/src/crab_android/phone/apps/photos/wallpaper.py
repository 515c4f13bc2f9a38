"""A picture as the background of the home screen."""

from __future__ import annotations

from crab_android.phone.kit import WALLPAPER_FILE, AppContext

from .library import Item
from .model import Photos

_SETTING = "wallpaper"  # the path of the picture that it was made from


def use(context: AppContext[Photos], item: Item) -> None:
    """Make a picture the wallpaper. The phone keeps a copy, so that the picture may be deleted."""
    context.write_file(WALLPAPER_FILE, item.data)
    context.put_setting("system", _SETTING, item.path)
    context.toast("Wallpaper set")


def reset(context: AppContext[Photos]) -> None:
    """Go back to the phone's own wallpaper."""
    if context.files.exists(WALLPAPER_FILE):
        context.files.remove(WALLPAPER_FILE)
    context.put_setting("system", _SETTING, "")
    context.toast("Wallpaper removed")


def chosen(context: AppContext[Photos]) -> str:
    """The path of the picture that is the wallpaper; empty for the phone's own."""
    return context.setting("system", _SETTING) if context.files.exists(WALLPAPER_FILE) else ""
