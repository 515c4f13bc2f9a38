"""A team's chat, talked to line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .conftest import Served
    from .irc import Client

Join = Callable[..., "tuple[Served, Client]"]
SERVER = ":chat.crab.test"


def said(served: Served, channel: str = "#general") -> list[tuple[str, str, str]]:
    messages = served.state()["channels"][channel]["messages"]
    return [(m["from"], m["text"], m["origin"]) for m in messages]


def test_who_comes_is_welcomed(join: Join) -> None:
    _, client = join()
    heard = "\n".join(client.lines)
    assert f"{SERVER} 001 max :Welcome to Riverside, max!max@crab.test" in heard
    assert "NETWORK=Riverside :are supported by this server" in heard
    assert f"{SERVER} 372 max :- Be kind." in heard
    assert ":Cho!cho@crab.test PRIVMSG max :Please call me" in heard


def test_a_channel_shows_who_is_there_and_what_was_said(join: Join) -> None:
    _, client = join()
    assert client.ask("JOIN #General") == [
        ":max!max@crab.test JOIN #general",
        f"{SERVER} 332 max #general :Welcome to Riverside",
        f"{SERVER} 353 max = #general :@ana ben max",
        f"{SERVER} 366 max #general :End of /NAMES list",
        ":ana!ana@crab.test PRIVMSG #general :Good morning",
        ":ben!ben@crab.test PRIVMSG #general :\x01ACTION waves\x01",
    ]


def test_history_comes_with_its_time_where_a_program_knows_that(join: Join) -> None:
    _, client = join("max", "server-time")
    heard = client.ask("JOIN #general")
    assert "@time=2026-05-04T07:00:00.000Z :ana!ana@crab.test PRIVMSG #general :Good morning" in heard
    _, client = join("max", "server-time", "batch")
    heard = client.ask("JOIN #general")
    start = next(line for line in heard if " BATCH +" in line)
    name = start.split("+")[1].split()[0]
    assert start.endswith(f"{name} chathistory #general")
    assert f"@batch={name} :ben!ben@crab.test PRIVMSG #general :\x01ACTION waves\x01" in heard
    assert heard[-1] == f"{SERVER} BATCH -{name}"


def test_what_is_said_is_heard_and_kept_word_for_word(join: Join) -> None:
    served, client = join()
    other = served.program("eva")
    other.ask("JOIN #general")
    client.ask("JOIN #general")
    text = "Grüße, 世界 🎉  :) with  spaces "
    assert client.ask(f"PRIVMSG #general :{text}") == []
    assert f":max!max@crab.test PRIVMSG #general :{text}" in other.sync()
    assert said(served)[-1] == ("max", text, "client")
    assert [m["order"] for m in served.state()["channels"]["#general"]["messages"]] == [0, 1, 3]


def test_the_speaker_hears_it_again_only_when_asked_for(join: Join) -> None:
    _, client = join("max", "echo-message")
    client.ask("JOIN #general")
    heard = client.ask("PRIVMSG #general :hello")
    assert heard == [":max!max@crab.test PRIVMSG #general :hello"]


def test_actions_and_notices_are_told_apart(join: Join) -> None:
    served, client = join()
    client.ask("JOIN #general", "PRIVMSG #general :\x01ACTION sings ana\x01", "NOTICE #general :ana: look")
    kinds = [(m["kind"], m["text"]) for m in served.state()["channels"]["#general"]["messages"][2:]]
    assert kinds[0] == ("action", "sings ana")
    assert ("notice", "ana: look") in kinds
    assert kinds.count(("message", "Yes?")) == 1  # a notice is never answered


def test_people_answer_as_the_world_says(join: Join) -> None:
    served, client = join()
    client.ask("JOIN #general")
    heard = client.ask("PRIVMSG #general :Ana, when is LUNCH?")
    assert heard == [
        ":ana!ana@crab.test PRIVMSG #general :At noon, max.",
        ":ben!ben@crab.test PRIVMSG #general :I had mine.",
    ]
    # The first answer was good for one time only.
    heard = client.ask("PRIVMSG #general :@ana lunch again")
    assert [line.split(":")[-1] for line in heard] == ["Yes?", "I am here.", "I had mine."]
    assert client.ask("PRIVMSG #general :banana, anaconda and ana-maria") == []
    assert client.ask("PRIVMSG ana :hello") == [
        ":ana!ana@crab.test PRIVMSG max :Yes?",
        ":ana!ana@crab.test PRIVMSG max :I am here.",
    ]
    assert {origin for _, _, origin in said(served)} == {"seeded", "client", "scripted"}


def test_people_greet_who_comes(join: Join) -> None:
    _, client = join()
    assert client.ask("JOIN #büro")[-1] == ":Cho!cho@crab.test PRIVMSG #büro :Hello max"


def test_an_answer_may_take_its_time(join: Join) -> None:
    replies = [{"by": "ana", "mentions": True, "say": "later", "after": 0.05}]
    _, client = join(replies=replies)
    client.ask("JOIN #general")
    client.send("PRIVMSG #general :ana?")
    assert client.wait_for("later") == ":ana!ana@crab.test PRIVMSG #general :later"


def test_the_same_lines_give_the_same_answers(join: Join) -> None:
    def play() -> tuple[list[str], Any]:
        served, client = join("max", "server-time", "batch", "echo-message")
        heard = client.ask(
            "JOIN #general,#büro", "PRIVMSG #general :ana lunch", "PRIVMSG ben :hi", "PART #büro"
        )
        return client.lines + heard, served.state()

    assert play() == play()


def test_a_private_message_goes_to_one_person(join: Join) -> None:
    served, client = join()
    other, third = served.program("eva"), served.program("tom")
    client.ask("PRIVMSG EVA :psst")
    assert other.sync() == [":max!max@crab.test PRIVMSG eva :psst"]
    assert third.sync() == []
    assert served.state()["direct"][-1] == {
        "order": 3,
        "from": "max",
        "to": "eva",
        "text": "psst",
        "kind": "message",
        "origin": "client",
    }
    assert client.ask("PRIVMSG ben :hi") == [f"{SERVER} 301 max ben :at lunch"]


def test_the_topic_can_be_set_unless_it_is_locked(join: Join) -> None:
    served, client = join()
    client.ask("JOIN #general", "JOIN #büro")
    assert client.ask("TOPIC #general :Neues Thema: ü") == [
        ":max!max@crab.test TOPIC #general :Neues Thema: ü"
    ]
    assert client.ask("TOPIC #büro :mine")[0].startswith(f"{SERVER} 482 max #büro")
    assert client.ask("TOPIC #büro") == [f"{SERVER} 331 max #büro :No topic is set"]
    channels = served.state()["channels"]
    assert (channels["#general"]["topic"], channels["#general"]["topic_by"]) == ("Neues Thema: ü", "max")
    assert channels["#büro"]["topic"] == ""


def test_a_nick_is_free_or_it_is_not(join: Join) -> None:
    served, client = join()
    other = served.program()
    other.send("NICK ANA", "USER x 0 * :x")
    assert other.wait_for(" 433 ") == f"{SERVER} 433 * ANA :Nickname is already in use"
    other.send("NICK Max")
    other.wait_for(" 433 ")
    other.send("NICK eva")
    other.wait_for(" 001 ")
    client.ask("JOIN #general")
    other.ask("JOIN #general")
    assert client.ask("NICK Maximilian")[-1] == ":max!max@crab.test NICK Maximilian"
    assert ":max!max@crab.test NICK Maximilian" in other.sync()
    assert client.ask("NICK ana")[0].startswith(f"{SERVER} 433 Maximilian ana")
    assert served.state()["channels"]["#general"]["members"] == ["ana", "ben", "Maximilian", "eva"]
    assert client.ask("PRIVMSG max :hello?")[0].startswith(f"{SERVER} 401 ")


def test_a_capital_of_the_own_nick_may_change(join: Join) -> None:
    _, client = join()
    assert client.ask("NICK MAX") == [":max!max@crab.test NICK MAX"]


@pytest.mark.parametrize(
    "nick", ["1max", "a b", "", "ä", "a" * 31, "a,b", "#a", ":x", "a!b", "a@b", "-a", "a\x01"]
)
def test_what_is_no_nick_is_refused(join: Join, nick: str) -> None:
    _, client = join()
    answer = client.ask(f"NICK :{nick}")
    assert answer[0].split()[1] in {"432", "431"}


def test_who_leaves_is_gone(join: Join) -> None:
    served, client = join()
    other = served.program("eva")
    for one in (client, other):
        one.ask("JOIN #general")
    other.ask("PART #general :bye all")
    assert client.sync()[-1] == ":eva!eva@crab.test PART #general :bye all"
    other.ask("JOIN #general")
    other.send("QUIT :home")
    other.wait_for("ERROR")
    assert client.wait_for("QUIT") == ":eva!eva@crab.test QUIT :Quit: home"
    tom = served.program("tom")
    tom.ask("JOIN #general")
    tom.close()
    assert client.wait_for("QUIT") == ":tom!tom@crab.test QUIT :Connection closed"
    assert served.state()["channels"]["#general"]["members"] == ["ana", "ben", "max"]
    assert served.state()["connected"] == ["max"]


def test_a_new_channel_belongs_to_who_opens_it(join: Join) -> None:
    served, client = join()
    other = served.program("eva")
    client.ask("JOIN #new")
    other.ask("JOIN #new")
    assert client.ask("MODE #new +t")[-1] == ":max!max@crab.test MODE #new +t"
    assert other.ask("TOPIC #new :x")[-1].split()[1] == "482"
    assert other.ask("KICK #new max")[0].split()[1] == "482"
    client.ask("KICK #new eva :enough")
    assert other.sync()[-1] == ":max!max@crab.test KICK #new eva :enough"
    assert other.ask("PRIVMSG #new :still here?")[0].split()[1] == "404"
    client.ask("PRIVMSG #new :kept", "PART #new")
    assert said(served, "#new") == [("max", "kept", "client")]


def test_people_come_when_they_are_invited(join: Join) -> None:
    served, client = join()
    other = served.program("eva")
    client.ask("JOIN #new")
    assert client.ask("INVITE ben #new")[-1] == ":ben!ben@crab.test JOIN #new"
    client.ask("INVITE eva #new")
    assert other.sync() == [":max!max@crab.test INVITE eva #new"]
    assert served.state()["channels"]["#new"]["members"] == ["max", "ben"]
    assert client.ask("INVITE ben #new")[0].split()[1] == "443"


def test_questions_that_programs_ask(join: Join) -> None:
    _, client = join()
    client.ask("JOIN #general")
    assert client.ask("WHO #general")[0].endswith("#general ana crab.test chat.crab.test ana H@ :0 Ana Lima")
    assert client.ask("WHO nobody") == [f"{SERVER} 315 max nobody :End of /WHO list"]
    whois = client.ask("WHOIS ben")
    assert f"{SERVER} 311 max ben ben crab.test * :Ben Koch" in whois
    assert f"{SERVER} 301 max ben :at lunch" in whois
    listed = client.ask("LIST")
    assert f"{SERVER} 322 max #general 3 :Welcome to Riverside" in listed
    assert f"{SERVER} 322 max #büro 1 :" in listed
    assert client.ask("ISON ana nobody CHO") == [f"{SERVER} 303 max :ana Cho"]
    assert client.ask("USERHOST ana ben")[0].endswith(":ana=+ana@crab.test ben=-ben@crab.test")
    assert client.ask("MODE #general") == [f"{SERVER} 324 max #general +n"]
    assert client.ask("MODE #general b")[0].split()[1] == "368"
    assert client.ask("MODE max") == [f"{SERVER} 221 max +i"]
    assert client.ask("NAMES #general")[0].endswith(":@ana ben max")
    assert client.ask("AWAY :tea")[0].split()[1] == "306"
    for question in ("LUSERS", "MOTD", "TIME", "VERSION", "WHOWAS x", "TOPIC #general", "AWAY"):
        assert client.ask(question), question


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("FLY", "421"),
        ("JOIN", "461"),
        ("JOIN general", "403"),
        ("JOIN :#a b", "403"),
        ("PART #nowhere", "403"),
        ("PART #general", "442"),
        ("PRIVMSG", "411"),
        ("PRIVMSG ana", "412"),
        ("PRIVMSG nobody :x", "401"),
        ("PRIVMSG #general :not in it", "404"),
        ("TOPIC #general :x", "442"),
        ("MODE #nowhere", "403"),
        ("MODE ana +o", "502"),
        ("KICK #general ana", "442"),
        ("INVITE ana #nowhere", "403"),
        ("USER a 0 * :b", "462"),
        ("CAP FLY", "410"),
        ("PING", "409"),
        ("WHOIS nobody", "401"),
    ],
)
def test_what_cannot_be_is_told_by_its_number(join: Join, line: str, number: str) -> None:
    _, client = join()
    assert client.ask(line)[0].split()[1] == number


def test_nothing_can_be_done_before_one_has_said_who_one_is(join: Join) -> None:
    served, _ = join()
    client = served.program()
    client.send("JOIN #general", "PRIVMSG ana :x", "QUIT")
    client.wait_for("ERROR")
    assert [line.split()[1] for line in client.lines] == ["451", "451", ":Closing"]
    assert served.state()["channels"]["#general"]["members"] == ["ana", "ben"]


def test_capabilities_are_agreed_on(join: Join) -> None:
    served, _ = join()
    client = served.program()
    client.send("CAP LS 302", "NICK eva", "USER eva 0 * :Eva")
    assert "echo-message" in client.wait_for("CAP * LS")
    client.send("CAP REQ :server-time sasl")
    assert client.wait_for("NAK") == f"{SERVER} CAP eva NAK :server-time sasl"
    client.send("CAP REQ :server-time extended-join userhost-in-names", "CAP LIST")
    client.wait_for("ACK")
    assert "extended-join server-time userhost-in-names" in client.wait_for("LIST")
    assert not any(" 001 " in line for line in client.lines)  # waits until the end of the negotiation
    client.send("CAP END")
    client.wait_for(" 001 ")
    heard = client.ask("JOIN #general")
    assert heard[0] == ":eva!eva@crab.test JOIN #general * Eva"
    assert heard[2].endswith(":@ana!ana@crab.test ben!ben@crab.test eva!eva@crab.test")
    client.send("CAP REQ -extended-join")
    client.wait_for("ACK")
    assert client.ask("JOIN #x")[0] == ":eva!eva@crab.test JOIN #x"
