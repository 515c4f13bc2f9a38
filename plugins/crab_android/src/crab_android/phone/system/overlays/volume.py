"""The panel that shows the volume after a volume key; it goes with the next touch or key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import skia

from ...intents import Intent
from ...state import Overlay
from ...ui.geometry import DENSITY, Rect, px
from ...ui.icons import draw_icon
from ...ui.theme import Theme
from ...ui.views import MATCH, Align, Painter, View
from ...ui.widgets import column, icon_button, stack
from .kinds import OverlayKind

if TYPE_CHECKING:
    from ...phone import Phone

PACKAGE = "com.android.systemui"
_MOST = 15
_RINGERS = {"2": ("bell", "Ring"), "1": ("vibrate", "Vibrate"), "0": ("mute", "Mute")}
_NEXT = {"2": "1", "1": "0", "0": "2"}


def _build(phone: Phone, overlay: Overlay) -> View:
    theme = phone.theme
    level = int(phone.state.settings["system"].get("volume_music", "0"))
    ringer = phone.state.settings["global"].get("mode_ringer", "2")
    icon, name = _RINGERS.get(ringer, _RINGERS["2"])

    def next_ringer() -> None:
        phone.put_setting("global", "mode_ringer", _NEXT.get(ringer, "2"))

    def settings() -> None:
        phone.hide_overlay(overlay)
        phone.start_intent(Intent(action="android.settings.SOUND_SETTINGS"))

    wide = phone.area.width > phone.area.height
    bar = View(
        "android.widget.SeekBar",
        id="volume_row_slider",
        desc=f"Media volume, {round(level * 100 / _MOST)} percent",
        width=48,
        height=120 if wide else 200,
        draw=_painter(level / _MOST, theme),
    )

    def touch(_x: float, y: float) -> None:
        part = (bar.rect.bottom - y) / max(1, bar.rect.height)
        phone.put_setting("system", "volume_music", str(max(0, min(_MOST, round(part * _MOST)))))

    bar.on_touch = touch
    color = theme.on_surface_variant
    card = column(
        icon_button(icon, f"Ringer: {name}", color, next_ringer, id="ringer_icon"),
        bar,
        icon_button("tune", "Sound settings", color, settings, id="settings"),
        id="volume_dialog",
        width=64,
        align=Align.CENTER,
        gap=4,
        pad=(4, 6, 4, 6),
        radius=32,
        fill=theme.surface_container,
        shadow=True,
    )
    return stack(
        card,
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.CENTER,
        pad=(0, 0, 10, 0),
        hidden=True,
        package=PACKAGE,
    )


def _painter(part: float, theme: Theme) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x = rect.center[0]
        half, corner = px(20), 16 * DENSITY
        track = skia.RRect.MakeRectXY(
            skia.Rect.MakeLTRB(x - half, rect.top, x + half, rect.bottom), corner, corner
        )
        canvas.drawRRect(track, skia.Paint(Color=theme.secondary_container, AntiAlias=True))
        canvas.save()
        canvas.clipRRect(track, skia.ClipOp.kIntersect, True)
        top = rect.bottom - rect.height * part
        canvas.drawRect(
            skia.Rect.MakeLTRB(x - half, top, x + half, rect.bottom),
            skia.Paint(Color=theme.primary, AntiAlias=True),
        )
        canvas.restore()
        color = theme.on_primary if part > 0.12 else theme.on_secondary_container
        side = px(11)
        y = rect.bottom - px(20)
        draw_icon(
            canvas, "music" if part else "mute", Rect(x - side, y - side, x + side, y + side), color, pen=2.2
        )

    return paint


VOLUME = OverlayKind(
    "VolumeDialogImpl", PACKAGE, _build, scrim=False, modal=False, passing=True, over_lock=True
)
