"""Which keys the soft keyboard has, by layer and by the kind of text that is typed."""

from __future__ import annotations

from dataclasses import dataclass

from ..state import Layer
from ..ui.views import View

LETTERS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
SYMBOLS = ("1234567890", "@#$_&-+()/", "*\"':;!?")
MORE = ("~`|•√π÷×¶∆", "£¢€¥^°={}\\", "%©®™✓[]<>")
DIGITS = "1234567890"
# What the fonts that a phone draws with have, without a font for emoji alone.
EMOJI = (
    "😀😃😄😁😆😅😂😊",
    "😇🙃😉😌😍😘😋😎",
    "😐😏😢😭😡👍👎👌",
    "✌❤♥⭐☀☁☔⚡",
    "☕⚽✈🏠☎✉♫✓",
)
# What a held letter offers, in Latin scripts; the digit on the key comes first.
_ACCENTS = {
    "a": "àáâäæãåā", "c": "çćč", "d": "ďđ", "e": "èéêëēėę", "g": "ğ", "i": "îïíīįì", "l": "ł", "n": "ñńň",
    "o": "ôöòóœøōõ", "r": "ř", "s": "ßśšş", "t": "ťţ", "u": "ûüùúūů", "y": "ÿý", "z": "žźż",
}  # fmt: skip
_SIGNS = {
    ".": "…·•",
    ",": ";:",
    "-": "–—",
    "'": "‘’",
    '"': "“”„«»",
    "?": "¿",
    "!": "¡",
    "$": "¢£€¥₹",
    "0": "°",
}
# By kind: the keys to the left of the space bar and to its right.
_BESIDE_SPACE = {"email": ("@", "."), "url": ("/", ".")}
_EXACT = ("email", "url", "password")
_ENDS = (".", "!", "?")


@dataclass(frozen=True, slots=True)
class Board:
    """The keys to show.

    Attributes:
        layer: the layer; never ``auto``.
        kind: of the text: text, number, phone, email, url or password.
        action: what the enter key does: enter (a new line), next, done, search or send.
    """

    layer: Layer
    kind: str
    action: str = "enter"

    @property
    def pad(self) -> bool:
        """Whether it is a number pad."""
        return self.kind in ("number", "phone") and self.layer in ("lower", "upper", "caps")

    @property
    def capital(self) -> bool:
        """Whether letters are capital."""
        return self.layer in ("upper", "caps")

    @property
    def beside_space(self) -> tuple[str, str]:
        """The keys beside the space bar."""
        return _BESIDE_SPACE.get(self.kind, (",", "."))

    def rows(self) -> tuple[str, str, str]:
        """The characters of the three upper rows."""
        if self.layer == "symbols":
            return SYMBOLS
        if self.layer == "more":
            return MORE
        return (LETTERS[0].upper(), LETTERS[1].upper(), LETTERS[2].upper()) if self.capital else LETTERS


def keys_for(layer: Layer, view: View | None, *, last: bool = True) -> Board:
    """The keys for a text field.

    Args:
        layer: what the user has chosen.
        view: the text field; None when it cannot be seen.
        last: whether no other text field follows on the screen.
    """
    if view is None:
        return Board("lower" if layer == "auto" else layer, "text")
    if layer == "auto":
        layer = "upper" if view.input_type not in _EXACT and _begins_sentence(view) else "lower"
    return Board(layer, view.input_type, _action(view, last))


def variants(char: str) -> str:
    """The characters that a held key offers; none for most."""
    if char in _SIGNS:
        return _SIGNS[char]
    lower = char.lower()
    accents = _ACCENTS.get(lower, "")
    digit = DIGITS[LETTERS[0].index(lower)] if lower in LETTERS[0] else ""
    # The large sharp s is no letter that anybody looks for.
    return digit + (accents.replace("ß", "").upper() if char != lower else accents)


def _begins_sentence(view: View) -> bool:
    before = view.text[: view.cursor or 0]
    return not before or before.endswith("\n") or (before.endswith(" ") and before.rstrip().endswith(_ENDS))


def _action(view: View, last: bool) -> str:
    if view.ime_action:
        return view.ime_action
    if view.multiline:
        return "enter"
    if view.on_enter is None:
        return "done" if last else "next"
    return "search" if "search" in f"{view.id} {view.hint}".casefold() else "done"
