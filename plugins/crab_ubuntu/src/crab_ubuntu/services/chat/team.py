"""A team and what it has said: channels, people, messages. Knows nothing of connections but whom to tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from crab_ubuntu.services.chat.line import fold
from crab_ubuntu.services.chat.options import ChatOptions, MessageOptions

MOST_MESSAGES = 20_000
MOST_BYTES = 16 * 1024 * 1024
"""Of texts that are kept; what is said after that is counted only, and evaluators say so."""
MOST_CHANNELS = 200
"""Beside those of the world."""

Origin = Literal["seeded", "scripted", "client"]
Kind = Literal["message", "action", "notice"]


class Listener(Protocol):
    """The program of a person who is connected."""

    def tell(self, command: str, *parameters: str, source: str, tags: dict[str, str] | None = None) -> None:
        """Send a line."""


@dataclass(eq=False)
class Person:
    """Somebody who is there."""

    nick: str
    user: str
    name: str = ""
    away: str = ""
    listener: Listener | None = None
    """None for people of the world."""

    @property
    def source(self) -> str:
        """How lines say where they come from."""
        return f"{self.nick}!{self.user}@crab.test"


@dataclass(frozen=True, slots=True)
class Message:
    """Something that was said."""

    order: int
    """Counts all messages of the team."""
    sender: str
    to: str
    text: str
    kind: Kind
    origin: Origin
    at: str = ""
    """As IRCv3's server-time; only what was said before the start."""

    def to_data(self) -> dict[str, Any]:
        """As evaluators see it."""
        data: dict[str, Any] = {
            "order": self.order,
            "from": self.sender,
            "to": self.to,
            "text": self.text,
            "kind": self.kind,
            "origin": self.origin,
        }
        return data | ({"at": self.at} if self.at else {})

    @property
    def line(self) -> tuple[str, str, str]:
        """Command and parameters that carry it."""
        text = f"\x01ACTION {self.text}\x01" if self.kind == "action" else self.text
        return ("NOTICE" if self.kind == "notice" else "PRIVMSG", self.to, text)


@dataclass(eq=False)
class Channel:
    """Where people talk."""

    name: str
    topic: str = ""
    topic_by: str = ""
    topic_locked: bool = False
    members: dict[str, Person] = field(default_factory=dict)
    """By folded nick, in the order in which they came."""
    operators: set[str] = field(default_factory=set)
    """Folded nicks."""
    messages: list[Message] = field(default_factory=list)


class Team:
    """Everybody and everything that was said."""

    def __init__(self, options: ChatOptions) -> None:
        """Take the state in which the world begins."""
        self.people: dict[str, Person] = {}
        self.channels: dict[str, Channel] = {}
        self.direct: list[Message] = []
        self.dropped = 0
        self._order = self._bytes = 0
        for nick, person in options.people.items():
            self.people[fold(nick)] = Person(nick, nick.lower(), person.name or nick, person.away)
        for name, said in options.channels.items():
            channel = self.channels[fold(name)] = Channel(name, said.topic, topic_locked=said.topic_locked)
            channel.topic_by = said.operators[0] if said.operators else next(iter(said.members), "")
            channel.members = {fold(nick): self.people[fold(nick)] for nick in said.members}
            channel.operators = {fold(nick) for nick in said.operators}
        for name, said in options.channels.items():
            for message in said.messages:
                self._keep(message.sender, name, message.text, message.kind, "seeded", _time(message))
        self.inbox = [
            self._keep(message.sender, "", message.text, message.kind, "seeded", _time(message))
            for message in options.inbox
        ]
        self._most_channels = len(self.channels) + MOST_CHANNELS

    def say(self, sender: Person, to: str, text: str, kind: Kind) -> Message:
        """Keep what somebody says and tell those who hear it, not the speaker.

        Args:
            sender: Who says it.
            to: An existing channel or person.
            text: One line.
            kind: How.
        """
        origin: Origin = "client" if sender.listener else "scripted"
        message = self._keep(sender.nick, to, text, kind, origin)
        command, target, written = message.line
        for person in self.hearers(to):
            if person is not sender and person.listener:
                person.listener.tell(command, target, written, source=sender.source)
        return message

    def hearers(self, to: str) -> list[Person]:
        """Those who hear what is said to a channel or person."""
        if to.startswith("#"):
            return list(self.channels[fold(to)].members.values())
        return [self.people[fold(to)]]

    def _keep(self, sender: str, to: str, text: str, kind: Kind, origin: Origin, at: str = "") -> Message:
        message = Message(self._order, sender, to, text, kind, origin, at)
        self._order += 1
        self._bytes += 300 + len(text.encode())
        if self._order > MOST_MESSAGES or self._bytes > MOST_BYTES:
            self.dropped += 1
        elif to.startswith("#"):
            self.channels[fold(to)].messages.append(message)
        else:
            self.direct.append(message)
        return message

    def around(self, person: Person) -> Iterator[Person]:
        """Everybody who shares a channel with somebody, once, without that one."""
        seen = {person}
        for channel in self.channels_of(person):
            for other in channel.members.values():
                if other not in seen:
                    seen.add(other)
                    yield other

    def channels_of(self, person: Person) -> list[Channel]:
        """The channels in which somebody is."""
        return [c for c in self.channels.values() if c.members.get(fold(person.nick)) is person]

    def open(self, name: str) -> Channel | None:
        """The channel of this name, which may be new; None when there are too many."""
        channel = self.channels.get(fold(name))
        if channel is None and len(self.channels) < self._most_channels:
            channel = self.channels[fold(name)] = Channel(name)
        return channel

    def join(self, person: Person, channel: Channel) -> None:
        """Let somebody in; who comes into an empty channel without operators becomes one."""
        if not channel.members and not channel.operators and not channel.messages:
            channel.operators.add(fold(person.nick))
        channel.members[fold(person.nick)] = person

    def leave(self, person: Person, channel: Channel) -> None:
        """Let somebody go; the channel stays with what was said there."""
        channel.members.pop(fold(person.nick), None)
        channel.operators.discard(fold(person.nick))

    def rename(self, person: Person, nick: str) -> None:
        """Give somebody another nick, which must be free."""
        old, new = fold(person.nick), fold(nick)
        for channel in self.channels_of(person):
            channel.members = {new if key == old else key: one for key, one in channel.members.items()}
            if old in channel.operators:
                channel.operators = channel.operators - {old} | {new}
        self.people.pop(old, None)
        self.people[new] = person
        person.nick = nick

    def remove(self, person: Person) -> None:
        """Let somebody go altogether."""
        for channel in self.channels_of(person):
            self.leave(person, channel)
        if self.people.get(fold(person.nick)) is person:
            del self.people[fold(person.nick)]

    def to_data(self) -> dict[str, Any]:
        """As evaluators see it."""
        return {
            "channels": {
                channel.name: {
                    "topic": channel.topic,
                    "topic_by": channel.topic_by,
                    "members": [person.nick for person in channel.members.values()],
                    "messages": [message.to_data() for message in channel.messages],
                }
                for channel in self.channels.values()
            },
            "direct": [message.to_data() for message in self.direct],
            "connected": [person.nick for person in self.people.values() if person.listener],
            "dropped": self.dropped,
        }


def _time(message: MessageOptions) -> str:
    from datetime import UTC

    if message.at is None:
        return ""
    moment = message.at if message.at.tzinfo else message.at.replace(tzinfo=UTC)
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"
