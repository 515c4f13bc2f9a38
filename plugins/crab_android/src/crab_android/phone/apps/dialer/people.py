"""People that can be called: favourites, contacts, and how they stand in lists."""

from __future__ import annotations

from crab_android.phone.kit import (
    LABEL_LARGE,
    MATCH,
    Align,
    Caller,
    Callers,
    Context,
    Intent,
    View,
    avatar,
    column,
    empty_state,
    formats,
    icon_badge,
    icon_button,
    label,
    lazy_list,
    list_row,
    row,
    space,
)

from .calls import SCREEN
from .model import Dialer

_CONTACTS = "content://com.android.contacts/contacts"
FOOT = 96.0
"""Room in dp below a list for the floating button."""


def call(context: Context[Dialer], number: str) -> None:
    """Call somebody."""
    context.open(SCREEN, number=number)


def call_icon(context: Context[Dialer], number: str, name: str) -> View:
    """The button at the end of a row that calls."""
    return icon_button(
        "call",
        f"Call {name}",
        context.theme.on_surface_variant,
        lambda: call(context, number),
        id="call_button",
    )


def name_of(callers: Callers, number: str) -> str:
    """Who has a number."""
    return callers.name(number) if number else "Private number"


def favourites(context: Context[Dialer]) -> View:
    """Starred contacts, to call with one touch."""
    callers = Callers(context)
    starred = {int(entry["_id"]) for entry in context.query(_CONTACTS, starred=1)}
    shown: dict[int, Caller] = {}
    for caller in callers.known:
        if caller.contact in starred:
            shown.setdefault(caller.contact, caller)
    people = sorted(shown.values(), key=lambda caller: caller.name.casefold())
    if not people:
        hint = "Star a contact to call it from here"
        return column(empty_state(context.theme, "star", "No favorites yet", hint), width=MATCH)
    per_row = max(2, int(context.phone.area.width / 2.625 // 120))
    count = -(-len(people) // per_row)

    def build(index: int) -> View:
        if index == count:
            return space()
        cells = [_tile(context, caller) for caller in people[index * per_row : (index + 1) * per_row]]
        blanks = [space(weight=1) for _ in range(per_row - len(cells))]
        return row(*cells, *blanks, width=MATCH, pad=(12, 0, 12, 0), gap=8, align=Align.START, hidden=True)

    def height(index: int) -> float:
        return FOOT if index == count else 136

    return lazy_list(
        context, "favorites", count + 1, height, build, id="favorites_list", height=MATCH, pad=(0, 8, 0, 0)
    )


def _tile(context: Context[Dialer], caller: Caller) -> View:
    return column(
        avatar(caller.name, 76),
        label(
            caller.name,
            LABEL_LARGE,
            context.theme.on_surface,
            id="contact_name",
            lines=2,
            text_align=Align.CENTER,
        ),
        id="favorite_tile",
        desc=f"Call {caller.name}",
        weight=1,
        height=MATCH,
        pad=(4, 8, 4, 4),
        gap=6,
        radius=20,
        align=Align.CENTER,
        on_tap=lambda: call(context, caller.number),
        on_long_tap=lambda: context.open("call_details", number=caller.number),
    )


def contacts(context: Context[Dialer]) -> View:
    """Everybody with a number."""
    theme, callers = context.theme, Callers(context)
    people = sorted(callers.known, key=lambda caller: (caller.name.casefold(), caller.number))

    def create() -> None:
        context.start(Intent(action="android.intent.action.INSERT", type="vnd.android.cursor.dir/contact"))

    def build(index: int) -> View:
        if index == 0:
            return list_row(
                theme,
                "Create new contact",
                start=icon_badge("person_add", theme.primary),
                id="create_new_contact",
                on_tap=create,
            )
        if index > len(people):
            return space()
        return person(context, people[index - 1])

    def height(index: int) -> float:
        return FOOT if index > len(people) else 64

    return lazy_list(context, "people", len(people) + 2, height, build, id="contact_list", height=MATCH)


def person(context: Context[Dialer], caller: Caller) -> View:
    """Somebody of the contacts in a list: a tap shows the contact, the icon calls."""

    def show() -> None:
        context.view(f"{_CONTACTS}/{caller.contact}")

    return list_row(
        context.theme,
        caller.name,
        formats.phone_number(caller.number, formats.locale_of(context)),
        start=avatar(caller.name, 40),
        end=call_icon(context, caller.number, caller.name),
        id="contact_row",
        title_id="contact_name",
        detail_id="contact_number",
        on_tap=show,
        pad=(16, 6, 8, 6),
    )
