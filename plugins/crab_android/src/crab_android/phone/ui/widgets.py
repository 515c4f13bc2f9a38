"""The pieces that screens are built from, in Android's classes and Material 3's looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import skia

from .geometry import DENSITY, Rect, px
from .icons import draw_icon
from .text import BODY, BODY_LARGE, LABEL_LARGE, TITLE, TITLE_LARGE, TextStyle
from .theme import Color, Theme, with_alpha
from .views import MATCH, Align, Axis, Handler, View

if TYPE_CHECKING:
    from ..context import Context

TEXT = "android.widget.TextView"
FRAME = "android.widget.FrameLayout"
LINEAR = "android.widget.LinearLayout"


def label(text: str, style: TextStyle = BODY_LARGE, color: Color = 0xFF000000, **more: Any) -> View:
    """A line (or ``lines`` lines) of text."""
    return View(more.pop("cls", TEXT), text=text, style=style, color=color, **more)


def column(*children: View, **more: Any) -> View:
    """Children below each other."""
    return View(more.pop("cls", LINEAR), children=list(children), axis=Axis.COLUMN, **more)


def row(*children: View, **more: Any) -> View:
    """Children beside each other, centred in height unless told otherwise."""
    more.setdefault("align", Align.CENTER)
    return View(more.pop("cls", LINEAR), children=list(children), axis=Axis.ROW, **more)


def stack(*children: View, **more: Any) -> View:
    """Children above each other."""
    return View(more.pop("cls", FRAME), children=list(children), axis=Axis.STACK, **more)


def space(width: float = 0, height: float = 0, weight: float = 0) -> View:
    """Nothing, of a size."""
    return View(width=width, height=height, weight=weight, hidden=True)


def icon_mark(icon: str, color: Color, size: float = 24) -> View:
    """An icon that only illustrates what stands beside it: no node of the UI tree, not to be touched."""
    return View(icon=icon, icon_size=size, color=color, width=size, height=size, hidden=True)


def icon_button(icon: str, desc: str, color: Color, on_tap: Handler, id: str = "", **more: Any) -> View:
    """A 48 dp square with an icon."""
    more.setdefault("width", 48)
    more.setdefault("height", 48)
    return View("android.widget.ImageButton", id=id, icon=icon, desc=desc, color=color, on_tap=on_tap, **more)


def button(
    text: str, theme: Theme, on_tap: Handler, *, id: str = "", filled: bool = False, **more: Any
) -> View:
    """A text button, or a filled one."""
    return View(
        "android.widget.Button",
        id=id,
        text=text,
        style=LABEL_LARGE,
        height=40,
        pad=(24, 0, 24, 0) if filled else (12, 0, 12, 0),
        radius=20,
        fill=theme.primary if filled else None,
        color=theme.on_primary if filled else theme.primary,
        text_align=Align.CENTER,
        on_tap=on_tap,
        **more,
    )


def fab(icon: str, desc: str, theme: Theme, on_tap: Handler, id: str) -> View:
    """The floating action button."""
    return View(
        "android.widget.ImageButton",
        id=id,
        icon=icon,
        icon_size=26,
        desc=desc,
        width=60,
        height=60,
        radius=18,
        fill=theme.primary_container,
        color=theme.on_primary_container,
        shadow=True,
        on_tap=on_tap,
    )


def switch(checked: bool, theme: Theme, on_tap: Handler | None = None, **more: Any) -> View:
    """A switch; without a handler of its own it only shows a state."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.center
        width, height = px(52), px(32)
        track = skia.Rect.MakeXYWH(x - width / 2, y - height / 2, width, height)
        fill = theme.primary if checked else theme.surface_highest
        canvas.drawRoundRect(track, height / 2, height / 2, skia.Paint(Color=fill, AntiAlias=True))
        if not checked:
            track.inset(DENSITY, DENSITY)
            pen = skia.Paint(Color=theme.outline, AntiAlias=True, Style=skia.Paint.kStroke_Style)
            pen.setStrokeWidth(2 * DENSITY)
            canvas.drawRoundRect(track, height / 2, height / 2, pen)
        center = x + (width / 2 - height / 2) * (1 if checked else -1)
        knob = skia.Paint(Color=theme.on_primary if checked else theme.outline, AntiAlias=True)
        canvas.drawCircle(center, y, (12 if checked else 8) * DENSITY, knob)
        if checked:
            half = px(8)
            square = Rect(int(center) - half, y - half, int(center) + half, y + half)
            draw_icon(canvas, "check", square, theme.primary, pen=2.6)

    return View(
        "android.widget.Switch", checked=checked, width=52, height=48, draw=paint, on_tap=on_tap, **more
    )


def checkbox(checked: bool, theme: Theme, on_tap: Handler, **more: Any) -> View:
    """A round check box, as to-do lists have them."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        x, y = rect.center
        if checked:
            canvas.drawCircle(x, y, 11 * DENSITY, skia.Paint(Color=theme.primary, AntiAlias=True))
            half = px(8.5)
            draw_icon(
                canvas, "check", Rect(x - half, y - half, x + half, y + half), theme.on_primary, pen=2.6
            )
            return
        pen = skia.Paint(Color=theme.on_surface_variant, AntiAlias=True, Style=skia.Paint.kStroke_Style)
        pen.setStrokeWidth(2 * DENSITY)
        canvas.drawCircle(x, y, 10 * DENSITY, pen)

    return View(
        "android.widget.CheckBox", checked=checked, width=48, height=48, draw=paint, on_tap=on_tap, **more
    )


def radio(checked: bool, theme: Theme, **more: Any) -> View:
    """A radio button that shows a state."""

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        color = theme.primary if checked else theme.on_surface_variant
        pen = skia.Paint(Color=color, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=2 * DENSITY)
        canvas.drawCircle(*rect.center, 9 * DENSITY, pen)
        if checked:
            canvas.drawCircle(*rect.center, 5 * DENSITY, skia.Paint(Color=color, AntiAlias=True))

    return View("android.widget.RadioButton", checked=checked, width=40, height=48, draw=paint, **more)


def slider(
    part: float, theme: Theme, desc: str, on_part: Callable[[float], None], id: str, *, ticks: int = 0
) -> View:
    """A slider from 0 to 1, perhaps with ticks; a tap or the end of a swipe sets it."""
    view = View("android.widget.SeekBar", id=id, desc=desc, width=MATCH, height=48)

    def paint(canvas: skia.Canvas, rect: Rect) -> None:
        y = rect.center[1]
        inset = px(4)
        left, right = rect.left + inset, rect.right - inset
        middle = left + (right - left) * part
        gap, half = px(6), px(8)
        done = skia.Rect.MakeLTRB(left, y - half, max(left, middle - gap), y + half)
        rest = skia.Rect.MakeLTRB(min(right, middle + gap), y - half, right, y + half)
        canvas.drawRoundRect(done, half, half, skia.Paint(Color=theme.primary, AntiAlias=True))
        canvas.drawRoundRect(rest, half, half, skia.Paint(Color=theme.secondary_container, AntiAlias=True))
        for number in range(ticks):
            x = left + half + (right - left - 2 * half) * number / (ticks - 1)
            if abs(x - middle) > 2 * gap:
                color = theme.on_primary if x < middle else theme.on_secondary_container
                canvas.drawCircle(x, y, px(2), skia.Paint(Color=color, AntiAlias=True))
        handle = skia.Rect.MakeLTRB(middle - px(2), y - px(22), middle + px(2), y + px(22))
        canvas.drawRoundRect(handle, px(2), px(2), skia.Paint(Color=theme.primary, AntiAlias=True))

    def touch(x: float, _y: float) -> None:
        on_part(min(1.0, max(0.0, (x - view.rect.left - px(4)) / max(1, view.rect.width - px(8)))))

    view.draw = paint
    view.on_touch = touch
    return view


def text_input(
    context: Context[Any],
    name: str,
    hint: str,
    *,
    style: TextStyle = BODY_LARGE,
    initial: str = "",
    lines: int = 1,
    on_enter: Handler | None = None,
    **more: Any,
) -> View:
    """An editable text; what is typed is kept in the activity's field of that name."""
    theme = context.theme
    state = context.field(name, initial)
    focused = context.activity.focus == name
    view = View(
        "android.widget.EditText",
        id=more.pop("id", name),
        text=state.text,
        hint=hint,
        style=style,
        color=more.pop("color", theme.on_surface),
        hint_color=theme.on_surface_variant,
        lines=lines,
        multiline=lines > 1,
        field=name,
        focused=focused,
        focusable=True,
        cursor=state.cursor if focused else None,
        selection=state.selection if focused and state.selected_from is not None else None,
        width=more.pop("width", MATCH),
        on_enter=on_enter,
        **more,
    )
    view.on_touch = lambda x, y: context.phone.touch_field(view, x, y)
    view.on_long_tap = lambda: context.phone.select_all(view)
    return view


def outlined(field_view: View, theme: Theme) -> View:
    """A text field in Material's outlined box."""
    field_view.pad = (16, 16, 16, 16)
    field_view.radius = 12
    field_view.stroke = theme.primary if field_view.focused else theme.outline
    return field_view


def top_bar(
    title: str, theme: Theme, back: Handler | None, *actions: View, id: str = "toolbar_title"
) -> View:
    """The bar at the top of a screen: back arrow, title, actions."""
    start = [icon_button("back", "Navigate up", theme.on_surface, back)] if back else [space(width=12)]
    return row(
        *start,
        label(title, TITLE_LARGE, theme.on_surface, id=id, weight=1, pad=(4, 0, 4, 0)),
        *actions,
        cls="android.view.ViewGroup",
        id="toolbar",
        width=MATCH,
        height=64,
        pad=(4, 0, 4, 0),
    )


def scroll(context: Context[Any], key: str, *children: View, **more: Any) -> View:
    """A column that scrolls; its offset is kept with the activity."""
    more.setdefault("cls", "android.widget.ScrollView")
    return column(
        *children, scroll_key=key, scroll_y=context.activity.scroll.get(key, 0), width=MATCH, weight=1, **more
    )


def dialog_card(theme: Theme, title: str, *body: View, buttons: Sequence[View] = ()) -> View:
    """A dialog: title, body, and buttons at its foot."""
    foot = [row(space(weight=1), *buttons, width=MATCH, gap=8)] if buttons else []
    return column(
        label(title, TextStyle(24, 32), theme.on_surface, id="alertTitle", lines=3, width=MATCH),
        *body,
        *foot,
        id="dialog",
        width=320,
        pad=(24, 24, 24, 20),
        gap=16,
        radius=28,
        fill=theme.surface_high,
    )


def divider(theme: Theme) -> View:
    """A thin line across."""
    return View(width=MATCH, height=1, fill=theme.outline_variant, hidden=True)


def two_lines(title: str, detail: str, theme: Theme, *, enabled: bool = True) -> View:
    """A title with a smaller line below it, as rows of a list have them."""
    strength = 1.0 if enabled else 0.45
    lines = [
        label(title, TITLE._replace(weight=400), with_alpha(theme.on_surface, strength), id="title", lines=2)
    ]
    if detail:
        lines.append(
            label(detail, BODY, with_alpha(theme.on_surface_variant, strength), id="summary", lines=3)
        )
    return column(*lines, weight=1, gap=1)
