"""Finding words in a document, and replacing them."""

from __future__ import annotations

import re

from crab_android.phone.kit import (
    BODY,
    MATCH,
    Context,
    View,
    button,
    column,
    icon_button,
    label,
    row,
    text_input,
)

from .editing import change, field_of, keep
from .model import Docs, Document

Ctx = Context[Docs]

Hit = tuple[int, int, int]  # id of the paragraph, first and last index of its text


def hits(document: Document, wanted: str) -> list[Hit]:
    """Where a text stands, in any case."""
    if not wanted:
        return []
    return [
        (one.id, found.start(), found.end())
        for one in document.paragraphs
        for found in re.finditer(re.escape(wanted), one.text, re.IGNORECASE)
    ]


def find_bar(context: Ctx, document: Document) -> View:
    """The bar to find and replace."""
    theme = context.theme
    wanted = context.field("find_text").text
    found = hits(document, wanted)
    at = int(context.args.get("hit", -1))
    count = f"{at + 1} of {len(found)}" if 0 <= at < len(found) else str(len(found))

    def step(way: int) -> None:
        kept = keep(context) or document
        there = hits(kept, wanted)
        if not there:
            context.toast("Not found")
            return
        number = (at + way) % len(there) if at >= 0 else 0
        context.args["hit"] = number
        paragraph, start, end = there[number]
        one = kept.paragraph(paragraph)
        if one is not None:
            context.edit(field_of(one), one.text)
            field = context.activity.fields[field_of(one)]
            field.selected_from, field.cursor = start, end

    def replace_all() -> None:
        new = context.field("replace_text").text

        def work(changed: Document) -> None:
            count = len(hits(changed, wanted))
            for one in changed.paragraphs:
                one.text = re.sub(re.escape(wanted), lambda _: new, one.text, flags=re.IGNORECASE)
                context.forget(field_of(one))
            context.toast(f"Replaced {count} time{'' if count == 1 else 's'}")

        if wanted:
            change(context, work)
            context.args.pop("hit", None)

    def close() -> None:
        context.args.pop("finding")
        context.args.pop("hit", None)
        context.forget("find_text", "replace_text")

    find = text_input(
        context, "find_text", "Find", on_enter=lambda: step(1), weight=1, min_height=48, ime_action="search"
    )
    replace = text_input(context, "replace_text", "Replace with", weight=1, min_height=48)
    color = theme.on_surface_variant
    return column(
        row(
            find,
            label(count if wanted else "", BODY, color, id="find_count"),
            icon_button("up", "Previous", color, lambda: step(-1), id="find_previous", width=44),
            icon_button("down", "Next", color, lambda: step(1), id="find_next", width=44),
            icon_button("close", "Close", color, close, id="find_close", width=44),
            width=MATCH,
            gap=2,
            hidden=True,
        ),
        row(
            replace,
            button("Replace all", theme, replace_all, id="replace_all"),
            width=MATCH,
            hidden=True,
        ),
        id="find_bar",
        width=MATCH,
        pad=(20, 4, 8, 8),
        fill=theme.surface_container,
    )
