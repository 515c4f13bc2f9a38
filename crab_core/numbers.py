"""Reading a number with its unit out of an answer that holds nothing else."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import pairwise
from typing import Final

from crab_core.plain_text import bare
from crab_core.units import Unit, convert, find_unit, unit

_DIGITS: Final = r"\d[\d.,'’ ]*(?:[eE][+-]?\d{1,3})?|[.,]\d+"
_PART: Final = re.compile(
    rf"\s*(?P<before>[€$£¥]|US\$|EUR|USD|GBP)?\s*(?P<number>{_DIGITS})\s*(?P<unit>[^\d\s+-][^\d]*?(?:[23](?!\d))?)?\s*(?=[+-]?\d|$)"
)
_POWER: Final = re.compile("[²³¹⁰⁴-⁹]")
_UNIT_POWER: Final = re.compile("(?<=[a-zA-Z])[²³]")
_DEGREES: Final = str.maketrans("º˚", "°°")
"""Other signs that are typed for degrees."""
_GROUPED: Final = re.compile(r"\d{1,3}(?:[., '’]\d{3})+$")


def read_number(text: str, wanted: str = "") -> Decimal:
    """The number that a text is, in the wanted unit.

    "1,234.5", "1.234,5", "1 234,5" and "1234.5" are the same. A single comma before three digits separates
    thousands, a single point does not: "1,234" is a thousand and more, "1.234" a little more than one.
    Numbers with ever smaller units of one kind are added: "1 h 20 min".

    Args:
        text: The number, and nothing else.
        wanted: The unit in which it is returned, and in which a bare number is; empty for a plain number.

    Raises:
        ValueError: The text is something else, in words that follow "the answer".
    """
    if _POWER.search(_UNIT_POWER.sub("", text)):
        raise ValueError("is a power and not a number in digits")
    plain = bare(text.translate(_DEGREES))
    negative = plain.startswith("-")
    parts = _split(plain[1:].strip() if plain[:1] in ("+", "-") else plain)
    unit_wanted = unit(wanted) if wanted else None
    numbers = [_convert(number, given, unit_wanted) for number, given in parts]
    units = [given.factor if given else None for _, given in parts]
    if any(not one or not other or one <= other for one, other in pairwise(units)):
        raise ValueError("holds more than one number")
    total = sum(numbers, Decimal(0))
    return -total if negative else total


def _split(text: str) -> list[tuple[Decimal, Unit | None]]:
    parts: list[tuple[Decimal, Unit | None]] = []
    at = 0
    while at < len(text):
        found = _PART.match(text, at)
        if found is None:
            raise ValueError("is not a number and nothing else")
        said = found["unit"] or found["before"]
        given = find_unit(said) if said else None
        if found["before"] and given not in (None, find_unit(found["before"])):
            raise ValueError("has two units")
        if said and given is None:
            known = said.strip().rstrip(".")
            raise ValueError(f"holds {known!r} beside the number" if known else "is not a number")
        parts.append((_decimal(found["number"].strip()), given))
        at = found.end()
    if not parts:
        raise ValueError("is not a number")
    return parts


def _convert(number: Decimal, given: Unit | None, wanted: Unit | None) -> Decimal:
    if given is None or given == wanted:
        return number
    if wanted is None:
        raise ValueError(f"has a unit, {given.symbol}")
    if given.kind != wanted.kind:
        raise ValueError(f"is in {given.symbol}, which measures another thing than {wanted.symbol}")
    return convert(number, given, wanted)


def _decimal(digits: str) -> Decimal:
    mantissa, _, power = digits.casefold().partition("e")
    exponent = f"e{power}" if power else ""
    marks = [char for char in mantissa if char in ".,"]
    whole, fraction = mantissa, ""
    if marks:
        last = marks[-1]
        one_kind = len(set(marks)) == 1
        groups = one_kind and _GROUPED.match(mantissa) and (len(marks) > 1 or last == ",")
        if groups and not mantissa.startswith("0"):
            whole = mantissa
        elif one_kind and len(marks) > 1:
            raise ValueError("is not a number that can be read in one way")
        else:
            whole, _, fraction = mantissa.rpartition(last)
    if re.search(r"[., '’]", whole) and not _GROUPED.match(whole):
        raise ValueError("is not a number that can be read in one way")
    if mantissa.endswith(",") or (fraction and not fraction.isdigit()):
        raise ValueError("is not a number that can be read in one way")
    return Decimal(f"{re.sub(r'[^0-9]', '', whole) or '0'}.{fraction or '0'}{exponent}")
