"""Finding events."""

from __future__ import annotations

from datetime import timedelta

from crab_android.phone.kit import (
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
    search_bar,
)

from .instances import Instance, instances, zone_name
from .model import CalendarState
from .schedule import event_card
from .texts import title_of

Ctx = Context[CalendarState]

_AROUND = timedelta(days=366)


def opened(context: Ctx) -> None:
    """Put the cursor into the field."""
    context.edit("query")


def found(context: Ctx, text: str) -> list[Instance]:
    """What has all words of a text in its title, place, description or guests; what comes next stands first.

    Of a series only the next one is told, or the last one.
    """
    words, today, now = text.lower().split(), context.now().date(), context.now()
    if not words:
        return []
    nearest: dict[int, Instance] = {}
    for one in instances(context.state, today - _AROUND, today + _AROUND, zone_name(context)):
        event = one.event
        told = " ".join(
            [title_of(event), event.location, event.description]
            + [f"{guest.name} {guest.mail}" for guest in event.guests]
        ).lower()
        if not all(word in told for word in words):
            continue
        if event.id not in nearest or nearest[event.id].end < now:
            nearest[event.id] = one
    return sorted(nearest.values(), key=lambda one: (one.end < now, abs(one.start - now)))


def build(context: Ctx) -> View:
    """The screen."""
    theme = context.theme
    text = context.field("query").text.strip()
    matches = found(context, text)
    body: View
    if matches:
        body = lazy_list(
            context,
            "results",
            len(matches),
            68,
            lambda index: _row(context, matches[index]),
            id="search_results",
            pad=(8, 8, 16, 16),
            gap=4,
        )
    elif text:
        body = empty_state(theme, "search", "No events found", f"Nothing matches “{text}”")
    else:
        body = empty_state(theme, "search", "Search your events", "By title, place, guests or description")
    bar = search_bar(
        context, "query", "Search events", on_enter=context.phone.hide_keyboard, on_back=context.finish
    )
    return column(bar, body, width=MATCH, height=MATCH)


def _row(context: Ctx, one: Instance) -> View:
    theme, locale, day = context.theme, formats.locale_of(context), one.start.date()
    year = [] if day.year == context.now().year else [label(str(day.year), LABEL, theme.on_surface_variant)]
    date = column(
        label(
            formats.month_name(day.month, locale, short=True),
            LABEL,
            theme.on_surface_variant,
            id="month_name",
        ),
        label(
            str(day.day),
            TextStyle(18, 22),
            theme.on_surface,
            id="day_number",
            desc=formats.date_long(day, locale),
        ),
        *year,
        width=56,
        align=Align.CENTER,
        hidden=True,
    )
    return row(date, event_card(context, one), width=MATCH, gap=8, hidden=True)
