"""Programs that mean no good cannot break the chat, its lines, or what it remembers."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crab_ubuntu.services.chat import commands, rooms, team
from crab_ubuntu.services.chat import session as session_module
from crab_ubuntu.services.chat.line import BadLineError, Line, build, fold, parse

if TYPE_CHECKING:
    from .conftest import Served
    from .irc import Client

Join = Callable[..., "tuple[Served, Client]"]
VALID = re.compile(r"(@[^ ]+ )?(:[^ ]+ )?[A-Z0-9]+( [^ :\r\n\0][^ \r\n\0]*)*( :[^\r\n\0]*)?")
NAMES = sorted({*commands.EARLY, *commands.COMMANDS, "FLY"} - {"QUIT"})
WORDS = [
    "#general",
    "#new",
    "#büro",
    "ana",
    "max",
    "MAX",
    "+t",
    "b",
    "0",
    "LS",
    "REQ",
    "END",
    "a,b",
    ":x y",
    ":",
    "::",
]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"PRIVMSG #a :hello there\r\n", Line("PRIVMSG", ("#a", "hello there"))),
        (b"privmsg #a hello\n", Line("PRIVMSG", ("#a", "hello"))),
        (b"@a=b;c :me!x@y PRIVMSG #a ::)", Line("PRIVMSG", ("#a", ":)"))),
        (b"  JOIN   #a  #b  ", Line("JOIN", ("#a", "#b"))),
        (b"TOPIC #a :", Line("TOPIC", ("#a", ""))),
        (b"TOPIC #a : x ", Line("TOPIC", ("#a", " x "))),
        (b"PRIVMSG a :b :c", Line("PRIVMSG", ("a", "b :c"))),
        ("PRIVMSG ü :ß".encode(), Line("PRIVMSG", ("ü", "ß"))),
        (b"\r\n", None),
        (b"   \r\n", None),
        (b":only\r\n", None),
        (b"@only\r\n", None),
    ],
)
def test_lines_are_taken_apart(data: bytes, line: Line | None) -> None:
    assert parse(data) == line


@pytest.mark.parametrize(
    "data",
    [
        b"A" * 511,
        b"@" + b"a" * 4096 + b" PING x",
        b"PRIVMSG \xff :x",
        b"PRIVMSG a :x\0y",
        b"PRIVMSG a :x\ry",
        b"12 x",
        b"PRIV-MSG x",
        b"A " + b"b " * 16,
    ],
)
def test_what_is_no_line_is_refused(data: bytes) -> None:
    with pytest.raises(BadLineError):
        parse(data)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=600) | st.text(alphabet=" :@;=#ab\r\n\0üA1", max_size=80).map(str.encode))
def test_any_bytes_are_a_line_or_refused(data: bytes) -> None:
    try:
        line = parse(data)
    except BadLineError:
        return
    if line is not None:
        assert line.command == line.command.upper()
        assert all("\r" not in p and "\n" not in p and "\0" not in p for p in line.parameters)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.text(min_size=1, max_size=20), max_size=3),
    st.text(max_size=700),
    st.dictionaries(st.sampled_from(["time", "batch"]), st.text(max_size=10), max_size=2),
)
def test_what_is_built_is_one_line_or_an_error(middle: list[str], last: str, tags: dict[str, str]) -> None:
    try:
        data = build("PRIVMSG", *middle, last, source="a!b@c", tags=tags)
    except ValueError:
        return
    assert data.endswith(b"\r\n")
    assert b"\n" not in data[:-2]
    assert len(data.partition(b" ")[2] if tags else data) <= 512
    line = parse(data)
    assert line is not None
    assert line.parameters[: len(middle)] == tuple(middle)
    assert last.startswith(line.parameters[-1])
    assert len(data) >= 512 or line.parameters[-1] == last


def test_only_ascii_is_compared_without_capitals() -> None:
    assert fold("#AbZ") == "#abz"
    assert fold("ÄÖ[") == "ÄÖ["


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(
            st.sampled_from(NAMES),
            st.lists(st.sampled_from(WORDS) | st.text(max_size=12), max_size=4),
        ),
        max_size=25,
    )
)
def test_no_command_breaks_the_chat(join: Join, sent: list[tuple[str, list[str]]]) -> None:
    served, client = join()
    client.send("JOIN #general,#new")
    for command, words in sent:
        client._socket.sendall(" ".join([command, *words]).replace("\n", "").encode() + b"\r\n")
    client.send("CAP END")
    client.sync("the-end")
    assert served.state()["failures"] == 0
    for line in client.lines:
        assert VALID.fullmatch(line), line
    served.services.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.binary(max_size=100), max_size=6))
def test_no_bytes_break_the_chat(join: Join, pieces: list[bytes]) -> None:
    served, client = join()
    client._socket.sendall(b"".join(pieces) + b"\r\n")
    if not any(b"quit" in piece.lower() for piece in pieces):
        client.sync("the-end")
    assert served.state()["failures"] == 0
    served.services.close()


def test_a_line_cannot_be_smuggled_into_another(join: Join) -> None:
    served, client = join()
    other = served.program("eva")
    for one in (client, other):
        one.ask("JOIN #general")
    client._socket.sendall(
        b"PRIVMSG #general :a\rQUIT :b\r\nPRIVMSG #general :c\0d\r\nTOPIC #general :e\rf\r\n"
    )
    client.sync()
    assert [line for line in other.sync() if "max" in line and "JOIN" not in line] == []
    assert len(served.state()["channels"]["#general"]["messages"]) == 2


def test_lines_that_are_too_long_are_refused_and_endless_ones_end(join: Join) -> None:
    served, client = join()
    client.ask("JOIN #general")
    assert client.ask(f"PRIVMSG #general :{'x' * 600}")[0].split()[1] == "417"
    client._socket.sendall(b"PRIVMSG \xff\xfe :x\r\n")
    assert client.wait_for("FAIL").endswith("INVALID_UTF8 :Message rejected, it is no UTF-8")
    client._socket.sendall(b"x" * 300_000)
    client.wait_for("Closing link: Line too long")
    assert len(served.state()["channels"]["#general"]["messages"]) == 2
    assert served.state()["connected"] == []


def test_the_longest_line_is_cut_for_others_and_kept_whole(join: Join) -> None:
    served, client = join()
    other = served.program("eva")
    for one in (client, other):
        one.ask("JOIN #general")
    text = "ü" * 245
    client.ask(f"PRIVMSG #general :{text}")
    heard = other.sync()[-1]
    assert heard.startswith(":max!max@crab.test PRIVMSG #general :üü")
    assert len(heard.encode()) <= 510
    assert served.state()["channels"]["#general"]["messages"][-1]["text"] == text


def test_a_flood_is_slowed_down_and_loses_nothing(join: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "LINES_A_SECOND", 200.0)
    served, client = join()
    client.ask("JOIN #general")
    started = time.monotonic()
    client.send(*(f"PRIVMSG #general :{number}" for number in range(200)))
    client.sync()
    assert time.monotonic() - started >= 0.6
    said = served.state()["channels"]["#general"]["messages"][2:]
    assert [message["text"] for message in said] == [str(number) for number in range(200)]


def test_what_is_kept_is_bounded_and_that_is_told(join: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(team, "MOST_MESSAGES", 10)
    monkeypatch.setattr(team, "MOST_CHANNELS", 3)
    monkeypatch.setattr(rooms, "MOST_JOINED", 6)
    served, client = join()
    client.ask("JOIN #general", *(f"PRIVMSG #general :{number}" for number in range(20)))
    state = served.state()
    assert len(state["channels"]["#general"]["messages"]) == 2 + 7  # and one waits in the inbox
    assert state["dropped"] == 13
    client.ask("JOIN #a,#b,#c,#d,#e")
    assert len(served.state()["channels"]) == 2 + 3


def test_a_program_that_falls_silent_is_asked_and_then_gone(join: Join) -> None:
    served, client = join()
    now = time.monotonic()
    served.services._thread.loop.time = lambda: now  # it goes on when the test says

    def passes(seconds: float) -> None:
        nonlocal now
        served.state()  # whoever was told something is being waited for again
        now += seconds
        served.state()  # the loop looks at its clock

    client.ask("JOIN #general")
    stranger = served.program()
    stranger.send("CAP LS")
    stranger.wait_for("CAP")
    passes(session_module.REGISTER_SECONDS + 1)
    stranger.wait_for("Closing link: Registration timeout")
    for _ in range(2):
        assert client.sync() == []
        passes(session_module.QUIET_SECONDS + 1)
        assert client.wait_for("PING") == "PING chat.crab.test"
        client.send("PONG chat.crab.test")
    client.sync()
    passes(session_module.QUIET_SECONDS + 1)
    client.wait_for("PING")
    passes(session_module.QUIET_SECONDS + 1)
    client.wait_for("Closing link: Ping timeout")
    assert served.state()["channels"]["#general"]["members"] == ["ana", "ben"]
