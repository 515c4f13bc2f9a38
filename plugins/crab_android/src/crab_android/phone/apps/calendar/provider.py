"""The calendar's content provider, in the columns of Android's ``CalendarContract``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from crab_android.phone.kit import AppContext, Rows, Table

from .instances import instances, milliseconds, moment_of, zone_name
from .model import COLORS, Answer, CalendarState, Event, Guest
from .repeating import parse_rule, rule_text

AUTHORITY = "com.android.calendar"

Ctx = AppContext[CalendarState]

# Which instances are told of: days before and after today.
_BEFORE, _AFTER = 366, 366
# Android's numbers for what a guest answered (CalendarContract.Attendees).
_STATUS: dict[Answer, int] = {"invited": 3, "accepted": 1, "declined": 2, "tentative": 4}
_CHILD = 1000  # ids of reminders and attendees: the event's id times this, plus their place


def _color(value: int) -> int:
    """A colour as the signed 32-bit number that Android stores."""
    return value - (1 << 32) if value >= 1 << 31 else value


def calendar_rows(context: Ctx) -> Rows:
    """The calendars."""
    return [
        {
            "_id": known.id,
            "account_name": known.account,
            "account_type": "org.crab",
            "name": known.name,
            "calendar_displayName": known.name,
            "calendar_color": _color(known.color),
            "visible": int(known.visible),
            "ownerAccount": known.account,
        }
        for known in context.state.calendars
    ]


def event_rows(context: Ctx) -> Rows:
    """The events; times in milliseconds, all-day events in UTC, series with a duration and no end."""
    return [_event_row(context, event) for event in context.state.events]


def _event_row(context: Ctx, event: Event) -> dict[str, Any]:
    name = "UTC" if event.all_day else event.timezone or zone_name(context)
    seconds = int((event.end - event.start).total_seconds())
    length = f"P{seconds // 86_400}D" if event.all_day else f"P{seconds}S"
    return {
        "_id": event.id,
        "calendar_id": event.calendar,
        "title": event.title,
        "description": event.description,
        "eventLocation": event.location,
        "dtstart": milliseconds(event.start, name),
        "dtend": None if event.repeat else milliseconds(event.end, name),
        "duration": length if event.repeat else None,
        "allDay": int(event.all_day),
        "eventTimezone": name,
        "rrule": rule_text(event.repeat) if event.repeat else None,
        "exdate": ",".join(f"{day:%Y%m%d}" for day in event.skipped) or None,
        "original_id": event.series,
        "originalInstanceTime": milliseconds(event.was, name) if event.was else None,
        "eventColor": _color(event.color) if event.color else None,
        "eventStatus": 1,
        "selfAttendeeStatus": _STATUS[event.answer],
        "hasAlarm": int(bool(event.reminders)),
        "hasAttendeeData": int(bool(event.guests)),
        "deleted": 0,
    }


def _number(value: Any) -> int:
    if value is None or value == "":
        raise ValueError("a time is missing")
    return int(value)


def _fill(context: Ctx, event: Event | None, values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an event after values of Android's columns."""
    known = (
        event.model_dump()
        if event
        else {"calendar": context.state.calendars[0].id, "timezone": zone_name(context)}
    )
    plain = {"title": "title", "description": "description", "eventLocation": "location"}
    allowed = {*_event_row(context, Event(start=datetime.min, end=datetime.min)), *plain}
    unknown = sorted(set(values) - allowed)
    if unknown:
        raise ValueError(f"an event has no column {', '.join(unknown)}")
    for column, name in plain.items():
        if column in values:
            known[name] = str(values[column] or "")
    if "calendar_id" in values:
        known["calendar"] = _number(values["calendar_id"])
        if known["calendar"] not in [entry.id for entry in context.state.calendars]:
            raise ValueError(f"there is no calendar {known['calendar']}")
    if "allDay" in values:
        known["all_day"] = bool(_number(values["allDay"] or 0))
    if values.get("eventTimezone") and not known.get("all_day"):
        known["timezone"] = str(values["eventTimezone"])
    if "rrule" in values:
        known["repeat"] = parse_rule(str(values["rrule"] or ""))
    if "eventColor" in values:
        known["color"] = int(values["eventColor"] or 0) & 0xFFFFFFFF
    return _times(known, event, values)


def _times(known: dict[str, Any], event: Event | None, values: Mapping[str, Any]) -> dict[str, Any]:
    name = "UTC" if known.get("all_day") else known["timezone"]
    if "dtstart" in values or event is None:
        start = moment_of(_number(values.get("dtstart")), name)
        length = event.end - event.start if event else timedelta(hours=0)
        known["start"], known["end"] = start, start + length
    if values.get("dtend") is not None:
        known["end"] = moment_of(_number(values["dtend"]), name)
    elif values.get("duration"):
        known["end"] = known["start"] + _length(str(values["duration"]))
    if known.get("all_day"):
        known["start"] = datetime.combine(known["start"].date(), time())
        last = known["end"].date() + timedelta(days=1 if known["end"].time() > time() else 0)
        known["end"] = datetime.combine(max(last, known["start"].date() + timedelta(days=1)), time())
    return known


def _length(text: str) -> timedelta:
    """An RFC 5545 duration of one unit, such as ``P3600S``, ``PT1H`` or ``P1D``."""
    bare = text.upper().removeprefix("P").removeprefix("T")
    units = {"W": 604_800, "D": 86_400, "H": 3600, "M": 60, "S": 1}
    if bare[-1:] not in units or not bare[:-1].isdigit():
        raise ValueError(f"not a duration: {text!r}")
    return timedelta(seconds=int(bare[:-1]) * units[bare[-1]])


def insert_event(context: Ctx, values: Mapping[str, Any]) -> int:
    """Add an event."""
    return context.state.add(Event.model_validate(_fill(context, None, values))).id


def update_event(context: Ctx, number: int, values: Mapping[str, Any]) -> None:
    """Change an event."""
    event = context.state.get(number)
    if event is not None:
        made = Event.model_validate(_fill(context, event, values))
        context.state.events[context.state.events.index(event)] = made


def delete_event(context: Ctx, number: int) -> None:
    """Delete an event or a series."""
    context.state.remove(number)


def insert_calendar(context: Ctx, values: Mapping[str, Any]) -> int:
    """Add a calendar."""
    name = str(values.get("calendar_displayName") or values.get("name") or "")
    if not name:
        raise ValueError("a calendar needs calendar_displayName")
    color = int(values.get("calendar_color") or COLORS["Cobalt"]) & 0xFFFFFFFF
    return context.state.add_calendar(name, color, str(values.get("account_name") or "")).id


def update_calendar(context: Ctx, number: int, values: Mapping[str, Any]) -> None:
    """Rename, colour, show or hide a calendar."""
    known = context.state.calendar(number)
    known.name = str(values.get("calendar_displayName") or values.get("name") or known.name)
    if values.get("calendar_color") is not None:
        known.color = int(values["calendar_color"]) & 0xFFFFFFFF
    if values.get("visible") is not None:
        known.visible = bool(int(values["visible"]))


def reminder_rows(context: Ctx) -> Rows:
    """The reminders of all events."""
    return [
        {"_id": event.id * _CHILD + place, "event_id": event.id, "minutes": minutes, "method": 1}
        for event in context.state.events
        for place, minutes in enumerate(event.reminders)
    ]


def insert_reminder(context: Ctx, values: Mapping[str, Any]) -> int:
    """Add a reminder to an event."""
    event = _event(context, values)
    event.reminders.append(_number(values.get("minutes")))
    return event.id * _CHILD + len(event.reminders) - 1


def delete_reminder(context: Ctx, number: int) -> None:
    """Take a reminder from its event."""
    event = context.state.get(number // _CHILD)
    if event is not None:
        del event.reminders[number % _CHILD]


def attendee_rows(context: Ctx) -> Rows:
    """The guests of all events."""
    return [
        {
            "_id": event.id * _CHILD + place,
            "event_id": event.id,
            "attendeeName": guest.name,
            "attendeeEmail": guest.mail,
            "attendeeStatus": _STATUS[guest.answer],
        }
        for event in context.state.events
        for place, guest in enumerate(event.guests)
    ]


def insert_attendee(context: Ctx, values: Mapping[str, Any]) -> int:
    """Invite a guest to an event."""
    event = _event(context, values)
    mail = str(values.get("attendeeEmail") or "")
    event.guests.append(Guest(mail=mail, name=str(values.get("attendeeName") or "")))
    return event.id * _CHILD + len(event.guests) - 1


def delete_attendee(context: Ctx, number: int) -> None:
    """Take a guest from an event."""
    event = context.state.get(number // _CHILD)
    if event is not None:
        del event.guests[number % _CHILD]


def _event(context: Ctx, values: Mapping[str, Any]) -> Event:
    event = context.state.get(_number(values.get("event_id")))
    if event is None:
        raise ValueError(f"there is no event {values.get('event_id')}")
    return event


def instance_rows(context: Ctx) -> Rows:
    """The single times of all events, from a year ago to a year from now."""
    today, here = context.now().date(), zone_name(context)
    found = instances(
        context.state, today - timedelta(days=_BEFORE), today + timedelta(days=_AFTER), here, every=True
    )
    rows = []
    for number, one in enumerate(found):
        name = "UTC" if one.event.all_day else here
        rows.append(
            {
                "_id": number + 1,
                "event_id": one.event.id,
                "title": one.event.title,
                "eventLocation": one.event.location,
                "calendar_id": one.event.calendar,
                "begin": milliseconds(one.start, name),
                "end": milliseconds(one.end, name),
                "startDay": _julian(one.start.date()),
                "allDay": int(one.event.all_day),
            }
        )
    return rows


def _julian(day: date) -> int:
    """The Julian day number, as Android counts days; 1970-01-01 is 2440588."""
    return (day - date(1970, 1, 1)).days + 2_440_588


TABLES: dict[str, Table[CalendarState]] = {
    "calendars": Table(
        calendar_rows,
        insert_calendar,
        update_calendar,
        lambda context, number: context.state.remove_calendar(number),
    ),
    "events": Table(event_rows, insert_event, update_event, delete_event),
    "reminders": Table(reminder_rows, insert_reminder, None, delete_reminder),
    "attendees": Table(attendee_rows, insert_attendee, None, delete_attendee),
    "instances": Table(instance_rows),
}
