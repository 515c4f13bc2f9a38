"""When alarms ring, and how their times are told."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

from crab_android.phone.kit import AppContext, formats

from .model import Alarm, ClockState

NEXT_ALARM = "next_alarm_formatted"

Ctx = AppContext[ClockState]


def seconds_now(context: AppContext[Any]) -> float:
    """The phone's time in seconds since 1970."""
    return context.phone.clock.instant().timestamp()


def next_ring(alarm: Alarm, now: datetime) -> datetime:
    """When an alarm that is on rings next, after a local time."""
    if alarm.snoozed is not None and alarm.snoozed > now:
        return alarm.snoozed
    day = datetime.combine(now.date(), time(alarm.hour, alarm.minute))
    if day <= now:
        day += timedelta(days=1)
    while alarm.days and day.weekday() not in alarm.days:
        day += timedelta(days=1)
    return day


def rings(alarm: Alarm, before: datetime, after: datetime) -> datetime | None:
    """The last time after ``before`` and up to ``after`` at which an alarm that is on rings."""
    at = next_ring(alarm, before)
    if at > after:
        return None
    if not alarm.days:
        return at
    while (following := next_ring(alarm.model_copy(update={"snoozed": None}), at)) <= after:
        at = following
    return at


def next_alarm(state: ClockState, now: datetime) -> tuple[Alarm, datetime] | None:
    """The alarm that rings next, and when."""
    found = [(alarm, next_ring(alarm, now)) for alarm in state.alarms if alarm.enabled]
    return min(found, key=lambda entry: entry[1], default=None)


def note_next(context: Ctx) -> None:
    """Put the next alarm where Android has it, into the system's settings: ``Fri 06:45``."""
    coming = next_alarm(context.state, context.now())
    text = ""
    if coming is not None:
        moment = coming[1]
        day = formats.weekday_name(moment.weekday(), formats.locale_of(context), short=True)
        text = f"{day} {formats.time_text(moment, context)}"
    if context.setting("system", NEXT_ALARM) != text:
        context.put_setting("system", NEXT_ALARM, text)


def days_text(alarm: Alarm, context: Ctx) -> str:
    """The days of an alarm: ``Mon, Tue``, ``Every day``, ``Tomorrow``."""
    locale, now = formats.locale_of(context), context.now()
    if alarm.snoozed is not None and alarm.snoozed > now:
        return f"Snoozed until {formats.time_text(alarm.snoozed, context)}"
    if not alarm.days:
        return formats.date_relative(next_ring(alarm, now).date(), now.date(), locale)
    days = sorted(alarm.days)
    if len(days) == 7:
        return "Every day"
    if days == [0, 1, 2, 3, 4]:
        return "Mon to Fri"
    if days == [5, 6]:
        return "Weekends"
    order = formats.week_days(locale)
    return ", ".join(formats.weekday_name(day, locale, short=True) for day in sorted(days, key=order.index))


def until_text(moment: datetime, now: datetime) -> str:
    """How long it is until an alarm rings: ``8 hours and 21 minutes``."""
    minutes = max(1, -(-int((moment - now).total_seconds()) // 60))
    days, hours, rest = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [
        f"{count} {unit}{'' if count == 1 else 's'}"
        for count, unit in ((days, "day"), (hours, "hour"), (rest, "minute"))
        if count
    ]
    return " and ".join(parts) if len(parts) < 3 else f"{parts[0]}, {parts[1]} and {parts[2]}"


def clock_length(seconds: float) -> str:
    """A length of time on a timer: ``4:05``, ``1:02:03``; a second that has begun counts."""
    return formats.duration_text(-int(-seconds // 1) if seconds > 0 else 0)
