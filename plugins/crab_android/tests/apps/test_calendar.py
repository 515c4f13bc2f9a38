"""The Calendar app: views, writing, series, reminders, what other apps and adb see of it."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

import pytest

from crab_android.phone import Phone, WorldError
from crab_android.phone.crawl import find
from crab_android.phone.intents import Intent

PACKAGE = "com.android.calendar"
EVENTS = f"content://{PACKAGE}/events"
DAY = 86_400_000  # ms

WORLD = {
    "clock": "2026-05-14T10:24",
    "timezone": "Europe/Berlin",
    "calendar": {
        "calendars": [{"name": "Home"}, {"name": "Office", "color": "Teal"}],
        "events": [
            {"title": "Dentist", "start": "2026-05-14T15:00", "location": "Mill Lane", "reminders": [30]},
            {"title": "Fair", "start": "2026-05-16", "end": "2026-05-17"},
            {"title": "Stand-up", "start": "2026-05-11T09:00", "repeat": "daily", "calendar": "Office"},
        ],
    },
    "open": PACKAGE,
}


@pytest.fixture
def phone():
    return Phone(WORLD)


def rows(phone, table="events"):
    return phone.content.rows(f"content://{PACKAGE}/{table}")


def event(phone, title):
    return next(row for row in rows(phone) if row["title"] == title)


def shown(hand):
    return [node.get("text") for node in hand.nodes(id="title")]


def stamp(phone, text):
    return int(datetime.fromisoformat(text).replace(tzinfo=phone.clock.zone).timestamp() * 1000)


def look_for(phone, **wanted):
    """Scroll until something is on the screen, and tap it."""
    phone.tap(*find(phone, **wanted).visible.center)


def test_the_schedule_starts_today_and_tells_what_is_on(hand):
    assert shown(hand)[:3] == ["Stand-up", "Dentist", "Stand-up"]
    assert "15:00 – 16:00 · Mill Lane" in hand.texts()
    assert hand.sees(id="day_number", desc="Thursday, May 14, 2026")


def test_an_event_is_written_with_title_all_day_and_place_and_kept(hand):
    hand.tap(desc="New event")
    hand.phone.type_text("Picnic")
    hand.tap(id="is_all_day")
    look_for(hand.phone, id="location")
    hand.phone.type_text("Lakeside Park")
    hand.tap(id="action_done")
    made = event(hand.phone, "Picnic")
    assert (made["allDay"], made["eventLocation"], made["eventTimezone"]) == (1, "Lakeside Park", "UTC")
    assert made["dtstart"] == datetime(2026, 5, 14, tzinfo=UTC).timestamp() * 1000
    assert made["dtend"] - made["dtstart"] == DAY
    hand.phone.force_stop(PACKAGE)
    hand.phone.launch(PACKAGE)
    assert "Picnic" in shown(hand)


def test_the_date_picker_sets_the_start_and_the_end_follows(hand):
    hand.tap(desc="New event")
    hand.phone.type_text("Walk")
    hand.tap(id="start_date")
    hand.tap(desc="Wednesday, May 20, 2026")
    hand.tap(id="android:id/button1")
    hand.tap(id="action_done")
    made = event(hand.phone, "Walk")
    assert made["dtstart"] == stamp(hand.phone, "2026-05-20T11:00")
    assert made["dtend"] == stamp(hand.phone, "2026-05-20T12:00")


def test_an_event_that_ends_before_it_starts_is_not_saved(hand):
    hand.tap(text="Dentist")
    hand.tap(id="action_edit")
    hand.tap(id="end_date")
    hand.tap(desc="Wednesday, May 13, 2026")
    hand.tap(id="android:id/button1")
    hand.tap(id="action_done")
    assert hand.phone.state.toast.text == "The event ends before it starts"
    assert hand.sees(id="edit_event_scroll")
    assert event(hand.phone, "Dentist")["dtend"] == stamp(hand.phone, "2026-05-14T16:00")


def test_leaving_a_changed_event_asks_first(hand):
    hand.tap(text="Dentist")
    hand.tap(id="action_edit")
    hand.tap(id="title")
    hand.phone.type_text("!")
    hand.phone.back()  # the keyboard
    hand.phone.back()
    assert "Discard changes?" in hand.texts()
    hand.tap(text="Discard")
    assert hand.node(id="title").get("text") == "Dentist"
    hand.tap(id="action_edit")
    hand.phone.back()
    assert hand.sees(id="when_datetime"), "nothing was changed, so nothing is asked"


def test_deleting_asks_first(hand):
    hand.tap(text="Dentist")
    hand.tap(id="action_delete")
    hand.tap(text="Cancel")
    assert event(hand.phone, "Dentist")
    hand.tap(id="action_delete")
    hand.tap(text="Delete")
    assert [row["title"] for row in rows(hand.phone)] == ["Fair", "Stand-up"]
    assert hand.sees(id="agenda_list")


@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ("Only this event", [date(2026, 5, 13), date(2026, 5, 15), date(2026, 5, 16)]),
        ("This and following events", [date(2026, 5, 13)]),
        ("All events in the series", []),
    ],
)
def test_of_a_series_one_event_the_rest_or_all_are_deleted(hand, choice, left):
    hand.tap(text="Stand-up")
    hand.tap(id="action_delete")
    hand.tap(text=choice)
    hand.tap(text="Delete")
    days = [
        datetime.fromtimestamp(row["begin"] / 1000, hand.phone.clock.zone).date()
        for row in rows(hand.phone, "instances")
        if row["title"] == "Stand-up"
    ]
    assert [day for day in days if date(2026, 5, 13) <= day <= date(2026, 5, 16)] == left


def test_one_event_of_a_series_is_changed_alone(hand):
    hand.tap(text="Stand-up")
    hand.tap(id="action_edit")
    hand.tap(text="Only this event")
    hand.tap(id="title")
    hand.phone.type_text(" with cake")
    hand.tap(id="action_done")
    changed, series = event(hand.phone, "Stand-up with cake"), event(hand.phone, "Stand-up")
    assert changed["original_id"] == series["_id"]
    assert changed["rrule"] is None
    assert series["exdate"] == "20260514"
    assert series["rrule"] == "FREQ=DAILY"


def test_with_a_series_go_the_events_that_were_taken_out_of_it(hand):
    hand.tap(text="Stand-up")
    hand.tap(id="action_edit")
    hand.tap(text="Only this event")
    hand.tap(id="title")
    hand.phone.type_text(" with cake")
    hand.tap(id="action_done")
    hand.phone.content.delete(EVENTS, event(hand.phone, "Stand-up")["_id"])
    assert [row["title"] for row in rows(hand.phone)] == ["Dentist", "Fair"]


def test_an_intent_edits_an_event(hand):
    number = event(hand.phone, "Dentist")["_id"]
    hand.phone.start_intent(Intent(action="android.intent.action.EDIT", data=f"{EVENTS}/{number}"))
    assert hand.node(id="title").get("text") == "Dentist"
    hand.tap(id="title")
    hand.phone.type_text(" again")
    hand.tap(id="action_done")
    assert event(hand.phone, "Dentist again")["_id"] == number


def test_the_month_shows_days_and_leads_to_a_day_and_back(hand):
    hand.tap(id="view_month")
    cell = hand.node(desc="Saturday, May 16, 2026, 2 events")
    assert "Fair" in [node.get("text") for node in cell.iter("node")]
    hand.tap(desc="Saturday, May 16, 2026, 2 events")
    assert hand.sees(id="day_view")
    assert hand.sees(id="event_chip", desc="Fair, All day")
    hand.phone.back()
    assert hand.sees(id="month_view")


def test_a_swipe_turns_the_month_and_today_turns_back(hand):
    hand.tap(id="view_month")
    hand.phone.swipe(900, 1200, 200, 1200)
    assert hand.node(id="month_title").get("text") == "June 2026"
    hand.tap(desc="Go to today")
    assert hand.node(id="month_title").get("text") == "May 2026"


def test_a_year_is_jumped_to_with_the_date_picker(hand):
    hand.tap(desc="Jump to a date")
    hand.tap(id="month_navigation_fragment_toggle")
    hand.tap(text="2028")
    hand.tap(desc="Tuesday, May 2, 2028")
    hand.tap(id="android:id/button1")
    assert hand.node(id="month_title").get("text") == "May 2028"
    assert hand.sees(desc="Tuesday, May 2, 2028")


def test_search_finds_by_place_and_says_when_nothing_is_found(hand):
    hand.tap(desc="Search")
    hand.phone.type_text("mill")
    assert shown(hand) == ["Dentist"]
    hand.phone.type_text("xx")
    assert "No events found" in hand.texts()


def test_a_hidden_calendar_is_not_shown(hand):
    hand.tap(desc="More options")
    hand.tap(text="Calendars to display")
    hand.tap(id="visible_check_box", desc="Office")
    hand.phone.back()
    assert "Stand-up" not in shown(hand)
    assert rows(hand.phone, "calendars")[1]["visible"] == 0


def test_guests_are_chosen_from_the_contacts_and_by_address(hand):
    name, mail = next(
        (row["display_name"], row["data1"])
        for row in hand.phone.content.rows("content://com.android.contacts/data/emails")
    )
    hand.tap(text="Dentist")
    hand.tap(id="action_edit")
    look_for(hand.phone, id="add_guests")
    look_for(hand.phone, text=name)
    hand.tap(id="guest_search")
    hand.phone.type_text("zoe@mail.test")
    hand.phone.key(66)
    look_for(hand.phone, id="guests_done")
    look_for(hand.phone, id="action_done")
    assert [row["attendeeEmail"] for row in rows(hand.phone, "attendees")] == [mail, "zoe@mail.test"]


def test_an_event_is_shared_as_text(hand):
    hand.tap(text="Dentist")
    hand.tap(desc="More options")
    hand.tap(text="Share")
    overlay = hand.phone.state.overlays[-1]
    assert overlay.args["text"] == "Dentist\nThu, May 14, 15:00 – 16:00\nMill Lane"


def test_an_empty_calendar_says_so(hand):
    hand.phone.reset({"calendar": [], "open": PACKAGE})
    assert "Nothing planned" in hand.texts()


def test_a_reminder_comes_when_its_time_has_come_and_snoozes(phone):
    phone.clock.set(datetime(2026, 5, 14, 14, 29))
    assert phone.state.notifications == []
    phone.clock.advance(60)
    told = phone.state.notifications[0]
    assert (told.title, told.text) == ("Dentist", "Thu, May 14, 15:00 – 16:00\nMill Lane")
    snooze = next(action for action in told.actions if action.title == "Snooze")
    phone.broadcast(Intent(action=snooze.broadcast, package=PACKAGE, extras=snooze.args))
    assert phone.state.notifications == []
    phone.clock.advance(299)
    assert phone.state.notifications == []
    phone.clock.advance(1)
    assert phone.state.notifications[0].title == "Dentist"


def test_the_provider_takes_new_events_changes_and_deletions(phone):
    start = stamp(phone, "2026-05-15T08:00")
    made = phone.content.insert(
        EVENTS, {"title": "Run", "dtstart": start, "dtend": start + 3_600_000, "calendar_id": 2}
    )
    assert event(phone, "Run")["_id"] == made
    phone.content.update(EVENTS, made, {"rrule": "FREQ=WEEKLY;BYDAY=MO,FR", "title": "Run far"})
    assert event(phone, "Run far")["duration"] == "P3600S"
    phone.content.delete(EVENTS, made)
    assert "Run far" not in [row["title"] for row in rows(phone)]


def test_the_provider_refuses_what_it_does_not_know(phone):
    from crab_android.phone.kit import ContentError

    with pytest.raises(ContentError, match="no column colour"):
        phone.content.insert(EVENTS, {"title": "x", "dtstart": 0, "colour": "red"})
    with pytest.raises(ContentError, match="BYMONTHDAY"):
        phone.content.insert(EVENTS, {"dtstart": 0, "rrule": "FREQ=MONTHLY;BYMONTHDAY=3"})


def test_an_intent_brings_a_new_event_to_be_saved(hand):
    extras = {
        "title": "Ferry",
        "beginTime": str(stamp(hand.phone, "2026-06-01T07:30")),
        "endTime": str(stamp(hand.phone, "2026-06-01T09:00")),
        "eventLocation": "Pier 4",
    }
    hand.phone.start_intent(Intent(action="android.intent.action.INSERT", data=EVENTS, extras=extras))
    assert [node.get("text") for node in hand.nodes(id="start_time")] == ["07:30"]
    hand.tap(id="action_done")
    made = event(hand.phone, "Ferry")
    assert (made["dtend"], made["eventLocation"]) == (stamp(hand.phone, "2026-06-01T09:00"), "Pier 4")


def test_an_intent_opens_an_event_or_a_day(hand):
    number = event(hand.phone, "Fair")["_id"]
    hand.phone.start_intent(Intent(action="android.intent.action.VIEW", data=f"{EVENTS}/{number}"))
    assert hand.node(id="when_datetime").get("text") == "Sat, May 16 – Sun, May 17"
    when = stamp(hand.phone, "2026-12-24T18:00")
    hand.phone.start_intent(
        Intent(action="android.intent.action.VIEW", data=f"content://{PACKAGE}/time/{when}")
    )
    assert hand.sees(desc="Thursday, December 24, 2026")


def test_another_time_zone_shows_the_same_moment_at_its_own_time(hand):
    before = event(hand.phone, "Dentist")["dtstart"]
    hand.phone.state.properties["persist.sys.timezone"] = "America/New_York"
    hand.phone.changed()
    assert event(hand.phone, "Dentist")["dtstart"] == before
    assert any(text.startswith("09:00 – 10:00") for text in hand.texts())


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ([{"titel": "x", "start": "2026-05-14"}], "titel"),
        ([{"title": "x", "start": "2026-05-14T10:00", "end": "2026-05-14T09:00"}], "ends before it starts"),
        ([{"title": "x", "start": "2026-05-14", "repeat": "hourly"}], "repeat"),
        ([{"title": "x", "start": "2026-05-14", "color": "Red"}], "no colour 'Red'"),
    ],
)
def test_a_world_that_does_not_fit_is_refused(part, message):
    with pytest.raises(WorldError, match=re.escape(message)):
        Phone({"calendar": part})


@pytest.mark.parametrize(
    ("repeat", "days"),
    [
        ({"every": "monthly"}, ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"]),
        (
            {"every": "weekly", "interval": 2, "weekdays": [5, 0], "count": 4},
            ["2026-01-31", "2026-02-09", "2026-02-14", "2026-02-23"],
        ),
        ({"every": "yearly", "until": "2026-12-31"}, ["2026-01-31"]),
    ],
)
def test_series_follow_the_rules_of_icalendar(repeat, days):
    phone = Phone({"calendar": [{"title": "x", "start": "2026-01-31T10:00", "repeat": repeat}]})
    begins = [
        datetime.fromtimestamp(row["begin"] / 1000, phone.clock.zone) for row in rows(phone, "instances")
    ]
    assert [begin.date().isoformat() for begin in begins][:4] == days
