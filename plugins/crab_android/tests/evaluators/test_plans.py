"""Evaluators of events, notes, alarms and the world clock, both ways."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.adb

EVENTS = "content://com.android.calendar/events"


# -- events -------------------------------------------------------------------------------


@pytest.fixture
def calendar(judge):
    judge.world(
        timezone="America/New_York",
        calendar=[
            {"title": "Picnic", "start": "2026-05-16"},
            {"title": "Dentist", "start": "2026-05-15T22:30"},
        ],
    )
    return judge


def test_an_event_for_the_whole_day(calendar):
    assert calendar("event_exists", title="Picnic", day="2026-05-16")
    assert calendar("event_exists", title="Picnic", day="2026-05-16", all_day=True)
    assert not calendar("event_exists", title="Picnic", day="2026-05-16", all_day=False)
    assert not calendar("event_exists", title="Picnic", day="2026-05-15"), "west of Greenwich, no day before"
    assert not calendar("event_exists", title="Picnic", day="2026-05-17")


def test_an_event_at_a_time_is_on_the_day_that_its_time_zone_has(calendar):
    assert calendar("event_exists", title="Dentist", day="2026-05-15", at="22:30", all_day=False)
    assert not calendar("event_exists", title="Dentist", day="2026-05-16"), "its day in UTC"
    assert not calendar("event_exists", title="Dentist", day="2026-05-15", all_day=True)
    assert not calendar("event_exists", title="Dentist", day="2026-05-15", at="10:30")
    assert "begins at 22:30" in calendar.reason("event_exists", title="Dentist", day="2026-05-15", at="10:30")


def test_the_right_day_and_another_title(calendar):
    for title in ("Picnic ", "picnic", "Pic", "Dentist"):
        assert not calendar("event_exists", title=title, day="2026-05-16")


def test_an_event_that_was_moved_or_deleted(calendar):
    (picnic,) = [row["_id"] for row in calendar.rows(EVENTS) if row["title"] == "Picnic"]
    calendar.update(EVENTS, picnic, title="Picnic with Ada")
    assert not calendar("event_exists", title="Picnic", day="2026-05-16")
    assert calendar("event_exists", title="Picnic with Ada", day="2026-05-16")
    calendar.delete(EVENTS, picnic)
    assert not calendar("event_exists", title="Picnic with Ada", day="2026-05-16")


def test_an_empty_calendar(judge):
    judge.world(calendar=[])
    assert not judge("event_exists", title="Picnic", day="2026-05-16")


@pytest.mark.parametrize("day", ["tomorrow", "2026-5-16", "16.05.2026", ""])
def test_what_is_no_day_is_an_error(calendar, day):
    assert calendar.error("event_exists", title="Picnic", day=day) == "InvalidAction"
    assert calendar.error("event_exists", title="Picnic", day="2026-02-30") == "ValueError"
