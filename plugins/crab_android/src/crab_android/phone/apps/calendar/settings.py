"""The settings of Calendar."""

from __future__ import annotations

from crab_android.phone.kit import (
    MATCH,
    Context,
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

from .dialogs import REMINDERS
from .model import CalendarState
from .texts import reminder_text

Ctx = Context[CalendarState]

_DURATIONS = (15, 30, 45, 60, 90, 120)


def build(context: Ctx) -> View:
    """The screen."""
    theme, chosen, locale = context.theme, context.state.preferences, formats.locale_of(context)
    first = (
        "Automatic" if chosen.first_weekday is None else formats.weekday_name(chosen.first_weekday, locale)
    )

    def toggle(name: str) -> None:
        setattr(chosen, name, not getattr(chosen, name))

    def flag(name: str, title: str, detail: str = "") -> View:
        return list_row(
            theme,
            title,
            detail,
            end=switch(getattr(chosen, name), theme, lambda: toggle(name), id=f"switch_{name}", desc=title),
            on_tap=lambda: toggle(name),
            id=f"pref_{name}",
        )

    def value(name: str, title: str, detail: str) -> View:
        return list_row(theme, title, detail, on_tap=lambda: context.show_dialog(name), id=f"pref_{name}")

    return column(
        top_bar("Settings", theme, context.finish),
        scroll(
            context,
            "settings",
            section("View", theme),
            value("first_weekday", "Start of the week", first),
            flag("week_numbers", "Show week numbers", "In the month"),
            flag("show_declined", "Show declined events", "They are struck through"),
            section("New events", theme),
            value("duration", "Default duration", _duration(chosen.duration)),
            value("default_reminder", "Default reminder", _reminder(chosen.reminder)),
            section("Notifications", theme),
            flag("notifications", "Event reminders", "Show a notification when a reminder is due"),
            section("Calendars", theme),
            list_row(
                theme,
                "Calendars to display",
                ", ".join(known.name for known in context.state.calendars if known.visible) or "None",
                on_tap=lambda: context.open("calendars"),
                id="pref_calendars",
            ),
            id="settings_list",
        ),
        width=MATCH,
        height=MATCH,
    )


def _duration(minutes: int) -> str:
    return "1 hour" if minutes == 60 else f"{minutes} minutes"


def _reminder(minutes: int | None) -> str:
    return "None" if minutes is None else reminder_text(minutes)


def first_weekday(context: Ctx) -> Popup:
    """Which day a week starts with."""
    chosen, locale = context.state.preferences, formats.locale_of(context)

    def choose(key: str) -> None:
        chosen.first_weekday = int(key) if key else None

    options = [("", "Automatic"), *((str(day), formats.weekday_name(day, locale)) for day in (5, 6, 0))]
    current = "" if chosen.first_weekday is None else str(chosen.first_weekday)
    return choice(context, "Start of the week", options, current, choose)


def duration(context: Ctx) -> Popup:
    """How long a new event is."""
    chosen = context.state.preferences

    def choose(key: str) -> None:
        chosen.duration = int(key)

    options = [(str(minutes), _duration(minutes)) for minutes in _DURATIONS]
    return choice(context, "Default duration", options, str(chosen.duration), choose)


def default_reminder(context: Ctx) -> Popup:
    """When a new event reminds."""
    chosen = context.state.preferences

    def choose(key: str) -> None:
        chosen.reminder = int(key) if key else None

    options = [("", "None"), *((str(minutes), reminder_text(minutes)) for minutes in REMINDERS)]
    current = "" if chosen.reminder is None else str(chosen.reminder)
    return choice(context, "Default reminder", options, current, choose)
