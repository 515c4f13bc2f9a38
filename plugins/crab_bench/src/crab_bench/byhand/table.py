"""Both: the events of a day in the phone's calendar become a table in Calc."""

from __future__ import annotations

import datetime
import random
from functools import partial
from typing import Any, Final

from crab_android.evaluators import app_in_front, event_shown
from crab_bench.byhand import solving_table as solving
from crab_bench.byhand.drawn import NOW, PLACES, TITLES, days, long_date
from crab_core import CheckpointGraph, Expression, Limits, May, Task
from crab_ubuntu.evaluators import calc_cell, calc_range, file_exists

DESCRIPTION: Final = (
    'The phone\'s "Calendar" has several events on {date}. Make a spreadsheet of them on the desktop, '
    "saved as "
    '~/Documents/{file}. Row 1 has the headings "Event", "Place" and "Minutes". Below it stands one row '
    "for each "
    "event of that day that has a time (what lasts the whole day does not count): its title, its place, "
    "and how "
    "many minutes it takes, as a number. The longest event comes first, the shortest last. Then complete."
)
_FILES: Final = ("events.ods", "the-day.ods", "appointments.ods", "hours.ods", "dates.ods")


def events_table(seed: int) -> Task:
    """Draw the day and its events, and events of other days."""
    chance = random.Random(seed)
    before, day, after = days(chance, 3)
    count = chance.randint(3, 4)
    titles, places = chance.sample(TITLES, k=10), chance.sample(PLACES, k=8)
    lengths = chance.sample(range(20, 115, 5), k=count)
    while lengths == sorted(lengths, reverse=True):  # the order of time must not be the one asked for
        chance.shuffle(lengths)
    start, events = chance.randrange(480, 600, 15), []
    rows: list[tuple[str, str, int]] = []
    for title, place, length in zip(titles, places, lengths, strict=False):
        events.append(_event(title, day, start, length, place))
        rows.append((title, place, length))
        start += length + chance.randrange(15, 60, 5)
    events.append({"title": titles[5], "start": day.isoformat(), "location": places[5]})
    for other, title, place in zip((before, after), titles[6:], places[6:], strict=False):
        events.append(
            _event(title, other, chance.randrange(540, 1000, 15), chance.randrange(20, 115, 5), place)
        )
    rows.sort(key=lambda row: -row[2])
    file = chance.choice(_FILES)
    path = f"Documents/{file}"
    last = count + 1
    shown: Expression = event_shown(title=titles[0], day=day.isoformat())
    for title in titles[1:count]:
        shown = shown & event_shown(title=title, day=day.isoformat())
    nodes = {
        "Calendar in front": app_in_front(package="com.android.calendar"),
        "events seen": shown,
        "file saved": file_exists(path=path, kind="file"),
        "headings": calc_range(path=path, cells="A1:C1", values=[["Event", "Place", "Minutes"]]),
        "longest first": calc_cell(path=path, cell="A2", value=rows[0][0]),
        "all rows": calc_range(path=path, cells=f"A2:C{last + 1}", values=[*map(list, rows), [None] * 3]),
    }
    edges = [
        ("Calendar in front", "events seen"),
        ("events seen", "file saved"),
        ("file saved", "headings"),
        ("file saved", "longest first"),
        ("longest first", "all rows"),
        ("headings", "all rows"),
    ]
    given = partial(partial, day=day, file=file)
    return Task(
        id="events_table",
        description=DESCRIPTION.format(date=long_date(day), file=file),
        worlds={"android": {"clock": NOW, "calendar": events}, "ubuntu": {"applications": ["calc"]}},
        graph=CheckpointGraph(nodes, edges),
        limits=Limits(steps=2 * 8),
        solution=given(solving.solve),
        alternatives={"in the terminal": given(solving.solve_in_terminal)},
        mutants={
            "in the order of time": given(solving.solve_by_time),
            "other days too": given(solving.solve_other_day),
            "a minute too few": given(solving.solve_minute_less),
        },
        may_change={"ubuntu": [May(f"files/{path}", kinds=("added",))], "android": []},
        applications={"android": ("Calendar",), "ubuntu": ("Calc",)},
    )


def _event(title: str, day: datetime.date, start: int, length: int, place: str) -> dict[str, Any]:
    begin = datetime.datetime.combine(day, datetime.time()) + datetime.timedelta(minutes=start)
    end = begin + datetime.timedelta(minutes=length)
    return {"title": title, "start": begin.isoformat(), "end": end.isoformat(), "location": place}
