"""The soft keyboard: how its keys look, and where they stand."""

from __future__ import annotations

from collections.abc import Callable

from ..ui.geometry import DENSITY, Rect
from ..ui.text import TextStyle
from ..ui.theme import Theme
from ..ui.views import MATCH, Align, View
from ..ui.widgets import column, icon_button, label, row, space
from .layers import DIGITS, EMOJI, Board, keys_for, variants

__all__ = ["board_height", "keyboard", "keys_for"]

_HEIGHT = 296  # dp, without the navigation bar below it
_PART = 0.58  # of the screen's height, at most
_TOOLS = 44  # dp
_KEY = TextStyle(22, 28)
_WORD = TextStyle(15, 20, 500)
_ICONS = {"enter": "key_enter", "next": "arrow_right", "done": "check", "search": "search", "send": "send"}
_PADS = {
    "number": (("1", "2", "3", "-"), ("4", "5", "6", " "), ("7", "8", "9", "\b"), (",", "0", ".", "\n")),
    "phone": (("1", "2", "3", "+"), ("4", "5", "6", " "), ("7", "8", "9", "\b"), ("*", "0", "#", "\n")),
}

Press = Callable[[str], None]


def board_height(area: Rect) -> float:
    """Height of the keyboard in dp, on a screen of this size."""
    return min(_HEIGHT, area.height / DENSITY * _PART)


class _Keys:
    """Makes keys.

    Args:
        board: which keys are shown.
        theme: the colours.
        press: called with a character or with the name of what a key does, see :func:`.keys.soft_key`.
    """

    def __init__(self, board: Board, theme: Theme, press: Press) -> None:
        self._board = board
        self._theme = theme
        self._press = press

    def char(self, char: str, *, weight: float = 1, dim: bool = False) -> View:
        theme = self._theme
        face = theme.surface_high if theme.dark else 0xFFFFFFFF
        inner = label(
            char,
            _KEY if len(char) == 1 else _WORD,
            theme.on_surface,
            text_align=Align.CENTER,
            fill=theme.surface_highest if dim else face,
        )
        held = f"<variants>{char}" if len(char) == 1 and variants(char) else ""
        return self._cap(inner, char, char, weight, held)

    def emoji(self, char: str) -> View:
        inner = label(char, TextStyle(27, 32), self._theme.on_surface, text_align=Align.CENTER)
        return self._cap(inner, char, char, 1)

    def blank(self, weight: float, *, text: str = "English") -> View:
        theme = self._theme
        face = theme.surface_high if theme.dark else 0xFFFFFFFF
        color = theme.on_surface_variant
        inner = label(text, _WORD._replace(size=13), color, text_align=Align.CENTER, fill=face)
        return self._cap(inner, "Space", " ", weight)

    def word(self, text: str, name: str, press: str, weight: float) -> View:
        theme = self._theme
        color = theme.on_secondary_container
        inner = label(text, _WORD, color, text_align=Align.CENTER, fill=theme.secondary_container)
        return self._cap(inner, name, press, weight)

    def special(
        self,
        icon: str,
        name: str,
        press: str,
        weight: float = 1.5,
        *,
        strong: bool = False,
        held: str = "",
    ) -> View:
        theme = self._theme
        inner = View(
            icon=icon,
            fill=theme.primary if strong else theme.secondary_container,
            color=theme.on_primary if strong else theme.on_secondary_container,
        )
        return self._cap(inner, name, press, weight, held)

    def delete(self, weight: float = 1.5) -> View:
        return self.special("key_delete", "Delete", "\b", weight, held="<delete_word>")

    def enter(self, weight: float = 1.5) -> View:
        action = self._board.action
        return self.special(_ICONS[action], action.capitalize(), "\n", weight, strong=True)

    def shift(self) -> View:
        if self._board.layer == "symbols":
            return self.word("=\\<", "=\\<", "<more>", 1.5)
        if self._board.layer == "more":
            return self.word("?123", "Symbols", "<symbols>", 1.5)
        locked = self._board.layer == "caps"
        icon = "key_caps" if locked else "key_shift_on" if self._board.capital else "key_shift"
        return self.special(icon, "Shift", "<shift>", strong=locked, held="<caps>")

    def _cap(self, inner: View, name: str, press: str, weight: float, held: str = "") -> View:
        inner.width = inner.height = MATCH
        inner.radius = 10
        inner.hidden = True
        act = self._press
        return View(
            "android.widget.Button",
            desc=name,
            children=[inner],
            weight=weight,
            height=MATCH,
            pad=(2.5, 4, 2.5, 4),
            on_tap=lambda: act(press),
            on_long_tap=(lambda: act(held)) if held else None,
        )


def keyboard(board: Board, offered: str, theme: Theme, press: Press, height: float, foot: float) -> View:
    """The keyboard's view tree.

    Args:
        board: which keys it has.
        offered: the characters that are offered since a letter was held.
        theme: the colours.
        press: called with a character or with the name of what a key does, see :func:`.keys.soft_key`.
        height: in dp, without ``foot``.
        foot: room to leave below, in dp.
    """
    keys = _Keys(board, theme, press)
    small = height < _HEIGHT
    tools = _TOOLS * (0.72 if small else 1.0)
    if offered:
        head = row(*[keys.char(char) for char in offered], width=MATCH, height=tools, hidden=True)
    else:
        head = _digit_row(keys, tools) if _has_digits(board) else _tool_row(theme, press, tools)
    lines = _lines(board, keys)
    each = (height - tools - 6) / len(lines)
    rows = [row(*line, width=MATCH, height=each, hidden=True) for line in lines]
    if board.layer not in ("emoji",) and not board.pad and len(board.rows()[1]) == 9:
        rows[1].pad = (18, 0, 18, 0)
    return column(
        head,
        *rows,
        space(height=foot),
        id="keyboard_view",
        width=MATCH,
        fill=theme.surface_container,
        pad=(4, 0, 4, 6),
        package="org.crab.keyboard",
    )


def _has_digits(board: Board) -> bool:
    return board.kind == "password" and board.layer in ("lower", "upper", "caps")


def _digit_row(keys: _Keys, height: float) -> View:
    return row(*[keys.char(digit, dim=True) for digit in DIGITS], width=MATCH, height=height, hidden=True)


def _tool_row(theme: Theme, press: Press, height: float) -> View:
    color = theme.on_surface_variant
    return row(
        space(weight=1),
        icon_button("key_hide", "Hide keyboard", color, lambda: press("<hide>"), height=height),
        width=MATCH,
        height=height,
        pad=(8, 0, 4, 0),
    )


def _lines(board: Board, keys: _Keys) -> list[list[View]]:
    if board.layer == "emoji":
        grid = [[keys.emoji(char) for char in line] for line in EMOJI]
        foot = [
            keys.word("ABC", "ABC", "<auto>", 1.5),
            keys.blank(4),
            keys.delete(),
            keys.enter(),
        ]
        return [*grid, foot]
    if board.pad:
        return [[_pad_key(char, keys) for char in line] for line in _PADS[board.kind]]
    first, second, third = board.rows()
    letters = board.layer in ("lower", "upper", "caps")
    left, right = board.beside_space
    narrow = len(third) > 7
    foot = [
        keys.word("?123", "Symbols", "<symbols>", 1.5) if letters else keys.word("ABC", "ABC", "<auto>", 1.5),
        keys.char(left, dim=True),
        keys.special("emoji", "Emoji", "<emoji>", 1),
        keys.blank(4),
        keys.char(right, dim=True),
        keys.enter(),
    ]
    if board.kind == "url":
        foot.insert(-1, keys.char(".com", weight=1.2, dim=True))
    return [
        [keys.char(char) for char in first],
        [keys.char(char) for char in second],
        [keys.shift(), *[keys.char(char) for char in third], keys.delete(1.2 if narrow else 1.5)],
        foot,
    ]


def _pad_key(char: str, keys: _Keys) -> View:
    if char == "\b":
        return keys.delete(1)
    if char == "\n":
        return keys.enter(1)
    if char == " ":
        return keys.blank(1, text="space")
    return keys.char(char, dim=not char.isdigit())


KEYBOARD_HEIGHT = _HEIGHT
