"""The menu of the power key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...state import Overlay
from ...ui.text import LABEL_LARGE
from ...ui.views import MATCH, Align, Handler, View
from ...ui.widgets import column, label, row, stack
from .kinds import OverlayKind

if TYPE_CHECKING:
    from ...phone import Phone

PACKAGE = "com.android.systemui"


def _build(phone: Phone, overlay: Overlay) -> View:
    theme = phone.theme

    def emergency() -> None:
        phone.hide_overlay(overlay)
        phone.toast(PACKAGE, "No emergency services here")

    def entry(name: str, icon: str, act: Handler, *, strong: bool = False) -> View:
        fill = theme.error if strong else theme.secondary_container
        color = (0xFF601410 if theme.dark else 0xFFFFFFFF) if strong else theme.on_secondary_container
        disc = View(
            icon=icon, icon_size=28, color=color, fill=fill, width=72, height=72, radius=36, hidden=True
        )
        return column(
            disc,
            label(name, LABEL_LARGE, theme.on_surface, id="android:id/text1", text_align=Align.CENTER),
            cls="android.widget.Button",
            id=f"global_action_{icon}",
            desc=name,
            width=96,
            gap=8,
            align=Align.CENTER,
            on_tap=act,
        )

    card = row(
        entry("Emergency", "warning", emergency, strong=True),
        entry("Restart", "restart", phone.restart),
        entry("Power off", "power", phone.power_off),
        id="global_actions_view",
        pad=(20, 28, 20, 24),
        gap=4,
        radius=32,
        fill=theme.surface_high,
        align=Align.START,
    )
    return stack(
        card,
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
        justify=Align.CENTER,
        hidden=True,
        package=PACKAGE,
    )


POWER = OverlayKind(
    "GlobalActionsDialogLite",
    PACKAGE,
    _build,
    over_lock=True,
    panel=True,
)
