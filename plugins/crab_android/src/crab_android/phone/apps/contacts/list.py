"""The list of contacts, the favourites, and the search."""

from __future__ import annotations

from crab_android.phone.kit import (
    BODY,
    LABEL_LARGE,
    MATCH,
    TITLE,
    Align,
    Context,
    Handler,
    Popup,
    View,
    avatar,
    bottom_bar,
    closing,
    column,
    confirm,
    empty_state,
    fab,
    formats,
    label,
    lazy_list,
    list_row,
    menu,
    row,
    search_bar,
    search_pill,
    section,
    sheet,
    space,
    stack,
)

from .model import Contact, Contacts
from .vcard import vcard

_TABS = (("contacts_tab", "people", "Contacts"), ("favorites_tab", "star", "Favorites"))


def contact_list(context: Context[Contacts]) -> View:
    """The app's main screen: all contacts under their letters, or the favourites."""
    theme = context.theme
    tab = context.args.get("tab", _TABS[0][0])

    def turn(id_: str) -> None:
        context.args["tab"] = id_

    body = _favourites(context) if tab == "favorites_tab" else _everybody(context)
    add = stack(
        fab("add", "Create contact", theme, lambda: context.open("edit"), "floating_action_button"),
        width=MATCH,
        height=MATCH,
        align=Align.END,
        justify=Align.END,
        pad=(0, 0, 16, 16),
        hidden=True,
    )
    return column(
        search_pill(context, "Search contacts"),
        stack(body, add, width=MATCH, weight=1, hidden=True),
        bottom_bar(theme, _TABS, tab, turn, foot=context.foot),
        width=MATCH,
        height=MATCH,
    )


def _everybody(context: Context[Contacts]) -> View:
    theme, state = context.theme, context.state
    people = state.in_order()
    if not people:
        return column(
            empty_state(theme, "people", "No contacts yet", "Tap + to create the first one"), width=MATCH
        )
    letters = [state.letter(person) for person in people]

    def build(index: int) -> View:
        if index == 0:
            count = "1 contact" if len(people) == 1 else f"{len(people)} contacts"
            return label(count, BODY, theme.on_surface_variant, id="contact_count", pad=(20, 6, 16, 6))
        if index > len(people):
            return space()
        at = index - 1
        begins = at == 0 or letters[at] != letters[at - 1]
        return contact_row(context, people[at], letter=letters[at] if begins else " ")

    def height(index: int) -> float:
        return 36 if index == 0 else 84 if index > len(people) else 60

    return lazy_list(context, "contacts", len(people) + 2, height, build, id="contact_list", height=MATCH)


def contact_row(
    context: Context[Contacts],
    person: Contact,
    *,
    letter: str = "",
    detail: str = "",
    on_tap: Handler | None = None,
) -> View:
    """A contact in a list; with ``letter``, the place in front where the first of a letter shows it."""
    theme = context.theme
    letters = (
        [label(letter.strip(), TITLE, theme.primary, id="header", width=20, text_align=Align.CENTER)]
        if letter
        else []
    )
    start = (
        row(*letters, avatar(person.name, 40), gap=14, hidden=True) if letters else avatar(person.name, 40)
    )
    return list_row(
        theme,
        context.state.shown_name(person),
        detail,
        start=start,
        title_id="contact_name",
        id="contact_row",
        detail_lines=1,
        on_tap=on_tap or (lambda: context.open("detail", id=person.id)),
        on_long_tap=lambda: context.show_dialog("actions", id=person.id),
        min_height=60,
    )


def _favourites(context: Context[Contacts]) -> View:
    theme = context.theme
    people = [person for person in context.state.in_order() if person.starred]
    if not people:
        hint = "Tap the star on a contact to find it here"
        return column(empty_state(theme, "star", "No favorites yet", hint), width=MATCH)
    per_row = max(2, int(context.phone.area.width / 2.625 // 120))
    count = -(-len(people) // per_row)

    def build(index: int) -> View:
        if index == count:
            return space()
        cells = [_tile(context, person) for person in people[index * per_row : (index + 1) * per_row]]
        blanks = [space(weight=1) for _ in range(per_row - len(cells))]
        return row(*cells, *blanks, width=MATCH, pad=(12, 0, 12, 0), gap=8, align=Align.START, hidden=True)

    return lazy_list(
        context,
        "favorites",
        count + 1,
        lambda index: 84 if index == count else 136,
        build,
        id="favorites_list",
        height=MATCH,
        pad=(0, 8, 0, 0),
    )


def _tile(context: Context[Contacts], person: Contact) -> View:
    theme = context.theme
    return column(
        avatar(person.name, 76),
        label(
            context.state.shown_name(person),
            LABEL_LARGE,
            theme.on_surface,
            id="contact_name",
            lines=2,
            text_align=Align.CENTER,
        ),
        id="contact_tile",
        weight=1,
        height=MATCH,
        pad=(4, 8, 4, 4),
        gap=6,
        radius=20,
        align=Align.CENTER,
        on_tap=lambda: context.open("detail", id=person.id),
        on_long_tap=lambda: context.show_dialog("actions", id=person.id),
    )


def list_menu(context: Context[Contacts]) -> Popup:
    """The menu of the list."""
    return menu(context, ("menu_settings", "Settings", lambda: context.open("settings")))


def actions(context: Context[Contacts]) -> Popup:
    """What can be done with a contact on a long press."""
    theme = context.theme
    person = context.state.get(int(context.dialog["id"]))
    if person is None:
        return sheet(context)

    def star() -> None:
        person.starred = not person.starred

    def entry(id_: str, icon: str, text: str, handler: Handler) -> View:
        mark = View(icon=icon, color=theme.on_surface_variant, width=24, height=24, hidden=True)
        return list_row(theme, text, start=mark, id=id_, on_tap=closing(context, handler), pad=(24, 8, 24, 8))

    star_text = "Remove from favorites" if person.starred else "Add to favorites"
    return sheet(
        context,
        row(
            avatar(person.name, 40),
            label(person.name, TITLE, theme.on_surface, id="sheet_title", weight=1, lines=2),
            width=MATCH,
            gap=16,
            pad=(20, 0, 24, 12),
            hidden=True,
        ),
        entry("action_star", "star_full" if person.starred else "star", star_text, star),
        entry("action_edit", "edit", "Edit", lambda: context.open("edit", id=person.id)),
        entry("action_share", "share", "Share", lambda: share(context, person)),
        entry("action_delete", "delete", "Delete", lambda: context.show_dialog("delete", id=person.id)),
    )


def share(context: Context[Contacts], person: Contact) -> None:
    """Send a contact to another app, as a vCard."""
    context.share(text=vcard(person), subject=person.name)


def confirm_delete(context: Context[Contacts]) -> Popup:
    """The question before a contact is deleted."""
    number = int(context.dialog["id"])
    person = context.state.get(number)
    name = person.name if person else ""

    def delete() -> None:
        context.state.remove(number)
        if context.activity.screen == "detail":
            context.finish()
        context.toast(f"{name} deleted")

    return confirm(context, "Delete contact?", f"{name} will be removed from this device.", "Delete", delete)


def search(context: Context[Contacts]) -> View:
    """Contacts by a part of a name, number, mail address or company."""
    theme = context.theme
    text = context.field("query").text.strip()
    found = context.state.search(text) if text else []
    if not text:
        frequent = sorted((p for p in context.state.people if p.contacted), key=lambda p: -p.contacted)[:6]
        body = [
            section("Frequently contacted", theme),
            *(contact_row(context, person) for person in frequent),
        ]
        shown = column(*(body if frequent else []), width=MATCH, weight=1, hidden=True)
    elif not found:
        hint = "Try another name, number or mail address"
        shown = column(
            empty_state(theme, "search", f"No contact for “{text}”", hint), width=MATCH, weight=1, hidden=True
        )
    else:
        shown = lazy_list(
            context,
            "results",
            len(found),
            68,
            lambda index: contact_row(context, found[index], detail=_hit(found[index], text)),
            id="search_results",
        )
    return column(
        search_bar(context, "query", "Search contacts", on_back=context.finish),
        shown,
        width=MATCH,
        height=MATCH,
    )


def _hit(person: Contact, text: str) -> str:
    """What is told of a contact that was found: the number or address that fits, else its first number."""
    needle = text.casefold()
    digits = "".join(char for char in text if char.isdigit())
    for mail in person.mails:
        if needle in mail.value.casefold():
            return mail.value
    for number in person.numbers:
        if len(digits) >= 2 and digits in "".join(char for char in number.value if char.isdigit()):
            return formats.phone_number(number.value)
    if person.numbers:
        return formats.phone_number(person.numbers[0].value)
    return person.mails[0].value if person.mails else person.job
