"""What a world may say about mails."""

from __future__ import annotations

import base64
import binascii
from datetime import datetime, timedelta
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, field_validator, model_validator

from crab_android.phone.kit import Seeding

from .addresses import parse_addresses
from .files import keep_bytes, mime_of
from .model import Address, Attachment, Mailbox, MailState, Message, Preferences


class WorldAttachment(BaseModel):
    """A file that comes with a mail: its name and its text, its bytes in base64, or its path on the phone."""

    model_config = ConfigDict(extra="forbid")

    name: str = ""
    text: str | None = None
    base64: str | None = None
    path: str | None = None

    @model_validator(mode="after")
    def _one_source(self) -> WorldAttachment:
        if sum(value is not None for value in (self.text, self.base64, self.path)) != 1:
            raise ValueError("an attachment has one of text, base64 and path")
        if not self.name and self.path is None:
            raise ValueError("an attachment needs a name")
        return self


class WorldMessage(BaseModel):
    """A mail as a world writes it.

    Attributes:
        subject: its subject.
        body: its text.
        sender: an address such as ``Ada Kaya <ada@mail.test>``; the owner's when left out.
        to: addresses; the owner's when left out, and always a list or one text with commas.
        cc: likewise.
        bcc: likewise.
        mailbox: ``inbox``, ``sent``, ``drafts``, ``archive``, ``spam`` or ``trash``.
        time: the local time at which it came; an hour ago for the first one, and earlier and earlier.
        at: a time in the future at which it comes.
        read: whether it was read.
        starred: whether it has a star.
        attachments: the files that come with it.
        conversation: a word that the mails of a conversation share.
    """

    model_config = ConfigDict(extra="forbid")

    subject: str = ""
    body: str = ""
    sender: Address | None = None
    to: list[Address] | None = None
    cc: list[Address] = Field(default_factory=list)
    bcc: list[Address] = Field(default_factory=list)
    mailbox: Mailbox = "inbox"
    time: datetime | None = None
    at: datetime | None = None
    read: bool = False
    starred: bool = False
    attachments: list[WorldAttachment] = Field(default_factory=list)
    conversation: str = ""

    @field_validator("sender", mode="before")
    @classmethod
    def _one_address(cls, value: object) -> object:
        return _addresses(value)[0] if isinstance(value, str) else value

    @field_validator("to", "cc", "bcc", mode="before")
    @classmethod
    def _several(cls, value: object) -> object:
        if isinstance(value, str):
            return _addresses(value)
        if isinstance(value, list):
            return [_addresses(entry)[0] if isinstance(entry, str) else entry for entry in value]
        return value

    @model_validator(mode="after")
    def _one_time(self) -> WorldMessage:
        if self.time is not None and self.at is not None:
            raise ValueError("a mail has come at a time, or comes at one, not both")
        if any(moment is not None and moment.tzinfo is not None for moment in (self.time, self.at)):
            raise ValueError("times of mails are local, without a time zone")
        return self


class WorldPart(BaseModel):
    """The whole part: the account, mails and preferences. A list stands for its mails alone."""

    model_config = ConfigDict(extra="forbid")

    account: Address | None = None
    messages: list[WorldMessage] = Field(default_factory=list)
    preferences: Preferences = Field(default_factory=Preferences)

    @field_validator("account", mode="before")
    @classmethod
    def _one_address(cls, value: object) -> object:
        return _addresses(value)[0] if isinstance(value, str) else value

    @model_validator(mode="before")
    @classmethod
    def _messages_alone(cls, value: Any) -> Any:
        return {"messages": value} if isinstance(value, list) else value


def _addresses(text: str) -> list[Address]:
    found = parse_addresses(text)
    if not found:
        raise ValueError(f"no mail address in {text!r}")
    return found


_ADAPTER = TypeAdapter(WorldPart)


def mails_of(seeding: Seeding) -> MailState:
    """The state that a world's part describes.

    Raises:
        ValueError: when the part does not fit.
    """
    world = _ADAPTER.validate_python(seeding.part)
    owner = world.account or Address(mail=seeding.owner.mail, name=seeding.owner.name)
    state = MailState(account=owner, preferences=world.preferences)
    names = {person.mail.lower(): person.name for person in seeding.people}
    threads: dict[str, int] = {}

    def named(address: Address) -> Address:
        return (
            address if address.name else Address(mail=address.mail, name=names.get(address.mail.lower(), ""))
        )

    for number, entry in enumerate(world.messages, start=1):
        own = entry.mailbox in ("sent", "drafts")
        message = Message(
            id=number,
            mailbox=entry.mailbox,
            sender=named(entry.sender) if entry.sender else owner,
            to=[named(one) for one in entry.to] if entry.to is not None else [] if own else [owner],
            cc=[named(one) for one in entry.cc],
            bcc=[named(one) for one in entry.bcc],
            subject=entry.subject,
            body=entry.body,
            time=entry.at or entry.time or seeding.now - timedelta(hours=number),
            read=entry.read or own,
            starred=entry.starred,
            attachments=[_attachment(seeding, file, number) for file in entry.attachments],
            thread=threads.setdefault(entry.conversation, number) if entry.conversation else number,
        )
        state.next_id = number + 1
        (state.messages if entry.at is None else state.scheduled).append(message)
    return state


def _attachment(seeding: Seeding, file: WorldAttachment, number: int) -> Attachment:
    if file.path is not None:
        # The file may come with the world too, and be written after this: its size is told later.
        name = file.name or file.path.rpartition("/")[2]
        return Attachment(name=name, path=file.path, mime=mime_of(name))
    if file.base64 is not None:
        try:
            data = base64.b64decode(file.base64, validate=True)
        except binascii.Error as error:
            raise ValueError(f"the attachment {file.name!r} is not valid base64: {error}") from error
    else:
        data = (file.text or "").encode()
    return keep_bytes(seeding.files, file.name, data, seeding.mtime, number)
