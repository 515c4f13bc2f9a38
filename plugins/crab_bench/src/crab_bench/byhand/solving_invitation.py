"""How `answer_invitation` is solved."""

from __future__ import annotations

import datetime
import re
from collections.abc import Generator

from crab_bench.byhand.solving_moves import (
    CALENDAR,
    CLOCK,
    MAIL,
    Solving,
    fill,
    launch,
    said,
    send_mail,
    texts,
    touch,
)
from crab_bench.hands import PHONE, Doing, number, phone
from crab_core import ActionCall, Turn, View

SUBJECT = "Beginning"
_DAY = re.compile(r"\w+day, \w+ \d+, \d{4}")
_TITLE = r'"([^"]+)"'

Asked = Generator[ActionCall, Turn, tuple[Turn, str, str]]
Found = Generator[ActionCall, Turn, tuple[Turn, datetime.datetime]]


def solve(turn: Turn) -> Solving:
    """Reads the newest mail, looks the event up, answers, and sets the alarm."""
    turn, writer, title = yield from _question(turn, 0)
    turn, begins = yield from _search(turn, title)
    turn = yield from _answer(turn, writer, begins)
    yield from _set_alarm(turn, begins - datetime.timedelta(hours=1))


def solve_alarm_first(turn: Turn) -> Solving:
    """Sets the alarm before it answers."""
    turn, writer, title = yield from _question(turn, 0)
    turn, begins = yield from _search(turn, title)
    turn = yield from _set_alarm(turn, begins - datetime.timedelta(hours=1))
    yield from _answer(turn, writer, begins)


def solve_by_schedule(turn: Turn) -> Solving:
    """Looks for the event in the schedule, scrolling, in place of the search."""
    turn, writer, title = yield from _question(turn, 0)
    turn = yield launch(CALENDAR)
    for _ in range(6):
        if title in _titles(turn[PHONE]):
            break
        turn = yield phone("swipe", direction="up")
    begins = _beginning(turn[PHONE], title)
    turn = yield from _answer(turn, writer, begins)
    yield from _set_alarm(turn, begins - datetime.timedelta(hours=1))


def solve_like_named(turn: Turn) -> Solving:
    """Wrong: it takes the event whose title only begins so."""
    turn, writer, title = yield from _question(turn, 0)
    turn, begins = yield from _search(turn, f"{title} rehearsal")
    turn = yield from _answer(turn, writer, begins)
    yield from _set_alarm(turn, begins - datetime.timedelta(hours=1))


def solve_late_alarm(turn: Turn) -> Solving:
    """Wrong: the alarm rings when the event begins."""
    turn, writer, title = yield from _question(turn, 0)
    turn, begins = yield from _search(turn, title)
    turn = yield from _answer(turn, writer, begins)
    yield from _set_alarm(turn, begins)


def solve_older_mail(turn: Turn) -> Solving:
    """Wrong: it answers the mail before the newest."""
    turn, writer, title = yield from _question(turn, 1)
    turn, begins = yield from _search(turn, title)
    turn = yield from _answer(turn, writer, begins)
    yield from _set_alarm(turn, begins - datetime.timedelta(hours=1))


def _question(turn: Turn, which: int) -> Asked:
    """Open a mail, the newest being 0; gives the address of who wrote it, and the title it asks about."""
    turn = yield launch(MAIL)
    rows = sorted(turn[PHONE].find_all(role="list item"), key=lambda mark: mark.box.y)
    turn = yield phone("tap", element=rows[which].number)
    title = said(turn[PHONE], _TITLE)[1]
    details = next((m for m in turn[PHONE].elements if m.label.startswith("Show details")), None)
    turn = yield phone("tap", element=number(details, "Show details"))
    return turn, said(turn[PHONE], r"[\w.]+@mail\.test")[0], title


def _search(turn: Turn, title: str) -> Found:
    turn = yield launch(CALENDAR)
    turn = yield touch(turn, "Search")
    turn = yield fill(turn, "search src text", title)
    return turn, _beginning(turn[PHONE], title)


def _titles(view: View) -> list[str]:
    return [mark.label.rsplit(", ", 1)[0] for mark in view.find_all(role="list item")]


def _beginning(view: View, title: str) -> datetime.datetime:
    """When the event of exactly this title begins: its day stands above it."""
    day = ""
    for text in texts(view):
        if _DAY.fullmatch(text):
            day = text
        elif (fits := re.fullmatch(r"(.+), (\d\d:\d\d) – .*", text)) and fits[1] == title:
            return datetime.datetime.strptime(f"{day} {fits[2]}", "%A, %B %d, %Y %H:%M")
    raise LookupError(f"no event {title!r} is on the screen")


def _answer(turn: Turn, writer: str, begins: datetime.datetime) -> Doing:
    turn = yield from send_mail(turn, writer, SUBJECT, f"{begins:%Y-%m-%d %H:%M}")
    return turn


def _set_alarm(turn: Turn, at: datetime.datetime) -> Doing:
    turn = yield launch(CLOCK)
    turn = yield touch(turn, "Alarms")
    turn = yield touch(turn, "Add alarm")
    turn = yield touch(turn, f"{at:%H} o'clock")
    turn = yield touch(turn, f"{at.minute} minutes")
    turn = yield touch(turn, "OK")
    return turn
