"""Choosing a date and a time, by taps alone."""

from __future__ import annotations

from datetime import date, time

import pytest

from crab_android.phone.kit import date_picker, formats, time_picker

MAY = date(2026, 5, 14)


@pytest.fixture
def picking(stage, dialog):
    """Opens the date picker on a day."""

    def put(day: date = MAY) -> None:
        dialog(lambda context: date_picker(context, day, stage.happened.append))

    return put


def header(hand) -> str:
    return hand.node(id="mtrl_picker_header_selection_text").get("text")


def test_a_day_is_tapped_and_taken_over_with_ok(phone, hand, stage, picking):
    picking()
    assert header(hand) == "Thu, May 14"
    assert hand.node(desc="Thursday, May 14, 2026").get("selected") == "true"
    hand.tap(desc="Friday, May 22, 2026")
    assert header(hand) == "Fri, May 22"
    assert hand.node(desc="Friday, May 22, 2026").get("text") == "22"
    assert [node.get("text") for node in hand.nodes(selected="true")] == ["22"]
    hand.tap(id="android:id/button1")
    assert (stage.happened, phone.activity.dialog) == ([date(2026, 5, 22)], None)


def test_nothing_is_picked_with_cancel_or_back(phone, hand, stage, picking):
    picking()
    hand.tap(desc="Friday, May 22, 2026")
    hand.tap(id="android:id/button2")
    picking()
    assert header(hand) == "Thu, May 14"
    phone.back()
    assert stage.happened == []


def test_months_are_turned_across_the_end_of_a_year(hand, stage, picking):
    picking(date(2026, 12, 31))
    hand.tap(desc="Next month")
    assert hand.node(id="month_navigation_fragment_toggle").get("text") == "January 2027"
    for _ in range(2):
        hand.tap(desc="Previous month")
    hand.tap(desc="Monday, November 30, 2026")
    hand.tap(id="android:id/button1")
    assert stage.happened == [date(2026, 11, 30)]


def test_turning_months_chooses_no_day(hand, stage, picking):
    picking()
    hand.tap(desc="Next month")
    assert header(hand) == "Thu, May 14"
    assert hand.nodes(selected="true") == []
    hand.tap(text="OK")
    assert stage.happened == [MAY]


def test_a_year_is_chosen_from_a_list(phone, hand, stage, picking):
    picking()
    hand.tap(desc="Switch to years")
    assert hand.node(selected="true").get("text") == "2026"
    x, y = hand.spot(text="2026")
    phone.swipe(x, y, x, y + 400, 300)
    hand.tap(text="2014")
    hand.tap(desc="Wednesday, May 14, 2014")
    hand.tap(text="OK")
    assert stage.happened == [date(2014, 5, 14)]


@pytest.mark.parametrize("locale", ["en-US", "en-GB"])
def test_every_day_stands_below_the_name_of_its_weekday(phone, hand, picking, locale):
    phone.state.properties["persist.sys.locale"] = locale
    picking()
    for day in range(11, 18):
        weekday = formats.weekday_name(date(2026, 5, day).weekday())
        left, _ = hand.spot(text=str(day))
        assert left == hand.spot(desc=weekday)[0]


def test_the_29th_of_february_is_there_when_there_is_one(hand, picking):
    picking(date(2028, 2, 29))
    assert hand.sees(desc="Tuesday, February 29, 2028")
    picking(date(2026, 2, 1))
    assert hand.nodes(id="month_grid")[0].findall(".//node[@text='28']")
    assert not hand.sees(text="29")


@pytest.mark.parametrize(
    ("day", "arrow"), [(date(1900, 1, 1), "Previous month"), (date(2100, 12, 31), "Next month")]
)
def test_the_years_have_an_end(hand, picking, day, arrow):
    picking(day)
    before = hand.node(id="month_navigation_fragment_toggle").get("text")
    hand.tap(desc=arrow)
    assert hand.node(id="month_navigation_fragment_toggle").get("text") == before


@pytest.mark.parametrize(
    ("locale", "first", "chosen", "description"),
    [
        ("en-US", "Sunday", "Thu, May 14", "Friday, May 15, 2026"),
        ("en-GB", "Monday", "Thu, 14 May", "Friday 15 May 2026"),
        ("de-DE", "Montag", "Do., 14. Mai", "Freitag, 15. Mai 2026"),
    ],
)
def test_the_calendar_follows_the_language(phone, hand, picking, locale, first, chosen, description):
    phone.state.properties["persist.sys.locale"] = locale
    picking()
    grid = hand.node(id="month_grid")
    assert next(node.get("content-desc") for node in grid.iter("node") if node.get("content-desc")) == first
    assert header(hand) == chosen
    assert hand.sees(desc=description)


@pytest.mark.parametrize("rotation", ["0", "1"])
@pytest.mark.parametrize("scale", ["1.0", "1.3"])
def test_every_day_and_the_buttons_can_be_touched_however_the_phone_is_held(
    phone, hand, stage, picking, rotation, scale
):
    phone.put_setting("system", "user_rotation", rotation)
    phone.put_setting("system", "font_scale", scale)
    picking(date(2026, 8, 1))  # over six weeks in the United States
    for day in range(1, 32):
        hand.tap(text=str(day))
        assert phone.context().dialog["picker_day"] == date(2026, 8, day).isoformat()
    hand.tap(text="OK")
    assert stage.happened == [date(2026, 8, 31)]


def test_a_phone_in_the_middle_of_picking_can_be_copied(phone, hand, stage, picking):
    picking()
    hand.tap(desc="Next month")
    hand.tap(desc="Tuesday, June 2, 2026")
    twin = phone.fork()
    assert twin.png() == phone.png()
    assert phone.export()["stacks"][-1]["activities"][-1]["dialog"]["args"]["picker_day"] == "2026-06-02"


# -- times --------------------------------


@pytest.fixture
def timing(phone, stage, dialog):
    """Opens the time picker on a time, with 12 or 24 hours."""

    def put(hours: str, moment: time = time(7, 30)) -> None:
        phone.put_setting("system", "time_12_24", hours)
        dialog(lambda context: time_picker(context, moment, stage.happened.append))

    return put


def digits(hand) -> tuple[str, str]:
    return hand.node(id="android:id/hours").get("text"), hand.node(id="android:id/minutes").get("text")


@pytest.mark.parametrize("hour", range(24))
def test_every_hour_of_24_is_one_tap(hand, stage, timing, hour):
    timing("24")
    assert digits(hand) == ("07", "30")
    hand.tap(desc=f"{hour:02} o'clock")
    assert digits(hand) == (f"{hour:02}", "30")
    hand.tap(id="android:id/button1")
    assert stage.happened == [time(hour, 30)]


@pytest.mark.parametrize("half", ["AM", "PM"])
@pytest.mark.parametrize("hour", range(1, 13))
def test_every_hour_of_12_is_one_tap_and_the_half_of_the_day_another(hand, stage, timing, hour, half):
    timing("12")
    assert digits(hand) == ("7", "30")
    hand.tap(text=half)
    assert hand.node(text=half).get("checked") == "true"
    hand.tap(text=str(hour), id="dial_number")
    assert digits(hand) == (str(hour), "30")
    hand.tap(text="OK")
    assert stage.happened == [time(hour % 12 + (12 if half == "PM" else 0), 30)]


@pytest.mark.parametrize("rotation", ["0", "1"])
def test_after_the_hour_come_the_minutes(phone, hand, stage, timing, rotation):
    phone.put_setting("system", "user_rotation", rotation)
    timing("24")
    hand.tap(text="21")
    assert hand.node(id="android:id/minutes").get("checked") == "true"
    hand.tap(desc="45 minutes", text="45")
    assert digits(hand) == ("21", "45")
    hand.tap(id="android:id/hours")
    hand.tap(text="00")
    hand.tap(text="OK")
    assert stage.happened == [time(0, 45)]


def test_minutes_between_the_numbers_are_set_by_touching_the_dial_there(phone, hand, stage, timing):
    timing("24")
    hand.tap(id="android:id/minutes")
    (x1, y1), (x2, y2) = hand.spot(desc="10 minutes"), hand.spot(desc="15 minutes")
    phone.tap((x1 + x2) / 2 + 6, (y1 + y2) / 2)
    assert digits(hand)[1] in ("12", "13")


def test_a_time_is_typed_too(phone, hand, stage, timing):
    timing("24")
    hand.tap(desc="Switch to text input")
    hand.tap(id="android:id/input_hour")
    for _ in range(2):
        phone.key(67)
    phone.type_text("18")
    phone.key(66)  # enter goes on to the minutes
    for _ in range(2):
        phone.key(67)
    phone.type_text("05")
    hand.tap(id="android:id/button1")
    assert (stage.happened, phone.activity.dialog) == ([time(18, 5)], None)


@pytest.mark.parametrize(
    ("hours", "typed", "good"),
    [
        ("24", "24", False),
        ("24", "23", True),
        ("24", "x", False),
        ("12", "0", False),
        ("12", "13", False),
        ("12", "12", True),
        ("12", "", False),
    ],
)
def test_what_is_no_time_cannot_be_taken_over(phone, hand, timing, stage, hours, typed, good):
    timing(hours)
    hand.tap(desc="Switch to text input")
    hand.long_tap(id="android:id/input_hour")
    phone.key(67)
    phone.type_text(typed)
    assert hand.node(id="android:id/button1").get("enabled") == str(good).lower()
    hand.tap(id="android:id/button1")
    assert bool(stage.happened) == good


def test_typing_keeps_the_half_of_the_day(phone, hand, stage, timing):
    timing("12", time(15, 10))
    hand.tap(desc="Switch to text input")
    hand.long_tap(id="android:id/input_hour")
    phone.type_text("9")
    phone.back()  # the keyboard
    hand.tap(id="android:id/am_label")
    hand.tap(text="OK")
    assert stage.happened == [time(9, 10)]


def test_what_was_typed_is_kept_when_the_dial_comes_back(phone, hand, stage, timing):
    timing("24")
    hand.tap(id="android:id/toggle_mode")
    hand.long_tap(id="android:id/input_minute")
    phone.type_text("59")
    hand.tap(id="android:id/toggle_mode")
    assert digits(hand) == ("07", "59")


def test_nothing_is_taken_over_with_cancel(phone, hand, stage, timing):
    timing("24")
    hand.tap(text="21")
    hand.tap(text="Cancel")
    timing("24")
    assert digits(hand) == ("07", "30")
    assert stage.happened == []
