"""Reading a day out of an answer that holds nothing else."""

from __future__ import annotations

import calendar
import re
from datetime import date
from typing import Final

from crab_core.plain_text import bare

_MONTHS: Final = {
    **{name.casefold(): number for number, name in enumerate(calendar.month_name) if name},
    **{name.casefold(): number for number, name in enumerate(calendar.month_abbr) if name},
    "sept": 9,
}
_DAYS: Final = {
    **{name.casefold(): number for number, name in enumerate(calendar.day_name)},
    **{name.casefold(): number for number, name in enumerate(calendar.day_abbr)},
}
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH: Final = r"(?P<name>[a-z]+)\.?"
_YEAR: Final = r"(?P<year>\d{4})"
_NAMED: Final = (
    re.compile(rf"(?:the )?{_DAY}\.?(?: of)?[ -]{_MONTH},?[ -]{_YEAR}"),
    re.compile(rf"{_MONTH} (?:the )?{_DAY},? {_YEAR}"),
    re.compile(rf"{_YEAR}[ -]{_MONTH}[ -]{_DAY}"),
)
_ISO: Final = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_NUMBERS: Final = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})")


def read_date(text: str) -> date:
    """The day that a text names: "2026-05-14", "14 May 2026", "Thursday, May 14th, 2026".

    Numbers with the year last are read when only one of them can be the month, or both are equal.

    Raises:
        ValueError: The text is something else, or names two days, in words that follow "the answer".
    """
    plain = bare(text).casefold().removesuffix(".")
    weekday, plain = _without_weekday(plain)
    day = _read(plain)
    if weekday is not None and day.weekday() != weekday:
        raise ValueError(f"says {calendar.day_name[weekday]}, which {day.isoformat()} is not")
    return day


def _without_weekday(text: str) -> tuple[int | None, str]:
    first, _, rest = text.partition(" ")
    weekday = _DAYS.get(first.rstrip(",."))
    return (weekday, rest) if weekday is not None and rest else (None, text)


def _read(text: str) -> date:
    if iso := _ISO.fullmatch(text):
        return _day(int(iso[1]), int(iso[3]), int(iso[4]))
    if numbers := _NUMBERS.fullmatch(text):
        one, other, year = int(numbers[1]), int(numbers[3]), int(numbers[4])
        if one <= 12 and other <= 12 and one != other:
            raise ValueError("can be read as two days")
        return (
            _day(year, min(one, other), max(one, other)) if max(one, other) > 12 else _day(year, one, other)
        )
    for form in _NAMED:
        found = form.fullmatch(text)
        if found and found["name"] in _MONTHS:
            return _day(int(found["year"]), _MONTHS[found["name"]], int(found["day"]))
    raise ValueError("is not a date with its year and nothing else")


def _day(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError:
        raise ValueError("is no day of the calendar") from None
