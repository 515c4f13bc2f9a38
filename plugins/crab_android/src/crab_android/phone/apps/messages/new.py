"""A new message: to whom, and what."""

from __future__ import annotations

import re
from typing import Any

from crab_android.phone.kit import (
    BODY_LARGE,
    MATCH,
    Align,
    Caller,
    Callers,
    Context,
    Handler,
    Intent,
    View,
    avatar,
    chip,
    column,
    divider,
    empty_state,
    formats,
    icon_badge,
    intents,
    label,
    lazy_list,
    list_row,
    row,
    text_input,
    top_bar,
)

from .composer import composer
from .model import Messages
from .post import send

FIELD = "to"
_NUMBER = re.compile(r"[+\d][\d\s().\-/*#]{2,}")


def new_arguments(intent: Intent) -> dict[str, Any]:
    """A text or a picture that another app shares."""
    streams = intent.extras.get(intents.EXTRA_STREAM) or []
    paths = [streams] if isinstance(streams, str) else list(streams)
    text = str(intent.extras.get(intents.EXTRA_TEXT) or "")
    given: dict[str, Any] = {"body": text} if text else {}
    if paths:
        given["picture"] = str(paths[0]).removeprefix("file://")
    return given


def new_message(context: Context[Messages]) -> View:
    """The screen."""
    theme = context.theme
    chosen = [str(number) for number in context.args.get("chosen", [])]
    typed = context.field(FIELD).text.strip()
    callers = Callers(context)

    def on_send(text: str, picture: str) -> None:
        people = chosen + ([typed] if is_number(typed) else [])
        if not people:
            # What was written stays where it is.
            context.args.update(body=text, picture=picture)
            context.toast("Add at least one recipient")
            return
        made = send(context, people, text, picture)
        context.finish()
        context.open("conversation", thread=made.id)

    return column(
        top_bar("New message", theme, context.finish),
        _recipients(context, chosen, callers),
        divider(theme),
        _suggestions(context, chosen, typed, callers),
        composer(context, str(context.args.get("body", "")), on_send),
        width=MATCH,
        height=MATCH,
    )


def is_number(text: str) -> bool:
    """Whether a text can be written to."""
    return _NUMBER.fullmatch(text) is not None


def _recipients(context: Context[Messages], chosen: list[str], callers: Callers) -> View:
    theme = context.theme
    typed = context.field(FIELD).text.strip()

    def removing(number: str) -> Handler:
        def remove() -> None:
            context.args["chosen"] = [other for other in chosen if other != number]

        return remove

    def enter() -> None:
        if is_number(typed):
            add(context, typed)

    chips = [
        chip(
            callers.name(number),
            theme,
            removing(number),
            selected=True,
            id="recipient_chip",
            icon="close",
        )
        for number in chosen
    ]
    entry = text_input(
        context,
        FIELD,
        "Type a name or phone number" if not chosen else "Add another person",
        id="recipient_text_view",
        on_enter=enter,
        min_height=48,
        pad=(0, 12, 0, 12),
    )
    rows = [row(*chips[at : at + 2], gap=8, hidden=True) for at in range(0, len(chips), 2)]
    return row(
        label("To", BODY_LARGE, theme.on_surface_variant, id="to_label", pad=(0, 12, 0, 12)),
        column(*rows, entry, weight=1, hidden=True),
        width=MATCH,
        gap=16,
        pad=(20, 0, 16, 4),
        align=Align.START,
        hidden=True,
    )


def add(context: Context[Messages], number: str) -> None:
    """Put somebody among the recipients."""
    chosen = [str(other) for other in context.args.get("chosen", [])]
    if not any(formats.same_number(number, other) for other in chosen):
        chosen.append(number)
    context.args["chosen"] = chosen
    context.forget(FIELD)
    context.phone.hide_keyboard()


def _suggestions(context: Context[Messages], chosen: list[str], typed: str, callers: Callers) -> View:
    theme = context.theme
    found = callers.search(typed) if typed else sorted(callers.known, key=lambda known: known.name.casefold())
    left = [caller for caller in found if caller.number not in chosen]
    first = 1 if is_number(typed) else 0

    def build(index: int) -> View:
        if index < first:
            return list_row(
                theme,
                f"Send to {formats.phone_number(typed, formats.locale_of(context))}",
                start=icon_badge("person_add", theme.primary),
                id="send_to_number",
                on_tap=lambda: add(context, typed),
            )
        return _suggestion(context, left[index - first])

    if first or left:
        return lazy_list(context, "suggestions", first + len(left), 68, build, id="contact_list")
    hint = "Type the whole number to write to it" if typed else ""
    title = f"No contact for “{typed}”" if typed else "Nobody else to choose"
    return column(empty_state(theme, "people", title, hint), width=MATCH, weight=1, hidden=True)


def _suggestion(context: Context[Messages], caller: Caller) -> View:
    return list_row(
        context.theme,
        caller.name,
        formats.phone_number(caller.number, formats.locale_of(context)),
        start=avatar(caller.name, 40),
        id="contact_row",
        title_id="contact_name",
        detail_id="contact_number",
        on_tap=lambda: add(context, caller.number),
    )
