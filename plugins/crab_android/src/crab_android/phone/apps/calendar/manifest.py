"""Calendar, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Filter, Lead, Screen, intents

from . import calendars, details, dialogs, edit, guests, icon, main, search, settings
from .draft import insert_arguments
from .model import CalendarState
from .provider import AUTHORITY, TABLES
from .reminders import DISMISS, SNOOZE, dismiss, on_time, snooze
from .seeding import seed_calendar
from .start import on_boot

_EVENT_TYPES = ("vnd.android.cursor.dir/event", "vnd.android.cursor.item/event")

APP = App(
    package="com.android.calendar",
    label="Calendar",
    icon=icon.draw,
    state=CalendarState,
    screens={
        "main": Screen(
            ".AllInOneActivity",
            main.build,
            dialogs={"jump": main.jump_dialog, "menu": main.main_menu},
            back=main.back,
            opened=main.opened,
            edge_to_edge=True,
            leads=(
                Lead("event", text="Team stand-up"),
                Lead("edit", id="fab_new_event"),
                Lead("search", id="action_search"),
                Lead("#jump", id="top_button"),
                Lead("#menu", id="action_menu"),
                Lead("settings", id="action_settings", first=("id=action_menu",)),
                Lead("calendars", id="action_calendars", first=("id=action_menu",)),
            ),
        ),
        "event": Screen(
            ".EventInfoActivity",
            details.build,
            dialogs={
                "menu": details.event_menu,
                "delete": details.delete_dialog,
                "scope": details.scope_dialog,
            },
            leads=(
                Lead("#scope", id="action_edit"),
                Lead("#delete", id="action_delete"),
                Lead("#menu", id="action_menu"),
                Lead("edit", text="All events in the series", first=("id=action_edit",)),
            ),
        ),
        "edit": Screen(
            ".EditEventActivity",
            edit.build,
            dialogs={
                "start_date": dialogs.start_date,
                "start_time": dialogs.start_time,
                "end_date": dialogs.end_date,
                "end_time": dialogs.end_time,
                "repeat": dialogs.repeat,
                "ends": dialogs.ends,
                "until": dialogs.until,
                "calendar": dialogs.calendar,
                "color": dialogs.color,
                "reminder": dialogs.reminder,
                "discard": dialogs.discard,
            },
            back=edit.back,
            opened=edit.opened,
            results={"guests": edit.guests_chosen},
            leads=(
                Lead("#start_date", id="start_date"),
                Lead("#start_time", id="start_time"),
                Lead("#end_date", id="end_date"),
                Lead("#end_time", id="end_time"),
                Lead("#repeat", id="repeat_row"),
                Lead("#ends", id="until_row", first=("id=repeat_row", "text=Every week")),
                Lead("#until", text="On a date", first=("id=repeat_row", "text=Every week", "id=until_row")),
                Lead("#calendar", id="calendar_row"),
                Lead("#color", id="color_row"),
                Lead("#reminder", id="reminder_add"),
                Lead("guests", id="add_guests"),
                Lead("#discard", id="action_cancel", first=("id=is_all_day",)),
            ),
        ),
        "guests": Screen(".event.GuestsActivity", guests.build),
        "search": Screen(".SearchActivity", search.build, opened=search.opened),
        "settings": Screen(
            ".CalendarSettingsActivity",
            settings.build,
            dialogs={
                "first_weekday": settings.first_weekday,
                "duration": settings.duration,
                "default_reminder": settings.default_reminder,
            },
            leads=(
                Lead("#first_weekday", id="pref_first_weekday"),
                Lead("#duration", id="pref_duration"),
                Lead("#default_reminder", id="pref_default_reminder"),
                Lead("calendars", id="pref_calendars"),
            ),
        ),
        "calendars": Screen(
            ".SelectVisibleCalendarsActivity",
            calendars.build,
            dialogs={
                "add": calendars.add_dialog,
                "options": calendars.options_dialog,
                "rename": calendars.rename_dialog,
                "color": calendars.color_dialog,
                "delete": calendars.delete_dialog,
            },
            leads=(
                Lead("#add", id="action_add_calendar"),
                Lead("#options", id="calendar_options"),
                Lead("#rename", id="action_rename", first=("id=calendar_options",)),
                Lead("#color", id="action_color", first=("id=calendar_options",)),
                Lead("#delete", id="action_delete_calendar", first=("id=calendar_options",)),
            ),
        ),
    },
    main="main",
    seed=seed_calendar,
    world="calendar",
    color=0xFF2E62D9,
    version="16.4",
    permissions=(
        "android.permission.READ_CALENDAR",
        "android.permission.WRITE_CALENDAR",
        "android.permission.READ_CONTACTS",
        "android.permission.POST_NOTIFICATIONS",
    ),
    filters=(
        Filter(
            intents.INSERT,
            "edit",
            schemes=("content",),
            hosts=(AUTHORITY,),
            args=insert_arguments,
            example=f"content://{AUTHORITY}/events",
        ),
        Filter(intents.INSERT, "edit", types=_EVENT_TYPES, args=insert_arguments),
        Filter(intents.EDIT, "edit", types=_EVENT_TYPES, args=insert_arguments),
        Filter(
            intents.EDIT,
            "edit",
            schemes=("content",),
            hosts=(AUTHORITY,),
            paths=("/events/*",),
            args=details.event_arguments,
            example=f"content://{AUTHORITY}/events/1",
        ),
        Filter(
            intents.VIEW,
            "event",
            schemes=("content",),
            hosts=(AUTHORITY,),
            paths=("/events/*",),
            args=details.event_arguments,
            example=f"content://{AUTHORITY}/events/1",
        ),
        Filter(
            intents.VIEW,
            "main",
            schemes=("content",),
            hosts=(AUTHORITY,),
            paths=("/time", "/time/*"),
            args=main.time_arguments,
            example=f"content://{AUTHORITY}/time/1778750000000",
        ),
    ),
    receivers={SNOOZE: snooze, DISMISS: dismiss},
    providers={AUTHORITY: TABLES},
    on_time=on_time,
    on_boot=on_boot,
)
