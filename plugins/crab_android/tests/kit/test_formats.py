"""Dates, times, sizes and telephone numbers, in the phone's languages."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from crab_android.phone.kit import formats
from crab_android.phone.languages import LANGUAGES

DAY = date(2026, 5, 14)
NOW = datetime(2026, 5, 14, 10, 24)


@pytest.mark.parametrize(
    ("locale", "short", "year", "weekday", "long", "numeric", "month"),
    [
        ("en-US", "May 14", "May 14, 2026", "Thu, May 14", "Thursday, May 14, 2026", "5/14/2026", "May 2026"),
        ("en-GB", "14 May", "14 May 2026", "Thu, 14 May", "Thursday 14 May 2026", "14/05/2026", "May 2026"),
        (
            "de-DE",
            "14. Mai",
            "14. Mai 2026",
            "Do., 14. Mai",
            "Donnerstag, 14. Mai 2026",
            "14.5.2026",
            "Mai 2026",
        ),
        ("fr-FR", "14 mai", "14 mai 2026", "jeu. 14 mai", "jeudi 14 mai 2026", "14/05/2026", "mai 2026"),
        (
            "es-ES",
            "14 may",
            "14 may 2026",
            "jue, 14 may",
            "jueves, 14 de mayo de 2026",
            "14/5/2026",
            "mayo de 2026",
        ),
    ],
)
def test_dates(locale, short, year, weekday, long, numeric, month):
    assert formats.date_short(DAY, locale) == short
    assert formats.date_year(DAY, locale) == year
    assert formats.date_weekday(DAY, locale) == weekday
    assert formats.date_long(DAY, locale) == long
    assert formats.date_numeric(DAY, locale) == numeric
    assert formats.month_year(DAY, locale) == month


def test_the_united_states_are_meant_where_nobody_says_otherwise():
    assert formats.date_long(DAY) == formats.date_long(DAY, "en-US") == formats.date_long(DAY, "tlh-QO")


def test_a_country_without_a_table_writes_as_its_language_does():
    assert formats.date_short(DAY, "de-AT") == formats.date_short(DAY, "de-DE")
    assert formats.date_short(DAY, "en-AU") == formats.date_short(DAY, "en-GB")


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_day_of_a_year_has_a_name_of_its_own(locale):
    days = [DAY + timedelta(days=number) for number in range(365)]
    for form in (formats.date_short, formats.date_long, formats.date_numeric):
        assert len({form(day, locale) for day in days}) == 365


@pytest.mark.parametrize(
    ("day", "text"),
    [
        (date(2026, 5, 13), "Yesterday"),
        (DAY, "Today"),
        (date(2026, 5, 15), "Tomorrow"),
        (date(2026, 5, 16), "Sat, May 16"),
        (date(2027, 5, 16), "May 16, 2027"),
    ],
)
def test_dates_near_today(day, text):
    assert formats.date_relative(day, DAY) == text


def test_the_day_after_the_last_of_the_year_is_tomorrow():
    assert formats.date_relative(date(2027, 1, 1), date(2026, 12, 31), "es-ES") == "Mañana"


def test_weeks():
    assert formats.week_days("en-US") == (6, 0, 1, 2, 3, 4, 5)
    assert formats.week_days("de-DE") == (0, 1, 2, 3, 4, 5, 6)
    assert [formats.weekday_letter(day, "fr-FR") for day in range(7)] == list("LMMJVSD")
    assert formats.weekday_name(3) == "Thursday"
    assert formats.weekday_name(3, short=True) == "Thu"
    assert formats.month_name(5, "de-DE") == "Mai"


@pytest.mark.parametrize(
    ("moment", "full", "half"),
    [
        (time(0, 5), "00:05", "12:05 AM"),
        (time(10, 24), "10:24", "10:24 AM"),
        (time(12, 0), "12:00", "12:00 PM"),
        (datetime(2026, 5, 14, 23, 59), "23:59", "11:59 PM"),
    ],
)
def test_times_of_day(moment, full, half):
    assert formats.clock_text(moment, full_day=True) == full
    assert formats.clock_text(moment, full_day=False) == half


def test_times_with_seconds_and_in_other_languages():
    assert formats.clock_text(time(7, 5, 9), full_day=False, seconds=True) == "7:05:09 AM"
    assert formats.clock_text(time(19, 5), full_day=False, locale="en-GB") == "7:05 pm"
    assert formats.clock_text(time(19, 5), full_day=False, locale="es-ES") == "7:05 p. m."


@pytest.mark.parametrize(("setting", "text"), [("12", "7:30 PM"), ("24", "19:30")])
def test_the_phone_says_how_many_hours_its_day_has(phone, setting, text):
    phone.put_setting("system", "time_12_24", setting)
    assert formats.time_text(time(19, 30), phone.context()) == text


def test_the_phone_says_which_language_it_speaks(phone):
    phone.state.properties["persist.sys.locale"] = "de-DE"
    assert formats.locale_of(phone.context()) == "de-DE"
    assert formats.moment_text(datetime(2026, 5, 16, 9, 0), phone.context()) == "Sa., 16. Mai, 09:00"
    assert formats.moment_text(datetime(2025, 5, 16, 9, 0), phone.context()) == "16. Mai 2025, 09:00"


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (datetime(2026, 5, 14, 8, 1), "08:01"),
        (datetime(2026, 5, 13, 8, 1), "May 13"),
        (datetime(2025, 12, 31, 8, 1), "12/31/2025"),
    ],
)
def test_when_something_in_a_list_happened(phone, moment, text):
    assert formats.list_time(moment, phone.context()) == text


@pytest.mark.parametrize(
    ("before", "text"),
    [
        (timedelta(seconds=0), "Just now"),
        (timedelta(seconds=59), "Just now"),
        (timedelta(minutes=1), "1 min ago"),
        (timedelta(minutes=59, seconds=59), "59 min ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=23), "23 hours ago"),
        (timedelta(days=1), "1 day ago"),
        (timedelta(days=6, hours=23), "6 days ago"),
        (timedelta(days=7), "May 7"),
        (timedelta(days=200), "Oct 26, 2025"),
        (timedelta(minutes=-5), "in 5 min"),
        (timedelta(hours=-2), "in 2 hours"),
    ],
)
def test_how_long_ago(before, text):
    assert formats.ago(NOW - before, NOW) == text


def test_how_long_ago_in_other_languages():
    assert formats.ago(NOW - timedelta(days=3), NOW, "de-DE") == "vor 3 Tagen"
    assert formats.ago(NOW - timedelta(hours=1), NOW, "fr-FR") == "il y a 1 heure"
    assert formats.ago(NOW + timedelta(minutes=9), NOW, "es-ES") == "dentro de 9 min"


@pytest.mark.parametrize(
    ("seconds", "text", "words"),
    [
        (0, "0:00", "0 sec"),
        (5.9, "0:05", "5 sec"),
        (65, "1:05", "1 min"),
        (3600, "1:00:00", "1 hr"),
        (3905, "1:05:05", "1 hr 5 min"),
        (86_400, "24:00:00", "24 hr"),
        (-3, "0:00", "0 sec"),
    ],
)
def test_lengths_of_time(seconds, text, words):
    assert formats.duration_text(seconds) == text
    assert formats.duration_words(seconds) == words


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (1250, "1.2 kB"),
        (9_960, "10 kB"),
        (99_960, "100 kB"),
        (345_678, "346 kB"),
        (999_499, "999 kB"),
        (999_500, "1 MB"),
        (3_200_000, "3.2 MB"),
        (4_000_000_000, "4 GB"),
        (5 * 10**18, "5,000 PB"),
    ],
)
def test_sizes(size, text):
    assert formats.size_text(size) == text


def test_numbers_and_sizes_in_other_languages():
    assert formats.size_text(3_200_000, "fr-FR") == "3,2 Mo"
    assert formats.number_text(1234567.891, "de-DE", decimals=2) == "1.234.567,89"
    assert formats.number_text(-1234.5, decimals=1) == "-1,234.5"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("5550104477", "(555) 010-4477"),
        ("555-010-4477", "(555) 010-4477"),
        ("5550104", "555-0104"),
        ("15550104477", "1 555-010-4477"),
        ("+15550104477", "+1 555-010-4477"),
        ("+442079460958", "+44 207 946 0958"),
        ("+353201234567", "+353 201 234 567"),
        ("112", "112"),
        ("*100#", "*100#"),
        ("0800 CRAB", "0800 CRAB"),
        ("", ""),
    ],
)
def test_telephone_numbers(text, shown):
    assert formats.phone_number(text) == shown


@pytest.mark.parametrize(
    ("locale", "text", "shown"),
    [
        ("en-GB", "02079460958", "020 7946 0958"),
        ("en-GB", "07700900123", "07700 900123"),
        ("fr-FR", "0612345678", "06 12 34 56 78"),
        ("es-ES", "612345678", "612 34 56 78"),
        ("de-DE", "015112345678", "0151 12345678"),
        ("de-DE", "12345", "12345"),
        ("pt-BR", "21987654321", "219 876 543 21"),
    ],
)
def test_telephone_numbers_of_other_countries(locale, text, shown):
    assert formats.phone_number(text, locale) == shown


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("(555) 010-4477", "+1 555-010-4477", True),
        ("5550104477", "555 010 4477", True),
        ("020 7946 0958", "+44 20 7946 0958", True),
        ("5550104477", "5550104478", False),
        ("112", "112", True),
        ("112", "+49 30 112", False),
        ("", "", False),
        ("", "5550104477", False),
    ],
)
def test_one_number_written_in_two_ways(one, other, same):
    assert formats.same_number(one, other) is same
    assert formats.same_number(other, one) is same
