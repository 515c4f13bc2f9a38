"""The time here and in the cities of the world."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from crab_android.phone.kit import (
    BODY,
    BODY_LARGE,
    MATCH,
    Align,
    Context,
    Popup,
    TextStyle,
    View,
    column,
    confirm,
    empty_state,
    fab,
    formats,
    icon_button,
    label,
    lazy_list,
    list_row,
    row,
    scroll,
    search_bar,
    section,
    space,
    zone,
)

from .alarms_tab import time_pieces
from .cities import City, cities, find_city, matching
from .faces import face
from .floating import with_button
from .model import ClockState
from .times import next_alarm

Ctx = Context[ClockState]


def time_there(context: Ctx, name: str) -> datetime:
    """The local time in a time zone."""
    return context.phone.clock.local(name)


def difference_text(context: Ctx, name: str) -> str:
    """How far a time zone is from here, and what day it is there: ``Tomorrow, 9 hours ahead``."""
    now = context.phone.clock.instant()
    there = now.astimezone(zone(name)).utcoffset()
    here = now.astimezone(context.phone.clock.zone).utcoffset()
    minutes = int(
        ((there - here) if there is not None and here is not None else now - now).total_seconds() // 60
    )
    days = (time_there(context, name).date() - context.now().date()).days
    day = {-1: "Yesterday", 0: "Today", 1: "Tomorrow"}[days]
    if not minutes:
        return f"{day}, same time"
    hours, rest = divmod(abs(minutes), 60)
    parts = ([f"{hours} hour{'' if hours == 1 else 's'}"] if hours else []) + (
        [f"{rest} min"] if rest else []
    )
    return f"{day}, {' '.join(parts)} {'ahead' if minutes > 0 else 'behind'}"


def cities_tab(context: Ctx) -> View:
    """The clock, and the cities below."""
    theme, state = context.theme, context.state
    parts = [_here(context)]
    home = state.preferences.home
    if home and time_there(context, home) != context.now():
        parts.append(_city_card(context, home, "Home", "", None))
    for place, name in enumerate(state.cities):
        city = find_city(name)
        if city is not None:
            parts.append(_city_card(context, city.zone, city.name, city.country, place))
    if not state.cities:
        hint = label(
            "Add a city to see what time it is there",
            BODY,
            theme.on_surface_variant,
            id="empty_hint",
            lines=2,
            width=MATCH,
            text_align=Align.CENTER,
            pad=(0, 24, 0, 0),
        )
        parts.append(hint)
    body = scroll(context, "cities", *parts, space(height=96), id="cities", pad=(16, 0, 16, 0), gap=10)
    return with_button(context, body, fab("globe", "Add city", theme, lambda: context.open("cities"), "fab"))


def _here(context: Ctx) -> View:
    theme, now = context.theme, context.now()
    if context.state.preferences.style == "analog":
        clock = View(
            "android.widget.AnalogClock",
            id="analog_clock",
            desc=formats.time_text(now, context),
            width=232,
            height=232,
            draw=face(now, theme),
        )
    else:
        digits, half = time_pieces(context, now.time())
        clock = row(
            label(digits, TextStyle(76, 88), theme.primary, id="digital_clock"),
            *([label(half, TextStyle(22, 28), theme.primary, id="am_pm", pad=(0, 34, 0, 0))] if half else []),
            gap=8,
            hidden=True,
        )
    lines = [
        clock,
        label(formats.date_weekday(now, formats.locale_of(context)), BODY_LARGE, theme.on_surface, id="date"),
    ]
    coming = next_alarm(context.state, now)
    if coming is not None:
        at = coming[1]
        day = formats.date_relative(at.date(), now.date(), formats.locale_of(context))
        text = f"{day}, {formats.time_text(at, context)}"
        alarm = row(
            View(
                "android.widget.ImageView",
                desc="Next alarm",
                icon="alarm",
                icon_size=18,
                color=theme.on_surface_variant,
                width=20,
                height=20,
            ),
            label(text, BODY, theme.on_surface_variant, id="nextAlarm"),
            gap=6,
            hidden=True,
        )
        lines.append(alarm)
    return column(*lines, id="main_clock", width=MATCH, align=Align.CENTER, gap=6, pad=(0, 20, 0, 28))


def _city_card(context: Ctx, name: str, city: str, country: str, place: int | None) -> View:
    theme, there = context.theme, time_there(context, name)
    digits, half = time_pieces(context, there.time())
    night = not 6 <= there.hour < 18
    mark = View(
        icon="moon" if night else "sun",
        icon_size=20,
        color=theme.on_tertiary_container if night else theme.on_primary_container,
        fill=theme.tertiary_container if night else theme.primary_container,
        width=40,
        height=40,
        radius=20,
        hidden=True,
    )
    texts = column(
        label(
            city,
            TextStyle(18, 24, 500),
            theme.on_surface,
            id="city_name",
            desc=f"{city}, {country}" if country else "",
            width=MATCH,
        ),
        label(
            difference_text(context, name),
            BODY,
            theme.on_surface_variant,
            id="city_day",
            lines=2,
            width=MATCH,
        ),
        weight=1,
        gap=1,
        hidden=True,
    )
    clock = row(
        label(digits, TextStyle(30, 36), theme.on_surface, id="digital_clock"),
        *([label(half, TextStyle(13, 18), theme.on_surface, id="am_pm", pad=(0, 9, 0, 0))] if half else []),
        gap=4,
        hidden=True,
    )
    parts = [mark, texts, clock]
    if place is not None:
        parts.append(
            icon_button(
                "close",
                f"Remove {city}",
                theme.on_surface_variant,
                lambda: context.show_dialog("remove_city", place=place),
                id="remove_city",
                icon_size=18,
                width=40,
            )
        )
    return row(
        *parts,
        id="home_item" if place is None else "city_item",
        width=MATCH,
        min_height=80,
        gap=12,
        pad=(16, 10, 6 if place is not None else 20, 10),
        radius=24,
        fill=theme.surface_container,
        on_long_tap=None if place is None else lambda: context.show_dialog("remove_city", place=place),
    )


def remove_dialog(context: Ctx) -> Popup:
    """The question before a city is removed."""
    place, names = int(context.dialog.get("place", 0)), context.state.cities
    name = names[place] if place < len(names) else ""

    def remove() -> None:
        context.state.cities = [one for one in names if one != name]

    return confirm(context, f"Remove {name}?", "It can be added again at any time.", "Remove", remove)


# -- choosing cities --------------------------------


def pick_opened(context: Ctx) -> None:
    """Put the cursor into the field."""
    context.edit("query")


def pick_city(context: Ctx) -> View:
    """The screen on which a city is looked for."""
    theme = context.theme
    text = context.field("query").text
    found = matching(text)
    body: View
    if found:
        body = lazy_list(
            context,
            "all_cities",
            len(found),
            68,
            lambda index: _pick_row(context, found[index]),
            id="cities_list",
        )
    else:
        body = empty_state(theme, "city", "No city found", f"There is none that starts with “{text.strip()}”")
    bar = search_bar(
        context, "query", "Search for a city", on_enter=context.phone.hide_keyboard, on_back=context.finish
    )
    heading = [] if text.strip() else [section(f"All {len(cities())} cities", theme)]
    if context.args.get("home"):
        none = partial(context.finish, {"zone": ""})
        heading.insert(0, list_row(theme, "None", "No home time zone", on_tap=none, id="no_home"))
    return column(bar, *heading, body, width=MATCH, height=MATCH)


def _pick_row(context: Ctx, city: City) -> View:
    theme = context.theme
    there = label(
        formats.time_text(time_there(context, city.zone), context),
        BODY_LARGE,
        theme.on_surface_variant,
        id="city_time",
    )
    return list_row(
        theme,
        city.name,
        city.country,
        end=there,
        on_tap=partial(_add, context, city),
        id="city_row",
        title_id="city_name",
        detail_id="city_country",
        selected=city.name in context.state.cities,
    )


def _add(context: Ctx, city: City) -> None:
    if context.args.get("home"):
        context.finish({"zone": city.zone})
        return
    if city.name in context.state.cities:
        context.toast(f"{city.name} is shown already")
    else:
        context.state.cities.append(city.name)
    context.finish()
