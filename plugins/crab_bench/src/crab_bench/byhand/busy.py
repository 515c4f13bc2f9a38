"""Phone: how many minutes the events of a day at one place take; the sum is handed in."""

from __future__ import annotations

import datetime
import random
from functools import partial
from typing import Any, Final

from crab_android import allowed
from crab_android.evaluators import app_in_front, event_shown, note_exists
from crab_bench.byhand import solving_busy as solving
from crab_bench.byhand.drawn import NOW, PLACES, TITLES, days, long_date
from crab_core import CheckpointGraph, Limits, NumberAnswer, Task

DESCRIPTION: Final = (
    'The phone\'s "Calendar" has several events on {date}. Add up how many minutes those of them take '
    "that have "
    'the place "{place}" and a time (events that last the whole day do not count). In the app "Notes", '
    "write a "
    "note without a title that says only this number, and hand the number in, in minutes, with `submit`. "
    "Then complete."
)


def busy_minutes(seed: int) -> Task:
    """Draw the day, its events, and which place counts."""
    chance = random.Random(seed)
    before, day, after = days(chance, 3)
    place, *others = chance.sample(PLACES, k=4)
    titles = chance.sample(TITLES, k=9)
    timed = [place, place, *others[:2]]
    chance.shuffle(timed)
    spans = _spans(chance, len(timed))
    total = sum(length for where, (_, length) in zip(timed, spans, strict=True) if where == place)
    names = titles[: len(timed)]
    events = [
        _event(title, day, start, length, where)
        for title, where, (start, length) in zip(names, timed, spans, strict=True)
    ]
    events.append({"title": titles[4], "start": day.isoformat(), "location": place})
    for other, title in zip((before, after, after), titles[5:8], strict=True):
        start, length = chance.randrange(540, 1000, 15), chance.randrange(20, 115, 5)
        events.append(_event(title, other, start + 120 * len(events) % 240, length, place))
    counted = [name for name, where in zip(names, timed, strict=True) if where == place]
    first, second = (event_shown(title=name, day=day.isoformat()) for name in counted)
    answer = NumberAnswer(expected=str(total), unit="min")
    return Task(
        id="busy_minutes",
        description=DESCRIPTION.format(date=long_date(day), place=place),
        worlds={"android": {"clock": NOW, "calendar": events, "notes": ["Ring the heating firm"]}},
        graph=CheckpointGraph(
            {
                "Calendar in front": app_in_front(package="com.android.calendar"),
                "first event seen": first,
                "second event seen": second,
                "number noted": note_exists(text=str(total)),
                "number handed in": answer.evaluator(),
            },
            [
                ("Calendar in front", "first event seen"),
                ("Calendar in front", "second event seen"),
                ("first event seen", "number noted"),
                ("second event seen", "number noted"),
                ("first event seen", "number handed in"),
                ("second event seen", "number handed in"),
            ],
        ),
        limits=Limits(steps=2 * 11),
        answers={"": answer},
        solution=partial(solving.solve, day=day, place=place),
        alternatives={"hands in first": partial(solving.solve_answer_first, day=day, place=place)},
        mutants={
            "all places": partial(solving.solve_all_places, day=day, place=place),
            "one event forgotten": partial(solving.solve_one_less, day=day, place=place),
        },
        may_change={"android": allowed.note_added("", str(total))},
        applications={"android": ("Calendar", "Notes")},
    )


def _spans(chance: random.Random, count: int) -> list[tuple[int, int]]:
    """Starts and lengths in minutes, one after the other, no two of one length."""
    lengths = chance.sample(range(20, 115, 5), k=count)
    spans, now = [], chance.randrange(480, 600, 15)
    for length in lengths:
        spans.append((now, length))
        now += length + chance.randrange(15, 75, 5)
    return spans


def _event(title: str, day: datetime.date, start: int, length: int, place: str) -> dict[str, Any]:
    begin = datetime.datetime.combine(day, datetime.time()) + datetime.timedelta(minutes=start)
    end = begin + datetime.timedelta(minutes=length)
    times = {"start": begin.isoformat(), "end": end.isoformat()}
    return {"title": title, **times, "location": place}
