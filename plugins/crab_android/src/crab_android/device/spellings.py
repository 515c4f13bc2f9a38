"""What is written in several ways and means the same: telephone numbers, mail addresses, dates."""

from __future__ import annotations

from datetime import date

_ENOUGH_DIGITS = 7
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def same_number(one: str, other: str) -> bool:
    """Whether two telephone numbers ring at the same place.

    Digits count, and one may lack the country code, as for Android's PhoneNumberUtils.compare; short numbers
    must be equal.
    """
    first, second = sorted((digits(one), digits(other)), key=len)
    if not first or _lettered(one) or _lettered(other):
        return False
    return second == first or (len(first) >= _ENOUGH_DIGITS and second.endswith(first.removeprefix("0")))


def digits(text: str) -> str:
    """The digits of a telephone number."""
    return "".join(char for char in text if char in "0123456789*#")


def _lettered(text: str) -> bool:
    return any(char.isalpha() for char in text)


def same_mail(one: str, other: str) -> bool:
    """Whether two mail addresses are the same; letters are compared without case."""
    return one.strip().casefold() == other.strip().casefold()


def dates(day: date) -> list[str]:
    """The ways to write a day that phones use, the long ones first."""
    long, short = _MONTHS[day.month - 1], _MONTHS[day.month - 1][:3]
    year, month, number = day.year, day.month, day.day
    return [
        f"{long} {number}, {year}",
        f"{number} {long} {year}",
        f"{number}. {long} {year}",
        f"{short} {number}, {year}",
        f"{number} {short} {year}",
        f"{number:02d} {short} {year}",
        f"{year}-{month:02d}-{number:02d}",
        f"{number:02d}.{month:02d}.{year}",
        f"{number}.{month}.{year}",
        f"{number:02d}/{month:02d}/{year}",
        f"{month}/{number}/{year}",
        f"{month:02d}/{number:02d}/{year}",
    ]
