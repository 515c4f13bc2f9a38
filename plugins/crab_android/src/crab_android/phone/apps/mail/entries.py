"""What a list of mails shows: single mails, or conversations as one row each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_android.phone.kit import Context

from .model import FOLDERS, Mailbox, MailState, Message

Ctx = Context[MailState]


class Entry(NamedTuple):
    """A row of a list.

    Attributes:
        newest: the mail that the row tells of.
        messages: the mails of the folder that it stands for.
        total: how many mails the conversation has.
        unread: whether one of them is unread.
    """

    newest: Message
    messages: tuple[Message, ...]
    total: int
    unread: bool


def entries_of(state: MailState, folder: str) -> list[Entry]:
    """The rows of a folder, the newest first."""
    return entries_from(state, state.in_folder(folder), folder)


def entries_from(state: MailState, found: Sequence[Message], folder: str) -> list[Entry]:
    """The rows for mails that are sorted already."""
    if not state.preferences.conversations or folder == "drafts":
        return [Entry(message, (message,), 1, not message.read) for message in found]
    groups: dict[int, list[Message]] = {}
    for message in found:
        groups.setdefault(message.thread, []).append(message)
    sizes: dict[int, int] = {}
    for message in state.messages:
        if message.mailbox not in ("drafts", "spam", "trash"):
            sizes[message.thread] = sizes.get(message.thread, 0) + 1
    return [
        Entry(
            group[0],
            tuple(group),
            len(group) if folder in ("spam", "trash") else max(len(group), sizes.get(thread, 0)),
            any(not message.read for message in group),
        )
        for thread, group in groups.items()
    ]


def move(context: Ctx, messages: Sequence[Message], mailbox: Mailbox) -> None:
    """Put mails into another folder, and say so."""
    for message in messages:
        message.mailbox = mailbox
        context.cancel_notification(f"mail-{message.id}")
    count = len(messages)
    said = {"archive": "archived", "trash": "moved to Trash", "spam": "reported as spam"}
    what = said.get(mailbox, f"moved to {FOLDERS[mailbox][0]}")
    context.toast(f"{count} message{'' if count == 1 else 's'} {what}")


def mark(context: Ctx, messages: Sequence[Message], *, read: bool) -> None:
    """Mark mails as read or unread."""
    for message in messages:
        message.read = read
        if read:
            context.cancel_notification(f"mail-{message.id}")


def remove(context: Ctx, messages: Sequence[Message]) -> None:
    """Delete mails for ever."""
    for message in messages:
        context.state.remove(message.id)
        context.cancel_notification(f"mail-{message.id}")
    count = len(messages)
    context.toast(f"{count} message{'' if count == 1 else 's'} deleted")


def must_ask(context: Ctx, messages: Sequence[Message]) -> bool:
    """Whether deleting these asks first: because it is for ever, or because the user wants it."""
    forever = any(message.mailbox in ("trash", "drafts") for message in messages)
    return forever or context.state.preferences.confirm_delete


def delete(context: Ctx, messages: Sequence[Message]) -> None:
    """Move mails to the trash; what is there, and drafts, go for ever."""
    forever = [message for message in messages if message.mailbox in ("trash", "drafts")]
    kept = [message for message in messages if message.mailbox not in ("trash", "drafts")]
    if forever:
        remove(context, forever)
    if kept:
        move(context, kept, "trash")
