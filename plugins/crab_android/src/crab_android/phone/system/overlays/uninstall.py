"""The question before an app is removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...state import Overlay
from ...ui.app_icon import small_icon_painter
from ...ui.text import BODY, TITLE
from ...ui.views import MATCH, Align, View
from ...ui.widgets import button, dialog_card, label, row, stack
from .kinds import OverlayKind

if TYPE_CHECKING:
    from ...phone import Phone

PACKAGE = "com.android.packageinstaller"


def _build(phone: Phone, overlay: Overlay) -> View:
    theme = phone.theme
    package = str(overlay.args["package"])
    app = phone.apps[package]

    def cancel() -> None:
        phone.hide_overlay(overlay)

    def uninstall() -> None:
        phone.hide_overlay(overlay)
        phone.packages.uninstall(package)
        phone.toast(PACKAGE, f"Uninstalled {app.label}")

    head = row(
        View("android.widget.ImageView", width=32, height=32, draw=small_icon_painter(app), hidden=True),
        label(app.label, TITLE, theme.on_surface, id="app_name", weight=1),
        width=MATCH,
        gap=14,
        hidden=True,
    )
    question = "Do you want to uninstall this app? What it has stored is deleted."
    card = dialog_card(
        theme,
        "Uninstall app",
        head,
        label(question, BODY, theme.on_surface_variant, id="android:id/message", lines=4, width=MATCH),
        buttons=(
            button("Cancel", theme, cancel, id="android:id/button2"),
            button("OK", theme, uninstall, id="android:id/button1"),
        ),
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


UNINSTALL = OverlayKind(f"{PACKAGE}/{PACKAGE}.UninstallerActivity", PACKAGE, _build)
