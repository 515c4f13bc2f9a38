"""Text fields in a box, with a label, an icon and a kind of keyboard; and a slider in steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from .text import BODY, BODY_LARGE, TextStyle
from .theme import Color, Theme
from .views import MATCH, Align, Handler, View
from .widgets import column, icon_button, icon_mark, label, row, slider, stack, text_input

if TYPE_CHECKING:
    from ..context import Context

InputType = Literal["text", "number", "phone", "email", "password"]


def text_box(
    context: Context[Any],
    name: str,
    caption: str,
    *,
    id: str = "",
    icon: str = "",
    input_type: InputType = "text",
    initial: str = "",
    lines: int = 1,
    error: str = "",
    helper: str = "",
    on_enter: Handler | None = None,
    background: Color | None = None,
    style: TextStyle = BODY_LARGE,
) -> View:
    """A text field in an outlined box; with a text or the cursor in it, its label stands on the box's edge.

    Args:
        context: of the screen.
        name: the text field's name on the screen.
        caption: the label; while the field is empty and not in use it stands in it as the hint.
        id: the field's resource id; its name when empty.
        icon: an icon in front of the box.
        input_type: which keys the keyboard offers; a password is shown as dots, unless the eye is touched.
        initial: what stands in the field at first.
        lines: how many lines it may grow to; with more than one, enter breaks the line.
        error: what is wrong with the text, below the box.
        helper: a hint below the box, where there is no error.
        on_enter: what the enter key does.
        background: the colour that the box stands on; the screen's when None.
        style: of the text.
    """
    theme = context.theme
    secret = input_type == "password"
    seen = secret and bool(context.args.get(f"{name}_seen"))
    entry = text_input(
        context,
        name,
        "",
        id=id or name,
        initial=initial,
        lines=lines,
        on_enter=on_enter,
        style=style,
        min_height=24,
        password=secret and not seen,
        input_type="text" if seen else input_type,
    )
    raised = bool(entry.text) or entry.focused
    if not raised:
        entry.hint = caption
        entry.hint_color = theme.error if error else theme.on_surface_variant
    color = theme.error if error else theme.primary if entry.focused else theme.outline
    entry.pad = (16, 16, 56 if secret else 16, 16)
    entry.radius = 14
    entry.stroke = color
    edge = label(
        caption,
        TextStyle(12, 16),
        theme.error if error else theme.primary if entry.focused else theme.on_surface_variant,
        fill=theme.surface if background is None else background,
        pad=(4, 0, 4, 0),
    )
    box = stack(
        stack(entry, width=MATCH, pad=(0, 8, 0, 0), hidden=True),
        *([stack(edge, pad=(12, 0, 0, 0), hidden=True)] if raised else []),
        *([_eye(context, name, seen)] if secret else []),
        width=MATCH,
        hidden=True,
    )
    below = error or helper
    note = label(
        below,
        BODY._replace(size=12, height=16),
        theme.error if error else theme.on_surface_variant,
        id="textinput_error" if error else "textinput_helper_text",
        lines=3,
        pad=(16, 4, 16, 0),
        width=MATCH,
    )
    whole = column(box, *([note] if below else []), width=MATCH, hidden=True)
    return _beside(whole, icon, theme) if icon else whole


def dropdown(theme: Theme, caption: str, value: str, on_tap: Handler, id: str, *, icon: str = "") -> View:
    """A box that looks like a text field and opens a choice instead: what is chosen, and a small triangle.

    Args:
        theme: the colours.
        caption: what is chosen here, on the box's edge.
        value: the text of what is chosen.
        on_tap: opens the choice, such as ``lambda: context.show_dialog("kind")``.
        id: the box's resource id.
        icon: an icon in front of the box.
    """
    box = row(
        label(value, BODY_LARGE, theme.on_surface, id="android:id/text1", weight=1),
        icon_mark("dropdown", theme.on_surface_variant),
        cls="android.widget.Spinner",
        id=id,
        desc=caption,
        width=MATCH,
        min_height=56,
        pad=(16, 16, 12, 16),
        radius=14,
        stroke=theme.outline,
        on_tap=on_tap,
    )
    edge = label(
        caption,
        TextStyle(12, 16),
        theme.on_surface_variant,
        fill=theme.surface,
        pad=(4, 0, 4, 0),
        hidden=True,
    )
    whole = stack(
        stack(box, width=MATCH, pad=(0, 8, 0, 0), hidden=True),
        stack(edge, pad=(12, 0, 0, 0), hidden=True),
        width=MATCH,
        hidden=True,
    )
    return _beside(whole, icon, theme) if icon else whole


def _beside(whole: View, icon: str, theme: Theme) -> View:
    """A box with an icon in front of it."""
    whole.weight = 1
    mark = View(icon=icon, color=theme.on_surface_variant, width=24, height=72, hidden=True)
    return row(mark, whole, width=MATCH, gap=16, align=Align.START, hidden=True)


def _eye(context: Context[Any], name: str, seen: bool) -> View:
    def toggle() -> None:
        context.args[f"{name}_seen"] = not seen

    eye = icon_button(
        "eye_off" if seen else "eye",
        "Hide password" if seen else "Show password",
        context.theme.on_surface_variant,
        toggle,
        id="text_input_end_icon",
    )
    return stack(eye, width=MATCH, pad=(0, 12, 4, 0), align=Align.END, hidden=True)


def step_slider(
    value: float,
    steps: int,
    context: Context[Any],
    desc: str,
    on_value: Callable[[float], None],
    id: str,
) -> View:
    """A slider from 0 to 1 that stops at ``steps`` even steps, 0 and 1 among them; needs two or more."""

    def snap(part: float) -> None:
        on_value(round(part * (steps - 1)) / (steps - 1))

    return slider(value, context.theme, desc, snap, id, ticks=steps)
