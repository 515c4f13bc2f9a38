"""What a world may say about the calendar."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator, model_validator

from .model import COLORS, Answer, CalendarState, Event, Guest, Preferences, Repeat


class WorldCalendar(BaseModel):
    """A calendar: its name, the name of its colour, and whether it is shown."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1)
    color: str = ""
    visible: bool = True

    @field_validator("color")
    @classmethod
    def _known(cls, value: str) -> str:
        return _color_name(value)


class WorldEvent(BaseModel):
    """An event as a world writes it.

    Attributes:
        title: what it is called.
        start: a local time such as ``2026-05-16T09:00``, or a day such as ``2026-05-16``: an all-day event.
        end: likewise; an hour after the start, or the same day, when left out. Of an all-day event the last
            day.
        calendar: the name of its calendar, which is made when there is none; the first one when left out.
        timezone: the zone of its times; the phone's when left out.
        location: where.
        description: anything else.
        repeat: ``daily``, ``weekly``, ``monthly`` or ``yearly``, or a whole :class:`.model.Repeat`.
        skipped: the days of a series on which it does not take place.
        guests: mail addresses, or whole guests with name and answer.
        reminders: minutes before.
        color: the name of a colour of its own.
        answer: what the owner said to the invitation.
    """

    model_config = ConfigDict(extra="forbid")

    title: str = Field(min_length=1)
    start: date | datetime
    end: date | datetime | None = None
    calendar: str = ""
    timezone: str = ""
    location: str = ""
    description: str = ""
    repeat: Repeat | None = None
    skipped: list[date] = Field(default_factory=list)
    guests: list[Guest] = Field(default_factory=list)
    reminders: list[int] = Field(default_factory=list)
    color: str = ""
    answer: Answer = "accepted"

    @field_validator("start", "end", mode="before")
    @classmethod
    def _day_or_moment(cls, value: object) -> object:
        # A text without a time is a day; pydantic alone would take 2026-05-16T00:00 for a day too.
        if isinstance(value, str):
            return date.fromisoformat(value) if len(value) == 10 else datetime.fromisoformat(value)
        return value

    @field_validator("repeat", mode="before")
    @classmethod
    def _step(cls, value: object) -> object:
        return {"every": value} if isinstance(value, str) else value

    @field_validator("guests", mode="before")
    @classmethod
    def _addresses(cls, value: object) -> object:
        if isinstance(value, list):
            return [{"mail": entry} if isinstance(entry, str) else entry for entry in value]
        return value

    @field_validator("color")
    @classmethod
    def _known(cls, value: str) -> str:
        return _color_name(value)

    @model_validator(mode="after")
    def _same_kind(self) -> WorldEvent:
        if self.end is not None and isinstance(self.start, datetime) != isinstance(self.end, datetime):
            raise ValueError("start and end are both days or both times")
        return self

    def event(self, calendar: int) -> Event:
        """The event that this describes, in the calendar with a number."""
        if isinstance(self.start, datetime):
            start = self.start
            end = self.end if isinstance(self.end, datetime) else start + timedelta(hours=1)
        else:
            start = datetime.combine(self.start, time())
            end = datetime.combine(self.end or self.start, time()) + timedelta(days=1)
        return Event(
            calendar=calendar,
            title=self.title,
            start=start,
            end=end,
            all_day=not isinstance(self.start, datetime),
            timezone=self.timezone,
            location=self.location,
            description=self.description,
            repeat=self.repeat,
            skipped=self.skipped,
            guests=self.guests,
            reminders=self.reminders,
            color=COLORS.get(self.color, 0),
            answer=self.answer,
        )


class WorldPart(BaseModel):
    """The whole part: calendars, events and preferences. A list stands for its events alone."""

    model_config = ConfigDict(extra="forbid")

    calendars: list[WorldCalendar] = Field(default_factory=list)
    events: list[WorldEvent] = Field(default_factory=list)
    preferences: Preferences = Field(default_factory=Preferences)

    @model_validator(mode="before")
    @classmethod
    def _events_alone(cls, value: Any) -> Any:
        return {"events": value} if isinstance(value, list) else value


def _color_name(value: str) -> str:
    if value and value not in COLORS:
        raise ValueError(f"there is no colour {value!r}: {', '.join(COLORS)}")
    return value


_ADAPTER = TypeAdapter(WorldPart)


def calendars_of(part: Any, account: str) -> CalendarState:
    """The state that a world's part describes; the account is whose calendars they are.

    Raises:
        pydantic.ValidationError: when the part does not fit.
    """
    world = _ADAPTER.validate_python(part)
    state = CalendarState(calendars=[], preferences=world.preferences)
    palette = list(COLORS.values())
    for known in world.calendars or [WorldCalendar(name="Personal")]:
        color = COLORS.get(known.color) or palette[len(state.calendars) % len(palette)]
        state.add_calendar(known.name, color, account).visible = known.visible
    for entry in world.events:
        number = next((known.id for known in state.calendars if known.name == entry.calendar), 0)
        if not number and entry.calendar:
            color = palette[len(state.calendars) % len(palette)]
            number = state.add_calendar(entry.calendar, color, account).id
        state.add(entry.event(number or state.calendars[0].id))
    return state
