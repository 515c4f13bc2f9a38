"""Menus, bottom sheets and dialogs that ask something."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import skia

from ..app import Place, Popup
from .geometry import DENSITY, Rect, px
from .icons import draw_icon
from .lists import text_height
from .text import BODY, BODY_LARGE
from .theme import Theme, with_alpha
from .views import MATCH, Align, Handler, Painter, View
from .widgets import button, column, dialog_card, icon_button, label, outlined, row, stack, text_input

if TYPE_CHECKING:
    from ..context import Context

TITLE_ID = "android:id/title"
TEXT_ID = "android:id/text1"
YES_ID = "android:id/button1"
NO_ID = "android:id/button2"
_OPTION = 48.0  # dp
_LONG = 7.5  # options: more than this scroll inside their dialog, and the half one shows that there are more


def overflow(context: Context[Any], name: str = "menu") -> View:
    """The button with three dots, which opens the dialog ``name``."""
    return icon_button(
        "more",
        "More options",
        context.theme.on_surface_variant,
        lambda: context.show_dialog(name),
        id="action_menu",
    )


def menu(context: Context[Any], *entries: tuple[str, str, Handler]) -> Popup:
    """A menu at the top end of the screen.

    Args:
        context: of the screen.
        entries: resource id, text and handler of each; the menu closes before the handler runs.
    """
    theme = context.theme
    rows = [
        row(
            label(text, BODY_LARGE, theme.on_surface, id=TITLE_ID, lines=2, weight=1),
            id=id_,
            width=MATCH,
            min_height=48,
            pad=(16, 10, 16, 10),
            on_tap=closing(context, handler),
        )
        for id_, text, handler in entries
    ]
    view = column(
        *rows,
        cls="android.widget.ListView",
        width=248,
        pad=(0, 8, 0, 8),
        radius=18,
        fill=theme.surface_container,
        shadow=True,
        **_scrolling(context, "menu"),
    )
    return Popup(view, Place.MENU)


def closing(context: Context[Any], handler: Handler) -> Handler:
    """What closes the open dialog and then does what ``handler`` does."""

    def act() -> None:
        context.dismiss()
        handler()

    return act


def _scrolling(context: Context[Any], name: str) -> dict[str, Any]:
    """What makes a popup's column scroll where it is higher than the screen."""
    key = f"{name}:{context.activity.dialog.name if context.activity.dialog else ''}"
    return {"scroll_key": key, "scroll_y": context.activity.scroll.get(key, 0)}


def sheet(context: Context[Any], *children: View, id: str = "bottom_sheet") -> Popup:
    """A sheet that stands on the foot of the screen."""
    theme = context.theme
    handle = View(width=32, height=4, radius=2, fill=theme.outline, hidden=True)
    view = column(
        stack(handle, width=MATCH, height=24, align=Align.CENTER, justify=Align.CENTER, hidden=True),
        *children,
        id=id,
        width=MATCH,
        pad=(0, 0, 0, 12),
        corners=(28, 28, 0, 0),
        fill=theme.surface_low,
        **_scrolling(context, "sheet"),
    )
    return Popup(view, Place.BOTTOM)


def confirm(
    context: Context[Any],
    title: str,
    message: str,
    action: str,
    on_confirm: Handler,
    *,
    cancel: str = "Cancel",
) -> Popup:
    """A question before something happens; the dialog closes before ``on_confirm`` runs."""
    theme = context.theme
    body = (
        [label(message, BODY, theme.on_surface_variant, id="android:id/message", lines=12, width=MATCH)]
        if message
        else []
    )
    buttons = [button(action, theme, closing(context, on_confirm), id=YES_ID)]
    if cancel:
        buttons.insert(0, button(cancel, theme, context.dismiss, id=NO_ID))
    return Popup(dialog_card(theme, title, *body, buttons=buttons))


def choice(
    context: Context[Any],
    title: str,
    options: Sequence[tuple[str, str]],
    current: str,
    on_choose: Callable[[str], None],
) -> Popup:
    """One of several; a tap chooses and closes.

    Args:
        context: of the screen.
        title: what is to be chosen.
        options: key and text of each.
        current: the key of the one in force.
        on_choose: gets the key, after the dialog has closed.
    """
    theme = context.theme
    rows = [
        _option(text, key == current, theme, closing(context, partial(on_choose, key)), _radio_painter)
        for key, text in options
    ]
    cancel = button("Cancel", theme, context.dismiss, id=NO_ID)
    return Popup(dialog_card(theme, title, _options(context, rows), buttons=(cancel,)))


def multi_choice(
    context: Context[Any],
    title: str,
    options: Sequence[tuple[str, str]],
    chosen: Collection[str],
    on_toggle: Callable[[str], None],
    on_done: Handler,
) -> Popup:
    """Any of several; a tap toggles, OK closes and then calls ``on_done``.

    Keep what is chosen in ``context.dialog`` until it is done, so that leaving by back changes nothing.
    """
    theme = context.theme
    rows = [
        _option(text, key in chosen, theme, partial(on_toggle, key), _box_painter) for key, text in options
    ]
    buttons = (
        button("Cancel", theme, context.dismiss, id=NO_ID),
        button("OK", theme, closing(context, on_done), id=YES_ID),
    )
    return Popup(dialog_card(theme, title, _options(context, rows), buttons=buttons))


def _options(context: Context[Any], rows: Sequence[View]) -> View:
    # Beside the options there are the bars, the title and the buttons.
    most = min(_LONG * _OPTION, context.phone.area.height / DENSITY - 260)
    height = {"height": most} if text_height(context, len(rows) * _OPTION) > most else {}
    return column(
        *rows,
        cls="android.widget.ListView",
        id="select_dialog_listview",
        width=MATCH,
        **height,
        **_scrolling(context, "options"),
    )


def _option(
    text: str, checked: bool, theme: Theme, on_tap: Handler, painter: Callable[[bool, Theme], Painter]
) -> View:
    return label(
        text,
        BODY_LARGE,
        theme.on_surface,
        cls="android.widget.CheckedTextView",
        id=TEXT_ID,
        checked=checked,
        lines=3,
        width=MATCH,
        min_height=48,
        pad=(40, 12, 0, 12),
        draw=painter(checked, theme),
        on_tap=on_tap,
    )


def _radio_painter(checked: bool, theme: Theme) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.left + px(11), rect.center[1]
        color = theme.primary if checked else theme.on_surface_variant
        pen = skia.Paint(Color=color, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=2 * DENSITY)
        canvas.drawCircle(x, y, 9 * DENSITY, pen)
        if checked:
            canvas.drawCircle(x, y, 5 * DENSITY, skia.Paint(Color=color, AntiAlias=True))

    return paint


def _box_painter(checked: bool, theme: Theme) -> Painter:
    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y, half = rect.left + px(11), rect.center[1], 9 * DENSITY
        box = skia.Rect.MakeLTRB(x - half, y - half, x + half, y + half)
        corner = 3 * DENSITY
        if checked:
            canvas.drawRoundRect(box, corner, corner, skia.Paint(Color=theme.primary, AntiAlias=True))
            inner = px(7)
            draw_icon(
                canvas, "check", Rect(x - inner, y - inner, x + inner, y + inner), theme.on_primary, pen=3
            )
            return
        box.inset(DENSITY, DENSITY)
        pen = skia.Paint(
            Color=theme.on_surface_variant,
            AntiAlias=True,
            Style=skia.Paint.kStroke_Style,
            StrokeWidth=2 * DENSITY,
        )
        canvas.drawRoundRect(box, corner, corner, pen)

    return paint


def text_prompt(
    context: Context[Any],
    title: str,
    field: str,
    hint: str,
    action: str,
    on_save: Callable[[str], None],
    *,
    initial: str = "",
    input_type: str = "text",
) -> Popup:
    """A dialog that asks for a line of text.

    Args:
        context: of the screen.
        title: what is asked for.
        field: the text field's name on the screen, and its resource id.
        hint: shown while the field is empty.
        action: the text on the button that saves.
        on_save: gets the text without spaces around it, after the dialog has closed; never an empty one.
        initial: what stands in the field at first.
        input_type: which keys the keyboard offers, see :func:`.fields.text_box`.
    """
    theme = context.theme
    text = context.field(field, initial).text.strip()

    def save() -> None:
        if text:
            context.forget(field)
            context.dismiss()
            on_save(text)

    def leave() -> None:
        context.forget(field)
        context.dismiss()

    entry = outlined(
        text_input(context, field, hint, initial=initial, on_enter=save, input_type=input_type), theme
    )
    buttons = (
        button("Cancel", theme, leave, id=NO_ID),
        disabled(button(action, theme, save, id=YES_ID), theme, when=not text),
    )
    return Popup(dialog_card(theme, title, entry, buttons=buttons))


def disabled(view: View, theme: Theme, *, when: bool = True) -> View:
    """A button greyed out while it cannot be used."""
    if when:
        view.enabled = False
        view.color = with_alpha(theme.on_surface, 0.38)
        view.fill = None if view.fill is None else with_alpha(theme.on_surface, 0.12)
    return view
