"""Whose number it is: what apps show instead of a telephone number, by the contacts provider."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from . import formats

if TYPE_CHECKING:
    from .context import AppContext

_PHONES = "content://com.android.contacts/data/phones"
_MATCHING = 7  # digits from the end that numbers must share to be compared, as Android's caller id does


class Caller(NamedTuple):
    """Somebody with a number; ``contact`` is 0 for who is in no contacts."""

    name: str
    number: str
    contact: int = 0


class Callers:
    """Finds who has a number. Made anew whenever it is needed: contacts may have changed.

    Args:
        context: of the app that asks.
    """

    def __init__(self, context: AppContext[Any]) -> None:
        self._locale = formats.locale_of(context)
        self.known: list[Caller] = []
        self._by_end: dict[str, list[Caller]] = defaultdict(list)
        for row in context.query(_PHONES):
            number = str(row["data1"])
            caller = Caller(str(row["display_name"]), number, int(row["contact_id"]))
            self.known.append(caller)
            self._by_end[_end(number)].append(caller)

    def of(self, number: str) -> Caller:
        """Who has the number; with the number as the name when nobody does."""
        for caller in self._by_end.get(_end(number), ()):
            if formats.same_number(caller.number, number):
                return caller
        return Caller(formats.phone_number(number, self._locale), number)

    def name(self, number: str) -> str:
        """The name of who has the number, or the number in groups."""
        return self.of(number).name

    def search(self, text: str) -> list[Caller]:
        """Those with a word that begins with the text, or with its digits in their number, by name."""
        needle = text.casefold().strip()
        digits = "".join(char for char in text if char.isdigit())
        found = [
            caller
            for caller in self.known
            if any(word.startswith(needle) for word in _words(caller.name))
            or (len(digits) > 1 and digits in _digits(caller.number))
        ]
        return sorted(found, key=lambda caller: caller.name.casefold())


def _words(name: str) -> list[str]:
    """The whole name, and each of its words."""
    return [name.casefold(), *name.casefold().split()]


def _digits(number: str) -> str:
    return "".join(char for char in number if char.isdigit())


def _end(number: str) -> str:
    digits = _digits(number)
    return digits[-_MATCHING:] if len(digits) >= _MATCHING else number.strip()
