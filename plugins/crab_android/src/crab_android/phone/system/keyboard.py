"""The soft keyboard: its keys, how they look, and what they do."""

from __future__ import annotations

from collections.abc import Callable

from ..state import Layer
from ..ui.text import TextStyle
from ..ui.theme import Theme
from ..ui.views import MATCH, Align, View
from ..ui.widgets import column, icon_button, label, row, space

KEYBOARD_HEIGHT = 296  # dp, without the navigation bar below it
_KEY = TextStyle(22, 28)
_WORD = TextStyle(15, 20, 500)

_ROWS: dict[Layer, tuple[str, str, str]] = {
    "lower": ("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    "upper": ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"),
    "symbols": ("1234567890", "@#$_&-+()/", "*\"':;!?"),
    "more": ("~`|•√π÷×¶∆", "£¢€¥^°={}\\", "%©®™✓[]"),
}
_SHIFTS: dict[Layer, tuple[str, Layer]] = {
    "lower": ("", "upper"),
    "upper": ("", "lower"),
    "symbols": ("=\\<", "more"),
    "more": ("?123", "symbols"),
}

Press = Callable[[str], None]


def keyboard(layer: Layer, theme: Theme, press: Press, foot: float) -> View:
    """The keyboard's view tree.

    Args:
        layer: which keys it shows.
        theme: the colours.
        press: called with a character, or with ``\\b``, ``\\n``, or the name of a layer in angle brackets.
        foot: room to leave below, in dp.
    """
    rows = _ROWS[layer]
    letters = layer in ("lower", "upper")
    return column(
        _tool_row(theme, press),
        _key_row([_key(char, theme, press) for char in rows[0]]),
        _key_row([_key(char, theme, press) for char in rows[1]], inset=0 if len(rows[1]) == 10 else 18),
        _key_row(
            [
                _shift(layer, theme, press),
                *[_key(char, theme, press) for char in rows[2]],
                _special("key_delete", "Delete", theme, lambda: press("\b")),
            ]
        ),
        _key_row(
            [
                _word(
                    "?123" if letters else "ABC",
                    theme,
                    lambda: press("<symbols>" if letters else "<lower>"),
                    1.5,
                ),
                _key(",", theme, press, dim=True),
                _key(" ", theme, press, weight=5),
                _key(".", theme, press, dim=True),
                _special("key_enter", "Enter", theme, lambda: press("\n"), strong=True),
            ]
        ),
        space(height=foot),
        id="keyboard_view",
        width=MATCH,
        fill=theme.surface_container,
        pad=(4, 0, 4, 6),
        package="org.crab.keyboard",
    )


def _tool_row(theme: Theme, press: Press) -> View:
    return row(
        space(weight=1),
        icon_button(
            "key_hide", "Hide keyboard", theme.on_surface_variant, lambda: press("<hide>"), height=44
        ),
        width=MATCH,
        height=44,
        pad=(8, 0, 4, 0),
    )


def _key_row(keys: list[View], inset: float = 0) -> View:
    return row(*keys, width=MATCH, height=58, pad=(inset, 0, inset, 0))


def _cap(inner: View, name: str, weight: float, on_tap: Callable[[], None]) -> View:
    inner.width = inner.height = MATCH
    inner.radius = 10
    inner.hidden = True
    return View(
        "android.widget.Button",
        desc=name,
        children=[inner],
        weight=weight,
        height=MATCH,
        pad=(2.5, 4.5, 2.5, 4.5),
        on_tap=on_tap,
    )


def _key(char: str, theme: Theme, press: Press, *, weight: float = 1, dim: bool = False) -> View:
    face = theme.surface_high if theme.dark else 0xFFFFFFFF
    text = "English" if char == " " else char
    inner = label(
        text,
        _WORD._replace(size=13) if char == " " else _KEY,
        theme.on_surface_variant if char == " " else theme.on_surface,
        text_align=Align.CENTER,
        fill=theme.surface_highest if dim else face,
    )
    return _cap(inner, "Space" if char == " " else char, weight, lambda: press(char))


def _word(text: str, theme: Theme, on_tap: Callable[[], None], weight: float) -> View:
    inner = label(
        text, _WORD, theme.on_secondary_container, text_align=Align.CENTER, fill=theme.secondary_container
    )
    return _cap(inner, "Symbols" if text == "?123" else text, weight, on_tap)


def _special(icon: str, name: str, theme: Theme, on_tap: Callable[[], None], *, strong: bool = False) -> View:
    inner = View(
        icon=icon,
        fill=theme.primary if strong else theme.secondary_container,
        color=theme.on_primary if strong else theme.on_secondary_container,
    )
    return _cap(inner, name, 1.5, on_tap)


def _shift(layer: Layer, theme: Theme, press: Press) -> View:
    text, target = _SHIFTS[layer]
    if text:
        return _word(text, theme, lambda: press(f"<{target}>"), 1.5)
    icon = "key_shift_on" if layer == "upper" else "key_shift"
    return _special(icon, "Shift", theme, lambda: press(f"<{target}>"))
