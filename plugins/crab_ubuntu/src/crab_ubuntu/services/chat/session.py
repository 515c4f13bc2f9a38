"""One program that is connected to a chat: who it is, what it can do, and what it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_ubuntu.services.chat.line import BadLineError, Line, build, fold, parse
from crab_ubuntu.services.chat.team import Message, Person

if TYPE_CHECKING:
    from crab_ubuntu.services.chat.chat import Chat

SERVER = "chat.crab.test"
"""How lines of the server say where they come from."""
CAPABILITIES = (
    "batch",
    "cap-notify",
    "echo-message",
    "extended-join",
    "multi-prefix",
    "server-time",
    "userhost-in-names",
)
REGISTER_SECONDS = 60.0
"""How long a program may take to say who it is."""
QUIET_SECONDS = 120.0
"""After so long without a word a program is asked whether it is there; after twice as long it is gone."""
BURST = 50
LINES_A_SECOND = 20.0
"""Who writes faster than this after a first burst is read more slowly; nothing is lost."""
SUPPORT = (
    "CASEMAPPING=ascii",
    "CHANTYPES=#",
    "PREFIX=(o)@",
    "CHANMODES=,,,nt",
    "NICKLEN=30",
    "CHANNELLEN=50",
    "TOPICLEN=390",
    "MODES=1",
    "UTF8ONLY",
)


class Session:
    """The server's side of one connection."""

    def __init__(
        self, chat: Chat, writer: asyncio.StreamWriter, obey: Callable[[Session, Line], None]
    ) -> None:
        self.chat = chat
        self.person: Person | None = None
        """None until it has said who it is."""
        self.nick = self.user = self.name = ""
        """What it has said of that so far."""
        self.capabilities: set[str] = set()
        self.negotiating = False
        self.farewell: str | None = None
        """Set when the connection is to end: why."""
        self._writer = writer
        self._obey = obey
        self._batches = 0

    # -- what it is told ---------------------------------------------------------------------------

    def tell(self, command: str, *parameters: str, source: str, tags: dict[str, str] | None = None) -> None:
        """Send a line, with those tags that the program has asked for."""
        wanted = {"time": "server-time", "batch": "batch"}
        kept = {name: value for name, value in (tags or {}).items() if wanted.get(name) in self.capabilities}
        if not self._writer.is_closing():
            self._writer.write(build(command, *parameters, source=source, tags=kept))

    def answer(self, command: str, *parameters: str) -> None:
        """Send a line of the server."""
        *middle, last = parameters
        self.tell(command, *map(_in_the_middle, middle), last, source=SERVER)

    def number(self, code: str, *parameters: str) -> None:
        """Send a numbered answer: its first parameter is always the nick."""
        self.answer(code, self.person.nick if self.person else self.nick or "*", *parameters)

    def capability(self, what: str, names: str) -> None:
        """Answer about capabilities."""
        self.answer("CAP", self.person.nick if self.person else self.nick or "*", what, names)

    def play_back(self, target: str, messages: list[Message]) -> None:
        """Show what was said before somebody came."""
        tags: dict[str, str] = {}
        if "batch" in self.capabilities:
            self._batches += 1
            tags["batch"] = f"history{self._batches}"
            self.answer("BATCH", f"+{tags['batch']}", "chathistory", target)
        for message in messages:
            sender = self.chat.team.people.get(fold(message.sender))
            source = sender.source if sender else f"{message.sender}!gone@crab.test"
            command, to, text = message.line
            at = {"time": message.at} if message.at else {}
            self.tell(command, to or target, text, source=source, tags=at | tags)
        if tags:
            self.answer("BATCH", f"-{tags['batch']}")

    # -- what it says ------------------------------------------------------------------------------

    async def listen(self, reader: asyncio.StreamReader) -> None:
        """Read and obey, line by line, until the end of the connection."""
        pace = _Pace()
        asked = False
        while self.farewell is None:
            try:
                async with asyncio.timeout(QUIET_SECONDS if self.person else REGISTER_SECONDS):
                    data = await reader.readline()
            except TimeoutError:
                if self.person is None or asked:
                    self.farewell = "Ping timeout" if asked else "Registration timeout"
                    break
                asked = True
                self.tell("PING", SERVER, source="")
                continue
            except ValueError:  # longer than what is read ahead
                self.farewell = "Line too long"
                break
            asked = False
            if not data.endswith(b"\n"):
                self.farewell = "Connection closed"
                return
            self._take(data)
            await self._writer.drain()
            await pace.keep()
        self.tell("ERROR", f"Closing link: {self.farewell}", source="")

    def _take(self, data: bytes) -> None:
        try:
            line = parse(data)
        except BadLineError as error:
            self._complain(str(error))
            return
        if line is not None:
            self._obey(self, line)

    def _complain(self, reason: str) -> None:
        match reason:
            case "line is too long" | "tags are too long":
                self.number("417", "Input line was too long")
            case "line is no UTF-8":
                self.answer("FAIL", "*", "INVALID_UTF8", "Message rejected, it is no UTF-8")
            case _:
                self.number("421", "*", f"Unknown command: {reason}")

    def register(self) -> None:
        """Let the program in, once it has said all that is needed."""
        if self.person is not None or self.negotiating or not (self.nick and self.user):
            return
        if fold(self.nick) in self.chat.team.people:
            self.number("433", self.nick, "Nickname is already in use")
            self.nick = ""
            return
        self.person = Person(self.nick, self.user, self.name or self.nick, listener=self)
        self.chat.team.people[fold(self.nick)] = self.person
        self._welcome(self.person)

    def _welcome(self, person: Person) -> None:
        team = self.chat.options_in_use.team
        self.number("001", f"Welcome to {team}, {person.source}")
        self.number("002", f"Your host is {SERVER}, running crab")
        self.number("003", "This server was created for you")
        self.number("004", SERVER, "crab", "i", "nt")
        self.number("005", *SUPPORT, f"NETWORK={team}", "are supported by this server")
        self.chat.tell_motd(self)
        self.play_back(person.nick, self.chat.team.inbox)

    def goodbye(self) -> None:
        """The connection has ended: tell those who would notice."""
        if self.person is None:
            return
        reason = self.farewell or "Connection closed"
        for other in self.chat.team.around(self.person):
            if other.listener:
                other.listener.tell("QUIT", reason, source=self.person.source)
        self.chat.team.remove(self.person)


def _in_the_middle(text: str) -> str:
    """A parameter that is not the last one, made of what may be anything."""
    return text.split(" ", 1)[0].lstrip(":") or "*"


class _Pace:
    """A bucket of tokens: a burst is free, then a line costs time."""

    def __init__(self) -> None:
        self._clock = asyncio.get_running_loop().time
        self._tokens = float(BURST)
        self._last = self._clock()

    async def keep(self) -> None:
        """Wait as long as one more line costs."""
        now = self._clock()
        self._tokens = min(BURST, self._tokens + (now - self._last) * LINES_A_SECOND) - 1
        self._last = now
        if self._tokens < 0:
            await asyncio.sleep(-self._tokens / LINES_A_SECOND)
