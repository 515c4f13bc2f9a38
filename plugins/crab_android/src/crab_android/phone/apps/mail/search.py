"""Finding mails."""

from __future__ import annotations

from collections.abc import Callable

from crab_android.phone.kit import (
    LABEL_LARGE,
    MATCH,
    Context,
    View,
    chip,
    column,
    empty_state,
    label,
    lazy_list,
    row,
    search_bar,
)

from .entries import Entry
from .model import MailState, Message
from .rows import ROW, mail_row

Ctx = Context[MailState]

_FILTERS: dict[str, tuple[str, Callable[[Message], bool]]] = {
    "unread": ("Unread", lambda message: not message.read),
    "starred": ("Starred", lambda message: message.starred),
    "attachments": ("Attachments", lambda message: bool(message.attachments)),
    "sent": ("Sent", lambda message: message.mailbox == "sent"),
}
_PREFIXES = ("from:", "to:", "subject:")


def opened(context: Ctx) -> None:
    """Put the cursor into the field."""
    context.edit("query")


def matches(message: Message, text: str) -> bool:
    """Whether a mail has every word of a text; ``from:``, ``to:`` and ``subject:`` say where."""
    sender = f"{message.sender.name} {message.sender.mail}".lower()
    people = " ".join(f"{one.name} {one.mail}" for one in (*message.to, *message.cc)).lower()
    files = " ".join(file.name for file in message.attachments)
    places = {"from:": sender, "to:": people, "subject:": message.subject.lower()}
    everything = f"{sender} {people} {message.subject} {message.body} {files}".lower()
    for word in text.lower().split():
        prefix = next((known for known in _PREFIXES if word.startswith(known)), "")
        if word.removeprefix(prefix) not in places.get(prefix, everything):
            return False
    return True


def found(context: Ctx, text: str, filters: list[str]) -> list[Message]:
    """The mails that fit, the newest first; what is in the trash and in spam is left out."""
    if not text and not filters:
        return []
    kept = [
        message
        for message in context.state.messages
        if message.mailbox not in ("trash", "spam")
        and matches(message, text)
        and all(_FILTERS[name][1](message) for name in filters)
    ]
    return sorted(kept, key=lambda message: (message.time, message.id), reverse=True)


def build(context: Ctx) -> View:
    """The screen."""
    theme = context.theme
    text = context.field("query").text.strip()
    filters: list[str] = context.args.get("filters", [])
    messages = found(context, text, filters)
    body: View
    if messages:
        body = lazy_list(
            context,
            "results",
            len(messages),
            ROW,
            lambda index: _row(context, messages[index]),
            id="search_results",
            pad=(4, 0, 4, 16),
        )
    elif text or filters:
        hint = f"Nothing matches “{text}”" if text else "Nothing fits these filters"
        body = empty_state(theme, "search", "No mails found", hint)
    else:
        body = empty_state(
            theme, "search", "Search your mail", "By person, subject, words or file; from: and to: help"
        )
    count = f"{len(messages)} result{'' if len(messages) == 1 else 's'}"
    told = [label(count, LABEL_LARGE, theme.on_surface_variant, id="result_count", pad=(20, 6, 20, 6))]
    bar = search_bar(
        context, "query", "Search in mail", on_enter=context.phone.hide_keyboard, on_back=context.finish
    )
    chips = row(
        *(_filter(context, name, filters) for name in _FILTERS),
        width=MATCH,
        gap=8,
        pad=(16, 0, 16, 0),
        hidden=True,
    )
    return column(bar, chips, *(told if messages else []), body, width=MATCH, height=MATCH)


def _filter(context: Ctx, name: str, filters: list[str]) -> View:
    chosen = name in filters

    def toggle() -> None:
        rest = [one for one in filters if one != name]
        context.args["filters"] = rest if chosen else [*rest, name]

    return chip(_FILTERS[name][0], context.theme, toggle, selected=chosen, id=f"filter_{name}")


def _row(context: Ctx, message: Message) -> View:
    def show() -> None:
        if message.mailbox == "drafts":
            context.open("compose", draft=message.id)
        else:
            context.open("message", id=message.id, folder=message.mailbox)

    entry = Entry(message, (message,), 1, not message.read)
    return mail_row(context, entry, message.mailbox, on_tap=show)
