"""Days side by side, with their hours from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache

import skia

from crab_android.phone.kit import (
    DENSITY,
    LABEL,
    MATCH,
    Align,
    Context,
    Painter,
    Rect,
    TextStyle,
    Theme,
    View,
    column,
    formats,
    label,
    px,
    row,
    space,
    stack,
    tinted,
    with_alpha,
)

from .instances import Instance, instances, zone_name
from .model import CalendarState
from .texts import time_range, title_of

Ctx = Context[CalendarState]

_HOUR = 60.0  # dp
_SIDE = 56.0  # dp, the column with the hours
_FIRST = 7  # the hour on top until it is scrolled
_LEAST = 25  # minutes: nothing is drawn shorter
_ALL_DAY_ROWS = 3


def week_start(context: Ctx, day: date) -> date:
    """The first day of the week that a day is in."""
    chosen = context.state.preferences.first_weekday
    first = formats.week_days(formats.locale_of(context))[0] if chosen is None else chosen
    return day - timedelta(days=(day.weekday() - first) % 7)


def day_grid(context: Ctx, day: date, count: int) -> View:
    """So many days; seven are a week."""
    first = week_start(context, day) if count == 7 else day
    days = [first + timedelta(days=number) for number in range(count)]
    found = instances(context.state, days[0], days[-1], zone_name(context))
    width = (context.phone.area.width / DENSITY - _SIDE - 8) / count
    body = row(
        _hours(context),
        *(_day_column(context, day, [one for one in found if _timed_on(one, day)], width) for day in days),
        width=MATCH,
        align=Align.START,
        hidden=True,
    )
    key = f"grid{count}"
    scroller = column(
        body,
        space(height=88 + context.foot),
        cls="android.widget.ScrollView",
        id="day_scroll",
        scroll_key=key,
        scroll_y=context.activity.scroll.get(key, px(_FIRST * _HOUR)),
        width=MATCH,
        weight=1,
        pad=(0, 6, 8, 0),
    )

    def swipe(dx: float, dy: float) -> bool:
        if abs(dx) < 1.5 * abs(dy):
            return False
        step = count if dx < 0 else -count
        context.args["day"] = (day + timedelta(days=step)).isoformat()
        return True

    return column(
        _heads(context, days, width),
        *_all_day(context, days, found, width),
        View(width=MATCH, height=1, fill=context.theme.outline_variant, hidden=True),
        scroller,
        id="day_view" if count == 1 else "week_view",
        width=MATCH,
        weight=1,
        on_swipe=swipe,
    )


def _timed_on(one: Instance, day: date) -> bool:
    return not one.event.all_day and one.start.date() <= day <= one.last_day


def _heads(context: Ctx, days: Sequence[date], width: float) -> View:
    theme, locale, today = context.theme, formats.locale_of(context), context.now().date()

    def head(day: date) -> View:
        chosen = day == today
        return column(
            label(
                formats.weekday_name(day.weekday(), locale, short=True),
                LABEL,
                theme.primary if chosen else theme.on_surface_variant,
                id="day_name",
            ),
            label(
                str(day.day),
                TextStyle(20, 26, 500 if chosen else 400),
                theme.on_primary if chosen else theme.on_surface,
                id="day_number",
                desc=formats.date_long(day, locale),
                width=min(40, width),
                min_height=34,
                text_align=Align.CENTER,
                radius=17,
                fill=theme.primary if chosen else None,
            ),
            width=width,
            align=Align.CENTER,
            gap=2,
            hidden=True,
        )

    return row(space(width=_SIDE), *(head(day) for day in days), width=MATCH, pad=(0, 4, 8, 6), hidden=True)


def _all_day(context: Ctx, days: Sequence[date], found: Sequence[Instance], width: float) -> list[View]:
    """A strip with what has no times, if there is any."""
    by_day = [
        [one for one in found if one.event.all_day and one.start.date() <= day <= one.last_day]
        for day in days
    ]
    rows = min(_ALL_DAY_ROWS, max(len(events) for events in by_day))
    if not rows:
        return []
    cells = []
    for events in by_day:
        shown = events if len(events) <= rows else events[: rows - 1]
        views = [_chip(context, one, width - 3, 24) for one in shown]
        if len(events) > rows:
            rest = f"+{len(events) - len(shown)}"
            views.append(
                label(rest, LABEL, context.theme.on_surface_variant, id="more_events", pad=(6, 4, 0, 0))
            )
        cells.append(column(*views, width=width, gap=2, hidden=True))
    name = label(
        "All day", LABEL._replace(size=11), context.theme.on_surface_variant, width=_SIDE, pad=(8, 4, 0, 0)
    )
    return [row(name, *cells, id="all_day_strip", width=MATCH, pad=(0, 0, 8, 6), align=Align.START)]


def _hours(context: Ctx) -> View:
    marks = []
    for hour in range(24):
        if formats.hours_24(context):
            text = f"{hour:02}:00"
        else:
            half = formats.half_day(afternoon=hour >= 12, locale=formats.locale_of(context))
            text = f"{hour % 12 or 12} {half}"
        mark = label(
            text if hour else "",
            TextStyle(11, 14),
            context.theme.on_surface_variant,
            width=_SIDE - 8,
            height=_HOUR,
            text_align=Align.END,
            # The text stands beside the line of its hour.
            pad=(0, 0, 0, _HOUR - 14),
        )
        marks.append(mark)
    return column(*marks, width=_SIDE, hidden=True)


def _day_column(context: Ctx, day: date, events: Sequence[Instance], width: float) -> View:
    placed = _side_by_side(tuple((_minute(one.start, day), _minute(one.end, day)) for one in events))
    views = []
    for one, (lane, lanes) in zip(events, placed, strict=True):
        start, end = _minute(one.start, day), _minute(one.end, day)
        height = max(_LEAST, end - start) / 60 * _HOUR - 2
        wide = (width - 3) / lanes
        block = _chip(context, one, wide - 1, height)
        views.append(stack(block, pad=(lane * wide, start / 60 * _HOUR + 7, 0, 0), hidden=True))
    view = stack(
        *views,
        cls="android.view.ViewGroup",
        id="day_column",
        desc=formats.date_long(day, formats.locale_of(context)),
        width=width,
        height=24 * _HOUR + 7,
        draw=_lines(context.theme, context.now(), day),
    )

    def touch(_x: float, y: float) -> None:
        hour = int(max(0, min(23, (y - view.rect.top - px(7)) // px(_HOUR))))
        context.open("edit", day=day.isoformat(), hour=hour)

    view.on_touch = touch
    return view


def _minute(moment: datetime, day: date) -> float:
    """Minutes from a day's midnight, within the day."""
    return max(0.0, min(1440.0, (moment - datetime.combine(day, time())).total_seconds() / 60))


@lru_cache(maxsize=512)
def _side_by_side(spans: tuple[tuple[float, float], ...]) -> tuple[tuple[int, int], ...]:
    """For each span of minutes its lane and the number of lanes, so that none covers another."""
    placed: list[tuple[int, int]] = []
    group: list[int] = []
    ends: list[float] = []

    def close() -> None:
        for index in group:
            placed[index] = (placed[index][0], len(ends))
        group.clear()
        ends.clear()

    for index, (start, end) in enumerate(spans):
        if group and start >= max(ends):
            close()
        lane = next((number for number, busy in enumerate(ends) if busy <= start), len(ends))
        until = max(end, start + _LEAST)
        ends[lane : lane + 1] = [until]
        placed.append((lane, 0))
        group.append(index)
    close()
    return tuple(placed)


def _lines(theme: Theme, now: datetime, day: date) -> Painter:
    """The lines of the hours, and a red one at the time that it is."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        pen = skia.Paint(Color=with_alpha(theme.outline_variant, 0.7))
        for hour in range(24):
            y = rect.top + px(7 + hour * _HOUR)
            canvas.drawRect(skia.Rect.MakeLTRB(rect.left, y, rect.right, y + 2), pen)
        canvas.drawRect(skia.Rect.MakeLTRB(rect.left - 2, rect.top, rect.left, rect.bottom), pen)
        if now.date() == day:
            y = rect.top + px(7 + (now.hour + now.minute / 60) * _HOUR)
            red = skia.Paint(Color=theme.error, AntiAlias=True)
            canvas.drawCircle(rect.left, y, px(5), red)
            canvas.drawRect(skia.Rect.MakeLTRB(rect.left, y - 3, rect.right, y + 3), red)

    return paint


def _chip(context: Ctx, one: Instance, width: float, height: float) -> View:
    event = one.event
    tones = tinted(context.phone.theme, context.state.color_of(event))
    declined = event.answer == "declined"
    narrow = width < 60
    style = TextStyle(11, 14, 500) if narrow or height < 30 else TextStyle(13, 17, 500)
    scale = context.phone.font_scale
    lines = max(1, int((height - 4) // (style.height * scale)))
    most = lines if narrow else min(lines, 2 if width < 160 else 1)
    ink = tones.on_primary_container
    texts = [label(title_of(event), style, ink, id="title", lines=most, strike=declined, width=MATCH)]
    left = max(0, int((height - 5 - most * style.height * scale) // (15 * scale)))
    details = [time_range(one, context), event.location][:left]
    if not narrow and any(details):
        text = "\n".join(line for line in details if line)
        texts.append(label(text, TextStyle(11, 15), ink, id="when", lines=left, width=MATCH))
    desc = ", ".join(part for part in (title_of(event), time_range(one, context), event.location) if part)
    return column(
        *texts,
        id="event_chip",
        desc=desc,
        width=width,
        height=height,
        pad=(4 if narrow else 8, 3 if height >= 20 else 1, 2 if narrow else 6, 0),
        radius=7,
        fill=with_alpha(tones.primary_container, 0.5) if declined else tones.primary_container,
        stroke=context.theme.surface,
        on_tap=lambda: context.open("event", id=event.id, day=one.day.isoformat()),
    )
