"""The sheet to choose an app from, when several can do what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...navigation import chosen
from ...state import Overlay
from ...ui.app_icon import icon_painter
from ...ui.geometry import DENSITY
from ...ui.text import BODY, LABEL, TITLE_LARGE
from ...ui.views import MATCH, Align, View
from ...ui.widgets import column, icon_button, label, row, space, stack
from ..bars import navigation_height
from .kinds import OverlayKind, scrolling

if TYPE_CHECKING:
    from ...phone import Phone

PACKAGE = "com.android.intentresolver"
_COLUMNS = 4


def _build(phone: Phone, overlay: Overlay) -> View:
    theme = phone.theme
    entries = [_entry(phone, overlay, index) for index in range(len(overlay.args["targets"]))]
    lines = [entries[start : start + _COLUMNS] for start in range(0, len(entries), _COLUMNS)]
    grid = [
        row(*line, *[space(weight=1) for _ in range(_COLUMNS - len(line))], width=MATCH, align=Align.START)
        for line in lines
    ]
    if not entries:
        grid = [label("No apps can perform this action.", BODY, theme.on_surface_variant, id="empty")]
    shared = overlay.args["text"]
    sheet = column(
        stack(
            View(width=36, height=4, radius=2, fill=theme.outline_variant, hidden=True),
            width=MATCH,
            align=Align.CENTER,
            hidden=True,
        ),
        label(overlay.args["title"], TITLE_LARGE, theme.on_surface, id="android:id/title", width=MATCH),
        *([_preview(phone, shared)] if shared else []),
        *grid,
        id="contentPanel",
        width=min(640.0, phone.area.width / DENSITY),
        gap=16,
        pad=(20, 14, 20, 20 + navigation_height(phone.state)),
        corners=(28, 28, 0, 0),
        fill=theme.surface_low,
        **scrolling(overlay, "sheet"),
    )
    return stack(
        sheet,
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
        justify=Align.END,
        hidden=True,
        package=PACKAGE,
    )


def _preview(phone: Phone, text: str) -> View:
    """What is shared, with a button to copy it instead."""
    theme = phone.theme

    def copy() -> None:
        phone.copy(text)
        phone.hide_overlay("chooser")
        phone.toast(PACKAGE, "Copied")

    return row(
        label(text, BODY, theme.on_surface, id="content_preview_text", lines=3, weight=1),
        icon_button("copy", "Copy", theme.on_surface_variant, copy, id="chooser_copy_button"),
        width=MATCH,
        gap=8,
        pad=(16, 8, 8, 8),
        radius=18,
        fill=theme.surface_highest,
    )


def _entry(phone: Phone, overlay: Overlay, index: int) -> View:
    package, _screen, _args, text = overlay.args["targets"][index]
    app = phone.apps[package]
    return View(
        "android.widget.TextView",
        id="android:id/text1",
        text=text,
        desc=text,
        style=LABEL._replace(size=13),
        color=phone.theme.on_surface,
        text_align=Align.CENTER,
        height=100,
        weight=1,
        lines=2,
        pad=(2, 68, 2, 0),
        draw=icon_painter(app),
        on_tap=lambda: chosen(phone, overlay, index),
    )


CHOOSER = OverlayKind(f"{PACKAGE}/{PACKAGE}.ChooserActivity", PACKAGE, _build)
