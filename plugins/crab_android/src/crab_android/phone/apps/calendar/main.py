"""The main screen: the bar on top, the choice of a view, and the view."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, get_args

import skia

from crab_android.phone.kit import (
    MATCH,
    Align,
    Context,
    Intent,
    Painter,
    Popup,
    Rect,
    TextStyle,
    Theme,
    View,
    column,
    date_picker,
    fab,
    formats,
    icon_button,
    label,
    menu,
    overflow,
    px,
    row,
    stack,
)

from .grid import day_grid
from .instances import moment_of, zone_name
from .model import CalendarState, ViewName
from .month import month_view
from .schedule import schedule

Ctx = Context[CalendarState]

VIEWS: dict[ViewName, str] = {
    "schedule": "Schedule",
    "day": "Day",
    "three_days": "3 days",
    "week": "Week",
    "month": "Month",
}
_WEIGHTS: dict[ViewName, float] = {"schedule": 1.35, "day": 0.8, "three_days": 1, "week": 0.95, "month": 1}
_BUILDERS: dict[ViewName, Callable[[Ctx, date], View]] = {
    "schedule": schedule,
    "day": lambda context, day: day_grid(context, day, 1),
    "three_days": lambda context, day: day_grid(context, day, 3),
    "week": lambda context, day: day_grid(context, day, 7),
    "month": month_view,
}


def shown_day(context: Ctx) -> date:
    """The day that the view is turned to: today until it is turned."""
    kept = context.args.get("day")
    return date.fromisoformat(kept) if kept else context.now().date()


def view_of(context: Ctx) -> ViewName:
    """The view in force."""
    kept = context.args.get("view", context.state.preferences.view)
    return kept if kept in get_args(ViewName) else "schedule"


def turn_to(context: Ctx, day: date | None) -> None:
    """Turn the view to a day, or back to today."""
    if day is None:
        context.args.pop("day", None)
    else:
        context.args["day"] = day.isoformat()
    for key in [key for key in context.activity.scroll if key.startswith(("agenda", "grid"))]:
        del context.activity.scroll[key]


def build(context: Ctx) -> View:
    """The calendar."""
    theme, day, view = context.theme, shown_day(context), view_of(context)
    name = row(
        label(_heading(context, day, view), TextStyle(22, 28), theme.on_surface, id="month_title"),
        View(icon="dropdown", color=theme.on_surface_variant, width=24, height=24, hidden=True),
        id="top_button",
        desc="Jump to a date",
        min_height=48,
        pad=(12, 0, 4, 0),
        gap=2,
        radius=24,
        weight=1,
        on_tap=lambda: context.show_dialog("jump"),
    )
    bar = row(
        name,
        icon_button(
            "search", "Search", theme.on_surface_variant, lambda: context.open("search"), "action_search"
        ),
        icon_button(
            "today", "Go to today", theme.on_surface_variant, lambda: turn_to(context, None), "action_today"
        ),
        overflow(context),
        cls="android.view.ViewGroup",
        id="toolbar",
        width=MATCH,
        height=64,
        pad=(8, 0, 4, 0),
    )
    choice = row(
        *(_segment(context, key, text, view) for key, text in VIEWS.items()),
        id="view_switcher",
        width=MATCH,
        height=48,
        pad=(16, 0, 16, 0),
        draw=_frame(theme),
    )
    add = stack(
        fab("add", "New event", theme, lambda: context.open("edit", day=_new_day(context)), "fab_new_event"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 20, 20 + context.foot),
        hidden=True,
    )
    body = column(bar, choice, _BUILDERS[view](context, day), width=MATCH, height=MATCH, hidden=True)
    return stack(body, add, width=MATCH, height=MATCH)


def _new_day(context: Ctx) -> str:
    return shown_day(context).isoformat()


def _heading(context: Ctx, day: date, view: ViewName) -> str:
    """The month, with its year when that is not this one or the whole month is on the screen."""
    locale = formats.locale_of(context)
    if day.year == context.now().year and view != "month":
        return formats.month_name(day.month, locale)
    return formats.month_year(day, locale)


def _segment(context: Ctx, key: ViewName, text: str, view: ViewName) -> View:
    """One of the views to choose from."""
    theme, selected = context.theme, key == view

    def choose() -> None:
        context.args.pop("view", None)
        context.args.pop("from_view", None)
        context.state.preferences.view = key
        turn_to(context, shown_day(context) if context.args.get("day") else None)

    return label(
        text,
        TextStyle(13, 18, 500),
        theme.on_secondary_container if selected else theme.on_surface_variant,
        cls="android.widget.Button",
        id=f"view_{key}",
        weight=_WEIGHTS[key],
        height=48,
        text_align=Align.CENTER,
        selected=selected,
        draw=_pill(theme) if selected else None,
        on_tap=choose,
    )


def _frame(theme: Theme) -> Painter:
    """The groove that the views' names stand in."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        box = skia.Rect.MakeLTRB(
            rect.left + px(16), rect.top + px(4), rect.right - px(16), rect.bottom - px(4)
        )
        canvas.drawRoundRect(box, px(20), px(20), skia.Paint(Color=theme.surface_container, AntiAlias=True))

    return paint


def _pill(theme: Theme) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        box = skia.Rect.MakeLTRB(rect.left + px(3), rect.top + px(7), rect.right - px(3), rect.bottom - px(7))
        canvas.drawRoundRect(box, px(17), px(17), skia.Paint(Color=theme.secondary_container, AntiAlias=True))

    return paint


def jump_dialog(context: Ctx) -> Popup:
    """The date picker to jump to a day."""
    return date_picker(context, shown_day(context), lambda day: turn_to(context, day))


def main_menu(context: Ctx) -> Popup:
    """The menu of the main screen."""
    return menu(
        context,
        ("action_refresh", "Refresh", lambda: context.toast("Calendars are up to date")),
        ("action_calendars", "Calendars to display", lambda: context.open("calendars")),
        ("action_settings", "Settings", lambda: context.open("settings")),
    )


def time_arguments(intent: Intent) -> dict[str, Any]:
    """What ``content://com.android.calendar/time/MILLISECONDS`` asks for."""
    stamp = intent.path.rpartition("/")[2]
    return {"at": int(stamp)} if stamp.isdigit() else {}


def opened(context: Ctx) -> None:
    """Turn to the time that an intent asked for."""
    stamp = context.args.pop("at", None)
    if stamp is not None:
        context.args["day"] = moment_of(stamp, zone_name(context)).date().isoformat()
        context.args["view"] = "day"


def back(context: Ctx) -> bool:
    """Back from a day of the month leads to the month again."""
    before = context.args.pop("from_view", None)
    if before is None:
        return False
    context.args["view"] = before
    return True


def turned(day: date, view: ViewName, by: int) -> date:
    """The day that a view shows one page on or back."""
    if view == "month":
        number = day.year * 12 + day.month - 1 + by
        return date(number // 12, number % 12 + 1, 1)
    return day + timedelta(days=by * {"day": 1, "three_days": 3, "week": 7}.get(view, 1))
