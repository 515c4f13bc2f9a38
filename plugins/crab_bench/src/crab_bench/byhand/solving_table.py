"""How `events_table` is solved."""

from __future__ import annotations

import datetime
import re
from collections.abc import Generator

from crab_bench.byhand.solving_moves import Solving, events_of, run
from crab_bench.files.solving import new_terminal
from crab_bench.hands import chooser, desk, opened
from crab_core import ActionCall, Turn

_EVENT = re.compile(r"(.+), (\d\d):(\d\d) – (\d\d):(\d\d) · (.+)")
_HEADINGS = ("Event", "Place", "Minutes")

Row = tuple[str, str, int]


def solve(turn: Turn, day: datetime.date, file: str) -> Solving:
    """Types the table into Calc."""
    turn, rows = yield from _rows(turn, day)
    yield from _type(turn, [(title, place, str(minutes)) for title, place, minutes in _sorted(rows)], file)


def solve_in_terminal(turn: Turn, day: datetime.date, file: str) -> Solving:
    """Has LibreOffice make the spreadsheet out of a file with commas."""
    turn, rows = yield from _rows(turn, day)
    lines = [",".join(_HEADINGS), *(f"{title},{place},{n}" for title, place, n in _sorted(rows))]
    text = "\\n".join(lines)
    yield from new_terminal(turn)
    yield from run(f"mkdir /tmp/table && cd /tmp/table && printf '{text}\\n' > table.csv")
    yield from run("soffice --headless --convert-to ods table.csv > /dev/null 2>&1")
    yield from run(f"cp table.ods ~/Documents/{file}")


def solve_by_time(turn: Turn, day: datetime.date, file: str) -> Solving:
    """Wrong: the rows stand in the order of time."""
    turn, rows = yield from _rows(turn, day)
    yield from _type(turn, [(title, place, str(minutes)) for title, place, minutes in rows], file)


def solve_other_day(turn: Turn, day: datetime.date, file: str) -> Solving:
    """Wrong: it takes events of other days that are on the screen as well."""
    turn, _ = yield from events_of(turn, day)
    events = [m.label for m in turn["android"].find_all(role="list item")]
    rows = _sorted([row for event in events if (row := _row(event))])
    yield from _type(turn, [(title, place, str(minutes)) for title, place, minutes in rows], file)


def solve_minute_less(turn: Turn, day: datetime.date, file: str) -> Solving:
    """Wrong: every event is a minute too short."""
    turn, rows = yield from _rows(turn, day)
    less = [(title, place, str(minutes - 1)) for title, place, minutes in _sorted(rows)]
    yield from _type(turn, less, file)


def _rows(turn: Turn, day: datetime.date) -> Generator[ActionCall, Turn, tuple[Turn, list[Row]]]:
    turn, events = yield from events_of(turn, day)
    return turn, [row for event in events if (row := _row(event))]


def _row(event: str) -> Row | None:
    found = _EVENT.fullmatch(event)
    if found is None:
        return None
    since, past, until, over = (int(found[n]) for n in range(2, 6))
    return found[1], found[6], 60 * (until - since) + over - past


def _sorted(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: -row[2])


def _type(turn: Turn, rows: list[tuple[str, str, str]], file: str) -> Solving:
    yield from opened(turn, "Calc")
    yield desk("write_text", text="".join("\t".join(row) + "\n" for row in (_HEADINGS, *rows)))
    turn = yield desk("hotkey", keys=["ctrl", "s"])
    yield from chooser(turn)
    yield desk("write_text", text=f"~/Documents/{file}\n")
