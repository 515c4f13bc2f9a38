"""The schedule: what is on, day after day."""

from __future__ import annotations

from bisect import bisect_left
from datetime import date, timedelta
from typing import NamedTuple

from crab_android.phone.kit import (
    BODY,
    LABEL,
    MATCH,
    Align,
    Context,
    TextStyle,
    View,
    column,
    empty_state,
    formats,
    label,
    lazy_list,
    row,
    space,
    tinted,
    with_alpha,
)

from .instances import Instance, instances, zone_name
from .model import CalendarState
from .texts import time_range, title_of

Ctx = Context[CalendarState]

_BEFORE, _AFTER = timedelta(days=90), timedelta(days=366)
_MONTH_HEIGHT, _EVENT_HEIGHT, _LAST_HEIGHT = 52.0, 58.0, 64.0  # dp; the last row of a day has room below it


class _Row(NamedTuple):
    """A row of the list: a month's name, an event, or a day on which nothing is on."""

    day: date
    event: Instance | None = None
    first: bool = False
    last: bool = False
    month: bool = False


def schedule(context: Ctx, anchor: date) -> View:
    """The list, with the day that it is turned to on top."""
    theme, today = context.theme, context.now().date()
    found = instances(context.state, anchor - _BEFORE, anchor + _AFTER, zone_name(context))
    if not found:
        return empty_state(theme, "event", "Nothing planned", "Tap + to plan something")
    rows = _rows(found, anchor, today)
    start = bisect_left([entry.day for entry in rows], anchor)

    def height(index: int) -> float:
        entry = rows[index]
        return _MONTH_HEIGHT if entry.month else _LAST_HEIGHT if entry.last else _EVENT_HEIGHT

    return lazy_list(
        context,
        f"agenda{anchor.isoformat()}",
        len(rows),
        height,
        lambda index: _row_view(context, rows[index], today),
        start=min(start, len(rows) - 1),
        id="agenda_list",
        pad=(8, 10, 16, 96 + context.foot),
    )


def _rows(found: list[Instance], anchor: date, today: date) -> list[_Row]:
    days: dict[date, list[Instance]] = {}
    earliest = anchor - _BEFORE
    for one in found:
        day = one.start.date()
        day = max(day, earliest)
        days.setdefault(day, []).append(one)
        # What goes over several days stands on the day in question too, as a reminder that it is still on.
        if day < today <= one.last_day:
            days.setdefault(today, []).append(one)
    for day in (anchor, today):
        if anchor - _BEFORE <= day <= anchor + _AFTER:
            days.setdefault(day, [])
    rows: list[_Row] = []
    month = 0
    for day in sorted(days):
        if day.month != month:
            month = day.month
            rows.append(_Row(day.replace(day=1), month=True))
        # All-day events stand first on a day already, but for those that began before.
        events = days[day]
        if day in (today, earliest):
            events = sorted(events, key=lambda one: (not one.event.all_day, one.start))
        if not events:
            rows.append(_Row(day, first=True, last=True))
        for place, one in enumerate(events):
            rows.append(_Row(day, one, first=place == 0, last=place == len(events) - 1))
    return rows


def _row_view(context: Ctx, entry: _Row, today: date) -> View:
    theme, locale = context.theme, formats.locale_of(context)
    if entry.month:
        same = entry.day.year == today.year
        name = formats.month_name(entry.day.month, locale) if same else formats.month_year(entry.day, locale)
        text = label(name, TextStyle(18, 24, 500), theme.on_surface, id="month_name")
        return row(text, width=MATCH, pad=(64, 8, 0, 0), hidden=True)
    body = event_card(context, entry.event) if entry.event else _nothing(context)
    return row(
        _date(context, entry.day, today) if entry.first else space(width=56),
        body,
        width=MATCH,
        gap=8,
        align=Align.START,
        pad=(0, 0, 0, 10 if entry.last else 4),
        hidden=True,
    )


def _date(context: Ctx, day: date, today: date) -> View:
    theme, locale = context.theme, formats.locale_of(context)
    is_today = day == today
    number = label(
        str(day.day),
        TextStyle(20, 26, 500 if is_today else 400),
        theme.on_primary if is_today else theme.on_surface,
        id="day_number",
        desc=formats.date_long(day, locale),
        width=36,
        min_height=30,
        text_align=Align.CENTER,
        radius=15,
        fill=theme.primary if is_today else None,
    )
    name = label(
        formats.weekday_name(day.weekday(), locale, short=True),
        LABEL,
        theme.primary if is_today else theme.on_surface_variant,
        id="day_name",
    )
    return column(name, number, width=56, align=Align.CENTER, gap=1, hidden=True)


def _nothing(context: Ctx) -> View:
    text = label("Nothing planned", BODY, context.theme.on_surface_variant, id="no_events")
    return row(text, weight=1, min_height=48, pad=(8, 0, 0, 0), hidden=True)


def event_card(context: Ctx, one: Instance) -> View:
    """An event on a surface in its colour, as the schedule and the search show it."""
    event = one.event
    tones = tinted(context.phone.theme, context.state.color_of(event))
    declined = event.answer == "declined"
    over = one.end < context.now()
    strength = 0.62 if over or declined else 1.0
    ink = with_alpha(tones.on_primary_container, strength)
    detail = time_range(one, context)
    if event.all_day and one.start.date() != one.last_day:
        total = (one.last_day - one.start.date()).days + 1
        detail = f"All day, {total} days"
    if event.location:
        detail += f" · {event.location}"
    return column(
        label(title_of(event), TextStyle(15, 20, 500), ink, id="title", strike=declined, width=MATCH),
        label(detail, TextStyle(13, 18), ink, id="when", width=MATCH),
        id="agenda_item",
        weight=1,
        height=MATCH,
        justify=Align.CENTER,
        pad=(14, 4, 12, 4),
        radius=14,
        fill=with_alpha(tones.primary_container, 0.55 if over or declined else 1.0),
        on_tap=lambda: context.open("event", id=event.id, day=one.day.isoformat()),
    )
