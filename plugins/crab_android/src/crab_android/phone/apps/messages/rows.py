"""The content providers ``sms`` and ``mms-sms``, with the columns of ``android.provider.Telephony``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from crab_android.phone.kit import AppContext, Callers, Rows, Table

from .model import Conversation, Message, Messages

_INBOX, _SENT, _DRAFT, _FAILED = 1, 2, 3, 5
_DRAFT_IDS = 1_000_000  # the draft of a conversation has this and the conversation's id


def milliseconds(context: AppContext[Messages], when: datetime) -> int:
    """A local time in milliseconds since 1970."""
    return round(when.replace(tzinfo=context.phone.clock.zone).timestamp() * 1000)


def local_time(context: AppContext[Messages], ms: int) -> datetime:
    """The local time of so many milliseconds since 1970."""
    there = datetime.fromtimestamp(ms / 1000, UTC).astimezone(context.phone.clock.zone)
    return there.replace(tzinfo=None)


def sms_rows(context: AppContext[Messages]) -> Rows:
    """All messages and drafts, the newest first, as on Android."""
    callers = Callers(context)
    rows = []
    for conversation in context.state.conversations:
        for message in conversation.messages:
            kind = (_FAILED if message.failed else _SENT) if message.sent else _INBOX
            rows.append(_row(context, callers, conversation, message, kind))
        if conversation.draft:
            draft = Message(
                id=_DRAFT_IDS + conversation.id, body=conversation.draft, when=context.now(), sent=True
            )
            rows.append(_row(context, callers, conversation, draft, _DRAFT))
    return sorted(rows, key=lambda row: (-row["date"], -row["_id"]))


def _row(
    context: AppContext[Messages], callers: Callers, entry: Conversation, message: Message, kind: int
) -> dict[str, Any]:
    address = message.address or ", ".join(entry.numbers)
    when = milliseconds(context, message.when)
    return {
        "_id": message.id,
        "thread_id": entry.id,
        "address": address,
        "person": callers.of(address).contact or None,
        "date": when,
        "date_sent": when if kind == _INBOX else 0,
        "read": int(message.read),
        "seen": int(message.read),
        "status": -1,
        "type": kind,
        "body": message.body,
    }


def _of_kind(*kinds: int) -> Callable[[AppContext[Messages]], Rows]:
    return lambda context: [row for row in sms_rows(context) if row["type"] in kinds]


def _insert(default: int) -> Callable[[AppContext[Messages], Mapping[str, Any]], int]:
    def insert(context: AppContext[Messages], values: Mapping[str, Any]) -> int:
        address, kind = str(values["address"]), int(values.get("type", default))
        entry = context.state.conversation_with([address])
        body = str(values.get("body") or "")
        if kind == _DRAFT:
            entry.draft = body
            return _DRAFT_IDS + entry.id
        if kind not in (_INBOX, _SENT, _FAILED):
            raise ValueError(f"a message of type {kind} cannot be kept")
        sent = kind != _INBOX
        when = local_time(context, int(values["date"])) if "date" in values else context.now()
        message = Message(
            address="" if sent else address,
            body=body,
            when=when,
            sent=sent,
            read=sent or str(values.get("read", 0)) == "1",
            failed=kind == _FAILED,
        )
        return context.state.put(entry, message).id

    return insert


def _update(context: AppContext[Messages], number: int, values: Mapping[str, Any]) -> None:
    entry, message = _find(context, number)
    for column, value in values.items():
        if column == "body" and message is None:
            entry.draft = str(value)
        elif message is None:
            raise ValueError(f"the column {column} of a draft cannot be changed")
        elif column == "body":
            message.body = str(value)
        elif column in ("read", "seen"):
            message.read = str(value) == "1"
        elif column == "date":
            message.when = local_time(context, int(value))
        else:
            raise ValueError(f"the column {column} of a message cannot be changed")


def _delete(context: AppContext[Messages], number: int) -> None:
    entry, message = _find(context, number)
    if message is None:
        entry.draft = ""
    else:
        entry.messages.remove(message)
    if not entry.messages and not entry.draft:
        context.state.remove(entry.id)


def _find(context: AppContext[Messages], number: int) -> tuple[Conversation, Message | None]:
    for entry in context.state.conversations:
        if number == _DRAFT_IDS + entry.id:
            return entry, None
        for message in entry.messages:
            if message.id == number:
                return entry, message
    raise ValueError(f"there is no message {number}")


def conversation_rows(context: AppContext[Messages]) -> Rows:
    """A row for each conversation, the newest first."""
    return [
        {
            "_id": entry.id,
            "recipient_address": ", ".join(entry.numbers),
            "message_count": len(entry.messages),
            "date": milliseconds(context, entry.last.when) if entry.last else 0,
            "snippet": entry.last.body if entry.last else entry.draft,
            "read": int(not entry.unread),
            "archived": int(entry.archived),
        }
        for archived in (False, True)
        for entry in context.state.in_order(archived=archived)
    ]


def _delete_conversation(context: AppContext[Messages], number: int) -> None:
    context.state.remove(number)


def _table(default: int, *kinds: int) -> Table[Messages]:
    rows = _of_kind(*kinds) if kinds else sms_rows
    return Table(rows, insert=_insert(default), update=_update, delete=_delete)


SMS: dict[str, Table[Messages]] = {
    "": _table(_INBOX),
    "inbox": _table(_INBOX, _INBOX),
    "sent": _table(_SENT, _SENT),
    "draft": _table(_DRAFT, _DRAFT),
    "failed": _table(_FAILED, _FAILED),
}
"""Path → table of ``content://sms``."""

CONVERSATIONS: dict[str, Table[Messages]] = {
    "conversations": Table(conversation_rows, delete=_delete_conversation),
}
"""Path → table of ``content://mms-sms``."""
