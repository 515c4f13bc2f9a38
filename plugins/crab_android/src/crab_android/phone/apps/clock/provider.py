"""The clock's content provider."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crab_android.phone.kit import AppContext, Rows, Table

from .alerts import switch_off
from .cities import find_city
from .model import Alarm, ClockState, Timer
from .times import note_next, seconds_now

AUTHORITY = "com.android.deskclock"

Ctx = AppContext[ClockState]


def alarm_rows(context: Ctx) -> Rows:
    """The alarms; ``daysofweek`` has a bit for each day, Monday's the lowest, as in AOSP."""
    return [
        {
            "_id": alarm.id,
            "hour": alarm.hour,
            "minutes": alarm.minute,
            "daysofweek": sum(1 << day for day in alarm.days),
            "enabled": int(alarm.enabled),
            "vibrate": int(alarm.vibrate),
            "label": alarm.label,
            "ringtone": alarm.sound,
        }
        for alarm in context.state.alarms
    ]


def _fields(values: Mapping[str, Any]) -> dict[str, Any]:
    names = {"hour": "hour", "minutes": "minute", "label": "label", "ringtone": "sound"}
    unknown = sorted(set(values) - {*names, "_id", "daysofweek", "enabled", "vibrate"})
    if unknown:
        raise ValueError(f"an alarm has no column {', '.join(unknown)}")
    made = {names[key]: value for key, value in values.items() if key in names}
    for key in ("enabled", "vibrate"):
        if key in values:
            made[key] = bool(int(values[key]))
    if "daysofweek" in values:
        made["days"] = [day for day in range(7) if int(values["daysofweek"]) >> day & 1]
    return made


def insert_alarm(context: Ctx, values: Mapping[str, Any]) -> int:
    """Add an alarm."""
    made = context.state.add_alarm(Alarm.model_validate(_fields(values)))
    note_next(context)
    return made.id


def update_alarm(context: Ctx, number: int, values: Mapping[str, Any]) -> None:
    """Change an alarm."""
    alarm = context.state.alarm(number)
    if alarm is not None:
        made = Alarm.model_validate({**alarm.model_dump(), **_fields(values)})
        context.state.alarms[context.state.alarms.index(alarm)] = made
        note_next(context)


def delete_alarm(context: Ctx, number: int) -> None:
    """Delete an alarm."""
    alarm = context.state.alarm(number)
    if alarm is not None:
        switch_off(context, alarm)
        context.state.remove_alarm(number)
        note_next(context)


def city_rows(context: Ctx) -> Rows:
    """The cities that are shown, in their order."""
    rows = []
    for place, name in enumerate(context.state.cities, start=1):
        city = find_city(name)
        rows.append(
            {
                "_id": place,
                "city_name": name,
                "country_name": city.country if city else "",
                "timezone_name": city.zone if city else "",
            }
        )
    return rows


def insert_city(context: Ctx, values: Mapping[str, Any]) -> int:
    """Show a city."""
    city = find_city(str(values.get("city_name") or ""))
    if city is None:
        raise ValueError(f"the clock knows no city {values.get('city_name')!r}")
    if city.name not in context.state.cities:
        context.state.cities.append(city.name)
    return context.state.cities.index(city.name) + 1


def delete_city(context: Ctx, number: int) -> None:
    """Show a city no longer."""
    del context.state.cities[number - 1]


def timer_rows(context: Ctx) -> Rows:
    """The timers, their times in milliseconds."""
    now = seconds_now(context)
    return [
        {
            "_id": timer.id,
            "label": timer.label,
            "length": round(timer.length * 1000),
            "remaining": round(timer.left(now) * 1000),
            "state": timer.state,
        }
        for timer in context.state.timers
    ]


def insert_timer(context: Ctx, values: Mapping[str, Any]) -> int:
    """Add a timer; ``state`` may be RUNNING."""
    timer = Timer(length=float(values["length"]) / 1000, label=str(values.get("label") or ""))
    made = context.state.add_timer(timer)
    if str(values.get("state", "")) == "RUNNING":
        made.start(seconds_now(context))
    return made.id


def stopwatch_rows(context: Ctx) -> Rows:
    """The stopwatch."""
    watch = context.state.stopwatch
    state = "RUNNING" if watch.since is not None else "PAUSED" if watch.counted else "RESET"
    elapsed = round(watch.elapsed(seconds_now(context)) * 1000)
    return [{"_id": 1, "state": state, "elapsed": elapsed, "laps": len(watch.laps)}]


TABLES: dict[str, Table[ClockState]] = {
    "alarms": Table(alarm_rows, insert_alarm, update_alarm, delete_alarm),
    "cities": Table(city_rows, insert_city, None, delete_city),
    "timers": Table(
        timer_rows, insert_timer, None, lambda context, number: context.state.remove_timer(number)
    ),
    "stopwatch": Table(stopwatch_rows),
}
