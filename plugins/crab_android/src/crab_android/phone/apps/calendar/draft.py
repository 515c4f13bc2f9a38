"""An event while it is written: what the edit screen holds until it is saved."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from pydantic import BaseModel, Field

from crab_android.phone.kit import Context, Intent

from .instances import instance_on, moment_of, zone_name
from .model import CalendarState, Event, Guest, Repeat
from .repeating import parse_rule

Ctx = Context[CalendarState]

TEXTS = ("title", "location", "description")
_DAY = timedelta(days=1)


class Draft(BaseModel):
    """All of an event but its texts, which are in the screen's text fields.

    Attributes:
        all_day: whether it has no times.
        start: in the phone's local time.
        end: likewise; of an all-day event the last day.
        repeat: how it comes back.
        calendar: the number of its calendar.
        color: its own colour, or 0.
        guests: who is invited.
        reminders: minutes before.
    """

    all_day: bool = False
    start: datetime
    end: datetime
    repeat: Repeat | None = None
    calendar: int = 1
    color: int = 0
    guests: list[Guest] = Field(default_factory=list)
    reminders: list[int] = Field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether it does not end before it starts."""
        return self.end.date() >= self.start.date() if self.all_day else self.end >= self.start

    def move_start(self, start: datetime) -> None:
        """Change the start; the end moves along."""
        self.end += start - self.start
        self.start = start


def insert_arguments(intent: Intent) -> dict[str, Any]:
    """What an INSERT intent gives, by the names of ``CalendarContract``: an event to begin with."""
    extras = intent.extras
    given = {
        "title": extras.get("title"),
        "begin": extras.get("beginTime"),
        "finish": extras.get("endTime"),
        "all_day": extras.get("allDay"),
        "description": extras.get("description"),
        "location": extras.get("eventLocation"),
        "rrule": extras.get("rrule"),
        "invited": extras.get("android.intent.extra.EMAIL"),
    }
    return {key: value for key, value in given.items() if value is not None}


def edited(context: Ctx) -> Event | None:
    """The event that is edited; None for a new one."""
    return context.state.get(int(context.args.get("id") or 0))


def one_only(context: Ctx) -> bool:
    """Whether one event of a series is edited, and not the series."""
    return context.args.get("scope") == "one"


def first_texts(context: Ctx) -> dict[str, str]:
    """What stands in the text fields at first."""
    event = edited(context) or context.state.get(int(context.args.get("copy") or 0))
    if event is not None:
        return {name: getattr(event, name) for name in TEXTS}
    return {name: str(context.args.get(name, "")) for name in TEXTS}


def draft_of(context: Ctx) -> Draft:
    """The draft as it is now."""
    kept = context.args.get("draft")
    return Draft.model_validate(kept) if kept else first_draft(context)


def keep(context: Ctx, draft: Draft) -> None:
    """Keep a changed draft."""
    context.args["draft"] = draft.model_dump(mode="json")


def first_draft(context: Ctx) -> Draft:
    """The draft that the screen starts with."""
    event = edited(context) or context.state.get(int(context.args.get("copy") or 0))
    return _new_draft(context) if event is None else _draft_from(context, event)


def _draft_from(context: Ctx, event: Event) -> Draft:
    day = context.args.get("day")
    single = one_only(context) or context.args.get("copy")
    at = date.fromisoformat(day) if day and single else event.start.date()
    one = instance_on(event, at, zone_name(context))
    return Draft(
        all_day=event.all_day,
        start=one.start,
        end=one.end - _DAY if event.all_day else one.end,
        repeat=None if one_only(context) else event.repeat,
        calendar=event.calendar,
        color=event.color,
        guests=[guest.model_copy() for guest in event.guests],
        reminders=list(event.reminders),
    )


def _new_draft(context: Ctx) -> Draft:
    args, now, preferences = context.args, context.now(), context.state.preferences
    given = args.get("day")
    day = date.fromisoformat(given) if given else now.date()
    if "hour" in args:
        start = datetime.combine(day, time(int(args["hour"])))
    else:
        hour = (now + timedelta(hours=1)).replace(minute=0, second=0, microsecond=0)
        start = hour if day == now.date() else datetime.combine(day, hour.time())
    end = start + timedelta(minutes=preferences.duration)
    all_day = str(args.get("all_day", "")).lower() in ("true", "1")
    zone = "UTC" if all_day else zone_name(context)
    if "begin" in args:
        start = moment_of(float(args["begin"]), zone)
        end = start + (timedelta() if all_day else timedelta(minutes=preferences.duration))
    if "finish" in args:
        end = moment_of(float(args["finish"]), zone)
        if all_day and end > start:
            end -= _DAY
    return Draft(
        all_day=all_day,
        start=start,
        end=max(start, end),
        repeat=_rule(args.get("rrule")),
        calendar=context.state.calendars[0].id,
        guests=[Guest(mail=mail.strip()) for mail in str(args.get("invited", "")).split(",") if mail.strip()],
        reminders=[] if preferences.reminder is None else [preferences.reminder],
    )


def _rule(text: object) -> Repeat | None:
    try:
        return parse_rule(str(text or ""))
    except ValueError:
        return None


def changed(context: Ctx) -> bool:
    """Whether something was changed since the screen was opened."""
    before = first_texts(context)
    texts = any(context.field(name, before[name]).text != before[name] for name in TEXTS)
    return texts or draft_of(context) != first_draft(context)


def store(context: Ctx) -> Event | None:
    """Make the draft an event, or change the one that is edited; None when it ends before it starts."""
    draft, old = draft_of(context), edited(context)
    if not draft.sound:
        return None
    before = first_texts(context)
    start, end = draft.start, draft.end
    if draft.all_day:
        start, end = datetime.combine(start, time()), datetime.combine(end, time()) + _DAY
    made = Event(
        **{name: context.field(name, before[name]).text.strip() for name in TEXTS},
        calendar=draft.calendar,
        start=start,
        end=end,
        all_day=draft.all_day,
        timezone=zone_name(context),
        repeat=draft.repeat,
        guests=draft.guests,
        reminders=sorted(set(draft.reminders)),
        color=draft.color,
    )
    if old is None:
        return context.state.add(made)
    made.answer = old.answer
    if one_only(context) and old.repeat is not None:
        day = date.fromisoformat(context.args["day"])
        old.skipped.append(day)
        made.series, made.was = old.id, datetime.combine(day, old.start.time())
        return context.state.add(made)
    made.id, made.skipped, made.series, made.was = old.id, old.skipped, old.series, old.was
    context.state.events[context.state.events.index(old)] = made
    return made
