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
from .icons import draw_icon
from .lists import lazy_grid, text_height
from .menus import NO_ID, YES_ID, closing
from .text import BODY, BODY_LARGE, LABEL_LARGE, TITLE, TextStyle
from .theme import Color, Theme
from .views import MATCH, Align, Handler, Painter, View
from .widgets import button, column, icon_button, label, row, space

if TYPE_CHECKING:
    from ..context import Context

_CELL = 48.0  # dp
_LOW_CELL = 36.0  # dp, the height of a day where the phone lies on its side
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
    cell = _CELL if upright(context) else _LOW_CELL
    body = _year_grid(context, month) if years else _month_grid(context, month, chosen, cell)
    head = column(
        label("Select date", LABEL_LARGE, theme.on_surface_variant, id="mtrl_picker_title_text"),
        label(
            formats.date_weekday(chosen, locale),
            TextStyle(28, 36),
            theme.on_surface,
            id="mtrl_picker_header_selection_text",
            lines=2,
        ),
        pad=(12, 4, 12, 12),
        gap=4,
        hidden=True,
    )
    pages = column(
        _turning(context, month, years),
        column(body, width=7 * _CELL, height=24 + 6 * cell, hidden=True),
        hidden=True,
    )
    buttons = row(
        space(weight=1),
        button("Cancel", theme, context.dismiss, id=NO_ID),
        button("OK", theme, closing(context, lambda: on_pick(chosen)), id=YES_ID),
        width=MATCH,
        gap=8,
        pad=(0, 8, 0, 0),
    )
    return Popup(framed(context, head, pages, buttons, width=7 * _CELL, aside=190))


def upright(context: Context[Any]) -> bool:
    """Whether the phone is higher than wide, so that a dialog has room below its head."""
    area = context.phone.area
    return area.height >= area.width


def framed(
    context: Context[Any], head: View, body: View, buttons: View, *, width: float, aside: float
) -> View:
    """A picker's dialog: head, body and buttons below each other, or on a low screen side by side.

    Args:
        context: of the screen.
        head: what is chosen, in large letters.
        body: what one chooses from.
        buttons: at the foot.
        width: of the body, in dp.
        aside: width of head and buttons where they stand beside it, in dp.
    """
    theme = context.theme
    if upright(context):
        view = column(head, body, buttons, width=width + 24)
    else:
        room = context.phone.area.height / DENSITY - 116
        start = column(head, space(weight=1), buttons, width=aside, height=room, hidden=True)
        view = row(start, body, width=width + aside + 40, gap=16)
    view.id, view.pad, view.radius, view.fill = "dialog", (12, 16, 12, 12), 28, theme.surface_high
    return view


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

    def triangle(canvas: skia.Canvas, rect: Rect) -> None:
        x, y, half = rect.right - px(16), rect.center[1], px(10)
        icon = "dropdown_up" if years else "dropdown"
        draw_icon(canvas, icon, Rect(x - half, y - half, x + half, y + half), theme.on_surface_variant)

    name = label(
        formats.month_year(month, formats.locale_of(context)),
        LABEL_LARGE,
        theme.on_surface_variant,
        cls="android.widget.Button",
        id="month_navigation_fragment_toggle",
        desc="Switch to days" if years else "Switch to years",
        height=48,
        pad=(12, 0, 30, 0),
        draw=triangle,
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


def _month_grid(context: Context[Any], month: date, chosen: date, cell: float) -> View:
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
    cells = [space(width=_CELL, height=cell) for _ in range(before)]
    cells += [_day(context, month + timedelta(days=number), chosen, cell) for number in range(count)]
    weeks = [row(*cells[start : start + 7], hidden=True) for start in range(0, len(cells), 7)]
    return column(
        row(*names, hidden=True), *weeks, cls="android.widget.GridView", id="month_grid", width=MATCH
    )


def _day(context: Context[Any], day: date, chosen: date, cell: float) -> View:
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
        height=cell,
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
        canvas.drawCircle(*rect.center, min(20 * DENSITY, rect.height / 2), paint)

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
