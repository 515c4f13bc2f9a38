"""How `busy_minutes` is solved."""

from __future__ import annotations

import datetime
import re

from crab_bench.byhand.solving_moves import Solving, add_note, events_of
from crab_core import ROOT, ActionCall, Turn

_EVENT = re.compile(r"(?P<title>.+), (\d\d):(\d\d) – (\d\d):(\d\d) · (?P<place>.+)")


def solve(turn: Turn, day: datetime.date, place: str) -> Solving:
    """Reads the day, notes the number, hands it in."""
    turn, events = yield from events_of(turn, day)
    number = str(sum(_minutes(events, place)))
    yield from add_note(turn, number)
    yield ActionCall(ROOT, "submit", {"answer": f"{number} min"})


def solve_answer_first(turn: Turn, day: datetime.date, place: str) -> Solving:
    """Reads the day, hands the number in, notes it."""
    turn, events = yield from events_of(turn, day)
    number = str(sum(_minutes(events, place)))
    turn = yield ActionCall(ROOT, "submit", {"answer": f"{number} min"})
    yield from add_note(turn, number)


def solve_all_places(turn: Turn, day: datetime.date, place: str) -> Solving:  # noqa: ARG001 - what it ignores
    """Wrong: it counts events at every place."""
    turn, events = yield from events_of(turn, day)
    number = str(sum(_minutes(events, "")))
    yield from add_note(turn, number)
    yield ActionCall(ROOT, "submit", {"answer": f"{number} min"})


def solve_one_less(turn: Turn, day: datetime.date, place: str) -> Solving:
    """Wrong: it counts only the first event."""
    turn, events = yield from events_of(turn, day)
    number = str(_minutes(events, place)[0])
    yield from add_note(turn, number)
    yield ActionCall(ROOT, "submit", {"answer": f"{number} min"})


def _minutes(events: list[str], place: str) -> list[int]:
    """Minutes of each event with a time at a place; at any place when it is empty."""
    found = []
    for event in events:
        if (fits := _EVENT.fullmatch(event)) and place in ("", fits["place"]):
            since, past, until, over = (int(fits[n]) for n in range(2, 6))
            found.append(60 * (until - since) + over - past)
    return found
