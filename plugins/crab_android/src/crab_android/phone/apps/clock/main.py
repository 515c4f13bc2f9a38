"""The main screen: four tabs over a bar at the foot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from crab_android.phone.kit import (
    MATCH,
    TITLE_LARGE,
    Align,
    Context,
    Intent,
    Popup,
    View,
    bottom_bar,
    column,
    label,
    menu,
    overflow,
    row,
)

from .alarms_tab import alarms_tab, create_alarm
from .cities_tab import cities_tab
from .model import Alarm, ClockState, Tab, Timer
from .stopwatch_tab import stopwatch_tab
from .timers_tab import timers_tab
from .times import seconds_now

Ctx = Context[ClockState]

_TABS: dict[Tab, tuple[str, str, str, Callable[[Ctx], View]]] = {
    "alarm": ("tab_menu_alarm", "alarm", "Alarms", alarms_tab),
    "clock": ("tab_menu_clock", "clock", "Clock", cities_tab),
    "timer": ("tab_menu_timer", "hourglass", "Timers", timers_tab),
    "stopwatch": ("tab_menu_stopwatch", "stopwatch", "Stopwatch", stopwatch_tab),
}


def build(context: Ctx) -> View:
    """The tab that is chosen."""
    theme, tab = context.theme, context.state.tab
    bar = row(
        label(_TABS[tab][2], TITLE_LARGE, theme.on_surface, id="action_bar_title", weight=1),
        overflow(context),
        cls="android.view.ViewGroup",
        id="toolbar",
        width=MATCH,
        height=64,
        pad=(20, 0, 4, 0),
        align=Align.CENTER,
    )
    entries = [(id_, icon, text) for id_, icon, text, _ in _TABS.values()]
    foot = bottom_bar(theme, entries, _TABS[tab][0], lambda id_: _choose(context, id_), foot=context.foot)
    return column(bar, _TABS[tab][3](context), foot, width=MATCH, height=MATCH)


def _choose(context: Ctx, id_: str) -> None:
    context.state.tab = next(tab for tab, entry in _TABS.items() if entry[0] == id_)


def live(context: Ctx) -> bool:
    """Whether what is shown changes every second."""
    state = context.state
    if state.tab == "stopwatch":
        return state.stopwatch.since is not None
    if state.tab == "clock":
        return state.preferences.style == "analog"
    return state.tab == "timer" and any(timer.ends is not None for timer in state.timers)


def main_menu(context: Ctx) -> Popup:
    """The menu, the same on all tabs."""
    return menu(context, ("menu_item_settings", "Settings", lambda: context.open("settings")))


# -- what intents ask for --------------------------------

_ALARM = "android.intent.extra.alarm."


def _extra(intent: Intent, name: str) -> Any:
    return intent.extras.get(_ALARM + name)


def set_alarm_arguments(intent: Intent) -> dict[str, Any]:
    """The alarm of SET_ALARM (``android.provider.AlarmClock``), whose days count from Sunday, 1, to 7."""
    hour = _extra(intent, "HOUR")
    if hour is None:
        return {"tab": "alarm", "dialog": "new_alarm"}
    days = _extra(intent, "DAYS") or []
    numbers = [int(day) for day in (days.split(",") if isinstance(days, str) else days)]
    alarm = {
        "hour": int(hour),
        "minute": int(_extra(intent, "MINUTES") or 0),
        "label": str(_extra(intent, "MESSAGE") or ""),
        "days": sorted({(day + 5) % 7 for day in numbers}),
        "vibrate": str(_extra(intent, "VIBRATE")).lower() != "false",
    }
    return {"tab": "alarm", "alarm": alarm}


def set_timer_arguments(intent: Intent) -> dict[str, Any]:
    """The timer that SET_TIMER asks for; it starts at once."""
    length = _extra(intent, "LENGTH")
    if length is None:
        return {"tab": "timer", "adding": True}
    return {"tab": "timer", "timer": {"length": float(length), "label": str(_extra(intent, "MESSAGE") or "")}}


def show_alarms(_intent: Intent) -> dict[str, Any]:
    """The alarms."""
    return {"tab": "alarm"}


def show_timers(_intent: Intent) -> dict[str, Any]:
    """The timers."""
    return {"tab": "timer"}


def opened(context: Ctx) -> None:
    """Do what an intent asks for, once."""
    args, state = context.args, context.state
    tab = args.pop("tab", None)
    if tab in get_args(Tab):
        state.tab = tab
    if args.get("dialog"):
        context.show_dialog(args.pop("dialog"))
    asked = args.pop("alarm", None)
    if asked is not None:
        create_alarm(context, Alarm.model_validate(asked))
    timer = args.pop("timer", None)
    if timer is not None:
        state.add_timer(Timer.model_validate(timer)).start(seconds_now(context))
