"""Backslash escapes: as ``echo -e``, ``printf`` and ``$'...'`` understand them."""

from __future__ import annotations

_SIMPLE = {
    "a": "\a",
    "b": "\b",
    "e": "\x1b",
    "E": "\x1b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\\": "\\",
}
_HEX = {"x": 2, "u": 4, "U": 8}


class StopOutput(Exception):  # noqa: N818 - not a fault of the program
    """``\\c``: nothing more is to be written; the text is what came before."""


def unescape(text: str, *, quotes: str = "", zero_octal: bool = False, stop: bool = False) -> str:
    """Replace backslash escapes.

    Args:
        text: the text.
        quotes: further characters that a backslash may stand before.
        zero_octal: octal numbers begin with ``\\0`` and three more digits may follow.
        stop: whether ``\\c`` ends the output.

    Raises:
        StopOutput: at ``\\c``, with what came before as its text.
    """
    if "\\" not in text:
        return text
    made: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        following = text[at + 1 : at + 2]
        if char != "\\" or not following:
            made.append(char)
            at += 1
        elif following in _SIMPLE:
            made.append(_SIMPLE[following])
            at += 2
        elif following in quotes:
            made.append(following)
            at += 2
        elif following == "c" and stop:
            raise StopOutput("".join(made))
        elif following in _HEX:
            digits = _digits(text, at + 2, _HEX[following], "0123456789abcdefABCDEF")
            if not digits:
                made.append(char + following)
            else:
                made.append(_character(int(digits, 16), byte=following == "x"))
            at += 2 + len(digits)
        elif following in "01234567":
            start = at + 2 if zero_octal and following == "0" else at + 1
            digits = _digits(text, start, 3, "01234567")
            made.append(_character(int(digits or "0", 8) & 0xFF, byte=True))
            at = start + len(digits)
        else:
            made.append(char + following)
            at += 2
    return _joined(made)


def ansi_c(text: str) -> str:
    """The text that ``$'...'`` stands for."""
    return unescape(text, quotes="'\"?").split("\0", 1)[0]


def _digits(text: str, start: int, most: int, alphabet: str) -> str:
    end = start
    while end < len(text) and end - start < most and text[end] in alphabet:
        end += 1
    return text[start:end]


def _character(code: int, *, byte: bool) -> str:
    if byte:
        return chr(code) if code < 0x80 else chr(0xDC00 + code)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else "\ufffd"


def _joined(pieces: list[str]) -> str:
    """One text in which bytes that were written one by one and make up a character are that character."""
    text = "".join(pieces)
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text
