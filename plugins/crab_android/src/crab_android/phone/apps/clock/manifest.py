"""Clock, as the phone knows it."""

from __future__ import annotations

from crab_android.phone.kit import App, Filter, Lead, Screen

from . import alarms_tab, alerts, cities_tab, icon, main, ringing, settings, timers_tab
from .model import ClockState
from .provider import AUTHORITY, TABLES
from .seeding import on_boot, seed_clock

_ACTION = "android.intent.action."
_ALARMS, _TIMERS = "id=tab_menu_alarm", "id=tab_menu_timer"

APP = App(
    package="com.android.deskclock",
    label="Clock",
    icon=icon.draw,
    state=ClockState,
    screens={
        "main": Screen(
            ".DeskClock",
            main.build,
            dialogs={
                "menu": main.main_menu,
                "new_alarm": alarms_tab.new_alarm,
                "time": alarms_tab.change_time,
                "label": alarms_tab.label_dialog,
                "sound": alarms_tab.sound_dialog,
                "delete": alarms_tab.delete_dialog,
                "remove_city": cities_tab.remove_dialog,
                "timer_label": timers_tab.label_dialog,
                "delete_timer": timers_tab.delete_dialog,
            },
            back=timers_tab.back,
            opened=main.opened,
            live=main.live,
            edge_to_edge=True,
            leads=(
                Lead("cities", id="fab"),
                Lead("#menu", id="action_menu"),
                Lead("settings", id="menu_item_settings", first=("id=action_menu",)),
                Lead("#remove_city", id="remove_city"),
                Lead("#new_alarm", id="fab", first=(_ALARMS,)),
                Lead("#time", id="digital_clock_layout", first=(_ALARMS,)),
                Lead("#label", id="edit_label", first=(_ALARMS, "id=arrow")),
                Lead("#sound", id="choose_ringtone", first=(_ALARMS, "id=arrow")),
                Lead("#delete", id="delete", first=(_ALARMS, "id=arrow")),
                Lead("#timer_label", id="timer_label", first=(_TIMERS,)),
                Lead("#delete_timer", id="delete_timer", first=(_TIMERS,)),
                Lead("main", id="tab_menu_stopwatch"),
            ),
        ),
        "cities": Screen(
            ".worldclock.CitySelectionActivity",
            cities_tab.pick_city,
            opened=cities_tab.pick_opened,
            leads=(Lead("main", id="city_row"),),
        ),
        "ringing": Screen(".alarms.AlarmActivity", ringing.alarm_screen),
        "timer_ringing": Screen(
            ".timer.ExpiredTimersActivity", ringing.timer_screen, live=ringing.timers_live
        ),
        "settings": Screen(
            ".settings.SettingsActivity",
            settings.build,
            dialogs={
                "style": settings.style,
                "snooze": settings.snooze,
                "silence": settings.silence,
                "first_weekday": settings.first_weekday,
                "timer_sound": settings.timer_sound,
            },
            results={"home": settings.home_chosen},
            leads=tuple(
                Lead(f"#{name}", id=f"pref_{name}")
                for name in ("style", "snooze", "silence", "first_weekday", "timer_sound")
            ),
        ),
    },
    main="main",
    seed=seed_clock,
    world="clock_app",
    color=0xFF4A5FB8,
    version="16.1",
    permissions=("com.android.alarm.permission.SET_ALARM", "android.permission.POST_NOTIFICATIONS"),
    filters=(
        Filter(f"{_ACTION}SET_ALARM", "main", args=main.set_alarm_arguments),
        Filter(f"{_ACTION}SET_TIMER", "main", args=main.set_timer_arguments),
        Filter(f"{_ACTION}SHOW_ALARMS", "main", args=main.show_alarms),
        Filter(f"{_ACTION}SHOW_TIMERS", "main", args=main.show_timers),
        Filter(f"{_ACTION}SHOW_RINGING_ALARM", "ringing"),
        Filter(f"{_ACTION}SHOW_RINGING_TIMERS", "timer_ringing"),
    ),
    receivers={
        alerts.SNOOZE: alerts.snooze_received,
        alerts.DISMISS: alerts.dismiss_received,
        alerts.TIMER_STOP: alerts.stop_received,
        alerts.TIMER_ADD: alerts.add_received,
    },
    providers={AUTHORITY: TABLES},
    on_time=alerts.on_time,
    on_boot=on_boot,
)
