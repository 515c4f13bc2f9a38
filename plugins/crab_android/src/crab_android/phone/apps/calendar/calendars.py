"""Which calendars there are, and which of them are shown."""

from __future__ import annotations

import skia

from crab_android.phone.kit import (
    DENSITY,
    MATCH,
    Color,
    Context,
    Painter,
    Popup,
    Rect,
    View,
    choice,
    column,
    confirm,
    draw_icon,
    icon_button,
    list_row,
    menu,
    px,
    scroll,
    section,
    text_prompt,
    top_bar,
)

from .dialogs import color_name
from .model import COLORS, CalendarInfo, CalendarState

Ctx = Context[CalendarState]


def build(context: Ctx) -> View:
    """The screen."""
    theme, state = context.theme, context.state
    rows: list[View] = []
    account = None
    for known in state.calendars:
        if known.account != account:
            account = known.account
            rows.append(section(account or "On this phone", theme, id="account_name"))
        rows.append(_row(context, known))
    add = icon_button(
        "add", "Add calendar", theme.on_surface_variant, lambda: _add(context), id="action_add_calendar"
    )
    return column(
        top_bar("Calendars to display", theme, context.finish, add),
        scroll(context, "calendars", *rows, id="calendar_list"),
        width=MATCH,
        height=MATCH,
    )


def _add(context: Ctx) -> None:
    context.show_dialog("add")
    context.edit("new_calendar")


def _row(context: Ctx, known: CalendarInfo) -> View:
    theme = context.theme

    def toggle() -> None:
        known.visible = not known.visible

    box = View(
        "android.widget.CheckBox",
        id="visible_check_box",
        desc=known.name,
        checked=known.visible,
        width=40,
        height=48,
        draw=_box(known.color, known.visible),
        on_tap=toggle,
    )
    more = icon_button(
        "more",
        f"Options for {known.name}",
        theme.on_surface_variant,
        lambda: context.show_dialog("options", id=known.id),
        id="calendar_options",
    )
    count = sum(event.calendar == known.id for event in context.state.events)
    return list_row(
        theme,
        known.name,
        f"{count} event{'' if count == 1 else 's'}",
        start=box,
        end=more,
        on_tap=toggle,
        id="calendar_row",
        title_id="calendar_name",
        pad=(12, 8, 4, 8),
    )


def _box(color: Color, checked: bool) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.center
        half = px(10)
        box = skia.Rect.MakeLTRB(x - half, y - half, x + half, y + half)
        if checked:
            canvas.drawRoundRect(box, px(4), px(4), skia.Paint(Color=color, AntiAlias=True))
            inner = px(7)
            draw_icon(canvas, "check", Rect(x - inner, y - inner, x + inner, y + inner), 0xFFFFFFFF, pen=3)
            return
        box.inset(DENSITY, DENSITY)
        pen = skia.Paint(Color=color, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=2 * DENSITY)
        canvas.drawRoundRect(box, px(4), px(4), pen)

    return paint


def _chosen(context: Ctx) -> CalendarInfo:
    return context.state.calendar(int(context.dialog.get("id", 0)))


def add_dialog(context: Ctx) -> Popup:
    """Another calendar."""
    state = context.state

    def save(name: str) -> None:
        palette = list(COLORS.values())
        account = state.calendars[0].account
        state.add_calendar(name, palette[len(state.calendars) % len(palette)], account)

    return text_prompt(context, "New calendar", "new_calendar", "Name", "Add", save)


def options_dialog(context: Ctx) -> Popup:
    """What can be done with a calendar."""
    known = _chosen(context)

    def rename() -> None:
        context.show_dialog("rename", id=known.id)
        context.edit("calendar_new_name", known.name)

    def delete() -> None:
        if len(context.state.calendars) == 1:
            context.toast("The last calendar cannot be deleted")
        else:
            context.show_dialog("delete", id=known.id)

    return menu(
        context,
        ("action_rename", "Rename", rename),
        ("action_color", "Color", lambda: context.show_dialog("color", id=known.id)),
        ("action_delete_calendar", "Delete", delete),
    )


def rename_dialog(context: Ctx) -> Popup:
    """Another name for a calendar."""
    known = _chosen(context)

    def save(name: str) -> None:
        known.name = name

    return text_prompt(
        context, "Rename calendar", "calendar_new_name", "Name", "Save", save, initial=known.name
    )


def color_dialog(context: Ctx) -> Popup:
    """Another colour for a calendar."""
    known = _chosen(context)

    def choose(name: str) -> None:
        known.color = COLORS[name]

    return choice(
        context, "Calendar color", [(name, name) for name in COLORS], color_name(known.color), choose
    )


def delete_dialog(context: Ctx) -> Popup:
    """The question before a calendar is deleted."""
    known = _chosen(context)
    count = sum(event.calendar == known.id for event in context.state.events)

    def delete() -> None:
        context.state.remove_calendar(known.id)
        context.toast("Calendar deleted")

    message = f"{known.name} and its {count} event{'' if count == 1 else 's'} will be deleted."
    return confirm(context, "Delete this calendar?", message, "Delete", delete)
