"""Everything about one contact."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from crab_android.phone.kit import (
    BODY_LARGE,
    HEADLINE,
    LABEL,
    LABEL_LARGE,
    MATCH,
    Align,
    Context,
    Handler,
    Intent,
    Popup,
    View,
    avatar,
    card,
    column,
    empty_state,
    formats,
    icon_button,
    intents,
    label,
    list_row,
    menu,
    overflow,
    row,
    scroll,
    space,
    top_bar,
)

from .list import share
from .model import KIND_TEXT, Contact, Contacts

CALL_PHONE = "android.permission.CALL_PHONE"


def detail(context: Context[Contacts]) -> View:
    """The screen of one contact."""
    theme = context.theme
    person = context.state.get(int(context.args.get("id", 0)))
    if person is None:
        return column(
            top_bar("", theme, context.finish),
            empty_state(theme, "person", "This contact is not here any more"),
            width=MATCH,
            height=MATCH,
        )

    def star() -> None:
        person.starred = not person.starred
        context.toast("Added to favorites" if person.starred else "Removed from favorites")

    bar = top_bar(
        "",
        theme,
        context.finish,
        icon_button(
            "edit",
            "Edit contact",
            theme.on_surface_variant,
            lambda: context.open("edit", id=person.id),
            id="menu_edit",
        ),
        icon_button(
            "star_full" if person.starred else "star",
            "Remove from favorites" if person.starred else "Add to favorites",
            theme.primary if person.starred else theme.on_surface_variant,
            star,
            id="menu_star",
        ),
        overflow(context),
    )
    return column(
        bar,
        scroll(
            context,
            "detail",
            _head(context, person),
            _verbs(context, person),
            *_cards(context, person),
            id="contact_details",
            pad=(16, 0, 16, 32),
            gap=12,
        ),
        width=MATCH,
        height=MATCH,
    )


def _head(context: Context[Contacts], person: Contact) -> View:
    theme = context.theme
    texts = [
        label(
            context.state.shown_name(person),
            HEADLINE._replace(size=28, height=36),
            theme.on_surface,
            id="large_title",
            lines=3,
            text_align=Align.CENTER,
        )
    ]
    if person.job:
        texts.append(
            label(
                person.job,
                BODY_LARGE,
                theme.on_surface_variant,
                id="organization_name",
                lines=2,
                text_align=Align.CENTER,
            )
        )
    return column(
        avatar(person.name, 128), space(height=10), *texts, width=MATCH, align=Align.CENTER, hidden=True
    )


def _verbs(context: Context[Contacts], person: Contact) -> View:
    number = person.numbers[0].value if person.numbers else ""
    mail = person.mails[0].value if person.mails else ""
    where = person.address
    buttons = [
        _verb(context, "verb_call", "call", "Call", (lambda: call(context, number)) if number else None),
        _verb(context, "verb_text", "message", "Text", (lambda: text(context, number)) if number else None),
        _verb(context, "verb_email", "mail", "Email", (lambda: write(context, mail)) if mail else None),
        _verb(
            context,
            "verb_directions",
            "directions",
            "Directions",
            (lambda: show_place(context, where)) if where else None,
        ),
    ]
    return row(*buttons, width=MATCH, gap=8, pad=(0, 8, 0, 4), hidden=True)


def _verb(context: Context[Contacts], id_: str, icon: str, text_: str, on_tap: Handler | None) -> View:
    theme = context.theme
    on = on_tap is not None
    mark = View(
        icon=icon,
        color=theme.on_secondary_container if on else theme.outline,
        fill=theme.secondary_container if on else theme.surface_container,
        width=MATCH,
        height=56,
        radius=28,
        hidden=True,
    )
    name = label(
        text_, LABEL, theme.on_surface if on else theme.outline, text_align=Align.CENTER, width=MATCH
    )
    return column(mark, name, id=id_, desc=text_, weight=1, gap=6, on_tap=on_tap, enabled=on)


def _cards(context: Context[Contacts], person: Contact) -> list[View]:
    theme = context.theme
    rows = [
        *(_number(context, entry.value, entry.type) for entry in person.numbers),
        *(
            _fact(
                context,
                "mail",
                entry.value,
                KIND_TEXT[entry.type],
                "email_row",
                _writing(context, entry.value),
            )
            for entry in person.mails
        ),
    ]
    if person.address:
        rows.append(
            _fact(
                context,
                "place",
                person.address,
                "Home",
                "address_row",
                lambda: show_place(context, person.address),
            )
        )
    cards = [_card(context, "Contact info", rows)] if rows else []
    about = []
    if person.birthday:
        day = formats.date_year(person.birthday, formats.locale_of(context))
        about.append(_fact(context, "cake", day, "Birthday", "birthday_row"))
    if person.company:
        about.append(_fact(context, "work", person.job, "Work", "organization_row"))
    if person.notes:
        about.append(_fact(context, "notes", person.notes, "Notes", "notes_row", lines=12))
    if about:
        cards.append(_card(context, f"About {person.first or person.name}", about))
    if not cards:
        cards.append(label("No details yet", BODY_LARGE, theme.on_surface_variant, pad=(8, 16, 8, 16)))
    return cards


def _card(context: Context[Contacts], title: str, rows: list[View]) -> View:
    theme = context.theme
    head = label(title, LABEL_LARGE, theme.on_surface, id="card_title", pad=(16, 8, 16, 4))
    return card(theme, head, *rows, pad=(0, 8, 0, 8), gap=0)


def _number(context: Context[Contacts], number: str, kind: str) -> View:
    shown = formats.phone_number(number, formats.locale_of(context))
    message = icon_button(
        "message",
        f"Text {KIND_TEXT[kind].lower()} {shown}",
        context.theme.on_surface_variant,
        lambda: text(context, number),
        id="text_number",
    )
    return _fact(
        context, "call", shown, KIND_TEXT[kind], "phone_row", lambda: call(context, number), end=message
    )


def _writing(context: Context[Contacts], mail: str) -> Handler:
    return lambda: write(context, mail)


def _fact(
    context: Context[Contacts],
    icon: str,
    value: str,
    kind: str,
    id_: str,
    on_tap: Handler | None = None,
    *,
    end: View | None = None,
    lines: int = 3,
) -> View:
    theme = context.theme
    mark = View(icon=icon, color=theme.on_surface_variant, width=24, height=24, hidden=True)

    def copy() -> None:
        context.copy(value)
        context.toast("Copied to clipboard")

    return list_row(
        theme,
        value,
        kind,
        start=mark,
        end=end,
        id=id_,
        title_id="data",
        detail_id="data_type",
        lines=lines,
        on_tap=on_tap,
        on_long_tap=copy,
        min_height=64,
    )


def detail_menu(context: Context[Contacts]) -> Popup:
    """The menu of a contact."""
    number = int(context.args.get("id", 0))
    person = context.state.get(number)

    def share_it() -> None:
        if person is not None:
            share(context, person)

    return menu(
        context,
        ("menu_share", "Share", share_it),
        ("menu_delete", "Delete", lambda: context.show_dialog("delete", id=number)),
    )


# -- other apps --------------------------------


def call(context: Context[Contacts], number: str) -> None:
    """Call a number, once the user has allowed it."""
    context.require(CALL_PHONE, "may_call", number=number)


def may_call(context: Context[Contacts], answer: dict[str, Any]) -> None:
    """The user allowed calls, or not: then the number is only put into the dialer."""
    action = intents.CALL if answer["granted"] else intents.DIAL
    context.start(Intent(action=action, data=f"tel:{quote(answer['number'], safe='+*#')}"))


def text(context: Context[Contacts], number: str) -> None:
    """Write a message to a number."""
    context.start(Intent(action=intents.SENDTO, data=f"smsto:{quote(number, safe='+*#')}"))


def write(context: Context[Contacts], mail: str) -> None:
    """Write a mail."""
    context.start(Intent(action=intents.SENDTO, data=f"mailto:{quote(mail, safe='@+')}"))


def show_place(context: Context[Contacts], address: str) -> None:
    """Show an address on a map."""
    context.view(f"geo:0,0?q={quote(address)}")
