"""The sheet to choose an app from, when several can do what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...navigation import chosen
from ...state import Overlay
from ...ui.app_icon import icon_painter
from ...ui.text import BODY, LABEL, TITLE_LARGE
from ...ui.views import MATCH, Align, View
from ...ui.widgets import column, label, row, space, stack
from ..bars import navigation_height
from .kinds import OverlayKind

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
    preview = [label(shared, BODY, theme.on_surface_variant, id="content_preview_text", lines=2)]
    sheet = column(
        View(width=36, height=4, radius=2, fill=theme.outline_variant, hidden=True),
        label(overlay.args["title"], TITLE_LARGE, theme.on_surface, id="android:id/title", width=MATCH),
        *(preview if shared else []),
        *grid,
        id="contentPanel",
        width=MATCH,
        align=Align.CENTER,
        gap=16,
        pad=(20, 14, 20, 20 + navigation_height(phone.state)),
        corners=(28, 28, 0, 0),
        fill=theme.surface_low,
    )
    return stack(sheet, width=MATCH, height=MATCH, justify=Align.END, hidden=True, package=PACKAGE)


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
