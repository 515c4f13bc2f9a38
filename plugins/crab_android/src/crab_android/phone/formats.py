"""Dates, times, sizes and telephone numbers as the phone's language writes them."""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from .languages import Language, language

if TYPE_CHECKING:
    from .context import AppContext

LOCALE = "en-US"
_DAY = 86_400  # seconds


def locale_of(context: AppContext[Any]) -> str:
    """The phone's locale, such as ``en-GB``."""
    return context.system.properties.get("persist.sys.locale") or LOCALE


def hours_24(context: AppContext[Any]) -> bool:
    """Whether the phone counts the hours of a day to 24."""
    return context.setting("system", "time_12_24") != "12"


# -- dates --------------------------------


def _filled(pattern: str, day: date, words: Language) -> str:
    return pattern.format(
        d=day.day,
        dd=f"{day.day:02}",
        m=day.month,
        mm=f"{day.month:02}",
        mon=words.months_short[day.month - 1],
        month=words.months[day.month - 1],
        wd=words.weekdays_short[day.weekday()],
        weekday=words.weekdays[day.weekday()],
        y=day.year,
        yy=f"{day.year % 100:02}",
    )


def date_short(day: date, locale: str = LOCALE) -> str:
    """Day and month: ``May 14``."""
    words = language(locale)
    return _filled(words.day, day, words)


def date_year(day: date, locale: str = LOCALE) -> str:
    """Day, month and year: ``May 14, 2026``."""
    words = language(locale)
    return _filled(words.day_year, day, words)


def date_weekday(day: date, locale: str = LOCALE) -> str:
    """Weekday, day and month: ``Thu, May 14``."""
    words = language(locale)
    return _filled(words.weekday_day, day, words)


def date_long(day: date, locale: str = LOCALE) -> str:
    """The whole date in words: ``Thursday, May 14, 2026``."""
    words = language(locale)
    return _filled(words.long, day, words)


def date_numeric(day: date, locale: str = LOCALE) -> str:
    """The date in digits: ``5/14/2026``."""
    words = language(locale)
    return _filled(words.numeric, day, words)


def month_year(day: date, locale: str = LOCALE) -> str:
    """The month: ``May 2026``."""
    words = language(locale)
    return _filled(words.month_year, day, words)


def month_name(month: int, locale: str = LOCALE, *, short: bool = False) -> str:
    """The name of a month from 1 to 12: ``May``."""
    words = language(locale)
    return (words.months_short if short else words.months)[month - 1]


def weekday_name(weekday: int, locale: str = LOCALE, *, short: bool = False) -> str:
    """The name of a weekday from 0, Monday, to 6: ``Thursday``, or ``Thu``."""
    words = language(locale)
    return (words.weekdays_short if short else words.weekdays)[weekday]


def week_days(locale: str = LOCALE) -> tuple[int, ...]:
    """The weekdays (0 is Monday) in the order in which a calendar shows them."""
    first = language(locale).first_weekday
    return tuple((first + step) % 7 for step in range(7))


def weekday_letter(weekday: int, locale: str = LOCALE) -> str:
    """The letter over a calendar's column; 0 is Monday."""
    return language(locale).weekday_letters[weekday]


def date_relative(day: date, today: date, locale: str = LOCALE) -> str:
    """``Today``, ``Tomorrow`` or ``Yesterday``; else ``Sat, May 16``, or with another year."""
    words = language(locale)
    near = {-1: words.yesterday, 0: words.today, 1: words.tomorrow}
    distance = (day - today).days
    if distance in near:
        return near[distance]
    return date_weekday(day, locale) if day.year == today.year else date_year(day, locale)


# -- times --------------------------------


def clock_text(
    moment: time | datetime, *, full_day: bool, locale: str = LOCALE, seconds: bool = False
) -> str:
    """The time of day, ``10:24`` or ``10:24 AM``.

    Args:
        moment: the time.
        full_day: whether hours are counted to 24.
        locale: whose words for morning and afternoon.
        seconds: whether seconds are told.
    """
    words = language(locale)
    rest = f":{moment.minute:02}" + (f":{moment.second:02}" if seconds else "")
    if full_day:
        return f"{moment.hour:02}{rest}"
    half = words.morning if moment.hour < 12 else words.afternoon
    return f"{moment.hour % 12 or 12}{rest} {half}"


def half_day(*, afternoon: bool, locale: str = LOCALE) -> str:
    """The word for the morning or for the afternoon: ``AM`` or ``PM``."""
    words = language(locale)
    return words.afternoon if afternoon else words.morning


def time_text(moment: time | datetime, context: AppContext[Any], *, seconds: bool = False) -> str:
    """The time of day as the phone's settings want it: ``10:24`` or ``10:24 AM``."""
    return clock_text(moment, full_day=hours_24(context), locale=locale_of(context), seconds=seconds)


def moment_text(moment: datetime, context: AppContext[Any]) -> str:
    """Date and time for a detail: ``Thu, May 14, 10:24 AM``; with the year when it is not this one."""
    locale = locale_of(context)
    same = moment.year == context.now().year
    day = date_weekday(moment, locale) if same else date_year(moment, locale)
    return f"{day}, {time_text(moment, context)}"


def list_time(moment: datetime, context: AppContext[Any]) -> str:
    """When something in a list happened, in short: the time today, else the day, else the date in digits."""
    now, locale = context.now(), locale_of(context)
    if moment.date() == now.date():
        return time_text(moment, context)
    return date_short(moment, locale) if moment.year == now.year else date_numeric(moment, locale)


def ago(moment: datetime, now: datetime, locale: str = LOCALE) -> str:
    """How long ago or until: ``Just now``, ``5 min ago``, ``in 2 hours``; from a week on, the date."""
    words = language(locale)
    seconds = (now - moment).total_seconds()
    distance = abs(seconds)
    if distance < 60:
        return words.just_now
    if distance >= 7 * _DAY:
        return date_short(moment, locale) if moment.year == now.year else date_year(moment, locale)
    if distance < 3600:
        count, unit = int(distance // 60), words.minute
    elif distance < _DAY:
        count, unit = int(distance // 3600), words.hour
    else:
        count, unit = int(distance // _DAY), words.days
    amount = unit[count != 1].format(count)
    return (words.past if seconds > 0 else words.future).format(amount)


def duration_text(seconds: float) -> str:
    """A length of time as a stopwatch shows it: ``0:05``, ``12:30``, ``1:02:03``."""
    whole = max(0, int(seconds))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def duration_words(seconds: float, locale: str = LOCALE) -> str:
    """A length of time in words: ``1 hr 5 min``, ``45 min``, ``20 sec``."""
    words = language(locale)
    whole = max(0, int(seconds))
    if whole < 60:
        return words.second_short.format(whole)
    hours, minutes = whole // 3600, whole // 60 % 60
    parts = [words.hour_short.format(hours)] if hours else []
    if minutes or not hours:
        parts.append(words.minute_short.format(minutes))
    return " ".join(parts)


# -- numbers --------------------------------


def number_text(value: float, locale: str = LOCALE, *, decimals: int = 0) -> str:
    """A number with the language's separators: ``1,234.5``."""
    words = language(locale)
    text = f"{value:,.{decimals}f}"
    return text.translate({ord(","): words.thousands, ord("."): words.decimal})


_PREFIXES = "kMGTP"


def size_text(size: int, locale: str = LOCALE) -> str:
    """The size of a file in steps of 1000, as Android tells it: ``512 B``, ``3.2 MB``."""
    byte = language(locale).byte
    if abs(size) < 1000:
        return f"{size} {byte}"
    amount, unit = size / 1000, 0
    # 999.5 of a unit would be written as 1000 of it.
    while abs(amount) >= 999.5 and unit < len(_PREFIXES) - 1:
        amount, unit = amount / 1000, unit + 1
    tenths = abs(amount) < 99.95 and f"{amount:.1f}"[-1] != "0"
    return f"{number_text(amount, locale, decimals=1 if tenths else 0)} {_PREFIXES[unit]}{byte}"


# -- telephone numbers --------------------------------

# Country codes of one and of two digits (ITU-T E.164, list of assigned codes); the others have three.
_ONE_DIGIT = frozenset("17")
_TWO_DIGITS = frozenset(
    str(code)
    for first, last in ((30, 34), (43, 49), (51, 58), (60, 66), (90, 95))
    for code in range(first, last + 1)
) | {"20", "27", "36", "39", "40", "41", "81", "82", "84", "86", "98"}


def phone_number(text: str, locale: str = LOCALE) -> str:
    """A telephone number in groups: ``(555) 010-4477``; what is no plain number stays as it is."""
    bare = re.sub(r"[\s().\-/]", "", text)
    if not re.fullmatch(r"\+?\d{5,15}", bare):
        return text
    if bare.startswith("+"):
        return _international(bare[1:])
    country = locale.partition("-")[2]
    if country == "US" or locale not in _NATIONAL:
        return _american(bare) or (bare if len(bare) < 8 else _groups(bare))
    shape = next(
        (
            sizes
            for length, start, sizes in _NATIONAL[locale]
            if length == len(bare) and bare.startswith(start)
        ),
        None,
    )
    return _cut(bare, shape) if shape else bare


def _american(digits: str) -> str:
    if len(digits) == 7:
        return f"{digits[:3]}-{digits[3:]}"
    if len(digits) == 10:
        return f"({digits[:3]}) {digits[3:6]}-{digits[6:]}"
    if len(digits) == 11 and digits[0] == "1":
        return f"1 {digits[1:4]}-{digits[4:7]}-{digits[7:]}"
    return ""


# Locale → length, first digits and sizes of groups of a national number.
_NATIONAL: dict[str, tuple[tuple[int, str, tuple[int, ...]], ...]] = {
    "en-GB": ((11, "02", (3, 4, 4)), (11, "01", (5, 6)), (11, "07", (5, 6))),
    "fr-FR": ((10, "0", (2, 2, 2, 2, 2)),),
    "es-ES": ((9, "", (3, 2, 2, 2)),),
    "de-DE": ((11, "01", (4, 7)), (12, "01", (4, 8)), (11, "030", (3, 4, 4))),
}


def _cut(digits: str, sizes: tuple[int, ...]) -> str:
    parts, at = [], 0
    for size in sizes:
        parts.append(digits[at : at + size])
        at += size
    return " ".join(parts)


def _international(digits: str) -> str:
    length = 1 if digits[0] in _ONE_DIGIT else 2 if digits[:2] in _TWO_DIGITS else 3
    code, rest = digits[:length], digits[length:]
    if code == "1" and len(rest) == 10:
        return f"+1 {rest[:3]}-{rest[3:6]}-{rest[6:]}"
    return f"+{code} {_groups(rest)}"


def _groups(digits: str) -> str:
    """Groups of three; the last has four where one digit would be left over."""
    parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    if len(parts) > 1 and len(parts[-1]) == 1:
        parts[-2:] = [parts[-2] + parts[-1]]
    return " ".join(parts)


def same_number(one: str, other: str) -> bool:
    """Whether two texts are one telephone number, written differently.

    Android compares from the end too (``PhoneNumberUtils.compare``): the country code may be missing.
    """
    first, second = (re.sub(r"[^\d*#]", "", text) for text in (one, other))
    length = min(len(first), len(second))
    if length < 7:
        return bool(first) and first == second
    first, second = first.lstrip("0"), second.lstrip("0")
    return first.endswith(second) or second.endswith(first)
