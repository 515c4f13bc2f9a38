"""A month as a grid of days, each with what is on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from crab_android.phone.kit import (
    DENSITY,
    MATCH,
    Align,
    Context,
    TextStyle,
    View,
    column,
    formats,
    label,
    row,
    tinted,
)

from .grid import week_start
from .instances import Instance, instances, zone_name
from .model import CalendarState
from .texts import title_of

Ctx = Context[CalendarState]

_NAMES, _NUMBER, _BAR = 24.0, 28.0, 17.0  # dp: the weekdays' names, a day's number, an event
_ABOVE = 24.0 + 64 + 52  # dp: what stands over the grid


def month_view(context: Ctx, day: date) -> View:
    """The month that a day is in, in whole weeks."""
    first = week_start(context, day.replace(day=1))
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    weeks = -(-(following - first).days // 7)
    last = first + timedelta(days=7 * weeks - 1)
    by_day: dict[date, list[Instance]] = {}
    for one in instances(context.state, first, last, zone_name(context)):
        at, until = max(one.start.date(), first), min(one.last_day, last)
        while at <= until:
            by_day.setdefault(at, []).append(one)
            at += timedelta(days=1)
    area = context.phone.area
    room = area.height / DENSITY - _ABOVE - _NAMES - context.foot
    height = max(64.0, room / weeks)
    width = area.width / DENSITY / 7
    numbers = context.state.preferences.week_numbers
    lines = [
        _week(context, first + timedelta(days=7 * number), day, by_day, (width, height), numbers)
        for number in range(weeks)
    ]

    def swipe(dx: float, dy: float) -> bool:
        step = -dx if abs(dx) > abs(dy) else -dy
        number = day.year * 12 + day.month - 1 + (1 if step > 0 else -1)
        context.args["day"] = date(number // 12, number % 12 + 1, 1).isoformat()
        return True

    return column(
        _names(context, first, width),
        column(
            *lines,
            cls="android.widget.ScrollView",
            width=MATCH,
            weight=1,
            scroll_key="month",
            scroll_y=context.activity.scroll.get("month", 0),
            hidden=True,
        ),
        id="month_view",
        width=MATCH,
        weight=1,
        on_swipe=swipe,
    )


def _names(context: Ctx, first: date, width: float) -> View:
    locale = formats.locale_of(context)
    names = [
        label(
            formats.weekday_name((first + timedelta(days=step)).weekday(), locale, short=True),
            TextStyle(12, 16, 500),
            context.theme.on_surface_variant,
            width=width,
            min_height=_NAMES,
            text_align=Align.CENTER,
        )
        for step in range(7)
    ]
    return row(*names, id="day_names", width=MATCH)


def _week(
    context: Ctx,
    first: date,
    shown: date,
    by_day: dict[date, list[Instance]],
    size: tuple[float, float],
    numbers: bool,
) -> View:
    days = [first + timedelta(days=step) for step in range(7)]
    cells = [_cell(context, day, shown, by_day.get(day, []), size) for day in days]
    if numbers:
        week = label(
            str(days[3].isocalendar().week),
            TextStyle(9, 12, 500),
            context.theme.primary,
            id="week_number",
            desc=f"Week {days[3].isocalendar().week}",
            pad=(3, 2, 0, 0),
        )
        cells[0].children.insert(0, week)
    return column(
        View(width=MATCH, height=1, fill=context.theme.outline_variant, hidden=True),
        row(*cells, width=MATCH, hidden=True),
        width=MATCH,
        hidden=True,
    )


def _cell(
    context: Ctx, day: date, shown: date, events: Sequence[Instance], size: tuple[float, float]
) -> View:
    theme, today = context.theme, context.now().date()
    width, height = size
    inside, is_today = day.month == shown.month, day == today
    events = sorted(events, key=lambda one: (not one.event.all_day, one.start))
    color = theme.on_surface if inside else theme.outline
    number = label(
        str(day.day),
        TextStyle(13, 18, 500 if is_today or inside else 400),
        theme.on_primary if is_today else color,
        id="day_number",
        width=24,
        min_height=22,
        text_align=Align.CENTER,
        radius=11,
        fill=theme.primary if is_today else None,
    )
    room = max(0, int((height - _NUMBER - 2) // _BAR))
    bars = [
        _bar(context, one, width - 3) for one in events[: room if len(events) <= room else max(0, room - 1)]
    ]
    if len(events) > len(bars) and room:
        rest = f"+{len(events) - len(bars)}"
        bars.append(
            label(rest, TextStyle(10, 14, 500), theme.on_surface_variant, id="more_events", pad=(4, 0, 0, 0))
        )
    count = len(events)
    told = "no events" if not count else f"{count} event{'' if count == 1 else 's'}"

    def open_day() -> None:
        context.args["day"] = day.isoformat()
        context.args["view"] = "day"
        context.args["from_view"] = "month"

    return column(
        row(number, width=MATCH, justify=Align.CENTER, height=_NUMBER - 2, hidden=True),
        *bars,
        cls="android.view.ViewGroup",
        id="month_day",
        desc=f"{formats.date_long(day, formats.locale_of(context))}, {told}",
        width=width,
        height=height - 1,
        gap=1,
        pad=(1, 2, 1, 0),
        on_tap=open_day,
    )


def _bar(context: Ctx, one: Instance, width: float) -> View:
    tones = tinted(context.phone.theme, context.state.color_of(one.event))
    return label(
        title_of(one.event),
        TextStyle(10, 14, 500),
        tones.on_primary_container,
        id="event_bar",
        width=width,
        height=_BAR - 1,
        pad=(4, 0, 1, 0),
        radius=4,
        fill=tones.primary_container,
        strike=one.event.answer == "declined",
    )
