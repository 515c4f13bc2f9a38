"""The keypad on which the phone's PIN is entered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..ui.text import LABEL_LARGE, TITLE_LARGE, TextStyle
from ..ui.theme import with_alpha
from ..ui.views import MATCH, Align, View
from ..ui.widgets import column, label, row, space
from .bars import STATUS_HEIGHT, navigation_height

if TYPE_CHECKING:
    from ..phone import Phone

_WHITE = 0xFFFFFFFF
_DARKENING = with_alpha(0xFF10131C, 0.66)
_LETTERS = ("", "", "ABC", "DEF", "GHI", "JKL", "MNO", "PQRS", "TUV", "WXYZ")
_KEYS = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), ("delete", "0", "enter"))


def pin_pad(phone: Phone, press: Callable[[str], None]) -> View:
    """The keypad over the wallpaper.

    Args:
        phone: the phone.
        press: called with a digit, ``delete``, ``clear`` or ``enter``.
    """
    guard = phone.state.keyguard
    wide = phone.area.width > phone.area.height
    size = 52.0 if wide else 78.0
    message = "Enter PIN"
    if guard.wrong and not guard.typed:
        message = "Wrong PIN. Try again"
    head = column(
        View(icon="lock", icon_size=26, color=_WHITE, width=48, height=40, hidden=True),
        label(message, TITLE_LARGE, _WHITE, id="keyguard_message_area", lines=2, text_align=Align.CENTER),
        space(height=16),
        label(
            "•" * len(guard.typed),
            TextStyle(34, 40, 500),
            _WHITE,
            id="pinEntry",
            cls="android.widget.EditText",
            desc="PIN area",
            text_align=Align.CENTER,
            width=240,
            height=44,
            password=True,
        ),
        align=Align.CENTER,
        hidden=True,
    )
    keys = column(
        *[row(*[_key(name, press, size) for name in line], gap=size * 0.3, hidden=True) for line in _KEYS],
        gap=8 if wide else 14,
        align=Align.CENTER,
        hidden=True,
    )
    emergency = label(
        "Emergency call",
        LABEL_LARGE,
        _WHITE,
        cls="android.widget.Button",
        id="emergency_call_button",
        height=48,
        pad=(20, 14, 20, 14),
        radius=24,
        text_align=Align.CENTER,
        on_tap=lambda: phone.toast("com.android.systemui", "No emergency services here"),
    )
    if wide:
        left = column(head, emergency, weight=1, align=Align.CENTER, gap=12, hidden=True)
        inner = [row(left, keys, width=MATCH, weight=1, gap=40, hidden=True)]
    else:
        inner = [space(height=56), head, space(weight=1), keys, space(height=24), emergency]
    return column(
        *inner,
        id="keyguard_pin_view",
        width=MATCH,
        height=MATCH,
        align=Align.CENTER,
        fill=_DARKENING,
        pad=(40, STATUS_HEIGHT, 40, 8 + navigation_height(phone.state)),
    )


def _key(name: str, press: Callable[[str], None], size: float) -> View:
    if name in ("delete", "enter"):
        icon = "backspace" if name == "delete" else "arrow_right"
        return View(
            "android.widget.ImageButton",
            id="delete_button" if name == "delete" else "key_enter",
            desc=name.capitalize(),
            icon=icon,
            icon_size=28,
            width=size,
            height=size,
            radius=size / 2,
            fill=with_alpha(_WHITE, 0.92 if name == "enter" else 0.12),
            color=0xFF20232C if name == "enter" else _WHITE,
            on_tap=lambda: press(name),
            on_long_tap=(lambda: press("clear")) if name == "delete" else None,
        )
    letters = _LETTERS[int(name)]
    small = label(letters, TextStyle(11, 13, 500), with_alpha(_WHITE, 0.75), hidden=True)
    return column(
        label(name, TextStyle(30 if size > 60 else 24, 34 if size > 60 else 28), _WHITE, id="digit_text"),
        *([small] if letters and size > 60 else []),
        cls="android.widget.Button",
        id=f"key{name}",
        desc=name,
        width=size,
        height=size,
        radius=size / 2,
        fill=with_alpha(_WHITE, 0.2),
        align=Align.CENTER,
        justify=Align.CENTER,
        on_tap=lambda: press(name),
    )
