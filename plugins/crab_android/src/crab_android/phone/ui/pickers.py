"""Choosing a date: a month as a grid, with arrows and a list of years."""

from __future__ import annotations

import calendar
from collections.abc import Callable
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import skia

from .. import formats
from ..app import Popup
from .geometry import DENSITY, Rect, px
from .lists import lazy_grid, text_height
from .menus import NO_ID, YES_ID, closing
from .text import BODY, BODY_LARGE, LABEL_LARGE, TITLE, TextStyle
from .theme import Color, Theme
from .views import MATCH, Align, Handler, Painter, View
from .widgets import button, column, icon_button, label, row, space

if TYPE_CHECKING:
    from ..context import Context

_CELL = 48  # dp
_YEARS = range(1900, 2101)  # what Material's date picker offers
_YEAR_ROW, _YEAR_GAP = 48.0, 4.0  # dp
_YEARS_KEY = "picker_years"


def date_picker(context: Context[Any], current: date, on_pick: Callable[[date], None]) -> Popup:
    """A dialog to choose a day.

    What is turned to and chosen in it stands in ``context.dialog`` until OK.

    Args:
        context: of the screen.
        current: the day that is chosen at first.
        on_pick: gets the chosen day, after the dialog has closed.
    """
    theme = context.theme
    kept = context.dialog
    chosen = date.fromisoformat(kept.get("picker_day", current.isoformat()))
    month = date.fromisoformat(kept.get("picker_month", chosen.replace(day=1).isoformat()))
    locale = formats.locale_of(context)
    years = bool(kept.get("picker_in_years"))
    body = _year_grid(context, month) if years else _month_grid(context, month, chosen)
    view = column(
        column(
            label("Select date", LABEL_LARGE, theme.on_surface_variant, id="mtrl_picker_title_text"),
            label(
                formats.date_weekday(chosen, locale),
                TextStyle(28, 36),
                theme.on_surface,
                id="mtrl_picker_header_selection_text",
            ),
            width=MATCH,
            pad=(12, 4, 12, 12),
            gap=4,
            hidden=True,
        ),
        View(width=MATCH, height=1, fill=theme.outline_variant, hidden=True),
        _turning(context, month, years),
        column(body, width=MATCH, height=24 + 6 * _CELL, hidden=True),
        row(
            space(weight=1),
            button("Cancel", theme, context.dismiss, id=NO_ID),
            button("OK", theme, closing(context, lambda: on_pick(chosen)), id=YES_ID),
            width=MATCH,
            gap=8,
            pad=(0, 8, 0, 0),
        ),
        id="dialog",
        width=7 * _CELL + 24,
        pad=(12, 16, 12, 12),
        radius=28,
        fill=theme.surface_high,
    )
    return Popup(view)


def _turning(context: Context[Any], month: date, years: bool) -> View:
    """The row with the month's name and the arrows."""
    theme = context.theme
    kept = context.dialog

    def toggle() -> None:
        kept["picker_in_years"] = not years
        # The year in force stands in the third row.
        above = (month.year - _YEARS.start) // 3 - 2
        step = px(text_height(context, _YEAR_ROW)) + px(_YEAR_GAP)
        context.activity.scroll[_YEARS_KEY] = max(0, above * step)

    name = label(
        formats.month_year(month, formats.locale_of(context)) + ("  ▴" if years else "  ▾"),
        LABEL_LARGE,
        theme.on_surface_variant,
        cls="android.widget.Button",
        id="month_navigation_fragment_toggle",
        desc="Switch to days" if years else "Switch to years",
        height=48,
        pad=(12, 0, 12, 0),
        on_tap=toggle,
    )
    if years:
        return row(name, width=MATCH, hidden=True)
    before, after = _turned(month, -1), _turned(month, 1)
    return row(
        name,
        space(weight=1),
        _arrow("previous", "Previous month", theme, lambda: _turn(kept, before)),
        _arrow("chevron", "Next month", theme, lambda: _turn(kept, after)),
        width=MATCH,
        hidden=True,
    )


def _arrow(icon: str, desc: str, theme: Theme, on_tap: Handler) -> View:
    id_ = "month_navigation_" + desc.partition(" ")[0].lower()
    return icon_button(icon, desc, theme.on_surface_variant, on_tap, id=id_)


def _turned(month: date, by: int) -> date:
    """The month before or after, within the years there are."""
    number = month.year * 12 + month.month - 1 + by
    return month if number // 12 not in _YEARS else date(number // 12, number % 12 + 1, 1)


def _turn(kept: dict[str, Any], month: date) -> None:
    kept["picker_month"] = month.isoformat()


def _month_grid(context: Context[Any], month: date, chosen: date) -> View:
    theme, locale = context.theme, formats.locale_of(context)
    order = formats.week_days(locale)
    names = [
        label(
            formats.weekday_letter(weekday, locale),
            BODY,
            theme.on_surface_variant,
            desc=formats.weekday_name(weekday, locale),
            width=_CELL,
            height=24,
            text_align=Align.CENTER,
        )
        for weekday in order
    ]
    before = order.index(month.weekday())
    count = calendar.monthrange(month.year, month.month)[1]
    cells = [space(width=_CELL, height=_CELL) for _ in range(before)]
    cells += [_day(context, month + timedelta(days=number), chosen) for number in range(count)]
    weeks = [row(*cells[start : start + 7], hidden=True) for start in range(0, len(cells), 7)]
    return column(
        row(*names, hidden=True), *weeks, cls="android.widget.GridView", id="month_grid", width=MATCH
    )


def _day(context: Context[Any], day: date, chosen: date) -> View:
    theme = context.theme
    selected, today = day == chosen, day == context.now().date()

    def choose() -> None:
        context.dialog["picker_day"] = day.isoformat()

    return View(
        "android.widget.TextView",
        text=str(day.day),
        desc=formats.date_long(day, formats.locale_of(context)),
        style=BODY_LARGE,
        color=theme.on_primary if selected else theme.primary if today else theme.on_surface,
        text_align=Align.CENTER,
        width=_CELL,
        height=_CELL,
        selected=selected,
        draw=_disc(theme.primary, filled=selected) if selected or today else None,
        on_tap=choose,
    )


def _disc(color: Color, *, filled: bool) -> Painter:
    """The chosen day stands on a disc, today in a ring."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        paint = skia.Paint(Color=color, AntiAlias=True)
        if not filled:
            paint.setStyle(skia.Paint.kStroke_Style)
            paint.setStrokeWidth(DENSITY)
        canvas.drawCircle(*rect.center, 20 * DENSITY, paint)

    return paint


def _year_grid(context: Context[Any], month: date) -> View:
    theme = context.theme

    def cell(index: int) -> View:
        year = _YEARS[index]
        selected = year == month.year

        def choose() -> None:
            context.dialog["picker_month"] = month.replace(year=year).isoformat()
            context.dialog["picker_in_years"] = False

        return label(
            str(year),
            TITLE if selected else BODY_LARGE,
            theme.on_primary if selected else theme.on_surface_variant,
            id="year",
            radius=24,
            fill=theme.primary if selected else None,
            text_align=Align.CENTER,
            selected=selected,
            on_tap=choose,
        )

    return lazy_grid(
        context,
        _YEARS_KEY,
        len(_YEARS),
        3,
        _YEAR_ROW,
        cell,
        gap=_YEAR_GAP,
        id="mtrl_calendar_year_selector_frame",
    )
