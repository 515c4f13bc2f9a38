"""The single times at which events take place, in the phone's time zone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from crab_android.phone.kit import AppContext, zone

from .model import CalendarState, Event
from .repeating import days_of

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Instance:
    """One time at which an event takes place.

    Attributes:
        event: the event or series.
        start: in the phone's local time; midnight of the first day of an all-day event.
        end: likewise; the midnight after the last day of an all-day event.
        day: the day it starts on in the event's own time zone, by which a series knows it.
    """

    event: Event
    start: datetime
    end: datetime
    day: date

    @property
    def last_day(self) -> date:
        """The last day that it is on."""
        ends = self.end - timedelta(microseconds=1) if self.end > self.start else self.end
        return ends.date()


def zone_name(context: AppContext[Any]) -> str:
    """The phone's time zone."""
    return context.system.properties.get("persist.sys.timezone", "UTC")


def shifted(moment: datetime, source: str, target: str) -> datetime:
    """A local time of one time zone as the local time of another one."""
    if source in ("", target):
        return moment
    return moment.replace(tzinfo=zone(source)).astimezone(zone(target)).replace(tzinfo=None)


def milliseconds(moment: datetime, name: str) -> int:
    """A local time of a time zone in milliseconds since 1970."""
    return int(moment.replace(tzinfo=zone(name)).timestamp() * 1000)


def moment_of(stamp: float, name: str) -> datetime:
    """The local time in a time zone of milliseconds since 1970."""
    return datetime.fromtimestamp(stamp / 1000, UTC).astimezone(zone(name)).replace(tzinfo=None)


def of_event(event: Event, first: date, last: date, here: str) -> Iterator[Instance]:
    """The times of an event that touch the days from ``first`` to ``last``."""
    length = event.end - event.start
    if event.repeat is None:
        days: tuple[date, ...] = (event.start.date(),)
    else:
        early = first - length - 2 * _DAY
        days = days_of(event.start.date(), event.repeat, early, last + _DAY)
    opens, closes = datetime.combine(first, time()), datetime.combine(last + _DAY, time())
    at, here_too = event.start.time(), event.all_day or event.timezone in ("", here)
    for day in days:
        if day in event.skipped:
            continue
        start = datetime.combine(day, at)
        end = start + length
        if not here_too:
            start, end = shifted(start, event.timezone, here), shifted(end, event.timezone, here)
        if start < closes and (end > opens or start == end >= opens):
            yield Instance(event, start, end, day)


def instances(
    state: CalendarState, first: date, last: date, here: str, *, every: bool = False
) -> list[Instance]:
    """All times that touch the days from ``first`` to ``last``, in order; all-day events come first on a day.

    Args:
        state: the calendars.
        first: the first day.
        last: the last day.
        here: the phone's time zone.
        every: also those of hidden calendars, and declined ones that the settings hide.
    """
    hidden = set() if every else {known.id for known in state.calendars if not known.visible}
    declined = every or state.preferences.show_declined
    found = [
        instance
        for event in state.events
        if event.calendar not in hidden and (declined or event.answer != "declined")
        for instance in of_event(event, first, last, here)
    ]
    return sorted(found, key=lambda one: (one.start, not one.event.all_day, one.end, one.event.id))


def instance_on(event: Event, day: date, here: str) -> Instance:
    """The time at which an event takes place when it starts on a day of its own time zone."""
    start = datetime.combine(day, event.start.time())
    end = start + (event.end - event.start)
    if not event.all_day:
        start, end = shifted(start, event.timezone, here), shifted(end, event.timezone, here)
    return Instance(event, start, end, day)
