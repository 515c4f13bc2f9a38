"""Whom a mail is to: chips, the field to type an address into, and who may be meant."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from crab_android.phone.kit import (
    BODY,
    DENSITY,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    Handler,
    View,
    avatar,
    column,
    divider,
    icon_button,
    label,
    list_row,
    row,
    shape,
    space,
    text_input,
)

from .addresses import parse_addresses
from .draft import Draft, keep, put
from .model import Address, MailState

Ctx = Context[MailState]

NAMES = {"to": "To", "cc": "Cc", "bcc": "Bcc"}
SIDE = 56.0  # dp, where the names of the fields stand
_LEAST = 96.0  # dp: what a field beside chips needs


def recipients(context: Ctx, draft: Draft, field: str) -> View:
    """One of the fields for addresses."""
    theme = context.theme

    def done() -> None:
        found = parse_addresses(context.field(field).text)
        for one in found:
            put(context, draft, field, one)
        if found:
            keep(context, draft)
            context.forget(field)
            context.edit(field)

    def remove(mail: str) -> None:
        people = draft.people(field)
        people[:] = [one for one in people if one.mail != mail]
        keep(context, draft)

    def more() -> None:
        draft.more = not draft.more
        keep(context, draft)

    width = context.phone.area.width / DENSITY - SIDE - 24 - 48
    entry = text_input(context, field, "", on_enter=done, min_height=44, input_type="email", id=field)
    entry.pad = (0, 10, 0, 10)
    chips = [(one, partial(remove, one.mail)) for one in draft.people(field)]
    rows = _wrapped(context, chips, entry, width)
    side = (
        icon_button(
            "up" if draft.more else "down",
            "Hide Cc and Bcc" if draft.more else "Add Cc and Bcc",
            theme.on_surface_variant,
            more,
            id="add_cc_bcc",
        )
        if field == "to"
        else space(width=48)
    )
    name = label(
        NAMES[field],
        BODY,
        theme.on_surface_variant,
        id=f"{field}_label",
        width=SIDE - 16,
        pad=(0, 14, 0, 0),
    )
    line = row(
        name,
        column(*rows, weight=1, hidden=True),
        side,
        width=MATCH,
        align=Align.START,
        pad=(20, 2, 4, 2),
        hidden=True,
    )
    return column(line, divider(theme), width=MATCH, hidden=True)


def _wrapped(context: Ctx, people: Sequence[tuple[Address, Handler]], entry: View, room: float) -> list[View]:
    """Chips in as many rows as they need, and the field after the last of them."""
    theme = context.theme
    rows: list[list[View]] = []
    left = 0.0
    for one, remove in people:
        size = LABEL_LARGE.size * DENSITY * context.phone.font_scale
        wide = min(room, shape(one.shown, LABEL_LARGE.weight, size).width / DENSITY + 86)
        chip = row(
            avatar(one.shown, 28),
            label(one.shown, LABEL_LARGE, theme.on_surface, id="chip_text", weight=1),
            icon_button(
                "close",
                f"Remove {one.shown}",
                theme.on_surface_variant,
                remove,
                id="chip_remove",
                width=32,
                height=36,
                icon_size=16,
            ),
            id="recipient_chip",
            desc=str(one),
            width=wide,
            height=36,
            gap=8,
            pad=(4, 0, 0, 0),
            radius=18,
            fill=theme.surface_high,
        )
        if rows and left + wide + 6 <= room:
            rows[-1].append(chip)
            left += wide + 6
        else:
            rows.append([chip])
            left = wide
    if rows and room - left >= _LEAST:
        entry.width, entry.weight = 0, 1
        rows[-1].append(entry)
    else:
        rows.append([entry])
    return [row(*chips, width=MATCH, min_height=44, gap=6, hidden=True) for chips in rows]


def suggestion(context: Ctx, draft: Draft, field: str, one: Address) -> View:
    """Somebody who may be meant by what is typed."""

    def choose() -> None:
        put(context, draft, field, one)
        keep(context, draft)
        context.forget(field)
        context.edit(field)

    return list_row(
        context.theme,
        one.shown,
        one.mail if one.name else "",
        start=avatar(one.shown),
        on_tap=choose,
        id="suggestion_row",
        detail_id="suggestion_address",
    )
