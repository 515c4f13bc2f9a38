"""What the Calendar app remembers."""

from __future__ import annotations

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from crab_android.phone.kit import Color

Every = Literal["daily", "weekly", "monthly", "yearly"]
Answer = Literal["accepted", "declined", "tentative", "invited"]
ViewName = Literal["schedule", "day", "three_days", "week", "month"]

# Colours of calendars and events, by name; all dark enough for white letters.
COLORS: dict[str, Color] = {
    "Cobalt": 0xFF3B5FC0,
    "Teal": 0xFF00777A,
    "Fern": 0xFF2F7D4B,
    "Amber": 0xFF8F6400,
    "Coral": 0xFFB8472F,
    "Rose": 0xFFB03A64,
    "Plum": 0xFF7B4A9E,
    "Slate": 0xFF5D6168,
}


class Repeat(BaseModel):
    """How an event comes back.

    Attributes:
        every: the step.
        interval: so many steps lie between two occurrences.
        until: the last day on which it may start.
        count: how many occurrences there are, the first one included.
        weekdays: of a weekly event, the days it is on (0 is Monday); the day of the first one when empty.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    every: Every
    interval: int = Field(default=1, ge=1, le=99)
    until: date | None = None
    count: int | None = Field(default=None, ge=1)
    weekdays: tuple[int, ...] = ()

    @model_validator(mode="after")
    def _sound(self) -> Repeat:
        if self.until is not None and self.count is not None:
            raise ValueError("an event repeats until a day or so many times, not both")
        if any(not 0 <= day <= 6 for day in self.weekdays):
            raise ValueError("weekdays go from 0 (Monday) to 6")
        if self.weekdays and self.every != "weekly":
            raise ValueError("only a weekly event has weekdays")
        return self


class Guest(BaseModel):
    """Somebody who is invited."""

    model_config = ConfigDict(extra="forbid")

    mail: str = Field(min_length=1)
    name: str = ""
    answer: Answer = "invited"


class Event(BaseModel):
    """One event, or a series of them.

    Attributes:
        id: its number.
        calendar: the number of its calendar.
        title: what it is called; an empty one is shown as "(No title)".
        start: the local time in ``timezone``; of an all-day event the first day at midnight.
        end: likewise; of an all-day event the midnight after its last day.
        all_day: whether it has days and no times.
        timezone: the zone of its times; the phone's at its making.
        location: where.
        description: anything else.
        repeat: how it comes back.
        skipped: the days of a series on which it does not take place.
        guests: who is invited.
        reminders: so many minutes before, each.
        color: its own colour; the calendar's when 0.
        answer: what the owner said to the invitation.
        series: the number of the series that it was taken out of.
        was: when it would have been in that series.
    """

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    calendar: int = 1
    title: str = ""
    start: datetime
    end: datetime
    all_day: bool = False
    timezone: str = ""
    location: str = ""
    description: str = ""
    repeat: Repeat | None = None
    skipped: list[date] = Field(default_factory=list)
    guests: list[Guest] = Field(default_factory=list)
    reminders: list[int] = Field(default_factory=list)
    color: int = 0
    answer: Answer = "accepted"
    series: int | None = None
    was: datetime | None = None

    @model_validator(mode="after")
    def _sound(self) -> Event:
        if self.end < self.start:
            raise ValueError(f"the event {self.title!r} ends before it starts")
        if self.start.tzinfo is not None or self.end.tzinfo is not None:
            raise ValueError("times of events are local, without a time zone; say timezone for another one")
        return self


class CalendarInfo(BaseModel):
    """One of several calendars."""

    model_config = ConfigDict(extra="forbid")

    id: int
    name: str = Field(min_length=1)
    color: int = COLORS["Cobalt"]
    visible: bool = True
    account: str = ""


class Snoozed(BaseModel):
    """A reminder that shall come again."""

    event: int
    start: datetime
    at: datetime


class Preferences(BaseModel):
    """What the settings of the app hold.

    Attributes:
        view: the view that the app opens with.
        first_weekday: 0 (Monday) to 6; the language's when None.
        duration: minutes that a new event takes.
        reminder: minutes before a new event; None for none.
        show_declined: whether events are shown that the owner declined.
        week_numbers: whether the month shows them.
        notifications: whether reminders are shown.
    """

    model_config = ConfigDict(extra="forbid")

    view: ViewName = "schedule"
    first_weekday: int | None = Field(default=None, ge=0, le=6)
    duration: int = Field(default=60, ge=0, le=1440)
    reminder: int | None = Field(default=10, ge=0)
    show_declined: bool = True
    week_numbers: bool = False
    notifications: bool = True


def _first_calendars() -> list[CalendarInfo]:
    return [CalendarInfo(id=1, name="Personal")]


class CalendarState(BaseModel):
    """All calendars and events."""

    calendars: list[CalendarInfo] = Field(default_factory=_first_calendars)
    events: list[Event] = Field(default_factory=list)
    preferences: Preferences = Field(default_factory=Preferences)
    snoozed: list[Snoozed] = Field(default_factory=list)
    next_id: int = 1

    def get(self, number: int) -> Event | None:
        """The event with a number, or None."""
        return next((event for event in self.events if event.id == number), None)

    def calendar(self, number: int) -> CalendarInfo:
        """The calendar with a number; the first one when it is gone."""
        return next((known for known in self.calendars if known.id == number), self.calendars[0])

    def color_of(self, event: Event) -> Color:
        """The colour that an event is shown in."""
        return event.color or self.calendar(event.calendar).color

    def add(self, event: Event) -> Event:
        """Keep an event; it gets a number of its own."""
        event.id = self.next_id
        self.next_id += 1
        self.events.append(event)
        return event

    def remove(self, number: int) -> None:
        """Delete an event, or a series with what was taken out of it."""
        self.events = [event for event in self.events if number not in (event.id, event.series)]
        self.snoozed = [entry for entry in self.snoozed if entry.event != number]

    def add_calendar(self, name: str, color: Color, account: str = "") -> CalendarInfo:
        """Make another calendar."""
        number = max((known.id for known in self.calendars), default=0) + 1
        made = CalendarInfo(id=number, name=name, color=color, account=account)
        self.calendars.append(made)
        return made

    def remove_calendar(self, number: int) -> None:
        """Delete a calendar with its events; the last calendar stays."""
        if len(self.calendars) > 1:
            self.calendars = [known for known in self.calendars if known.id != number]
            self.events = [event for event in self.events if event.calendar != number]
