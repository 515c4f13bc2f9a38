"""Options of commands, read as toybox does, which most of Android's commands are, and with its complaints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from .call import Usage

if TYPE_CHECKING:
    from .call import Call

_NONE: Mapping[str, str] = {}


class Options:
    """The options of a call, and its other words.

    Attributes:
        words: what is no option.
    """

    def __init__(self) -> None:
        self.words: list[str] = []
        self._given: dict[str, list[str]] = {}

    def __contains__(self, letter: str) -> bool:
        return letter in self._given

    def add(self, letter: str, value: str) -> None:
        """Note an option."""
        self._given.setdefault(letter, []).append(value)

    def value(self, letter: str, default: str = "") -> str:
        """The last value of an option."""
        return self._given[letter][-1] if letter in self._given else default

    def values(self, letter: str) -> list[str]:
        """All values of an option, in order."""
        return self._given.get(letter, [])


def options(
    call: Call,
    flags: str = "",
    values: str = "",
    *,
    long: Mapping[str, str] = _NONE,
    least: int = 0,
    most: int | None = None,
    stop: bool = False,
) -> Options:
    """Read the options of a call.

    Args:
        call: the call.
        flags: letters without a value.
        values: letters with one.
        long: names after two dashes, and the letters that they stand for.
        least: how many other words it needs.
        most: how many it takes.
        stop: whether the first other word ends the options.

    Raises:
        Usage: for an option that the command does not know.
    """
    made = Options()
    words = list(call.args)
    advice = f'(see "{call.name} --help")'
    while words:
        word = words.pop(0)
        if word == "--":
            made.words += words
            break
        if word.startswith("--"):
            name, sign, value = word[2:].partition("=")
            letter = long.get(name, "")
            if not letter:
                raise Usage(f"{call.name}: Unknown option '{name}' {advice}")
            if letter in values and not sign:
                if not words:
                    raise Usage(f"{call.name}: Missing argument to --{name} {advice}")
                value = words.pop(0)
            made.add(letter, value)
        elif word.startswith("-") and len(word) > 1:
            _letters(call, word[1:], flags, values, words, made)
        else:
            made.words.append(word)
            if stop:
                made.words += words
                break
    if len(made.words) < least:
        raise Usage(f"{call.name}: Needs {least} argument{'s' if least > 1 else ''} {advice}")
    if most is not None and len(made.words) > most:
        raise Usage(f"{call.name}: Max {most} argument{'s' if most > 1 else ''} {advice}")
    return made


def _letters(call: Call, letters: str, flags: str, values: str, words: list[str], made: Options) -> None:
    rest = letters
    while rest:
        letter, rest = rest[0], rest[1:]
        if letter in flags:
            made.add(letter, "")
        elif letter in values:
            if not rest and not words:
                raise Usage(f'{call.name}: Missing argument to -{letter} (see "{call.name} --help")')
            made.add(letter, rest or words.pop(0))
            return
        else:
            raise Usage(f"{call.name}: Unknown option '{letter}' (see \"{call.name} --help\")")


def whole_number(call: Call, text: str) -> int:
    """A number with one of the signs k, M, G for 1024 of the one before, as toybox has it.

    Raises:
        Usage: when it is none.
    """
    unit = {"c": 1, "b": 512, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}.get(text[-1:].lower(), 0)
    digits = text[:-1] if unit else text
    sign = -1 if digits.startswith("-") else 1
    digits = digits.lstrip("+-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 18:
        raise Usage(f"{call.name}: not a number '{text}'")
    return sign * int(digits) * (unit or 1)
