"""What the Messages app remembers, and what a world says of it.

A world's ``messages`` is a list of :class:`WorldMessage`, or a :class:`MessagesWorld`::

    {"messages": [{"number": "+1 202 555 0142", "body": "See you at six", "at": "2026-05-14T09:10"},
                  {"number": "+1 202 555 0142", "body": "Fine!", "sent": true, "at": "2026-05-14T09:12"}]}
    {"messages": {"scheduled": [{"at": "2026-05-14T10:30", "number": "+1 202 555 0142", "body": "Here"}]}}
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field, model_validator

from crab_android.phone.kit import formats


class Message(BaseModel):
    """One message.

    Attributes:
        id: given by the app.
        address: the number that it came from; empty for a message that was sent.
        body: the text.
        when: local time.
        sent: whether the phone's owner wrote it.
        read: whether it was seen.
        failed: whether it could not be sent.
        picture: the path of a picture that goes with it.
    """

    id: int = 0
    address: str = ""
    body: str = ""
    when: datetime
    sent: bool = False
    read: bool = True
    failed: bool = False
    picture: str = ""


class Conversation(BaseModel):
    """All messages with the same people, in the order of time."""

    id: int
    numbers: list[str]
    messages: list[Message] = Field(default_factory=list)
    draft: str = ""
    pinned: bool = False
    archived: bool = False
    muted: bool = False

    @property
    def last(self) -> Message | None:
        """The newest message."""
        return self.messages[-1] if self.messages else None

    @property
    def unread(self) -> int:
        """How many messages were not seen yet."""
        return sum(not message.read for message in self.messages)


class Scheduled(BaseModel):
    """A message that comes in at a time."""

    model_config = ConfigDict(extra="forbid")

    at: datetime
    number: str = Field(min_length=1)
    body: str


class Messages(BaseModel):
    """All conversations, and the settings."""

    conversations: list[Conversation] = Field(default_factory=list)
    scheduled: list[Scheduled] = Field(default_factory=list)
    next_thread: int = 1
    next_message: int = 1
    notifications: bool = True
    delivery_reports: bool = True

    def get(self, thread: int) -> Conversation | None:
        """The conversation with an id, or None."""
        return next((entry for entry in self.conversations if entry.id == thread), None)

    def find(self, numbers: Sequence[str]) -> Conversation | None:
        """The conversation with exactly these people, or None."""
        return next((entry for entry in self.conversations if _same_people(entry.numbers, numbers)), None)

    def conversation_with(self, numbers: Sequence[str]) -> Conversation:
        """The conversation with these people; a new one when there is none."""
        known = self.find(numbers)
        if known is None:
            known = Conversation(id=self.next_thread, numbers=list(numbers))
            self.next_thread += 1
            self.conversations.append(known)
        return known

    def put(self, conversation: Conversation, message: Message) -> Message:
        """Keep a message, at its place in time; it gets an id of its own."""
        message.id = self.next_message
        self.next_message += 1
        conversation.messages.append(message)
        conversation.messages.sort(key=lambda entry: (entry.when, entry.id))
        conversation.archived = False
        return message

    def remove(self, thread: int) -> None:
        """Delete a conversation."""
        self.conversations = [entry for entry in self.conversations if entry.id != thread]

    def in_order(self, *, archived: bool = False) -> list[Conversation]:
        """Conversations as the list shows them: pinned ones first, then the newest."""
        shown = [entry for entry in self.conversations if entry.archived == archived]
        return sorted(shown, key=_newest_first)


def _newest_first(entry: Conversation) -> tuple[bool, float, int]:
    last = entry.last
    return not entry.pinned, -(last.when.timestamp() if last else math.inf), -entry.id


def _same_people(some: Sequence[str], others: Sequence[str]) -> bool:
    return len(some) == len(others) and all(
        any(formats.same_number(one, other) for other in others) for one in some
    )


# -- worlds --------------------------------


class WorldMessage(BaseModel):
    """A message in a world.

    Attributes:
        number: with whom.
        numbers: with whom, in a conversation of several.
        sender: who of several wrote it.
        body: the text.
        at: local time; the phone's present time when left out.
        sent: whether the phone's owner wrote it.
        read: whether it was seen; a message that was sent always is.
        picture: the path of a picture file.
    """

    model_config = ConfigDict(extra="forbid")

    number: str = ""
    numbers: list[str] = Field(default_factory=list)
    sender: str = ""
    body: str = ""
    at: datetime | None = None
    sent: bool = False
    read: bool = True
    picture: str = ""

    @model_validator(mode="after")
    def _somebody(self) -> WorldMessage:
        if bool(self.number) == bool(self.numbers):
            raise ValueError("a message has a number, or numbers")
        if not self.body and not self.picture:
            raise ValueError("a message has a body, or a picture")
        return self

    @property
    def people(self) -> list[str]:
        """Everybody it is with."""
        return self.numbers or [self.number]


class MessagesWorld(BaseModel):
    """What a world says of messages.

    Attributes:
        messages: what is there.
        scheduled: what comes in later, when the phone's clock gets there.
        drafts: number → a text that was not sent yet.
        pinned: numbers whose conversations stand on top.
        archived: numbers whose conversations are put away.
    """

    model_config = ConfigDict(extra="forbid")

    messages: list[WorldMessage] = Field(default_factory=list)
    scheduled: list[Scheduled] = Field(default_factory=list)
    drafts: dict[str, str] = Field(default_factory=dict)
    pinned: list[str] = Field(default_factory=list)
    archived: list[str] = Field(default_factory=list)


def from_world(part: object, now: datetime) -> Messages:
    """The app's state from its part of a world.

    Raises:
        ValueError: when the part does not fit.
    """
    world = MessagesWorld.model_validate({"messages": part} if isinstance(part, list) else part)
    made = Messages(scheduled=sorted(world.scheduled, key=lambda entry: entry.at))
    for given in world.messages:
        made.put(
            made.conversation_with(given.people),
            Message(
                address="" if given.sent else given.sender or given.people[0],
                body=given.body,
                when=given.at or now,
                sent=given.sent,
                read=given.sent or given.read,
                picture=given.picture,
            ),
        )
    for number, text in world.drafts.items():
        made.conversation_with([number]).draft = text
    for number in world.pinned:
        made.conversation_with([number]).pinned = True
    for number in world.archived:
        made.conversation_with([number]).archived = True
    return made
