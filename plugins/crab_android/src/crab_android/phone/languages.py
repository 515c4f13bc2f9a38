"""How dates, times and numbers are written in the languages that the phone speaks.

Names and patterns follow the Unicode CLDR (cldr.unicode.org), version 46; units are our own.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Language:
    """One language as one country writes it.

    Patterns are format strings with ``{d}`` and ``{dd}`` (day), ``{m}`` and ``{mm}`` (month as a number),
    ``{mon}`` and ``{month}`` (its name), ``{wd}`` and ``{weekday}``, ``{y}`` and ``{yy}``. The week
    starts with Monday, as in Python.
    """

    months: tuple[str, ...]
    months_short: tuple[str, ...]
    weekdays: tuple[str, ...]
    weekdays_short: tuple[str, ...]
    weekday_letters: str
    first_weekday: int
    day: str
    day_year: str
    weekday_day: str
    long: str
    numeric: str
    month_year: str
    morning: str
    afternoon: str
    decimal: str
    thousands: str
    yesterday: str
    today: str
    tomorrow: str
    just_now: str
    past: str
    future: str
    minute: tuple[str, str]
    hour: tuple[str, str]
    days: tuple[str, str]
    hour_short: str
    minute_short: str
    second_short: str
    byte: str = "B"


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_ENGLISH_MONTHS = _names(
    "January February March April May June July August September October November December"
)
_ENGLISH_WEEKDAYS = _names("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")

_US = Language(
    months=_ENGLISH_MONTHS,
    months_short=_names("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
    weekdays=_ENGLISH_WEEKDAYS,
    weekdays_short=_names("Mon Tue Wed Thu Fri Sat Sun"),
    weekday_letters="MTWTFSS",
    first_weekday=6,
    day="{mon} {d}",
    day_year="{mon} {d}, {y}",
    weekday_day="{wd}, {mon} {d}",
    long="{weekday}, {month} {d}, {y}",
    numeric="{m}/{d}/{y}",
    month_year="{month} {y}",
    morning="AM",
    afternoon="PM",
    decimal=".",
    thousands=",",
    yesterday="Yesterday",
    today="Today",
    tomorrow="Tomorrow",
    just_now="Just now",
    past="{} ago",
    future="in {}",
    minute=("{} min", "{} min"),
    hour=("{} hour", "{} hours"),
    days=("{} day", "{} days"),
    hour_short="{} hr",
    minute_short="{} min",
    second_short="{} sec",
)

_GB = Language(
    months=_ENGLISH_MONTHS,
    months_short=_names("Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec"),
    weekdays=_ENGLISH_WEEKDAYS,
    weekdays_short=_names("Mon Tue Wed Thu Fri Sat Sun"),
    weekday_letters="MTWTFSS",
    first_weekday=0,
    day="{d} {mon}",
    day_year="{d} {mon} {y}",
    weekday_day="{wd}, {d} {mon}",
    long="{weekday} {d} {month} {y}",
    numeric="{dd}/{mm}/{y}",
    month_year="{month} {y}",
    morning="am",
    afternoon="pm",
    decimal=".",
    thousands=",",
    yesterday="Yesterday",
    today="Today",
    tomorrow="Tomorrow",
    just_now="Just now",
    past="{} ago",
    future="in {}",
    minute=("{} min", "{} min"),
    hour=("{} hour", "{} hours"),
    days=("{} day", "{} days"),
    hour_short="{} hr",
    minute_short="{} min",
    second_short="{} sec",
)

_GERMAN = Language(
    months=_names("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
    months_short=_names("Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez."),
    weekdays=_names("Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag"),
    weekdays_short=_names("Mo. Di. Mi. Do. Fr. Sa. So."),
    weekday_letters="MDMDFSS",
    first_weekday=0,
    day="{d}. {mon}",
    day_year="{d}. {mon} {y}",
    weekday_day="{wd}, {d}. {mon}",
    long="{weekday}, {d}. {month} {y}",
    numeric="{d}.{m}.{y}",
    month_year="{month} {y}",
    morning="AM",
    afternoon="PM",
    decimal=",",
    thousands=".",
    yesterday="Gestern",
    today="Heute",
    tomorrow="Morgen",
    just_now="Gerade eben",
    past="vor {}",
    future="in {}",
    minute=("{} Min.", "{} Min."),
    hour=("{} Stunde", "{} Stunden"),
    days=("{} Tag", "{} Tagen"),
    hour_short="{} Std.",
    minute_short="{} Min.",
    second_short="{} Sek.",
)

_FRENCH = Language(
    months=_names("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
    months_short=_names("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
    weekdays=_names("lundi mardi mercredi jeudi vendredi samedi dimanche"),
    weekdays_short=_names("lun. mar. mer. jeu. ven. sam. dim."),
    weekday_letters="LMMJVSD",
    first_weekday=0,
    day="{d} {mon}",
    day_year="{d} {mon} {y}",
    weekday_day="{wd} {d} {mon}",
    long="{weekday} {d} {month} {y}",
    numeric="{dd}/{mm}/{y}",
    month_year="{month} {y}",
    morning="AM",
    afternoon="PM",
    decimal=",",
    thousands="\u202f",
    yesterday="Hier",
    today="Aujourd’hui",
    tomorrow="Demain",
    just_now="À l’instant",
    past="il y a {}",
    future="dans {}",
    minute=("{} min", "{} min"),
    hour=("{} heure", "{} heures"),
    days=("{} jour", "{} jours"),
    hour_short="{} h",
    minute_short="{} min",
    second_short="{} s",
    byte="o",
)

_SPANISH = Language(
    months=_names("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
    months_short=_names("ene feb mar abr may jun jul ago sept oct nov dic"),
    weekdays=_names("lunes martes miércoles jueves viernes sábado domingo"),
    weekdays_short=_names("lun mar mié jue vie sáb dom"),
    weekday_letters="LMXJVSD",
    first_weekday=0,
    day="{d} {mon}",
    day_year="{d} {mon} {y}",
    weekday_day="{wd}, {d} {mon}",
    long="{weekday}, {d} de {month} de {y}",
    numeric="{d}/{m}/{y}",
    month_year="{month} de {y}",
    morning="a. m.",
    afternoon="p. m.",
    decimal=",",
    thousands=".",
    yesterday="Ayer",
    today="Hoy",
    tomorrow="Mañana",
    just_now="Ahora mismo",
    past="hace {}",
    future="dentro de {}",
    minute=("{} min", "{} min"),
    hour=("{} hora", "{} horas"),
    days=("{} día", "{} días"),
    hour_short="{} h",
    minute_short="{} min",
    second_short="{} s",
)

LANGUAGES: dict[str, Language] = {
    "en-US": _US,
    "en-GB": _GB,
    "de-DE": _GERMAN,
    "fr-FR": _FRENCH,
    "es-ES": _SPANISH,
}
_BY_CODE = {"en": _GB, "de": _GERMAN, "fr": _FRENCH, "es": _SPANISH}


def language(locale: str) -> Language:
    """How a locale such as ``de-AT`` writes: as its language does, else as the United States do."""
    return LANGUAGES.get(locale) or _BY_CODE.get(locale.partition("-")[0], _US)
