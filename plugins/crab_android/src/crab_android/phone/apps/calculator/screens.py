"""The calculator's keys and display, and its history."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crab_android.phone.kit import (
    BODY_LARGE,
    LABEL_LARGE,
    MATCH,
    Align,
    Color,
    Context,
    Handler,
    Popup,
    TextStyle,
    View,
    column,
    confirm,
    empty_state,
    icon_button,
    label,
    menu,
    overflow,
    row,
    scroll,
    space,
    top_bar,
)

from .model import Calculation, Calculator

_Line = tuple[tuple[str, str], ...]

_KEYS: tuple[_Line, ...] = (
    (("C", "clr"), ("( )", "parens"), ("%", "op_pct"), ("÷", "op_div")),
    (("7", "digit_7"), ("8", "digit_8"), ("9", "digit_9"), ("×", "op_mul")),
    (("4", "digit_4"), ("5", "digit_5"), ("6", "digit_6"), ("−", "op_sub")),
    (("1", "digit_1"), ("2", "digit_2"), ("3", "digit_3"), ("+", "op_add")),
    (("0", "digit_0"), (".", "dec_point"), ("⌫", "del"), ("=", "eq")),
)
_SCIENCE: tuple[_Line, ...] = (
    (("√", "op_sqrt"), ("π", "const_pi"), ("^", "op_pow"), ("!", "op_fact")),
    (("sin", "fun_sin"), ("cos", "fun_cos"), ("tan", "fun_tan"), ("e", "const_e")),
    (("ln", "fun_ln"), ("log", "fun_log"), ("(", "lparen"), (")", "rparen")),
)
_NAMES = {
    "C": "clear", "( )": "parentheses", "%": "percent", "÷": "divide", "×": "multiply", "−": "minus",
    "+": "plus",
    ".": "point", "⌫": "delete", "=": "equals", "√": "square root", "π": "pi", "^": "power", "!": "factorial",
    "e": "Euler’s number", "sin": "sine", "cos": "cosine", "tan": "tangent", "ln": "natural logarithm",
    "log": "logarithm", "(": "left parenthesis", ")": "right parenthesis",
}  # fmt: skip


def main(context: Context[Calculator]) -> View:
    """Display and keys."""
    theme, state = context.theme, context.state
    wide = context.phone.area.width > context.phone.area.height
    science = wide or bool(context.activity.args.get("science"))

    def toggle() -> None:
        context.activity.args["science"] = not science

    bar = row(
        space(width=4),
        View(
            "android.widget.TextView",
            id="mode",
            text="DEG" if state.degrees else "RAD",
            style=LABEL_LARGE,
            color=theme.on_surface_variant,
            height=48,
            pad=(14, 0, 14, 0),
            on_tap=lambda: setattr(state, "degrees", not state.degrees),
        ),
        space(weight=1),
        icon_button("history", "History", theme.on_surface, lambda: context.open("history"), id="history"),
        overflow(context),
        width=MATCH,
        pad=(4, 4, 4, 0),
    )
    size = 56 if len(state.formula) <= 9 and not wide else 40 if len(state.formula) <= 14 else 30
    shown = label(
        state.error or state.formula or "0",
        TextStyle(34 if state.error else size, 68 if size == 56 else 50),
        theme.error if state.error else theme.on_surface,
        id="formula",
        width=MATCH,
        text_align=Align.END,
        lines=2,
    )
    preview = label(
        state.preview(),
        TextStyle(26, 36),
        theme.on_surface_variant,
        id="result",
        width=MATCH,
        text_align=Align.END,
    )
    if wide:
        preview.text_align, preview.weight, shown.weight = Align.START, 1, 2
        display = row(preview, shown, width=MATCH, weight=1, pad=(20, 0, 20, 0))
    else:
        texts = (space(weight=1), shown, preview, space(height=12))
        display = column(*texts, width=MATCH, weight=1, pad=(24, 0, 24, 0))
    more = icon_button(
        "collapse" if science else "expand",
        "Fewer functions" if science else "More functions",
        theme.on_surface_variant,
        toggle,
        id="collapse_expand",
        width=MATCH,
        height=40,
    )
    if wide:
        pads = (_pad(context, _SCIENCE, 40, 1), _pad(context, _KEYS, 40, 1))
        keys = row(*pads, width=MATCH, gap=10, align=Align.END)
        return column(bar, display, keys, width=MATCH, height=MATCH, pad=(8, 0, 8, 4))
    shown_pads = [_pad(context, _SCIENCE, 46)] if science else []
    shown_pads.append(_pad(context, _KEYS, 68 if science else 84))
    whole = (bar, display, more, *shown_pads, space(height=12))
    return column(*whole, width=MATCH, height=MATCH, pad=(14, 0, 14, 0))


def _pad(context: Context[Calculator], lines: tuple[_Line, ...], height: float, weight: float = 0) -> View:
    rows = [
        row(*[_key(context, text, id, height) for text, id in line], width=MATCH, gap=10) for line in lines
    ]
    return column(*rows, gap=10, pad=(0, 0, 0, 10), weight=weight, width=MATCH)


def _key(context: Context[Calculator], text: str, id: str, height: float) -> View:
    theme = context.theme
    fill, color = _colors(context, text)
    return View(
        "android.widget.Button",
        id=id,
        text="" if text == "⌫" else text,
        desc=_NAMES.get(text, text),
        icon="backspace" if text == "⌫" else "",
        icon_size=28,
        style=TextStyle(20 if len(text) > 1 and text != "( )" else 28, 34, 400),
        color=color,
        fill=fill or theme.surface_container,
        radius=height / 2,
        height=height,
        weight=1,
        text_align=Align.CENTER,
        on_tap=_act(context, text),
        on_long_tap=context.state.clear if text == "⌫" else None,
    )


def _colors(context: Context[Calculator], text: str) -> tuple[Color, Color]:
    theme = context.theme
    if text == "=":
        return theme.primary, theme.on_primary
    if text == "C":
        return theme.tertiary_container, theme.on_tertiary_container
    if text in ("÷", "×", "−", "+", "%", "( )"):
        return theme.secondary_container, theme.on_secondary_container
    if text[0].isdigit() or text in (".", "⌫"):
        return theme.surface_container, theme.on_surface
    return theme.surface_low, theme.on_surface_variant


def _act(context: Context[Calculator], text: str) -> Handler:
    state = context.state
    if text == "C":
        return state.clear
    if text == "⌫":
        return state.delete
    if text == "=":
        return state.equals
    if text == "( )":
        return lambda: state.press(_bracket(state.formula))
    key = f"{text}(" if text.isalpha() and len(text) > 1 else text
    return lambda: state.press(key)


def _bracket(formula: str) -> str:
    """The bracket that makes sense next."""
    open_ones = formula.count("(") - formula.count(")")
    return ")" if open_ones > 0 and formula[-1] not in "(+−×÷^√" else "("


def main_menu(context: Context[Calculator]) -> Popup:
    """The menu of the calculator."""
    state = context.state

    def copy() -> None:
        context.copy(state.preview() or state.formula)
        context.toast("Copied")

    return menu(
        context,
        ("menu_history", "History", lambda: context.open("history")),
        ("menu_copy", "Copy result", copy),
        ("menu_share", "Share result", lambda: context.share(text=state.preview() or state.formula or "0")),
    )


def history(context: Context[Calculator]) -> View:
    """What was worked out before, the latest first; a tap takes a result over."""
    theme, lines = context.theme, context.state.history
    actions = []
    if lines:
        clear: Handler = lambda: context.show_dialog("clear")  # noqa: E731
        actions.append(icon_button("delete", "Clear history", theme.on_surface, clear, id="clear_history"))
    rows = [_line(context, line) for line in reversed(lines)]
    body = (
        scroll(context, "history", *rows, space(height=24), id="history_list", gap=2, pad=(12, 4, 12, 0))
        if rows
        else empty_state(theme, "history", "No history yet", "What you work out is kept here")
    )
    return column(top_bar("History", theme, context.finish, *actions), body, width=MATCH, height=MATCH)


def _line(context: Context[Calculator], line: Calculation) -> View:
    theme = context.theme

    right: dict[str, Any] = {"width": MATCH, "text_align": Align.END}

    def take(value: str) -> Callable[[], None]:
        def act() -> None:
            context.state.formula, context.state.error, context.state.done = value, "", True
            context.finish()

        return act

    return column(
        label(line.formula, BODY_LARGE, theme.on_surface_variant, id="history_formula", lines=3, **right),
        label(f"= {line.result}", TextStyle(26, 34), theme.on_surface, id="history_result", **right),
        id="history_line",
        width=MATCH,
        pad=(16, 12, 16, 12),
        radius=16,
        fill=theme.surface_low,
        on_tap=take(line.result),
    )


def confirm_clear(context: Context[Calculator]) -> Popup:
    """The question before the history is forgotten."""
    return confirm(
        context,
        "Clear history?",
        "All earlier calculations are removed. This cannot be undone.",
        "Clear",
        context.state.history.clear,
    )
