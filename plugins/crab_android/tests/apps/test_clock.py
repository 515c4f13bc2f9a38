"""The Clock app: alarms that ring, cities, timers, the stopwatch."""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from crab_android.phone import Phone, WorldError
from crab_android.phone.apps.clock.cities import cities
from crab_android.phone.intents import Intent

PACKAGE = "com.android.deskclock"
ALARM = "android.intent.extra.alarm."

WORLD = {
    "clock": "2026-05-14T10:24",
    "timezone": "Europe/Berlin",
    "clock_app": {
        "alarms": [
            {"time": "06:45", "days": "weekdays", "label": "Work"},
            {"time": "12:00", "label": "Oven"},
            {"time": "09:00", "days": ["Sat", "Sun"], "enabled": False},
        ],
        "cities": ["Tokyo", "Mumbai"],
        "timers": [{"length": 240, "label": "Tea"}],
    },
    "open": PACKAGE,
}


@pytest.fixture
def phone():
    return Phone(WORLD)


def rows(phone, table):
    return phone.content.rows(f"content://{PACKAGE}/{table}")


def next_alarm(phone):
    return phone.state.settings["system"]["next_alarm_formatted"]


def type_time(hand, hour, minute):
    """Set the time picker by typing."""
    hand.tap(desc="Switch to text input")
    for field, text in (("android:id/input_hour", hour), ("android:id/input_minute", minute)):
        hand.tap(id=field)
        hand.phone.focused_field().set(text)
        hand.phone.changed()
    hand.tap(id="android:id/button1")


# -- alarms --------------------------------


def test_alarms_stand_in_the_order_of_the_day(hand):
    hand.tap(text="Alarms")
    assert [node.get("text") for node in hand.nodes(id="digital_clock")] == ["06:45", "09:00", "12:00"]
    assert [node.get("text") for node in hand.nodes(id="days_of_week")] == ["Mon to Fri", "Weekends", "Today"]


def test_a_new_alarm_is_on_and_says_how_long_it_is_until_then(hand):
    hand.tap(text="Alarms")
    hand.tap(desc="Add alarm")
    type_time(hand, "11", "05")
    made = rows(hand.phone, "alarms")[-1]
    assert (made["hour"], made["minutes"], made["enabled"], made["daysofweek"]) == (11, 5, 1, 0)
    assert hand.phone.state.toast.text == "Alarm set for 41 minutes from now."
    assert next_alarm(hand.phone) == "Thu 11:05"


def test_days_label_and_vibration_are_changed_on_the_unfolded_card(hand):
    hand.tap(text="Alarms")
    hand.tap(desc="Expand alarm")
    hand.tap(desc="Monday")
    hand.tap(desc="Saturday")
    hand.tap(desc="Vibrate")
    hand.tap(text="Work")
    hand.phone.type_text("shop")
    hand.tap(text="OK")
    changed = rows(hand.phone, "alarms")[0]
    assert (changed["daysofweek"], changed["vibrate"], changed["label"]) == (0b0111110, 0, "Workshop")


def test_the_switch_turns_an_alarm_off_and_the_next_one_is_told(hand):
    assert next_alarm(hand.phone) == "Thu 12:00"
    hand.phone.reset({**WORLD, "clock": "2026-05-14T12:30"})
    assert next_alarm(hand.phone) == "Fri 06:45"
    hand.tap(text="Alarms")
    hand.tap(id="onoff")
    assert rows(hand.phone, "alarms")[0]["enabled"] == 0
    assert next_alarm(hand.phone) == "Fri 12:00"
    hand.tap(id="onoff")
    assert hand.phone.state.toast.text == "Alarm set for 18 hours and 15 minutes from now."
    assert next_alarm(hand.phone) == "Fri 06:45"


def test_deleting_an_alarm_asks_first(hand):
    hand.tap(text="Alarms")
    hand.tap(desc="Expand alarm")
    hand.tap(id="delete")
    assert "06:45 · Work" in hand.texts()
    hand.tap(text="Cancel")
    assert len(rows(hand.phone, "alarms")) == 3
    hand.tap(id="delete")
    hand.tap(id="android:id/button1")
    assert [row["label"] for row in rows(hand.phone, "alarms")] == ["Oven", ""]


def test_an_alarm_rings_snoozes_rings_again_and_is_off_when_it_rang_once(hand):
    phone = hand.phone
    phone.clock.set(datetime(2026, 5, 14, 11, 59, 59))
    assert phone.state.notifications == []
    phone.clock.advance(1)
    told = phone.state.notifications[0]
    assert (told.title, told.text, told.screen) == ("Oven", "12:00", "ringing")
    phone.start(PACKAGE, told.screen, told.args)
    hand.tap(text="Snooze")
    assert phone.state.notifications == []
    assert next_alarm(phone) == "Thu 12:10"
    phone.clock.advance(600)
    dismiss = next(action for action in phone.state.notifications[0].actions if action.title == "Dismiss")
    phone.broadcast(Intent(action=dismiss.broadcast, package=PACKAGE, extras=dismiss.args))
    assert phone.state.notifications == []
    assert rows(phone, "alarms")[1]["enabled"] == 0
    assert next_alarm(phone) == "Fri 06:45"


def test_an_alarm_wakes_a_sleeping_phone(hand):
    hand.phone.home()
    hand.phone.key(223)
    hand.phone.clock.set(datetime(2026, 5, 14, 12, 0))
    assert hand.phone.state.awake
    hand.tap(text="Dismiss")
    assert hand.phone.state.notifications == []


def test_an_alarm_that_repeats_stays_on(phone):
    phone.clock.set(datetime(2026, 5, 15, 6, 45))
    assert [n.title for n in phone.state.notifications if n.tag.startswith("alarm-")] == ["Work"]
    assert rows(phone, "alarms")[0]["enabled"] == 1


def test_what_nobody_heard_is_a_missed_alarm(phone):
    phone.clock.set(datetime(2026, 5, 14, 13, 0))
    assert [(n.title, n.text) for n in phone.state.notifications] == [("Missed alarm", "12:00 · Oven")]
    assert rows(phone, "alarms")[1]["enabled"] == 0


def test_an_alarm_that_rings_unheard_goes_quiet(phone):
    phone.clock.set(datetime(2026, 5, 14, 12, 0))
    phone.clock.advance(599)
    assert [n.title for n in phone.state.notifications] == ["Oven"]
    phone.clock.advance(2)
    assert [n.title for n in phone.state.notifications] == ["Missed alarm"]
    assert next_alarm(phone) == "Fri 06:45"


def test_intents_set_alarms(hand):
    extras = {
        ALARM + "HOUR": "7",
        ALARM + "MINUTES": "15",
        ALARM + "MESSAGE": "Swim",
        ALARM + "DAYS": [2, 4, 1],
    }
    hand.phone.start_intent(Intent(action="android.intent.action.SET_ALARM", extras=extras))
    made = rows(hand.phone, "alarms")[-1]
    assert (made["hour"], made["minutes"], made["label"], made["daysofweek"]) == (7, 15, "Swim", 0b1000101)
    assert hand.node(id="action_bar_title").get("text") == "Alarms"


# -- cities --------------------------------


def test_every_city_has_a_time_zone_and_a_name_of_its_own():
    assert len(cities()) >= 120
    assert len({city.name for city in cities()}) == len(cities())
    for city in cities():
        assert ZoneInfo(city.zone), city


def test_cities_show_their_time_and_how_far_they_are(hand):
    assert [node.get("text") for node in hand.nodes(id="city_name")] == ["Tokyo", "Mumbai"]
    assert "17:24" in hand.texts()
    assert "Today, 7 hours ahead" in hand.texts()
    assert "Today, 3 hours 30 min ahead" in hand.texts()


def test_a_city_is_found_by_the_start_of_its_name_and_added(hand):
    hand.tap(desc="Add city")
    hand.phone.type_text("sao")
    hand.tap(text="São Paulo")
    assert rows(hand.phone, "cities")[-1]["timezone_name"] == "America/Sao_Paulo"
    assert "São Paulo" in hand.texts()
    hand.tap(desc="Add city")
    hand.phone.type_text("xyz")
    assert "No city found" in hand.texts()


def test_removing_a_city_asks_first(hand):
    hand.tap(desc="Remove Tokyo")
    hand.tap(text="Remove")
    assert [row["city_name"] for row in rows(hand.phone, "cities")] == ["Mumbai"]


def test_the_time_at_home_is_shown_on_journeys(hand):
    hand.tap(desc="More options")
    hand.tap(text="Settings")
    hand.tap(text="Home time zone")
    hand.phone.type_text("lisb")
    hand.tap(text="Lisbon")
    assert "Lisbon, Portugal" in hand.texts()
    hand.phone.back()
    assert "Home" in hand.texts()
    assert "09:24" in hand.texts()


# -- timers and the stopwatch --------------------------------


def test_a_timer_is_typed_started_and_rings(hand):
    hand.tap(text="Timers")
    hand.tap(desc="Add timer")
    for key in ("1", "3", "0"):
        hand.tap(id=f"timer_setup_digit_{key}")
    assert hand.sees(desc="0 hours, 1 minutes, 30 seconds")
    hand.tap(desc="Start")
    made = rows(hand.phone, "timers")[-1]
    assert (made["length"], made["state"]) == (90_000, "RUNNING")
    hand.phone.clock.advance(89)
    assert hand.phone.state.notifications == []
    assert "0:01" in hand.texts()
    hand.phone.clock.advance(1)
    assert hand.phone.state.notifications[0].title == "Time’s up"
    assert rows(hand.phone, "timers")[-1]["state"] == "EXPIRED"
    hand.phone.start(PACKAGE, "timer_ringing")
    hand.tap(text="Stop")
    assert hand.phone.state.notifications == []
    assert rows(hand.phone, "timers")[-1]["state"] == "RESET"


def test_a_timer_pauses_goes_on_takes_a_minute_more_and_is_reset(hand):
    hand.tap(text="Timers")
    hand.tap(desc="Start")
    hand.phone.clock.advance(60)
    hand.tap(desc="Pause")
    hand.phone.clock.advance(600)
    assert "3:00" in hand.texts()
    hand.tap(desc="Add 1 minute")
    assert "4:00" in hand.texts()
    hand.tap(desc="Start")
    hand.phone.clock.advance(30)
    assert rows(hand.phone, "timers")[0]["remaining"] == 210_000
    hand.tap(desc="Reset")
    assert rows(hand.phone, "timers")[0]["state"] == "RESET"


def test_without_a_timer_there_is_the_keypad_and_nothing_starts_without_digits(hand):
    hand.tap(text="Timers")
    hand.tap(desc="Delete timer")
    hand.tap(text="Delete")
    assert hand.sees(id="timer_setup_digit_1")
    assert not hand.sees(desc="Start")


def test_an_intent_starts_a_timer(hand):
    extras = {ALARM + "LENGTH": "300", ALARM + "MESSAGE": "Eggs"}
    hand.phone.start_intent(Intent(action="android.intent.action.SET_TIMER", extras=extras))
    made = rows(hand.phone, "timers")[-1]
    assert (made["label"], made["state"], made["remaining"]) == ("Eggs", "RUNNING", 300_000)


def test_the_stopwatch_counts_laps_and_stands_while_it_is_paused(hand):
    hand.tap(text="Stopwatch")
    hand.tap(desc="Start")
    hand.phone.clock.advance(65.25)
    hand.tap(text="Lap")
    hand.phone.clock.advance(10)
    hand.tap(desc="Pause")
    hand.phone.clock.advance(100)
    assert hand.sees(desc="01:15.25")
    assert [node.get("text") for node in hand.nodes(id="lap_time")] == ["00:10.00", "01:05.25"]
    hand.tap(text="Reset")
    assert hand.sees(desc="00:00.00")


def test_what_runs_goes_on_when_the_app_is_ended(hand):
    hand.tap(text="Stopwatch")
    hand.tap(desc="Start")
    hand.phone.force_stop(PACKAGE)
    hand.phone.clock.advance(5)
    hand.phone.launch(PACKAGE)
    assert hand.sees(desc="00:05.00")


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"alarms": [{"time": "25:00"}]}, "time"),
        ({"alarms": [{"time": "07:00", "days": ["Someday"]}]}, "no day 'Someday'"),
        ({"cities": ["Atlantis"]}, "no city 'Atlantis'"),
        ({"alarm": []}, "alarm"),
    ],
)
def test_a_world_that_does_not_fit_is_refused(part, message):
    with pytest.raises(WorldError, match=re.escape(message)):
        Phone({"clock_app": part})
