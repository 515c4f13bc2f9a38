"""The question whether an app may use what a permission guards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...packages import QUESTIONS
from ...state import Overlay, Request
from ...ui.geometry import DENSITY
from ...ui.text import TextStyle
from ...ui.views import MATCH, Align, View
from ...ui.widgets import column, label, stack
from ..bars import navigation_height
from .kinds import OverlayKind

if TYPE_CHECKING:
    from ...phone import Phone

PACKAGE = "com.android.permissioncontroller"

# What may be allowed only while the app is used; the rest is allowed or not.
_WHILE_USED = ("CAMERA", "RECORD_AUDIO", "ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION")
_ICONS = {
    "CAMERA": "camera",
    "RECORD_AUDIO": "mic",
    "ACCESS_FINE_LOCATION": "place",
    "ACCESS_COARSE_LOCATION": "place",
    "READ_CONTACTS": "people",
    "WRITE_CONTACTS": "people",
    "READ_CALENDAR": "calendar",
    "WRITE_CALENDAR": "calendar",
    "CALL_PHONE": "call",
    "READ_CALL_LOG": "call",
    "SEND_SMS": "message",
    "READ_SMS": "message",
    "READ_MEDIA_IMAGES": "image",
    "POST_NOTIFICATIONS": "bell",
    "NEARBY_WIFI_DEVICES": "devices",
}


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

    name = str(overlay.args["permission"]).rpartition(".")[2]
    while_used = name in _WHILE_USED
    allow = (
        choice("While using the app", "permission_allow_foreground_only_button", True)
        if while_used
        else choice("Allow", "permission_allow_button", True)
    )
    card = column(
        View(icon=_ICONS.get(name, "shield"), icon_size=28, color=theme.primary, width=MATCH, hidden=True),
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
        allow,
        choice("Don’t allow", "permission_deny_button", False),
        id="grant_dialog",
        width=min(480.0, phone.area.width / DENSITY - 24),
        pad=(24, 22, 24, 24),
        gap=4,
        radius=28,
        fill=theme.surface_high,
    )
    return stack(
        card,
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
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
