"""The mailbox's content provider."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from crab_android.phone.kit import AppContext, Rows, Table

from .addresses import parse_addresses
from .model import FOLDERS, MAILBOXES, Address, Mailbox, MailState, Message
from .times import moment_of, now_there, stamp_of, zone_name

AUTHORITY = "com.android.email"

Ctx = AppContext[MailState]

_ADDRESSES = {"to_address": "to", "cc": "cc", "bcc": "bcc"}
_COLUMNS = (
    "_id",
    "mailbox",
    "from_address",
    "from_name",
    "to_address",
    "cc",
    "bcc",
    "subject",
    "body",
    "timestamp",
    "read",
    "starred",
)


def message_rows(context: Ctx) -> Rows:
    """The mails: addresses as texts with commas, the time in milliseconds, attachments by name."""
    return [
        {
            "_id": message.id,
            "mailbox": message.mailbox,
            "from_address": message.sender.mail,
            "from_name": message.sender.name,
            "to_address": _joined(message.to),
            "cc": _joined(message.cc),
            "bcc": _joined(message.bcc),
            "subject": message.subject,
            "body": message.body,
            "timestamp": stamp_of(context, message),
            "read": int(message.read),
            "starred": int(message.starred),
            "answered": int(message.answered),
            "attachments": ", ".join(file.name for file in message.attachments),
            "thread_id": message.thread,
        }
        for message in context.state.messages
    ]


def _joined(addresses: list[Address]) -> str:
    return ", ".join(one.mail for one in addresses)


def _fields(context: Ctx, values: Mapping[str, Any]) -> dict[str, Any]:
    unknown = sorted(set(values) - set(_COLUMNS))
    if unknown:
        raise ValueError(f"a mail has no column {', '.join(unknown)}")
    made: dict[str, Any] = {}
    for column, name in _ADDRESSES.items():
        if column in values:
            made[name] = parse_addresses(str(values[column] or ""))
    if "from_address" in values:
        made["sender"] = Address(
            mail=str(values["from_address"] or ""), name=str(values.get("from_name") or "")
        )
    for column in ("subject", "body"):
        if column in values:
            made[column] = str(values[column] or "")
    for column in ("read", "starred"):
        if column in values:
            made[column] = bool(int(values[column] or 0))
    if "mailbox" in values:
        made["mailbox"] = _mailbox(str(values["mailbox"]))
    if "timestamp" in values:
        there = context.state.zone or zone_name(context)
        made["time"] = moment_of(float(values["timestamp"]), there)
    return made


def _mailbox(name: str) -> Mailbox:
    found = next((known for known in get_args(Mailbox) if known == name.lower()), None)
    if found is None:
        raise ValueError(f"there is no folder {name!r}: {', '.join(get_args(Mailbox))}")
    mailbox: Mailbox = found
    return mailbox


def insert_message(context: Ctx, values: Mapping[str, Any]) -> int:
    """Add a mail, without sending it."""
    fields = {"sender": context.state.account, "time": now_there(context), **_fields(context, values)}
    return context.state.add(Message.model_validate(fields)).id


def update_message(context: Ctx, number: int, values: Mapping[str, Any]) -> None:
    """Change a mail: read or not, its star, its folder."""
    message = context.state.get(number)
    if message is not None:
        fields = {**message.model_dump(), **_fields(context, values)}
        context.state.messages[context.state.messages.index(message)] = Message.model_validate(fields)


def mailbox_rows(context: Ctx) -> Rows:
    """The folders, with how many mails are in them."""
    return [
        {
            "_id": number,
            "name": name,
            "displayName": FOLDERS[name][0],
            "messageCount": sum(message.mailbox == name for message in context.state.messages),
            "unreadCount": sum(m.mailbox == name and not m.read for m in context.state.messages),
        }
        for number, name in enumerate(MAILBOXES, start=1)
    ]


def account_rows(context: Ctx) -> Rows:
    """The account."""
    account, preferences = context.state.account, context.state.preferences
    return [
        {
            "_id": 1,
            "displayName": account.mail,
            "emailAddress": account.mail,
            "senderName": account.name,
            "signature": preferences.signature,
        }
    ]


def attachment_rows(context: Ctx) -> Rows:
    """The files that came with mails."""
    return [
        {
            "_id": message.id * 100 + place,
            "messageKey": message.id,
            "fileName": file.name,
            "mimeType": file.mime,
            "size": file.size,
            "contentUri": f"file://{file.path}",
        }
        for message in context.state.messages
        for place, file in enumerate(message.attachments)
    ]


TABLES: dict[str, Table[MailState]] = {
    "messages": Table(
        message_rows,
        insert_message,
        update_message,
        lambda context, number: context.state.remove(number),
    ),
    "mailboxes": Table(mailbox_rows),
    "accounts": Table(account_rows),
    "attachments": Table(attachment_rows),
}
