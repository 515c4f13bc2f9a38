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


def test_an_event_is_shown(calendar):
    assert not calendar("event_shown", title="Picnic", day="2026-05-16"), "the calendar is not open"
    calendar.show("com.android.calendar")
    assert calendar("event_shown", title="Picnic", day="2026-05-16")
    assert not calendar("event_shown", title="Picnic", day="2026-05-15"), "another day"
    assert not calendar("event_shown", title="Lunch", day="2026-05-16"), "no such event"
    calendar.env.act("press", {"key": "home"})
    assert "not com.android.calendar" in calendar.reason("event_shown", title="Picnic", day="2026-05-16")


def test_the_title_of_an_event_in_another_app_is_not_shown_by_the_calendar(judge):
    judge.world(calendar=[{"title": "Picnic", "start": "2026-05-16"}], tasks=["Picnic"])
    judge.show("org.crab.tasks")
    assert judge("text_on_screen", text="Picnic")
    assert not judge("event_shown", title="Picnic", day="2026-05-16")


# -- notes --------------------------------------------------------------------------------

NOTES = "content://org.crab.notes/notes"


@pytest.fixture
def notes(judge):
    judge.world(
        notes=[
            {"title": "Shopping", "body": 'milk, eggs = 12\n"bread" and o\'clock tea'},
            {"title": "Call the plumber"},
            {"title": "Old", "body": "thrown away", "shelf": "trash"},
        ]
    )
    return judge


def test_a_note_by_its_whole_text(notes):
    assert notes("note_exists", text='milk, eggs = 12\n"bread" and o\'clock tea')
    assert notes("note_exists", text='milk, eggs = 12\n"bread" and o\'clock tea', title="Shopping")
    assert notes("note_exists", text="Call the plumber"), "a title alone says it as well"
    assert not notes("note_exists", text="milk"), "a part of a note"
    assert not notes("note_exists", text="Shopping"), "the title of a note that says something else"


def test_the_right_text_below_another_title(notes):
    assert not notes(
        "note_exists", text='milk, eggs = 12\n"bread" and o\'clock tea', title="Call the plumber"
    )
    assert not notes("note_exists", text="Call the plumber", title="Call the plumber")
    assert "does not say" in notes.reason("note_exists", text="tea", title="Shopping")


def test_a_note_in_the_bin_is_none(notes):
    assert not notes("note_exists", text="thrown away")
    assert "in the bin" in notes.reason("note_exists", text="thrown away")


def test_a_note_that_was_deleted(notes):
    (shopping,) = [row["_id"] for row in notes.rows(NOTES) if row["title"] == "Call the plumber"]
    notes.delete(NOTES, shopping)
    assert not notes("note_exists", text="Call the plumber")


def test_a_to_do_is_no_note(judge):
    judge.world(tasks=["Buy milk"], notes=[])
    assert not judge("note_exists", text="Buy milk")
    judge.world(tasks=[], notes=[{"body": "Buy milk"}])
    assert judge("note_exists", text="Buy milk")
    assert not judge("todo_exists", title="Buy milk")


# -- alarms and the world clock -----------------------------------------------------------

ALARMS = "content://com.android.deskclock/alarms"
CITIES = "content://com.android.deskclock/cities"


@pytest.fixture
def alarm(judge):
    """An alarm at 03:17 on weekdays."""
    judge.world()
    return judge.insert(ALARMS, hour=3, minutes=17, label="Bus, gate = 4", enabled=1, daysofweek=0b11111)


def test_an_alarm_by_its_time(judge, alarm):
    assert judge("alarm_set", at="03:17")
    assert judge("alarm_set", at="03:17", label="Bus, gate = 4")
    assert judge("alarm_set", at="03:17", days=["fri", "mon", "tue", "wed", "thu"])
    assert not judge("alarm_set", at="15:17"), "twelve hours later"
    assert not judge("alarm_set", at="03:18")
    assert not judge("alarm_set", at="03:17", label="Bus")
    assert not judge("alarm_set", at="03:17", days=["mon"])
    assert not judge("alarm_set", at="03:17", days=[])
    assert judge.error("alarm_set", at="3:17") == "InvalidAction"


def test_an_alarm_that_is_off_is_not_set(judge, alarm):
    judge.update(ALARMS, alarm, enabled=0)
    assert not judge("alarm_set", at="03:17")
    assert judge("alarm_set", at="03:17", enabled=False)
    assert judge("alarm_set", at="03:17", enabled=None)
    assert "is off" in judge.reason("alarm_set", at="03:17")


def test_an_alarm_that_was_moved_and_deleted(judge, alarm):
    judge.update(ALARMS, alarm, hour=4)
    assert not judge("alarm_set", at="03:17")
    assert judge("alarm_set", at="04:17")
    judge.delete(ALARMS, alarm)
    assert not judge("alarm_set", at="04:17", enabled=None)


def test_of_two_alarms_one_may_fit(judge, alarm):
    judge.insert(ALARMS, hour=3, minutes=17, label="Other", enabled=1, daysofweek=0)
    assert judge("alarm_set", at="03:17", days=[])
    assert judge("alarm_set", at="03:17", label="Other")
    assert not judge("alarm_set", at="03:17", label="Other", days=["mon"]), "that is both of them"


def test_the_world_clock(judge):
    judge.world()
    for row in reversed(judge.rows(CITIES)):
        judge.delete(CITIES, row["_id"])
    assert not judge("world_clock_has", city="Tokyo")
    number = judge.insert(CITIES, city_name="Tokyo")
    assert judge("world_clock_has", city="Tokyo")
    assert judge("world_clock_has", city="tokyo")
    assert not judge("world_clock_has", city="Tok")
    assert not judge("world_clock_has", city="Oslo")
    judge.delete(CITIES, number)
    assert not judge("world_clock_has", city="Tokyo")
