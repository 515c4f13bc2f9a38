"""How events are told of."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from crab_android.phone.kit import AppContext, formats

from .instances import Instance
from .model import Event


def title_of(event: Event) -> str:
    """What an event is called."""
    return event.title or "(No title)"


def time_range(one: Instance, context: AppContext[Any]) -> str:
    """The times of day: ``9:00 – 10:00 AM``; of an all-day event ``All day``."""
    if one.event.all_day:
        return "All day"
    start, end = (formats.time_text(moment, context) for moment in (one.start, one.end))
    if one.start == one.end:
        return start
    if (
        one.start.date() == one.end.date()
        and " " in start
        and start.partition(" ")[2] == end.partition(" ")[2]
    ):
        # One "AM" is enough.
        start = start.partition(" ")[0]
    return f"{start} – {end}"


def when_text(one: Instance, context: AppContext[Any]) -> str:
    """Day and time in one line: ``Thu, May 14, 9:00 – 10:00``."""
    locale, this_year = formats.locale_of(context), context.now().year

    def day(value: date) -> str:
        same = value.year == this_year
        return formats.date_weekday(value, locale) if same else formats.date_year(value, locale)

    first, last = one.start.date(), one.last_day
    if one.event.all_day:
        return day(first) if first == last else f"{day(first)} – {day(last)}"
    if first == last or one.end - one.start < timedelta(hours=24):
        return f"{day(first)}, {time_range(one, context)}"
    start, end = (formats.time_text(moment, context) for moment in (one.start, one.end))
    return f"{day(first)}, {start} – {day(last)}, {end}"


def reminder_text(minutes: int, *, all_day: bool = False) -> str:
    """How long before: ``10 minutes before``."""
    if minutes == 0:
        return "At the start" if all_day else "At time of event"
    for size, unit in ((10_080, "week"), (1440, "day"), (60, "hour")):
        if minutes % size == 0:
            count = minutes // size
            return f"{count} {unit}{'' if count == 1 else 's'} before"
    return f"{minutes} minute{'' if minutes == 1 else 's'} before"
