"""What a world says about a chat.

{
    "service": "chat",
    "people": {"ana": {"name": "Ana Lima"}, "ben": {"name": "Ben Koch", "away": "at lunch"}},
    "channels": {
        "#general": {
            "topic": "Welcome",
            "members": ["ana", "ben"],
            "messages": [{"from": "ana", "text": "Hello", "at": "2026-05-04T09:00:00Z"}]
        }
    },
    "inbox": [{"from": "ben", "text": "Can you send me the report?"}],
    "replies": [{"by": "ana", "mentions": true, "contains": "lunch", "say": "At noon, {nick}."}]
}
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from crab_ubuntu.services.chat.line import fold
from crab_ubuntu.services.service import ServiceOptions

NICK_PATTERN = r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]{0,29}"
"""A nick (RFC 2812, section 2.3.1), at most thirty characters."""
CHANNEL_PATTERN = r"#[^\x00-\x20\x7f,:]{1,49}"
"""A channel; any script will do."""
LONGEST_TEXT = 390
"""Bytes: with everything around it, it fits into one line of the protocol."""


def _is_line(text: str) -> str:
    if any(character in text for character in "\0\r\n"):
        raise ValueError("a message is one line; write several messages")
    if len(text.encode()) > LONGEST_TEXT:
        raise ValueError(f"a message has at most {LONGEST_TEXT} bytes")
    return text


Nick = Annotated[str, Field(pattern=f"^{NICK_PATTERN}$")]
Channel = Annotated[str, Field(pattern=f"^{CHANNEL_PATTERN}$")]
Text = Annotated[str, AfterValidator(_is_line)]
Said = Annotated[Text, Field(min_length=1)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, populate_by_name=True)


class PersonOptions(_Part):
    """Somebody who is there."""

    name: Text = ""
    """The real name."""
    away: Text = ""
    """Why this person does not answer."""


class MessageOptions(_Part):
    """Something that was said before the start."""

    sender: Nick = Field(alias="from")
    text: Said
    kind: Literal["message", "action"] = "message"
    at: datetime | None = None
    """When, with the time zone; without it a program shows the time at which it got to know."""


class ChannelOptions(_Part):
    """A channel in which people are."""

    topic: Text = ""
    members: tuple[Nick, ...] = ()
    operators: tuple[Nick, ...] = ()
    """Those of the members who may set a locked topic and remove people."""
    topic_locked: bool = False
    messages: tuple[MessageOptions, ...] = ()


class ReplyOptions(_Part):
    """What somebody answers. Of several that fit, each person gives the first one in the list."""

    by: Nick
    on: Literal["message", "join"] = "message"
    """Whether somebody has to say something, or to come into the channel."""
    to: Channel | None = None
    """Only what is said in this channel; otherwise in any channel where `by` is, and to `by` directly."""
    mentions: bool = False
    """Only what names `by`, as in "@ana" or "ana:"; what is said to `by` directly always does."""
    contains: str = ""
    """Only what has these words in it, in capitals or not."""
    say: Said | Annotated[tuple[Said, ...], Field(min_length=1, max_length=20)]
    """One message or several; "{nick}" stands for the person who is answered."""
    times: int | None = Field(default=None, ge=1)
    """How often at most."""
    after: float = Field(default=0.0, ge=0, le=60)
    """Seconds."""

    @property
    def lines(self) -> tuple[str, ...]:
        """What is said, message by message."""
        return (self.say,) if isinstance(self.say, str) else self.say


class ChatOptions(ServiceOptions):
    """The options of `chat`."""

    team: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,30}$")] = "Crab"
    """Its name, as programs show it."""
    welcome: tuple[Text, ...] = ()
    """The message of the day."""
    people: dict[Nick, PersonOptions] = Field(default_factory=dict)
    channels: dict[Channel, ChannelOptions] = Field(default_factory=dict)
    inbox: tuple[MessageOptions, ...] = ()
    """Messages that wait for whoever comes."""
    replies: tuple[ReplyOptions, ...] = ()

    @model_validator(mode="after")
    def _everybody_is_known(self) -> ChatOptions:
        for what, names in (("people", self.people), ("channels", self.channels)):
            if len({fold(name) for name in names}) != len(names):
                raise ValueError(f"two of the {what} differ in capitals only")
        named = [reply.by for reply in self.replies] + [message.sender for message in self.inbox]
        for channel in self.channels.values():
            named += [*channel.members, *(message.sender for message in channel.messages)]
            if missing := set(channel.operators) - set(channel.members):
                raise ValueError(f"{sorted(missing)[0]} is an operator of a channel, but no member")
        if unknown := set(named) - set(self.people):
            raise ValueError(f"{sorted(unknown)[0]} is not among the people")
        if unknown := {reply.to for reply in self.replies if reply.to} - set(self.channels):
            raise ValueError(f"{sorted(unknown)[0]} is not among the channels")
        return self
