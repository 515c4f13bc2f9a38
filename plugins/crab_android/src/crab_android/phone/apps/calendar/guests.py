"""Who is invited: addresses to type, and the contacts that have one."""

from __future__ import annotations

from functools import partial
from typing import Any

from crab_android.phone.kit import (
    MATCH,
    Context,
    View,
    avatar,
    button,
    column,
    empty_state,
    icon_button,
    lazy_list,
    list_row,
    row,
    search_bar,
    section,
    space,
)

from .model import CalendarState

Ctx = Context[CalendarState]

CONTACTS = "content://com.android.contacts/data/emails"


def contacts(context: Ctx) -> list[tuple[str, str]]:
    """Name and mail of every contact that has a mail address, by name."""
    rows = context.query(CONTACTS)
    found = {str(entry.get("data1") or ""): str(entry.get("display_name") or "") for entry in rows}
    return sorted(
        ((name or mail, mail) for mail, name in found.items() if mail), key=lambda one: one[0].lower()
    )


def build(context: Ctx) -> View:
    """The screen."""
    theme = context.theme
    chosen: list[dict[str, Any]] = context.args.get("guests", [])
    mails = {guest["mail"] for guest in chosen}
    typed = context.field("query").text.strip()

    def add(name: str, mail: str) -> None:
        made = {"mail": mail, "name": "" if name == mail else name, "answer": "invited"}
        context.args["guests"] = [*chosen, made]
        context.forget("query")

    def remove(mail: str) -> None:
        context.args["guests"] = [guest for guest in chosen if guest["mail"] != mail]

    def add_typed() -> None:
        if "@" in typed and typed not in mails:
            add(typed, typed)

    rows: list[View] = []
    if chosen and not typed:
        rows.append(section("Invited", theme))
        for guest in chosen:
            name = guest["name"] or guest["mail"]
            cross = icon_button(
                "close",
                f"Remove {name}",
                theme.on_surface_variant,
                partial(remove, guest["mail"]),
                id="guest_remove",
            )
            rows.append(
                list_row(
                    theme,
                    name,
                    guest["mail"] if guest["name"] else "",
                    start=avatar(name),
                    end=cross,
                    id="invited_row",
                    pad=(16, 8, 4, 8),
                )
            )
    if "@" in typed and typed not in mails:
        rows.append(list_row(theme, f"Add {typed}", start=avatar(typed), id="add_typed", on_tap=add_typed))
    low = typed.lower()
    offered = [
        (name, mail)
        for name, mail in contacts(context)
        if mail not in mails and (low in name.lower() or low in mail.lower())
    ]
    if offered:
        rows.append(section("Contacts", theme))
    body: View
    if rows or offered:
        heads = len(rows)

        def line(index: int) -> View:
            if index < heads:
                return rows[index]
            name, mail = offered[index - heads]
            return list_row(
                theme, name, mail, start=avatar(name), id="contact_row", on_tap=lambda: add(name, mail)
            )

        body = lazy_list(context, "guests", heads + len(offered), 72, line, id="guest_list")
    else:
        body = empty_state(theme, "people", "Nobody found", "Type a mail address to invite somebody")
    bar = search_bar(
        context,
        "query",
        "Name or mail address",
        on_enter=add_typed,
        on_back=context.finish,
        id="guest_search",
    )
    done = button(
        "Done",
        theme,
        lambda: context.finish({"guests": context.args.get("guests", [])}),
        id="guests_done",
        filled=True,
    )
    foot = row(space(weight=1), done, width=MATCH, pad=(16, 10, 16, 10))
    return column(bar, body, foot, width=MATCH, height=MATCH)
