"""A team's chat: people who have already talked, channels, direct messages and scripted replies, over IRC."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any, ClassVar

from crab_ubuntu.services.chat.commands import obey
from crab_ubuntu.services.chat.line import fold
from crab_ubuntu.services.chat.options import ChatOptions
from crab_ubuntu.services.chat.replies import Reply, Script
from crab_ubuntu.services.chat.session import Session
from crab_ubuntu.services.chat.team import Channel, Kind, Person, Team
from crab_ubuntu.services.service import Service

ACTION = "\x01ACTION "
MOST_LATER = 200
"""Replies that wait for their time; further ones are given at once."""


class Chat(Service[ChatOptions]):
    """Any program that speaks IRC is a client; nobody needs a password."""

    ports: ClassVar[tuple[int, ...]] = (6667,)
    options = ChatOptions

    def start(self, options: ChatOptions, seed: int) -> None:  # noqa: ARG002 - nothing in it is left to chance
        """Take the state in which the world begins."""
        self.options_in_use = options
        self.team = Team(options)
        self._script = Script(options.replies)
        self._later = 0

    async def serve(self, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:  # noqa: ARG002
        """Talk with one program."""
        session = Session(self, writer, obey)
        try:
            await session.listen(reader)
        finally:
            session.goodbye()

    def state(self) -> dict[str, Any]:
        """Channels with their messages, topics and members; direct messages; who is connected."""
        return self.team.to_data()

    def tell_motd(self, session: Session) -> None:
        """The message of the day."""
        if not self.options_in_use.welcome:
            session.number("422", "There is no message of the day")
            return
        session.number("375", f"- {self.options_in_use.team} message of the day -")
        for line in self.options_in_use.welcome:
            session.number("372", f"- {line}")
        session.number("376", "End of /MOTD command")

    def say(self, session: Session, to: str, text: str, *, notice: bool) -> None:
        """Let a client say something to an existing channel or person, and let people answer it."""
        me = session.person
        assert me is not None
        kind: Kind = "notice" if notice else "message"
        if not notice and text.startswith(ACTION):
            kind, text = "action", text.removeprefix(ACTION).removesuffix("\x01")
        elif text.startswith("\x01"):
            self._pass_on(me, to, text, "NOTICE" if notice else "PRIVMSG")
            return
        message = self.team.say(me, to, text, kind)
        if "echo-message" in session.capabilities:
            command, target, written = message.line
            session.tell(command, target, written, source=me.source)
        if not notice:  # notices are never answered (RFC 2812, section 3.3.2)
            heard = [person.nick for person in self.team.hearers(to) if person.listener is None]
            self._answer(self._script.answers(me.nick, to, text, heard))

    def answer_join(self, person: Person, channel: Channel) -> None:
        """Let people answer somebody's coming."""
        heard = [one.nick for one in channel.members.values() if one.listener is None]
        self._answer(self._script.answers(person.nick, channel.name, "", heard, on="join"))

    def _pass_on(self, sender: Person, to: str, text: str, command: str) -> None:
        """What programs ask each other (CTCP) is no message."""
        for person in self.team.hearers(to):
            if person is not sender and person.listener:
                person.listener.tell(command, to, text, source=sender.source)

    def _answer(self, replies: Iterator[Reply]) -> None:
        for reply in replies:
            if reply.after > 0 and self._later < MOST_LATER:
                self._later += 1
                asyncio.get_running_loop().call_later(reply.after, self._give_late, reply)
            else:
                self._give(reply)

    def _give_late(self, reply: Reply) -> None:
        self._later -= 1
        self._give(reply)

    def _give(self, reply: Reply) -> None:
        by = self.team.people[fold(reply.by)]
        there = self.team.channels if reply.to.startswith("#") else self.team.people
        if fold(reply.to) in there:
            self.team.say(by, reply.to, reply.text, "message")
