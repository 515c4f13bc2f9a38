"""Finding one's way: search bars, chips, tabs and the bar at the foot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import skia

from .geometry import DENSITY, Rect, px
from .icons import draw_icon
from .menus import overflow
from .text import BODY_LARGE, LABEL, LABEL_LARGE, TITLE
from .theme import Color, Theme
from .views import MATCH, Align, Handler, Painter, View
from .widgets import FRAME, column, icon_button, label, row, space, stack, text_input

if TYPE_CHECKING:
    from ..context import Context


def search_bar(
    context: Context[Any],
    field: str,
    hint: str,
    *,
    on_enter: Handler | None = None,
    on_back: Handler | None = None,
    id: str = "search_src_text",
) -> View:
    """A text field to search with, in a pill; a cross empties it.

    Args:
        context: of the screen.
        field: the text field's name on the screen.
        hint: shown while it is empty.
        on_enter: what the keyboard's enter key does.
        on_back: what the arrow at its start does; without one, a magnifying glass stands there.
        id: the text field's resource id.
    """
    theme = context.theme

    def clear() -> None:
        context.forget(field)
        context.edit(field)

    start = (
        icon_button("back", "Navigate up", theme.on_surface, on_back, id="search_back")
        if on_back
        else View(icon="search", color=theme.on_surface_variant, width=48, height=48, hidden=True)
    )
    end = (
        [icon_button("close", "Clear query", theme.on_surface_variant, clear, id="search_close_btn")]
        if context.field(field).text
        else [space(width=16)]
    )
    entry = text_input(context, field, hint, id=id, on_enter=on_enter, width=0, weight=1, min_height=48)
    bar = row(
        start,
        entry,
        *end,
        id="search_bar",
        width=MATCH,
        min_height=56,
        pad=(4, 0, 4, 0),
        radius=28,
        fill=theme.surface_high,
    )
    return row(bar, width=MATCH, pad=(16, 8, 16, 8), hidden=True)


def search_pill(context: Context[Any], hint: str, field: str = "query") -> View:
    """What looks like a search field and opens the screen ``search``; with the ⋮ button at its end.

    Args:
        context: of the screen.
        hint: what can be searched.
        field: the text field's name on the screen ``search``.
    """
    theme = context.theme

    def search() -> None:
        context.open("search")
        context.edit(field)

    pill = row(
        View(icon="search", color=theme.on_surface_variant, width=48, height=48, hidden=True),
        label(hint, BODY_LARGE, theme.on_surface_variant, id="search_hint", weight=1),
        overflow(context),
        id="open_search_bar",
        desc=hint,
        width=MATCH,
        min_height=56,
        pad=(4, 0, 4, 0),
        radius=28,
        fill=theme.surface_high,
        on_tap=search,
    )
    return row(pill, width=MATCH, pad=(16, 8, 16, 8), hidden=True)


def chip(
    text: str, theme: Theme, on_tap: Handler, *, selected: bool = False, id: str = "", icon: str = ""
) -> View:
    """A small choice; a selected one is filled and ticked. It is touched in 48 dp though it looks smaller."""
    mark = icon or ("check" if selected else "")
    color = theme.on_secondary_container if selected else theme.on_surface_variant
    return View(
        "android.widget.Button",
        id=id,
        text=text,
        style=LABEL_LARGE,
        color=color,
        text_align=Align.START,
        # Texts that are larger than usual make the chip higher.
        pad=(36 if mark else 16, 14, 16, 14),
        selected=selected,
        draw=_chip_painter(mark, color, theme, selected),
        on_tap=on_tap,
    )


def _chip_painter(icon: str, color: Color, theme: Theme, selected: bool) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        box = skia.Rect.MakeLTRB(rect.left, rect.top + px(7), rect.right, rect.bottom - px(7))
        corner = 10 * DENSITY
        if selected:
            fill = skia.Paint(Color=theme.secondary_container, AntiAlias=True)
            canvas.drawRoundRect(box, corner, corner, fill)
        else:
            box.inset(DENSITY / 2, DENSITY / 2)
            pen = skia.Paint(
                Color=theme.outline_variant,
                AntiAlias=True,
                Style=skia.Paint.kStroke_Style,
                StrokeWidth=DENSITY,
            )
            canvas.drawRoundRect(box, corner, corner, pen)
        if icon:
            x, y, half = rect.left + px(21), rect.center[1], px(9)
            draw_icon(canvas, icon, Rect(x - half, y - half, x + half, y + half), color, pen=2.2)

    return paint


def tabs(theme: Theme, names: Sequence[str], selected: int, on_select: Callable[[int], None]) -> View:
    """Tabs across the screen; the selected one is underlined."""
    made = [
        View(
            "androidx.appcompat.app.ActionBar$Tab",
            text=name,
            style=TITLE._replace(size=14, height=20),
            color=theme.primary if index == selected else theme.on_surface_variant,
            text_align=Align.CENTER,
            min_height=48,
            pad=(4, 14, 4, 14),
            weight=1,
            selected=index == selected,
            draw=_underline(theme.primary, name) if index == selected else None,
            on_tap=partial(on_select, index),
        )
        for index, name in enumerate(names)
    ]
    return column(
        row(*made, cls="android.widget.HorizontalScrollView", id="tabs", width=MATCH),
        View(width=MATCH, height=1, fill=theme.outline_variant, hidden=True),
        width=MATCH,
        hidden=True,
    )


def _underline(color: Color, name: str) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        half = min(rect.width / 2 - px(8), px(8 + 3.4 * len(name)))
        x, bottom = rect.center[0], rect.bottom
        bar = skia.RRect()
        corner = skia.Point(3 * DENSITY, 3 * DENSITY)
        flat = skia.Point(0, 0)
        bar.setRectRadii(
            skia.Rect.MakeLTRB(x - half, bottom - px(3), x + half, bottom), [corner, corner, flat, flat]
        )
        canvas.drawRRect(bar, skia.Paint(Color=color, AntiAlias=True))

    return paint


def bottom_bar(
    theme: Theme,
    entries: Sequence[tuple[str, str, str]],
    selected: str,
    on_select: Callable[[str], None],
    *,
    foot: float = 0.0,
) -> View:
    """The bar at the foot of an app's main screens.

    Args:
        theme: the colours.
        entries: resource id, icon and text of each.
        selected: the resource id of the one that is shown.
        on_select: gets the resource id of the touched one.
        foot: the height of the navigation bar below, ``context.foot`` on a screen that is edge to edge.
    """

    def item(id_: str, icon: str, text: str) -> View:
        chosen = id_ == selected
        pill = View(
            icon=icon,
            color=theme.on_secondary_container if chosen else theme.on_surface_variant,
            fill=theme.secondary_container if chosen else None,
            width=60,
            height=32,
            radius=16,
            hidden=True,
        )
        name = label(
            text,
            LABEL,
            theme.on_surface if chosen else theme.on_surface_variant,
            id="navigation_bar_item_label",
        )
        return column(
            pill,
            name,
            cls=FRAME,
            id=id_,
            weight=1,
            align=Align.CENTER,
            gap=4,
            pad=(2, 10, 2, 10),
            selected=chosen,
            on_tap=lambda: on_select(id_),
        )

    bar = row(*(item(*entry) for entry in entries), width=MATCH, align=Align.START, hidden=True)
    return stack(bar, id="bottom_navigation", width=MATCH, pad=(8, 0, 8, foot), fill=theme.surface_container)
