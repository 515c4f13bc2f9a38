"""The first state of the calendar: a world's, or a made-up life of the phone's owner."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from crab_android.phone.kit import Person, Seeding

from .model import COLORS, CalendarState, Event, Guest, Repeat
from .world import calendars_of

_WEEKDAYS = (0, 1, 2, 3, 4)


def seed_calendar(seeding: Seeding) -> CalendarState:
    """The world's calendars, or made-up ones around now.

    Raises:
        pydantic.ValidationError: when the world's part does not fit.
    """
    if seeding.part is not None:
        return calendars_of(seeding.part, seeding.owner.mail)
    return _Life(seeding).state


class _Life:
    """A made-up life: what is in the calendar of somebody who works, sings and has friends."""

    def __init__(self, seeding: Seeding) -> None:
        self.state = CalendarState(calendars=[])
        self.chance = seeding.chance
        self.today = seeding.now.date()
        self.owner = seeding.owner
        self.people = list(seeding.people)
        names = (("Personal", "Cobalt"), ("Work", "Teal"), ("Family", "Coral"), ("Birthdays", "Amber"))
        self.numbers = {
            name: self.state.add_calendar(name, COLORS[color], seeding.owner.mail).id for name, color in names
        }
        self._series()
        self._around()
        self._birthdays(seeding.people)

    def _put(
        self,
        title: str,
        day: date,
        at: str = "",
        minutes: int = 60,
        *,
        calendar: str = "Personal",
        place: str = "",
        notes: str = "",
        days: int = 1,
        repeat: Repeat | None = None,
        guests: Sequence[Person] = (),
        reminders: Sequence[int] = (),
        color: str = "",
    ) -> None:
        if at:
            start = datetime.combine(day, time.fromisoformat(at))
            end = start + timedelta(minutes=minutes)
        else:
            start = datetime.combine(day, time())
            end = start + timedelta(days=days)
        answers = self.chance.choices(("accepted", "invited", "tentative"), weights=(6, 3, 1), k=len(guests))
        self.state.add(
            Event.model_validate(
                {
                    "calendar": self.numbers[calendar],
                    "title": title,
                    "start": start,
                    "end": end,
                    "all_day": not at,
                    "location": place,
                    "description": notes,
                    "repeat": repeat,
                    "guests": [
                        Guest.model_validate({"mail": person.mail, "name": person.name, "answer": answer})
                        for person, answer in zip(guests, answers, strict=True)
                    ],
                    "reminders": list(reminders),
                    "color": COLORS.get(color, 0),
                }
            )
        )

    def _weekday(self, weekday: int, weeks: int = 0) -> date:
        """A day of this week, or of a later or earlier one."""
        return self.today + timedelta(days=weekday - self.today.weekday() + 7 * weeks)

    def _series(self) -> None:
        some = self.chance.sample(self.people, k=min(4, len(self.people)))
        self._put(
            "Team stand-up",
            self._weekday(0, -8),
            "09:15",
            15,
            calendar="Work",
            place="Room 2",
            repeat=Repeat(every="weekly", weekdays=_WEEKDAYS),
            guests=some[:3],
            reminders=(5,),
        )
        self._put(
            "Choir rehearsal",
            self._weekday(1, -6),
            "19:30",
            90,
            place="St. Mark's Hall, Marlow",
            repeat=Repeat(every="weekly"),
            reminders=(60,),
        )
        self._put(
            "Weekly review",
            self._weekday(4, -8),
            "15:00",
            45,
            calendar="Work",
            place="Room 4",
            repeat=Repeat(every="weekly"),
            guests=some[1:],
        )
        self._put(
            "Running with " + (some[0].first if some else "the club"),
            self._weekday(5, -4),
            "08:30",
            60,
            place="Lakeside Park",
            repeat=Repeat(every="weekly", interval=2),
        )
        first = self.today.replace(day=1)
        self._put("Pay rent", first, repeat=Repeat(every="monthly"), reminders=(540,), color="Slate")

    def _around(self) -> None:
        chance = self.chance
        friends = chance.sample(self.people, k=min(9, len(self.people))) or [self.owner]

        def friend(number: int) -> Person:
            return friends[number % len(friends)]

        today = self.today
        noon, later = self._weekday(min(today.weekday(), 4)), self._weekday(0, 1)
        self._put(
            f"Lunch with {friend(0).first}", noon, "12:30", 60, place="Harbour Bakery", guests=[friend(0)]
        )
        self._put(
            "Design review",
            noon,
            "14:00",
            60,
            calendar="Work",
            place="Room 4",
            notes="Please bring the printed drafts. We decide on the cover and the colours.",
            guests=[friend(1), friend(2), friend(3)],
            reminders=(10,),
        )
        self._put("Pick up the cake", noon, "17:45", 30, calendar="Family", place="Maple & Stone")
        tomorrow = today + timedelta(days=1)
        self._put("Dentist", tomorrow, "08:10", 40, place="Tidewater Clinic", reminders=(60, 1440))
        self._put(
            f"Call with {friend(4).name}",
            tomorrow,
            "16:30",
            30,
            calendar="Work",
            notes=f"Dial {friend(4).number}",
            guests=[friend(4)],
        )
        self._put("Weekend at the lake", self._weekday(5), days=2, calendar="Family", place="Lakeside")
        self._put(f"Coffee with {friend(5).first}", later, "10:30", 45, place="Copperleaf Café")
        self._put(
            "Project kick-off", later, "13:00", 90, calendar="Work", place="Room 1", guests=friends[1:5]
        )
        self._put(
            "Train to Eastbrook",
            later + timedelta(days=2),
            "07:52",
            118,
            place="Northfield Station",
            notes="Coach 5, seat 42. The return train leaves at 18:04.",
            reminders=(45,),
        )
        self._put(
            "Client workshop", later + timedelta(days=2), "10:30", 300, calendar="Work", place="Eastbrook"
        )
        self._put("Haircut", later + timedelta(days=3), "17:15", 45, place="14 Mill Lane")
        self._put("Book club", later + timedelta(days=10), "19:00", 120, place=friend(6).address)
        self._put("Quarterly report due", later + timedelta(days=11), calendar="Work", reminders=(900,))
        self._put("Parents visit", later + timedelta(days=18), days=3, calendar="Family")
        self._put(
            "Concert: Quiet Rivers", later + timedelta(days=26), "20:00", 150, place="Castle Hill Theatre"
        )
        for weeks, title, at, calendar in (
            (-1, "Interview with the new intern", "11:00", "Work"),
            (-1, f"Dinner with {friend(7).first}", "19:00", "Personal"),
            (-2, "Car inspection", "08:00", "Personal"),
            (-3, "Flat viewing", "17:30", "Family"),
        ):
            self._put(title, self._weekday(chance.randrange(1, 5), weeks), at, 60, calendar=calendar)

    def _birthdays(self, people: Sequence[Person]) -> None:
        for person in people:
            if person.birthday is not None:
                self._put(
                    f"{person.first}'s birthday" if person.first else "Birthday",
                    person.birthday,
                    calendar="Birthdays",
                    notes=f"{person.name} was born on this day in {person.birthday.year}.",
                    repeat=Repeat(every="yearly"),
                )
