"""What the Mail app remembers."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Mailbox = Literal["inbox", "sent", "drafts", "archive", "spam", "trash"]

# Name and icon of every folder; "starred" has what is starred in any of the others.
FOLDERS: dict[str, tuple[str, str]] = {
    "inbox": ("Inbox", "inbox"),
    "starred": ("Starred", "star"),
    "sent": ("Sent", "send"),
    "drafts": ("Drafts", "draft"),
    "archive": ("Archive", "archive"),
    "spam": ("Spam", "spam"),
    "trash": ("Trash", "delete"),
}
MAILBOXES: tuple[Mailbox, ...] = ("inbox", "sent", "drafts", "archive", "spam", "trash")


class Address(BaseModel):
    """A mail address, perhaps with the name of whose it is."""

    model_config = ConfigDict(extra="forbid")

    mail: str = Field(min_length=1)
    name: str = ""

    @property
    def shown(self) -> str:
        """The name, or the address where there is none."""
        return self.name or self.mail

    def __str__(self) -> str:
        """As it stands in a header: ``Ada Kaya <ada@mail.test>``."""
        return f"{self.name} <{self.mail}>" if self.name else self.mail


class Attachment(BaseModel):
    """A file that comes with a mail; ``path`` is where its bytes are on the phone."""

    model_config = ConfigDict(extra="forbid")

    name: str
    path: str
    size: int = 0
    mime: str = "application/octet-stream"


class Message(BaseModel):
    """One mail.

    Attributes:
        id: its number.
        mailbox: the folder that it is in.
        sender: who wrote it.
        to: whom it is to.
        cc: who gets a copy.
        bcc: who gets a copy that the others do not know of.
        subject: its subject.
        body: its text.
        time: when it came or was sent, in the time zone of the mailbox.
        read: whether it was read.
        starred: whether it has a star.
        answered: whether it was answered.
        attachments: the files that came with it.
        thread: the number of the conversation that it is a part of.
    """

    model_config = ConfigDict(extra="forbid")

    id: int = 0
    mailbox: Mailbox = "inbox"
    sender: Address
    to: list[Address] = Field(default_factory=list)
    cc: list[Address] = Field(default_factory=list)
    bcc: list[Address] = Field(default_factory=list)
    subject: str = ""
    body: str = ""
    time: datetime
    read: bool = False
    starred: bool = False
    answered: bool = False
    attachments: list[Attachment] = Field(default_factory=list)
    thread: int = 0


NOBODY = "me@crab.test"  # whose the mailbox is until the app knows the phone's owner


class Preferences(BaseModel):
    """What the settings of the app hold.

    Attributes:
        signature: stands below what is written.
        conversations: whether mails of a conversation are one row of a list.
        notifications: whether new mails are told of.
        reply: what the first button below a mail does.
        confirm_delete: whether deleting asks first.
        confirm_send: whether sending asks first.
    """

    model_config = ConfigDict(extra="forbid")

    signature: str = ""
    conversations: bool = True
    notifications: bool = True
    reply: Literal["reply", "reply_all"] = "reply"
    confirm_delete: bool = False
    confirm_send: bool = False


class MailState(BaseModel):
    """One account with all its mails.

    Attributes:
        account: whose mails they are.
        messages: the mails, in no order.
        scheduled: mails that come when their time has come.
        preferences: the settings.
        zone: the time zone of all times; the phone's at its start.
        made_up: whether the mails are made up, and may be completed from the calendar.
        next_id: the number of the next mail.
    """

    account: Address = Address(mail=NOBODY)
    messages: list[Message] = Field(default_factory=list)
    scheduled: list[Message] = Field(default_factory=list)
    preferences: Preferences = Field(default_factory=Preferences)
    zone: str = ""
    made_up: bool = False
    next_id: int = 1

    def get(self, number: int) -> Message | None:
        """The mail with a number, or None."""
        return next((message for message in self.messages if message.id == number), None)

    def add(self, message: Message) -> Message:
        """Keep a mail; it gets a number of its own, and a conversation when it has none."""
        message.id = self.next_id
        self.next_id += 1
        message.thread = message.thread or message.id
        self.messages.append(message)
        return message

    def remove(self, number: int) -> None:
        """Delete a mail for ever."""
        self.messages = [message for message in self.messages if message.id != number]

    def in_folder(self, folder: str) -> list[Message]:
        """The mails of a folder, the newest first."""
        if folder == "starred":
            found = [m for m in self.messages if m.starred and m.mailbox not in ("spam", "trash")]
        else:
            found = [m for m in self.messages if m.mailbox == folder]
        return sorted(found, key=lambda message: (message.time, message.id), reverse=True)

    def conversation(self, thread: int, folder: str) -> list[Message]:
        """The mails of a conversation as a folder shows them, the oldest first.

        What lies in the trash or in spam is part of it there only; drafts are only in their folder.
        """
        apart = ("spam", "trash", "drafts")
        found = [
            message
            for message in self.messages
            if message.thread == thread
            and (message.mailbox == folder if folder in apart else message.mailbox not in apart)
        ]
        return sorted(found, key=lambda message: (message.time, message.id))

    def unread(self, folder: str) -> int:
        """How many mails of a folder are unread; of the drafts, how many there are."""
        found = self.in_folder(folder)
        return len(found) if folder == "drafts" else sum(not message.read for message in found)

    def is_own(self, mail: str) -> bool:
        """Whether an address is the account's."""
        return mail.strip().lower() == self.account.mail.lower()
