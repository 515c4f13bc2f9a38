"""What a connected program can do with channels."""

from __future__ import annotations

import re
from collections.abc import Callable

from crab_ubuntu.services.chat.line import fold
from crab_ubuntu.services.chat.options import CHANNEL_PATTERN, LONGEST_TEXT
from crab_ubuntu.services.chat.session import Session
from crab_ubuntu.services.chat.team import Channel, Person

HISTORY = 100
"""How many messages of a channel are shown to who comes."""
MOST_JOINED = 50
"""Channels of one program."""
NAMES_BYTES = 350
"""Of names in one line."""
CHANNEL = re.compile(CHANNEL_PATTERN)


def _me(session: Session) -> Person:
    assert session.person is not None  # nobody comes here before
    return session.person


def _here(session: Session, name: str) -> Channel | None:
    """A channel in which the program is; else the answer why not."""
    channel = session.chat.team.channels.get(fold(name))
    if channel is None:
        session.number("403", name, "No such channel")
    elif channel.members.get(fold(_me(session).nick)) is not session.person:
        session.number("442", channel.name, "You're not on that channel")
    else:
        return channel
    return None


def _may(session: Session, channel: Channel) -> bool:
    if fold(_me(session).nick) in channel.operators:
        return True
    session.number("482", channel.name, "You're not channel operator")
    return False


def _tell_all(channel: Channel, command: str, *parameters: str, source: str) -> None:
    for person in channel.members.values():
        if person.listener:
            person.listener.tell(command, *parameters, source=source)


def _join(session: Session, names: str, *_: str) -> None:
    me, team = _me(session), session.chat.team
    if names == "0":
        for channel in team.channels_of(me):
            _leave(session, channel, "")
        return
    for name in names.split(",")[:MOST_JOINED]:
        if not CHANNEL.fullmatch(name):
            session.number("403", name, "No such channel")
            continue
        if fold(name) in {fold(channel.name) for channel in team.channels_of(me)}:
            continue
        opened = team.open(name) if len(team.channels_of(me)) < MOST_JOINED else None
        if opened is None:
            session.number("405", name, "You have joined too many channels")
            continue
        _come_in(session, opened)


def _come_in(session: Session, channel: Channel) -> None:
    me = _me(session)
    session.chat.team.join(me, channel)
    for person in channel.members.values():
        if isinstance(person.listener, Session):
            more = ("*", me.name) if "extended-join" in person.listener.capabilities else ()
            person.listener.tell("JOIN", channel.name, *more, source=me.source)
    if channel.topic:
        _tell_topic(session, channel)
    _tell_names(session, channel)
    session.play_back(channel.name, channel.messages[-HISTORY:])
    session.chat.answer_join(me, channel)


def _part(session: Session, names: str, reason: str = "", *_: str) -> None:
    for name in names.split(",")[:MOST_JOINED]:
        channel = _here(session, name)
        if channel is not None:
            _leave(session, channel, reason)


def _leave(session: Session, channel: Channel, reason: str) -> None:
    me = _me(session)
    _tell_all(channel, "PART", channel.name, *([reason] if reason else []), source=me.source)
    session.chat.team.leave(me, channel)


def _topic(session: Session, name: str, *topic: str) -> None:
    channel = _here(session, name)
    if channel is None:
        return
    if not topic:
        if channel.topic:
            _tell_topic(session, channel)
        else:
            session.number("331", channel.name, "No topic is set")
    elif not channel.topic_locked or _may(session, channel):
        channel.topic = topic[0].encode()[:LONGEST_TEXT].decode(errors="ignore")
        channel.topic_by = _me(session).nick
        _tell_all(channel, "TOPIC", channel.name, channel.topic, source=_me(session).source)


def _tell_topic(session: Session, channel: Channel) -> None:
    session.number("332", channel.name, channel.topic)


def _names(session: Session, names: str = "", *_: str) -> None:
    for name in names.split(",")[:MOST_JOINED]:
        channel = session.chat.team.channels.get(fold(name))
        if channel is None:
            session.number("366", name, "End of /NAMES list")
        else:
            _tell_names(session, channel)


def _tell_names(session: Session, channel: Channel) -> None:
    whole = "userhost-in-names" in session.capabilities
    line = ""
    for key, person in channel.members.items():
        word = ("@" if key in channel.operators else "") + (person.source if whole else person.nick)
        if line and len(line) + len(word) >= NAMES_BYTES:
            session.number("353", "=", channel.name, line)
            line = ""
        line += f"{' ' if line else ''}{word}"
    if line:
        session.number("353", "=", channel.name, line)
    session.number("366", channel.name, "End of /NAMES list")


def _list(session: Session, names: str = "", *_: str) -> None:
    wanted = {fold(name) for name in names.split(",") if name.startswith("#")}
    session.number("321", "Channel", "Users  Name")
    for key, channel in session.chat.team.channels.items():
        if not wanted or key in wanted:
            session.number("322", channel.name, str(len(channel.members)), channel.topic)
    session.number("323", "End of /LIST")


def _mode(session: Session, name: str, modes: str = "", *_: str) -> None:
    if not name.startswith("#"):
        if fold(name) == fold(_me(session).nick):
            session.number("221", "+i")
        else:
            session.number("502", "Cannot change mode for other users")
        return
    channel = session.chat.team.channels.get(fold(name))
    if channel is None:
        session.number("403", name, "No such channel")
    elif not modes:
        session.number("324", channel.name, "+nt" if channel.topic_locked else "+n")
    elif modes.lstrip("+") == "b":
        session.number("368", channel.name, "End of channel ban list")
    elif _here(session, name) and _may(session, channel):
        _set_mode(session, channel, modes)


def _set_mode(session: Session, channel: Channel, modes: str) -> None:
    if modes not in {"+t", "-t"}:
        session.number("472", modes.lstrip("+-")[:1] or "*", "is unknown mode char to me")
    elif channel.topic_locked != (modes == "+t"):
        channel.topic_locked = modes == "+t"
        _tell_all(channel, "MODE", channel.name, modes, source=_me(session).source)


def _invite(session: Session, nick: str, name: str, *_: str) -> None:
    channel, person = _here(session, name), session.chat.team.people.get(fold(nick))
    if channel is None:
        return
    if person is None:
        session.number("401", nick, "No such nick/channel")
    elif fold(nick) in channel.members:
        session.number("443", person.nick, channel.name, "is already on channel")
    else:
        session.number("341", person.nick, channel.name)
        if person.listener:
            person.listener.tell("INVITE", person.nick, channel.name, source=_me(session).source)
        else:  # people of the world come when they are asked
            session.chat.team.join(person, channel)
            _tell_all(channel, "JOIN", channel.name, source=person.source)


def _kick(session: Session, name: str, nick: str, reason: str = "", *_: str) -> None:
    channel = _here(session, name)
    if channel is None or not _may(session, channel):
        return
    person = channel.members.get(fold(nick))
    if person is None:
        session.number("441", nick, channel.name, "They aren't on that channel")
        return
    _tell_all(channel, "KICK", channel.name, person.nick, reason or person.nick, source=_me(session).source)
    session.chat.team.leave(person, channel)


COMMANDS: dict[str, tuple[Callable[..., None], int]] = {
    "INVITE": (_invite, 2),
    "JOIN": (_join, 1),
    "KICK": (_kick, 2),
    "LIST": (_list, 0),
    "MODE": (_mode, 1),
    "NAMES": (_names, 0),
    "PART": (_part, 1),
    "TOPIC": (_topic, 1),
}
"""By name, each with its fewest parameters."""
