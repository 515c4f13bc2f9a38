"""The settings of Clock."""

from __future__ import annotations

from typing import Any

from crab_android.phone.kit import (
    MATCH,
    Context,
    Intent,
    Popup,
    View,
    choice,
    column,
    formats,
    list_row,
    scroll,
    section,
    switch,
    top_bar,
)

from .cities import cities
from .model import SOUNDS, ClockState

Ctx = Context[ClockState]

_STYLES = {"digital": "Digital", "analog": "Analog"}
_SNOOZES = (1, 5, 10, 15, 20, 30)
_SILENCES = (1, 5, 10, 15, 20, 25, 0)


def build(context: Ctx) -> View:
    """The screen."""
    theme, chosen, locale = context.theme, context.state.preferences, formats.locale_of(context)
    first = (
        "Automatic" if chosen.first_weekday is None else formats.weekday_name(chosen.first_weekday, locale)
    )

    def vibrate() -> None:
        chosen.timer_vibrate = not chosen.timer_vibrate

    def set_date() -> None:
        context.start(Intent(action="android.settings.DATE_SETTINGS"))

    def value(name: str, title: str, detail: str) -> View:
        return list_row(theme, title, detail, on_tap=lambda: context.show_dialog(name), id=f"pref_{name}")

    return column(
        top_bar("Settings", theme, context.finish),
        scroll(
            context,
            "settings",
            section("Clock", theme),
            value("style", "Style", _STYLES[chosen.style]),
            list_row(
                theme,
                "Home time zone",
                _home(chosen.home),
                on_tap=lambda: context.open_for_result("home", "cities", home=True),
                id="pref_home",
            ),
            list_row(
                theme,
                "Change date & time",
                "In the phone’s settings",
                on_tap=set_date,
                id="pref_date_time",
            ),
            section("Alarms", theme),
            value("snooze", "Snooze length", _minutes(chosen.snooze)),
            value("silence", "Silence after", _silence(chosen.silence)),
            value("first_weekday", "Start of the week", first),
            section("Timers", theme),
            value("timer_sound", "Timer sound", chosen.timer_sound),
            list_row(
                theme,
                "Timer vibrate",
                end=switch(
                    chosen.timer_vibrate, theme, vibrate, id="switch_timer_vibrate", desc="Timer vibrate"
                ),
                on_tap=vibrate,
                id="pref_timer_vibrate",
            ),
            id="settings_list",
        ),
        width=MATCH,
        height=MATCH,
    )


def _minutes(count: int) -> str:
    return f"{count} minute{'' if count == 1 else 's'}"


def _silence(count: int) -> str:
    return _minutes(count) if count else "Never"


def _home(zone: str) -> str:
    return next((f"{city.name}, {city.country}" for city in cities() if city.zone == zone), zone or "None")


def style(context: Ctx) -> Popup:
    """How the clock is drawn."""
    chosen = context.state.preferences

    def choose(key: str) -> None:
        chosen.style = "analog" if key == "analog" else "digital"

    return choice(context, "Style", list(_STYLES.items()), chosen.style, choose)


def home_chosen(context: Ctx, result: dict[str, Any]) -> None:
    """Take over the city that was chosen as home."""
    context.state.preferences.home = str(result["zone"])


def snooze(context: Ctx) -> Popup:
    """Minutes until an alarm rings again."""
    chosen = context.state.preferences

    def choose(key: str) -> None:
        chosen.snooze = int(key)

    options = [(str(count), _minutes(count)) for count in _SNOOZES]
    return choice(context, "Snooze length", options, str(chosen.snooze), choose)


def silence(context: Ctx) -> Popup:
    """Minutes after which an alarm goes quiet."""
    chosen = context.state.preferences

    def choose(key: str) -> None:
        chosen.silence = int(key)

    options = [(str(count), _silence(count)) for count in _SILENCES]
    return choice(context, "Silence after", options, str(chosen.silence), choose)


def first_weekday(context: Ctx) -> Popup:
    """Which day a week starts with."""
    chosen, locale = context.state.preferences, formats.locale_of(context)

    def choose(key: str) -> None:
        chosen.first_weekday = int(key) if key else None

    options = [("", "Automatic"), *((str(day), formats.weekday_name(day, locale)) for day in (5, 6, 0))]
    current = "" if chosen.first_weekday is None else str(chosen.first_weekday)
    return choice(context, "Start of the week", options, current, choose)


def timer_sound(context: Ctx) -> Popup:
    """The sound of the timers."""
    chosen = context.state.preferences

    def choose(name: str) -> None:
        chosen.timer_sound = name

    return choice(context, "Timer sound", [(name, name) for name in SOUNDS], chosen.timer_sound, choose)
