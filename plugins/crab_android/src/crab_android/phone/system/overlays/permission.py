"""The question whether an app may use what a permission guards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...packages import QUESTIONS
from ...state import Overlay, Request
from ...ui.text import TextStyle
from ...ui.views import MATCH, Align, View
from ...ui.widgets import column, label, stack
from ..bars import navigation_height
from .kinds import OverlayKind

if TYPE_CHECKING:
    from ...phone import Phone

PACKAGE = "com.android.permissioncontroller"


def _build(phone: Phone, overlay: Overlay) -> View:
    theme = phone.theme
    app = phone.apps[overlay.args["package"]]
    question = f"Allow {app.label} to {QUESTIONS[overlay.args['permission']]}?"

    def choice(text: str, id: str, granted: bool) -> View:
        return View(
            "android.widget.Button",
            id=id,
            text=text,
            style=TextStyle(15, 22, 500),
            color=theme.on_secondary_container,
            fill=theme.secondary_container,
            width=MATCH,
            height=56,
            radius=16,
            text_align=Align.CENTER,
            on_tap=lambda: phone.packages.answer(overlay, granted),
        )

    card = column(
        label(
            question,
            TextStyle(20, 28),
            theme.on_surface,
            id="permission_message",
            lines=4,
            width=MATCH,
            text_align=Align.CENTER,
            pad=(8, 8, 8, 16),
        ),
        choice("While using the app", "permission_allow_foreground_only_button", True),
        choice("Don’t allow", "permission_deny_button", False),
        id="grant_dialog",
        width=MATCH,
        pad=(24, 24, 24, 24),
        gap=4,
        radius=28,
        fill=theme.surface_high,
    )
    return stack(
        card,
        width=MATCH,
        height=MATCH,
        justify=Align.END,
        pad=(12, 0, 12, 12 + navigation_height(phone.state)),
        hidden=True,
        package=PACKAGE,
    )


def _leave(phone: Phone, overlay: Overlay) -> bool:
    """The back key: not now. The app may ask again."""
    phone.hide_overlay(overlay)
    phone.deliver(Request.model_validate(overlay.args["request"]), {"granted": False})
    return True


def _ignore(_phone: Phone, _overlay: Overlay) -> None:
    """A touch beside the question answers nothing."""


PERMISSION = OverlayKind(
    f"{PACKAGE}/{PACKAGE}.ui.GrantPermissionsActivity", PACKAGE, _build, back=_leave, outside=_ignore
)
