"""Taking over contacts from a vCard file, or from a vCard that another app shares."""

from __future__ import annotations

from typing import Any

from crab_android.phone.kit import (
    MATCH,
    Context,
    FileError,
    Intent,
    View,
    avatar,
    button,
    column,
    empty_state,
    formats,
    intents,
    lazy_list,
    list_row,
    row,
    section,
    space,
    top_bar,
)

from .model import Contact, Contacts
from .vcard import read_vcards

TYPES = ("text/x-vcard", "text/vcard", "text/directory")


def import_arguments(intent: Intent) -> dict[str, Any]:
    """The file that an intent names, or the vCard that it brings along."""
    streams = intent.extras.get(intents.EXTRA_STREAM) or []
    paths = [streams] if isinstance(streams, str) else list(streams)
    path = str(paths[0]) if paths else intent.data
    return {"path": path.removeprefix("file://"), "text": str(intent.extras.get(intents.EXTRA_TEXT, ""))}


def choose_file(context: Context[Contacts]) -> None:
    """Ask another app for a vCard file."""
    context.start_for_result("file", Intent(action=intents.GET_CONTENT, type=TYPES[0]))


def file_chosen(context: Context[Contacts], result: dict[str, Any]) -> None:
    """Another app answered with a file."""
    paths = result.get("paths") or [result.get("path") or result.get("uri") or ""]
    context.open("import", path=str(paths[0]).removeprefix("file://"))


def _found(context: Context[Contacts]) -> list[Contact]:
    text = str(context.args.get("text", ""))
    try:
        data = context.files.read(str(context.args["path"])) if context.args.get("path") else b""
    except FileError:
        data = b""
    return read_vcards(text or data.decode(errors="replace"))


def import_contacts(context: Context[Contacts]) -> View:
    """What is in the file, and a button to take it over."""
    theme, people = context.theme, _found(context)
    bar = top_bar("Import contacts", theme, context.finish)
    if not people:
        hint = "The file holds no vCards"
        return column(bar, empty_state(theme, "people", "Nothing to import", hint), width=MATCH, height=MATCH)
    count = "1 contact" if len(people) == 1 else f"{len(people)} contacts"

    def take() -> None:
        for person in people:
            context.state.add(person)
        context.finish()
        context.toast(f"{count} imported")

    return column(
        bar,
        section(count, theme),
        lazy_list(
            context, "import", len(people), 68, lambda index: _row(context, people[index]), id="import_list"
        ),
        row(
            space(weight=1),
            button("Cancel", theme, context.finish, id="cancel"),
            button("Import", theme, take, id="import_button", filled=True),
            width=MATCH,
            gap=8,
            pad=(16, 12, 16, 12),
            hidden=True,
        ),
        width=MATCH,
        height=MATCH,
    )


def _row(context: Context[Contacts], person: Contact) -> View:
    numbers = [formats.phone_number(number.value) for number in person.numbers]
    told = [*numbers, *(mail.value for mail in person.mails), person.company]
    return list_row(
        context.theme,
        person.name,
        told[0],
        start=avatar(person.name),
        title_id="contact_name",
        detail_lines=1,
    )
