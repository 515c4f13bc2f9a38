"""The question whether a computer may control the phone over ADB."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import skia

from ...adbd.auth import Decide, Decision, PublicKey
from ...state import Overlay
from ...ui.geometry import DENSITY, Rect, px
from ...ui.icons import draw_icon
from ...ui.text import BODY, BODY_LARGE
from ...ui.theme import Theme
from ...ui.views import MATCH, Align, Painter, View
from ...ui.widgets import button, dialog_card, label, stack
from .kinds import OverlayKind

if TYPE_CHECKING:
    from ...phone import Phone

PACKAGE = "com.android.systemui"


def asking(phone: Phone) -> Decide:
    """What an :class:`.adbd.auth.Authorization` asks: a dialog on the phone, for as long as it stands there.

    The dialog is answered by touches like any other; one that disappears, or that a restored state brings
    back, answers nothing.
    """

    async def decide(key: PublicKey) -> Decision:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Decision] = loop.create_future()

        def answered(decision: Decision) -> None:
            loop.call_soon_threadsafe(_settle, answer, decision)

        phone.usb_answers[key.fingerprint] = answered
        phone.hide_overlay("usb_debugging")
        args = {"fingerprint": key.fingerprint, "name": key.comment}
        phone.show_overlay(Overlay(kind="usb_debugging", args=args))
        try:
            return await answer
        finally:
            if phone.usb_answers.get(key.fingerprint) is answered:
                del phone.usb_answers[key.fingerprint]
                _hide(phone, key.fingerprint)

    return decide


def _settle(answer: asyncio.Future[Decision], decision: Decision) -> None:
    if not answer.done():
        answer.set_result(decision)


def _hide(phone: Phone, fingerprint: str) -> None:
    kept = [o for o in phone.state.overlays if o.args.get("fingerprint") != fingerprint]
    if len(kept) != len(phone.state.overlays):
        phone.state.overlays = kept
        phone.changed()


def _answer(phone: Phone, overlay: Overlay, decision: Decision) -> None:
    phone.hide_overlay(overlay)
    answered = phone.usb_answers.get(str(overlay.args.get("fingerprint")))
    if answered is not None:
        answered(decision)


def _build(phone: Phone, overlay: Overlay) -> View:
    theme = phone.theme
    always = bool(overlay.args.get("always"))

    def toggle() -> None:
        overlay.args["always"] = not always

    def allow() -> None:
        _answer(phone, overlay, Decision.ALWAYS if always else Decision.ALLOW)

    def refuse() -> None:
        _answer(phone, overlay, Decision.REFUSE)

    box = label(
        "Always allow from this computer",
        BODY_LARGE,
        theme.on_surface,
        cls="android.widget.CheckBox",
        id="alwaysUse",
        checked=always,
        width=MATCH,
        min_height=48,
        lines=2,
        pad=(40, 12, 0, 12),
        draw=_box_painter(always, theme),
        on_tap=toggle,
    )
    message = f"The computer’s RSA key fingerprint is:\n{overlay.args.get('fingerprint', '')}"
    card = dialog_card(
        theme,
        "Allow USB debugging?",
        label(message, BODY, theme.on_surface_variant, id="android:id/message", lines=6, width=MATCH),
        box,
        buttons=(
            button("Don’t allow", theme, refuse, id="android:id/button2"),
            button("Allow", theme, allow, id="android:id/button1"),
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


def _box_painter(checked: bool, theme: Theme) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y, half = rect.left + px(11), rect.center[1], 9 * DENSITY
        box = skia.Rect.MakeLTRB(x - half, y - half, x + half, y + half)
        corner = 3 * DENSITY
        pen = skia.Paint(Color=theme.primary if checked else theme.on_surface_variant, AntiAlias=True)
        if not checked:
            box.inset(DENSITY, DENSITY)
            pen.setStyle(skia.Paint.kStroke_Style)
            pen.setStrokeWidth(2 * DENSITY)
        canvas.drawRoundRect(box, corner, corner, pen)
        if checked:
            side = px(7)
            square = Rect(x - side, y - side, x + side, y + side)
            draw_icon(canvas, "check", square, theme.on_primary, pen=3)

    return paint


def _back(phone: Phone, overlay: Overlay) -> bool:
    _answer(phone, overlay, Decision.REFUSE)
    return True


def _outside(_phone: Phone, _overlay: Overlay) -> None:
    """A touch beside the question answers nothing."""


USB_DEBUGGING = OverlayKind(
    f"{PACKAGE}/{PACKAGE}.usb.UsbDebuggingActivity", PACKAGE, _build, back=_back, outside=_outside
)
