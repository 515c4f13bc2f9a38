"""Choosing a contact, a number or a mail address for another app."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from crab_android.phone.kit import (
    MATCH,
    Context,
    Intent,
    View,
    column,
    empty_state,
    formats,
    icon_badge,
    lazy_list,
    list_row,
    search_bar,
    top_bar,
)

from .list import contact_row
from .model import KIND_TEXT, Contact, Contacts
from .rows import data_rows

_URI = "content://com.android.contacts"


def pick_arguments(intent: Intent) -> dict[str, Any]:
    """What is to be chosen: a contact, one of its numbers, or one of its mail addresses."""
    asked = f"{intent.type} {intent.data}"
    if "phone" in asked:
        return {"what": "numbers"}
    return {"what": "mails" if "email" in asked else "contacts"}


def insert_or_edit_arguments(intent: Intent) -> dict[str, Any]:
    """What is to be added to a contact that the user chooses."""
    return {"what": "edit", **insert_arguments(intent)}


def insert_arguments(intent: Intent) -> dict[str, Any]:
    """What a new contact begins with, from the extras of ``ContactsContract.Intents.Insert``."""
    extras = intent.extras
    reach = {
        "numbers": [str(extras[key]) for key in ("phone", "secondary_phone") if extras.get(key)],
        "mails": [str(extras[key]) for key in ("email", "secondary_email") if extras.get(key)],
    }
    if intent.scheme == "tel":
        reach["numbers"].append(unquote(intent.rest))
    texts = {
        name: str(extras[key])
        for name, key in (
            ("name", "name"),
            ("company", "company"),
            ("title", "job_title"),
            ("address", "postal"),
            ("notes", "notes"),
        )
        if extras.get(key)
    }
    return {**texts, **{name: values for name, values in reach.items() if values}}


def contact_argument(intent: Intent) -> dict[str, Any]:
    """The contact that a ``content:`` URI names, by its id or by its lookup key and id."""
    last = intent.data.rstrip("/").rpartition("/")[2]
    if not last.isdigit():
        last = last.removeprefix("crab")
    number = int(last) if last.isdigit() else 0
    if "/data/" in intent.data:
        number //= 1000
    return {"id": number}


_TITLES = {
    "contacts": "Choose a contact",
    "numbers": "Choose a phone number",
    "mails": "Choose an email address",
    "edit": "Add to a contact",
}


def pick(context: Context[Contacts]) -> View:
    """The list to choose from."""
    theme, what = context.theme, str(context.args.get("what", "contacts"))
    text = context.field("query").text.strip()
    people = context.state.search(text) if text else context.state.in_order()
    entries = _entries(people, what)
    first = 1 if what == "edit" else 0

    def build(index: int) -> View:
        return _new(context) if index < first else _row(context, what, *entries[index - first])

    if first or entries:
        body = lazy_list(context, "pick", first + len(entries), 68, build, id="contact_list")
    else:
        body = column(
            empty_state(theme, "people", "Nothing to choose from"), width=MATCH, weight=1, hidden=True
        )
    return column(
        top_bar(_TITLES[what], theme, context.finish),
        search_bar(context, "query", "Search contacts"),
        body,
        width=MATCH,
        height=MATCH,
    )


Entry = tuple[Contact, str, str]  # a contact; number or address, and what kind it is


def _entries(people: list[Contact], what: str) -> list[Entry]:
    if what in ("contacts", "edit"):
        return [(person, "", "") for person in people]
    return [
        (person, entry.value, KIND_TEXT[entry.type])
        for person in people
        for entry in (person.numbers if what == "numbers" else person.mails)
    ]


def _row(context: Context[Contacts], what: str, person: Contact, value: str, kind: str) -> View:
    shown = formats.phone_number(value, formats.locale_of(context)) if what == "numbers" else value
    detail = f"{shown} · {kind}" if value else ""

    def choose() -> None:
        if what == "edit":
            keep = {
                name: value for name, value in context.args.items() if name not in ("what", "draft", "name")
            }
            context.finish()
            context.open("edit", **{**keep, "id": person.id})
        else:
            context.finish(_result(context, person, value))

    made = contact_row(context, person, detail=detail, on_tap=choose)
    made.on_long_tap = None
    return made


def _result(context: Context[Contacts], person: Contact, value: str) -> dict[str, Any]:
    """What the other app is told."""
    uri = f"{_URI}/contacts/{person.id}"
    if value:
        row_id = next(
            row["_id"]
            for row in data_rows(context)
            if row["contact_id"] == person.id and row["data1"] == value
        )
        uri = f"{_URI}/data/{row_id}"
    number = person.numbers[0].value if person.numbers else ""
    mail = person.mails[0].value if person.mails else ""
    what = context.args.get("what")
    return {
        "uri": uri,
        "name": person.name,
        "number": value if value and what == "numbers" else number,
        "mail": value if value and what == "mails" else mail,
    }


def _new(context: Context[Contacts]) -> View:
    theme = context.theme

    def create() -> None:
        keep = {name: value for name, value in context.args.items() if name not in ("what", "draft")}
        context.finish()
        context.open("edit", **keep)

    return list_row(
        theme,
        "Create new contact",
        start=icon_badge("person_add", theme.primary),
        id="create_new_contact",
        on_tap=create,
    )
