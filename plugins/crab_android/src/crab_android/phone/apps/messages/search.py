"""Finding messages by what is said in them and by whom."""

from __future__ import annotations

from crab_android.phone.kit import (
    LABEL,
    MATCH,
    Callers,
    Context,
    View,
    column,
    empty_state,
    formats,
    label,
    lazy_list,
    list_row,
    search_bar,
)

from .list import conversation_row, face, title_of
from .model import Conversation, Message, Messages


def search(context: Context[Messages]) -> View:
    """Messages that hold a text, and conversations with somebody of a name."""
    theme, callers = context.theme, Callers(context)
    text = context.field("query").text.strip()
    found = _found(context, text, callers) if text else []
    if not text:
        hint = "Type a word or a name"
        body = column(
            empty_state(theme, "search", "Search messages", hint), width=MATCH, weight=1, hidden=True
        )
    elif not found:
        title = f"No messages with “{text}”"
        body = column(empty_state(theme, "search", title), width=MATCH, weight=1, hidden=True)
    else:
        body = lazy_list(
            context,
            "found",
            len(found),
            76,
            lambda index: _hit(context, *found[index], callers),
            id="search_results",
        )
    return column(
        search_bar(context, "query", "Search messages", on_back=context.finish),
        body,
        width=MATCH,
        height=MATCH,
    )


def _found(
    context: Context[Messages], text: str, callers: Callers
) -> list[tuple[Conversation, Message | None]]:
    needle = text.casefold()
    hits: list[tuple[Conversation, Message | None]] = [
        (entry, None)
        for entry in context.state.conversations
        if any(needle in callers.name(number).casefold() for number in entry.numbers)
    ]
    messages = [
        (entry, message)
        for entry in context.state.conversations
        for message in entry.messages
        if needle in message.body.casefold()
    ]
    return hits + sorted(messages, key=lambda hit: hit[1].when, reverse=True)


def _hit(context: Context[Messages], entry: Conversation, message: Message | None, callers: Callers) -> View:
    if message is None:
        return conversation_row(context, entry, callers)
    theme = context.theme
    end = label(formats.list_time(message.when, context), LABEL, theme.on_surface_variant, id="when")
    who = "You: " if message.sent else ""
    return list_row(
        theme,
        title_of(entry, callers),
        who + message.body,
        start=face(entry, callers, 40),
        end=end,
        id="search_hit",
        detail_lines=2,
        on_tap=lambda: context.open("conversation", thread=entry.id, shown=_enough(entry, message)),
    )


def _enough(entry: Conversation, message: Message) -> int:
    """How many messages the conversation must show at first so that one of them is there."""
    return max(40, len(entry.messages) - entry.messages.index(message) + 5)
