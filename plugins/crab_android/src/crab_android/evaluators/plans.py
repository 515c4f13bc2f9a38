"""Evaluators that look at plans: to-dos, notes, events, alarms and the world clock."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import TYPE_CHECKING, Literal, get_args

from crab_android.device import content, seen
from crab_android.device.timezones import zone
from crab_android.evaluators.parameters import Day, OptionalTime, Perhaps, Some, Time
from crab_core import Verdict, evaluator

if TYPE_CHECKING:
    from crab_android.environment import AndroidEnvironment

TODOS = "content://org.crab.tasks/tasks"
NOTES = "content://org.crab.notes/notes"
ALARMS = "content://com.android.deskclock/alarms"
CITIES = "content://com.android.deskclock/cities"
EVENTS = "content://com.android.calendar/events"


Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS = get_args(Weekday)


@evaluator(env="android")
def todo_exists(env: AndroidEnvironment, title: Some, done: bool | None = None) -> Verdict:
    """A to-do has exactly this title.

    Args:
        title: The whole title.
        done: Whether it must be done; either when left out.

    Raises:
        DeviceError: The to-dos cannot be read.
    """
    rows = content.rows(env.link, TODOS, ["title", "done"])
    mine = [row for row in rows if row["title"] == title]
    if not mine:
        return Verdict(False, f"none of {len(rows)} to-dos is {title!r}")
    if done is None or any(content.same(row["done"], done) for row in mine):
        return Verdict(True, f"there is the to-do {title!r}")
    return Verdict(False, f"the to-do {title!r} is {'not ' if done else ''}done")


@evaluator(env="android")
def note_exists(env: AndroidEnvironment, text: Some, title: Perhaps = "") -> Verdict:
    """A note says exactly this; blanks at its ends do not count, and a note in the bin is none.

    Args:
        text: The whole body; where no title is asked for, a note of a title alone may say it too.
        title: Its whole title; any when empty.

    Raises:
        DeviceError: The notes cannot be read.
    """
    rows = content.rows(env.link, NOTES, ["title", "trashed", "body"])
    said = [row for row in rows if _says(row, text, title)]
    if any(not content.same(row["trashed"], True) for row in said):
        return Verdict(True, f"a note says {text!r}")
    if said:
        return Verdict(False, f"the note that says {text!r} is in the bin")
    if title and any(row["title"].strip() == title.strip() for row in rows):
        return Verdict(False, f"the note {title!r} does not say {text!r}")
    return Verdict(False, f"none of {len(rows)} notes says {text!r}" + (f" below {title!r}" if title else ""))


def _says(row: content.Row, text: str, title: str) -> bool:
    heading, body = row["title"].strip(), row["body"].strip()
    if title:
        return heading == title.strip() and body == text.strip()
    return text.strip() == (body or heading)


@evaluator(env="android")
def event_exists(
    env: AndroidEnvironment, title: Some, day: Day, all_day: bool | None = None, at: OptionalTime = ""
) -> Verdict:
    """The calendar has an event of this title that begins on this day.

    Args:
        title: The whole title.
        day: As in "2026-05-14", in the time zone of the event.
        all_day: Whether it must be for the whole day; either when left out.
        at: When it must begin, as in "09:30"; any time when left out.

    Raises:
        DeviceError: The calendar cannot be read.
        ValueError: There is no such day or time.
    """
    wanted = date.fromisoformat(day)
    when = time.fromisoformat(at) if at else None
    rows = content.rows(env.link, EVENTS, ["title", "dtstart", "allDay", "eventTimezone", "deleted"])
    mine = [row for row in rows if row["title"] == title and not content.same(row["deleted"], True)]
    if not mine:
        return Verdict(False, f"none of {len(rows)} events is {title!r}")
    reasons = [_event_differs(row, wanted, all_day, when) for row in mine]
    if "" in reasons:
        return Verdict(True, f"{title!r} is in the calendar on {day}")
    return Verdict(False, f"{title!r} {reasons[0]}")


@evaluator(env="android")
def event_shown(
    env: AndroidEnvironment, title: Some, day: Day, package: str = "com.android.calendar"
) -> Verdict:
    """The calendar app shows an event that begins on this day.

    Args:
        title: The whole title of the event, which must be in the calendar on that day.
        day: As in "2026-05-14", in the time zone of the event.
        package: The calendar app.

    Raises:
        DeviceError: The calendar cannot be read.
        ValueError: There is no such day.
    """
    rows = content.rows(env.link, EVENTS, ["title", "dtstart", "allDay", "eventTimezone", "deleted"])
    wanted = date.fromisoformat(day)
    there = [row for row in rows if row["title"] == title and not content.same(row["deleted"], True)]
    if not any(_event_differs(row, wanted, None, None) == "" for row in there):
        return Verdict(False, f"the calendar has no event {title!r} on {day}")
    screen = seen.Words.of(env.hierarchy())
    if package not in screen.packages:
        return Verdict(False, f"{', '.join(screen.packages) or 'no app'} is in front, not {package}")
    shown = bool(screen.having(title, package))
    return Verdict(shown, f"{package} {'shows' if shown else 'does not show'} {title!r}")


def _event_differs(row: content.Row, day: date, all_day: bool | None, at: time | None) -> str:
    whole = content.same(row["allDay"], True)
    start = content.number_of(row, "dtstart")
    if start is None:
        return "has no beginning"
    # The days of events for the whole day are days of UTC (CalendarContract.EventsColumns.ALL_DAY).
    begins = datetime.fromtimestamp(start / 1000, UTC if whole else zone(row["eventTimezone"]))
    if begins.date() != day:
        return f"is on {begins.date()}, not on {day}"
    if all_day is not None and whole != all_day:
        return f"is {'not ' if all_day else ''}for the whole day"
    if at is not None and (whole or begins.time() != at):
        return f"begins at {begins:%H:%M}, not at {at:%H:%M}" if not whole else "is for the whole day"
    return ""


@evaluator(env="android")
def alarm_set(
    env: AndroidEnvironment,
    at: Time,
    enabled: bool | None = True,
    label: Perhaps = "",
    days: list[Weekday] | None = None,
) -> Verdict:
    """There is an alarm for this time.

    Args:
        at: As in "07:30", by the 24-hour clock.
        enabled: Whether it must be on; either when null.
        label: Its whole label; any when empty.
        days: The weekdays on which it must ring, and no others; an empty list for an alarm that rings once;
            any when left out.

    Raises:
        DeviceError: The alarms cannot be read.
    """
    hour, minute = (int(part) for part in at.split(":"))
    rows = content.rows(env.link, ALARMS, ["hour", "minutes", "enabled", "daysofweek", "label"])
    mine = [row for row in rows if content.same(row["hour"], hour) and content.same(row["minutes"], minute)]
    if not mine:
        return Verdict(False, f"none of {len(rows)} alarms is for {at}")
    reasons = [_alarm_differs(row, enabled, label, days) for row in mine]
    if "" in reasons:
        return Verdict(True, f"an alarm is set for {at}")
    return Verdict(False, f"the alarm for {at} {reasons[0]}")


def _alarm_differs(row: content.Row, enabled: bool | None, label: str, days: list[Weekday] | None) -> str:
    if enabled is not None and not content.same(row["enabled"], enabled):
        return "is off" if enabled else "is on"
    if label and row["label"] != label:
        return f"is called {row['label']!r}"
    # Bit 0 is Monday, as in AOSP's DeskClock (com.android.deskclock.data.Weekdays).
    rings = content.number_of(row, "daysofweek") or 0
    if days is not None and rings != sum({1 << WEEKDAYS.index(day) for day in days}):
        return (
            f"rings on {', '.join(day for i, day in enumerate(WEEKDAYS) if rings >> i & 1) or 'one day only'}"
        )
    return ""


@evaluator(env="android")
def world_clock_has(env: AndroidEnvironment, city: Some) -> Verdict:
    """The world clock shows a city.

    Args:
        city: Its whole name; letters are compared without case.

    Raises:
        DeviceError: The cities cannot be read.
    """
    rows = content.rows(env.link, CITIES, ["city_name"])
    shown = any(row["city_name"].casefold() == city.casefold() for row in rows)
    names = ", ".join(row["city_name"] for row in rows) or "no city"
    return Verdict(shown, f"the world clock shows {names}" + ("" if shown else f", not {city}"))
