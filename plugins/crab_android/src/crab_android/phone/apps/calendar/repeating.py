"""Series of events: the days they are on, and iCalendar's rules for them (RFC 5545, section 3.3.10)."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache

from crab_android.phone.kit import formats

from .model import Every, Repeat

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_UNITS: dict[Every, str] = {"daily": "day", "weekly": "week", "monthly": "month", "yearly": "year"}
_LAST_YEAR = 2100


@lru_cache(maxsize=4096)
def days_of(start: date, repeat: Repeat, first: date, last: date) -> tuple[date, ...]:
    """The days from ``first`` to ``last`` on which a series that starts on a day has an occurrence."""
    found: list[date] = []
    # Nothing is missed when whole steps before the window are jumped over, unless occurrences are counted.
    origin = start if repeat.count is not None else _jump(start, repeat, first)
    for number, day in enumerate(_days(origin, start, repeat), start=1):
        if day > last or (repeat.until is not None and day > repeat.until):
            break
        if repeat.count is not None and number > repeat.count:
            break
        if day >= first:
            found.append(day)
    return tuple(found)


def _jump(start: date, repeat: Repeat, first: date) -> date:
    """A day on which a whole number of steps after the start has been made, well before the window."""
    if repeat.every not in ("daily", "weekly") or first <= start:
        return start
    step = repeat.interval * (7 if repeat.every == "weekly" else 1)
    return start + timedelta(days=max(0, (first - start).days // step - 1) * step)


def _days(origin: date, start: date, repeat: Repeat) -> Iterator[date]:
    if repeat.every == "daily":
        day = origin
        while day.year <= _LAST_YEAR:
            yield day
            day += timedelta(days=repeat.interval)
    elif repeat.every == "weekly":
        monday = origin - timedelta(days=origin.weekday())
        while monday.year <= _LAST_YEAR:
            for weekday in sorted(repeat.weekdays or (start.weekday(),)):
                if monday + timedelta(days=weekday) >= start:
                    yield monday + timedelta(days=weekday)
            monday += timedelta(weeks=repeat.interval)
    else:
        step = repeat.interval * (12 if repeat.every == "yearly" else 1)
        month = start.year * 12 + start.month - 1
        while month // 12 <= _LAST_YEAR:
            # Months that lack the day have no occurrence.
            if start.day <= calendar.monthrange(month // 12, month % 12 + 1)[1]:
                yield date(month // 12, month % 12 + 1, start.day)
            month += step


def rule_text(repeat: Repeat) -> str:
    """The series as an RRULE: ``FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE``."""
    parts = [f"FREQ={repeat.every.upper()}"]
    if repeat.until is not None:
        parts.append(f"UNTIL={repeat.until:%Y%m%d}T235959Z")
    if repeat.count is not None:
        parts.append(f"COUNT={repeat.count}")
    if repeat.interval > 1:
        parts.append(f"INTERVAL={repeat.interval}")
    if repeat.weekdays:
        parts.append("BYDAY=" + ",".join(_CODES[day] for day in sorted(repeat.weekdays)))
    return ";".join(parts)


def parse_rule(text: str) -> Repeat | None:
    """The series of an RRULE; None for an empty text.

    Raises:
        ValueError: for a rule that the calendar does not know.
    """
    if not text.strip():
        return None
    pairs = [part.partition("=") for part in text.strip().rstrip(";").upper().split(";")]
    parts = {key: value for key, _, value in pairs}
    frequencies: dict[str, Every] = {name.upper(): name for name in _UNITS}
    frequency = frequencies.get(parts.pop("FREQ", ""))
    if frequency is None:
        raise ValueError(f"not a rule that the calendar knows: {text!r}")
    parts.pop("WKST", None)
    until, days = parts.pop("UNTIL", ""), parts.pop("BYDAY", "")
    known = Repeat(
        every=frequency,
        interval=int(parts.pop("INTERVAL", "1")),
        count=int(parts.pop("COUNT")) if "COUNT" in parts else None,
        until=datetime.strptime(until[:8], "%Y%m%d").date() if until else None,
        weekdays=tuple(_CODES.index(day) for day in days.split(",")) if days else (),
    )
    if parts:
        raise ValueError(f"the calendar knows no {', '.join(sorted(parts))} in {text!r}")
    return known


def repeat_text(repeat: Repeat | None, locale: str) -> str:
    """The series in words: ``Every 2 weeks on Mon, Wed until Jun 30, 2026``."""
    if repeat is None:
        return "Does not repeat"
    unit = _UNITS[repeat.every]
    said = f"Every {unit}" if repeat.interval == 1 else f"Every {repeat.interval} {unit}s"
    if repeat.weekdays == (0, 1, 2, 3, 4) and repeat.interval == 1:
        said = "Every weekday (Mon to Fri)"
    elif repeat.weekdays:
        names = [formats.weekday_name(day, locale, short=True) for day in sorted(repeat.weekdays)]
        said += " on " + ", ".join(names)
    if repeat.until is not None:
        said += f" until {formats.date_year(repeat.until, locale)}"
    if repeat.count is not None:
        said += f", {repeat.count} time{'' if repeat.count == 1 else 's'}"
    return said
