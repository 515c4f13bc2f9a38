"""What a connected program can ask of a chat: the commands of RFC 2812 and IRCv3 that programs use."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime

from crab_ubuntu.services.chat import rooms
from crab_ubuntu.services.chat.line import Line, fold
from crab_ubuntu.services.chat.options import LONGEST_TEXT, NICK_PATTERN
from crab_ubuntu.services.chat.session import CAPABILITIES, SERVER, Session
from crab_ubuntu.services.chat.team import Person

LONGEST_NAME = 100
"""Characters of a real name."""
MOST_TARGETS = 4
"""Of one message."""
NICK = re.compile(NICK_PATTERN)

Command = Callable[..., None]


def obey(session: Session, line: Line) -> None:
    """Do what a line says, or answer why not."""
    early = EARLY.get(line.command)
    known = early or COMMANDS.get(line.command)
    if known is None:
        session.number("421", line.command, "Unknown command")
        return
    command, fewest = known
    if early is None and session.person is None:
        session.number("451", "You have not registered")
    elif len(line.parameters) < fewest:
        session.number("461", line.command, "Not enough parameters")
    else:
        command(session, *line.parameters)


def _me(session: Session) -> Person:
    assert session.person is not None  # `obey` has looked
    return session.person


# -- coming and going ------------------------------------------------------------------------------


def _cap(session: Session, what: str, wanted: str = "", *_: str) -> None:
    match what.upper():
        case "LS":
            session.negotiating = session.person is None
            session.capability("LS", " ".join(CAPABILITIES))
        case "LIST":
            session.capability("LIST", " ".join(sorted(session.capabilities)))
        case "REQ":
            session.negotiating = session.person is None
            names = wanted.split()
            fine = all(name.removeprefix("-") in CAPABILITIES for name in names)
            session.capability("ACK" if fine else "NAK", wanted)
            if fine:
                session.capabilities -= {name[1:] for name in names if name.startswith("-")}
                session.capabilities |= {name for name in names if not name.startswith("-")}
        case "END":
            session.negotiating = False
            session.register()
        case _:
            session.number("410", what, "Invalid CAP command")


def _pass(session: Session, *_: str) -> None:
    """Nobody has a password here, and none is wrong."""


def _nick(session: Session, nick: str = "", *_: str) -> None:
    if not nick:
        session.number("431", "No nickname given")
    elif not NICK.fullmatch(nick):
        session.number("432", nick, "Erroneous nickname")
    elif session.chat.team.people.get(fold(nick), session.person) is not session.person:
        session.number("433", nick, "Nickname is already in use")
    elif session.person is None:
        session.nick = nick
        session.register()
    elif nick != session.person.nick:
        person = session.person
        for one in (person, *session.chat.team.around(person)):
            if one.listener:
                one.listener.tell("NICK", nick, source=person.source)
        session.chat.team.rename(person, nick)


def _user(session: Session, user: str, _mode: str, _unused: str, name: str, *_: str) -> None:
    if session.person is not None:
        session.number("462", "You may not reregister")
        return
    session.user = re.sub(r"[^A-Za-z0-9_.-]", "", user)[:16] or "user"
    session.name = name[:LONGEST_NAME]
    session.register()


def _ping(session: Session, *parameters: str) -> None:
    if parameters:
        session.answer("PONG", SERVER, parameters[0])
    else:
        session.number("409", "No origin specified")


def _pong(session: Session, *_: str) -> None:
    """That it came is all that counts."""


def _quit(session: Session, reason: str = "", *_: str) -> None:
    session.farewell = f"Quit: {reason}" if reason else "Quit"


# -- asking around ---------------------------------------------------------------------------------


def _motd(session: Session, *_: str) -> None:
    session.chat.tell_motd(session)


def _lusers(session: Session, *_: str) -> None:
    people = len(session.chat.team.people)
    session.number("251", f"There are {people} users and 0 invisible on 1 server")
    session.number("254", str(len(session.chat.team.channels)), "channels formed")
    session.number("255", f"I have {people} clients and 0 servers")


def _version(session: Session, *_: str) -> None:
    session.number("351", "crab", SERVER, "IRC with IRCv3 capabilities")


def _time(session: Session, *_: str) -> None:
    session.number("391", SERVER, f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC")


def _who(session: Session, mask: str = "", *_: str) -> None:
    team = session.chat.team
    channel = team.channels.get(fold(mask))
    if channel is not None:
        people = list(channel.members.values())
    else:
        people = [person for key, person in team.people.items() if key == fold(mask)]
    for person in people:
        here = ("G" if person.away else "H") + (
            "@" if channel and fold(person.nick) in channel.operators else ""
        )
        place = channel.name if channel else "*"
        session.number("352", place, person.user, "crab.test", SERVER, person.nick, here, f"0 {person.name}")
    session.number("315", mask or "*", "End of /WHO list")


def _whois(session: Session, *masks: str) -> None:
    nick = masks[-1]
    person = session.chat.team.people.get(fold(nick))
    if person is None:
        session.number("401", nick, "No such nick/channel")
    else:
        session.number("311", person.nick, person.user, "crab.test", "*", person.name)
        channels = session.chat.team.channels_of(person)
        if channels:
            marked = [f"{'@' if fold(person.nick) in c.operators else ''}{c.name}" for c in channels]
            session.number("319", person.nick, " ".join(marked))
        session.number("312", person.nick, SERVER, session.chat.options_in_use.team)
        if person.away:
            session.number("301", person.nick, person.away)
    session.number("318", nick, "End of /WHOIS list")


def _whowas(session: Session, nick: str, *_: str) -> None:
    session.number("406", nick, "There was no such nickname")
    session.number("369", nick, "End of WHOWAS")


def _userhost(session: Session, *nicks: str) -> None:
    people = [session.chat.team.people.get(fold(nick)) for nick in nicks[:5]]
    told = [f"{p.nick}={'-' if p.away else '+'}{p.user}@crab.test" for p in people if p]
    session.number("302", " ".join(told))


def _ison(session: Session, *nicks: str) -> None:
    people = session.chat.team.people
    named = [fold(nick) for part in nicks for nick in part.split()]
    session.number("303", " ".join(people[nick].nick for nick in named if nick in people))


# -- talking ---------------------------------------------------------------------------------------


def _privmsg(session: Session, targets: str = "", text: str = "", *_: str) -> None:
    if not targets:
        session.number("411", "No recipient given (PRIVMSG)")
    elif not text:
        session.number("412", "No text to send")
    else:
        for target in targets.split(",")[:MOST_TARGETS]:
            _say(session, target, text, notice=False)


def _notice(session: Session, targets: str = "", text: str = "", *_: str) -> None:
    if targets and text:
        for target in targets.split(",")[:MOST_TARGETS]:
            _say(session, target, text, notice=True)


def _say(session: Session, target: str, text: str, *, notice: bool) -> None:
    me, team = _me(session), session.chat.team
    channel, person = team.channels.get(fold(target)), team.people.get(fold(target))
    if channel is not None and channel.members.get(fold(me.nick)) is not me:
        if not notice:
            session.number("404", channel.name, "Cannot send to channel: you are not in it")
        return
    if channel is None and person is None:
        if not notice:
            session.number("401", target, "No such nick/channel")
        return
    name = channel.name if channel else person.nick if person else target
    session.chat.say(session, name, text, notice=notice)
    if person is not None and person.away and not notice:
        session.number("301", person.nick, person.away)


def _away(session: Session, reason: str = "", *_: str) -> None:
    _me(session).away = reason[:LONGEST_TEXT]
    if reason:
        session.number("306", "You have been marked as being away")
    else:
        session.number("305", "You are no longer marked as being away")


EARLY: dict[str, tuple[Command, int]] = {
    "CAP": (_cap, 1),
    "NICK": (_nick, 0),
    "PASS": (_pass, 0),
    "PING": (_ping, 0),
    "PONG": (_pong, 0),
    "QUIT": (_quit, 0),
    "USER": (_user, 4),
}
"""What can be said before one has registered, each with its fewest parameters."""

COMMANDS: dict[str, tuple[Command, int]] = {
    "AWAY": (_away, 0),
    "ISON": (_ison, 1),
    "LUSERS": (_lusers, 0),
    "MOTD": (_motd, 0),
    "NOTICE": (_notice, 0),
    "PRIVMSG": (_privmsg, 0),
    "TIME": (_time, 0),
    "USERHOST": (_userhost, 1),
    "VERSION": (_version, 0),
    "WHO": (_who, 0),
    "WHOIS": (_whois, 1),
    "WHOWAS": (_whowas, 1),
    **rooms.COMMANDS,
}
