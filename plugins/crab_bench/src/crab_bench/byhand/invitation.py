"""Phone: a mail asks when an event begins; its writer is answered, and an alarm is set."""

from __future__ import annotations

import datetime
import random
from functools import partial
from typing import Any, Final

from crab_android import allowed
from crab_android.evaluators import alarm_set, app_in_front, event_shown, mail_sent, text_on_screen
from crab_bench.byhand import solving_invitation as solving
from crab_bench.byhand.drawn import NOW, PLACES, TITLES, contacts, days, people
from crab_core import CheckpointGraph, Limits, Task

SUBJECT: Final = "Beginning"
DESCRIPTION: Final = (
    'On the phone, the newest mail in the inbox of "Mail" asks when an event of your "Calendar" begins. '
    "Send its "
    'writer a new mail with the subject "Beginning" that says only the day and the time at which the '
    "event of "
    'exactly this title begins, written like 2026-01-31 08:15. In "Clock", set an alarm for one hour '
    "before that "
    "time of day. Do both in any order, then complete."
)
_WORDINGS: Final = (
    'Could you look up for me when the event "{title}" begins?',
    'I have lost my notes. On which day and at what time does "{title}" begin?',
    'My calendar does not have "{title}". When does it start?',
)


def answer_invitation(seed: int) -> Task:
    """Draw who asks about what, when that is, and what else is in the mailbox and the calendar."""
    chance = random.Random(seed)
    asks, earlier, other, stranger = people(chance, 4)
    title, old, *rest = chance.sample(TITLES, k=5)
    near, when, *else_days = days(chance, 6)
    begins, *moments = [_moment(chance, day) for day in (when, near, *else_days)]
    if chance.random() < 0.5:  # the like-named event may come before or after
        begins, moments[0] = moments[0], begins
    names = [f"{title} rehearsal", old, *rest]
    events = [_event(chance, title, begins)]
    events += [_event(chance, name, moment) for name, moment in zip(names, moments, strict=True)]
    chance.shuffle(events)
    mails = [
        _mail(asks.name, asks.mail, chance.choice(_WORDINGS).format(title=title), "2026-05-14T09:40"),
        _mail(earlier.name, earlier.mail, chance.choice(_WORDINGS).format(title=old), "2026-05-14T08:05"),
        _mail(other.name, other.mail, "The lift is being repaired this week.", "2026-05-13T17:30"),
    ]
    chance.shuffle(mails)
    answer = f"{begins:%Y-%m-%d %H:%M}"
    alarm = begins - datetime.timedelta(hours=1)
    nodes = {
        "Mail in front": app_in_front(package="com.android.email"),
        "question read": text_on_screen(text=title, package="com.android.email"),
        "event seen": event_shown(title=title, day=f"{begins:%Y-%m-%d}"),
        "answer sent": mail_sent(to=asks.mail, text=answer, subject=SUBJECT),
        "Clock in front": app_in_front(package="com.android.deskclock"),
        "alarm set": alarm_set(at=f"{alarm:%H:%M}"),
    }
    edges = [
        ("Mail in front", "question read"),
        ("question read", "event seen"),
        ("event seen", "answer sent"),
        ("event seen", "Clock in front"),
        ("Clock in front", "alarm set"),
    ]
    return Task(
        id="answer_invitation",
        description=DESCRIPTION,
        worlds={
            "android": {
                "clock": NOW,
                "contacts": contacts([asks, earlier, other, stranger]),
                "mail": mails,
                "calendar": events,
                "clock_app": {"alarms": [{"time": "06:50", "label": "Work"}]},
            }
        },
        graph=CheckpointGraph(nodes, edges),
        limits=Limits(steps=2 * 20),
        solution=solving.solve,
        alternatives={
            "alarm first": solving.solve_alarm_first,
            "by the schedule": partial(solving.solve_by_schedule),
        },
        mutants={
            "the like-named event": solving.solve_like_named,
            "alarm at the beginning": solving.solve_late_alarm,
            "answers the older mail": solving.solve_older_mail,
        },
        may_change={
            "android": [
                *allowed.mail_sent(asks.mail, SUBJECT, answer),
                *allowed.alarm_set(alarm.hour, alarm.minute),
            ]
        },
        applications={"android": ("Mail", "Calendar", "Clock")},
    )


def _moment(chance: random.Random, day: datetime.date) -> datetime.datetime:
    return datetime.datetime.combine(
        day, datetime.time(chance.randrange(8, 20), chance.choice((0, 10, 15, 20, 30, 40, 45, 50)))
    )


def _event(chance: random.Random, title: str, begins: datetime.datetime) -> dict[str, Any]:
    ends = begins + datetime.timedelta(minutes=chance.randrange(30, 115, 5))
    times = {"start": begins.isoformat(), "end": ends.isoformat()}
    return {"title": title, **times, "location": chance.choice(PLACES)}


def _mail(name: str, address: str, body: str, time: str) -> dict[str, Any]:
    return {"sender": f"{name} <{address}>", "subject": "A question", "body": body, "time": time}
