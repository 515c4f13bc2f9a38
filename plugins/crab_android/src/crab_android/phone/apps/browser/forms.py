"""Forms on pages: fields, boxes to tick, and the button that sends them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_android.phone.kit import BODY_LARGE, MATCH, View, button, checkbox, column, label, row, text_box

from .blocks import Form, Input

if TYPE_CHECKING:
    from .parts import Pen


def form(pen: Pen, block: Form, send: Callable[[dict[str, str]], None]) -> View:
    """A form of a page; ``send`` gets the values by name."""
    context = pen.context

    def value(field: Input) -> str:
        return context.field(f"form_{field.name}", field.value).text

    def submit() -> None:
        send({field.name: value(field) for field in block.fields})

    fields = [_field(pen, field, value(field), submit) for field in block.fields]
    press = button(block.button, pen.theme, submit, id="form_submit", filled=True)
    return column(*fields, row(press, min_height=48, hidden=True), width=MATCH, gap=10, hidden=True)


def _field(pen: Pen, field: Input, value: str, submit: Callable[[], None]) -> View:
    context, name = pen.context, f"form_{field.name}"
    if field.kind == "check":

        def tick() -> None:
            context.fill(name, "" if value == "yes" else "yes")

        box = checkbox(value == "yes", pen.theme, tick, id=name, desc=field.label)
        text = label(field.label, pen.style(BODY_LARGE), pen.theme.on_surface, lines=3, weight=1)
        return row(box, text, width=MATCH, min_height=48, on_tap=tick)
    caption = f"{field.label} *" if field.required else field.label
    return text_box(context, name, caption, input_type=field.kind, initial=field.value, on_enter=submit)
