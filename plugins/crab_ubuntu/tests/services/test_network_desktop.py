"""The network of a real desktop: browser, chat program and shell find what the world serves, and no more."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from crab_core import UnknownNameError
from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person

pytestmark = pytest.mark.desktop

WIKI, CHAT, FORGE = "wiki.crab.test", "chat.crab.test", "forge.crab.test"
LOOK = """
say() { "$@" >told 2>&1; echo "$? $(head -c 300 told | tr '\\n' ' ')"; }
say curl -sS http://wiki.crab.test/notes.txt
say curl -sS http://forge.crab.test/
say curl -sS http://other.crab.test/
say curl -sS http://192.0.2.1/
say curl -sS 'http://[2001:db8::1]/'
say curl -sS http://wiki.crab.test:81/
say getent hosts example.org
say python3 -c 'import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.53", 53))'
say python3 -c 'import socket; socket.create_server(("127.77.0.1", 80), reuse_port=True)'
say sh -c 'echo 127.0.0.1 wiki.crab.test >>/etc/hosts'
say ls /crab/run/relays
say python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect("/crab/run/relays/forge.sock")'
"""
WORLD = {
    "files": {"look.sh": LOOK},
    "apps": ["org.gnome.Terminal"],
    "services": {
        WIKI: {
            "service": "site",
            "pages": {
                "/": '<!doctype html><title>Riverside</title><a href="/trips">Our trips</a>',
                "/trips": '<title>Trips</title><h1>Trips</h1><a href="/plan.csv">The plan as a table</a>',
                "/plan.csv": {"text": "day,place\n1,Lake\n", "download": "plan.csv"},
                "/notes.txt": "notes of the team",
            },
        },
        CHAT: {
            "service": "chat",
            "people": {"ana": {"name": "Ana Lima"}},
            "channels": {
                "#general": {
                    "topic": "Lunch",
                    "members": ["ana"],
                    "messages": [{"from": "ana", "text": "Where do we eat?", "at": "2026-05-04T11:30:00Z"}],
                }
            },
            "replies": [{"by": "ana", "mentions": True, "say": "Good idea, {nick}!"}],
        },
        FORGE: {"relay": "forge"},
    },
}


def answer(door: socket.socket) -> None:
    """Something outside that several desktops could share."""
    while True:
        try:
            client, _ = door.accept()
        except OSError:
            return
        with client:
            client.recv(1000)
            client.sendall(b"HTTP/1.0 200 OK\r\n\r\nthe forge outside")


@pytest.fixture(scope="module")
def relaying(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SandboxProvider]:
    path = tmp_path_factory.mktemp("forge") / "forge.sock"
    for folder in (path.parent, *path.parent.parents[:2]):
        folder.chmod(0o755)  # for the desktop's user, who is not this one
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(path))
        path.chmod(0o777)
        door.listen()
        threading.Thread(target=answer, args=(door,), daemon=True).start()
        provider = SandboxProvider(relays={"forge": str(path)})
        yield provider
        provider.close()
        door.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="module")
def me(relaying: SandboxProvider) -> Person:
    return Person(relaying.start(WORLD))


def test_a_shell_reaches_what_the_world_serves_and_nothing_else(
    me: Person, relaying: SandboxProvider
) -> None:
    me.do("write_text", text="time bash look.sh >out.txt; touch done\n")
    me.soon("file_exists", path="done")
    home = Path(f"/proc/{relaying.process.session}/root/home/crab")
    told = (home / "out.txt").read_text().splitlines()
    assert told[0] == "0 notes of the team"
    assert told[1] == "0 the forge outside"
    for line, words in zip(
        told[2:],
        (
            "6 curl: (6) Could not resolve host: other.crab.test",
            "7 curl: (7) Failed to connect to 192.0.2.1 port 80 after ",
            "7 curl: (7) Failed to connect to 2001:db8::1 port 80 after ",
            "7 curl: (7) Failed to connect to wiki.crab.test port 81 after ",
            "2 ",
            "Network is unreachable",
            "Address already in use",
            "Permission denied",
            "Permission denied",
            "Permission denied",
        ),
        strict=True,
    ):
        assert words in line
    me.soon("site_request", host=WIKI, path="/notes.txt")


def test_hexchat_talks_with_the_people_of_the_world(me: Person) -> None:
    assert not me.judge("chat_member", host=CHAT, channel="#general").passed
    me.do("search_app", name="HexChat")
    me.soon("chat_member", host=CHAT, channel="#general")
    me.sees("Topic for #general is: Lunch")
    text = "At the Grüne Gans @ana, 世界 ok?"
    me.do("write_text", text=f"{text}\n")
    me.soon("chat_message", host=CHAT, to="#general", text=text)
    me.soon("chat_message", host=CHAT, to="#general", text="Good idea, crab!", sender="ana")
    assert not me.judge(
        "chat_message", host=CHAT, to="#general", text="Where do we eat?", sender="ana"
    ).passed
    assert not me.judge("chat_message", host=CHAT, to="#general", text="Good idea, crab!").passed
    me.do("write_text", text="/topic Grüne Gans, 12:30\n")
    me.soon("chat_topic", host=CHAT, channel="#general", topic="Grüne Gans, 12:30")
    me.do("write_text", text="/msg ana see you\n")
    me.soon("chat_message", host=CHAT, to="ana", text="see you")
    me.sees("Topic for #general is: Grüne Gans, 12:30")


def test_firefox_reads_follows_and_downloads(me: Person) -> None:
    me.do("search_app", name="Firefox")
    me.soon("window_title", title="Mozilla Firefox", match="contains")
    me.visit(WIKI, "Riverside")  # as a person writes it, without http
    me.soon("site_request", host=WIKI, path="/")
    assert not me.judge("site_request", host=WIKI, path="/trips").passed
    me.click("Our trips")
    me.soon("window_title", title="Trips", match="contains")
    me.soon("site_request", host=WIKI, path="/trips")
    me.click("The plan as a table")
    me.soon("file_content", path="Downloads/plan.csv", content="day,place\n1,Lake\n")
    me.visit("http://nowhere.crab.test/", "Problem loading page")


def test_a_relay_that_nobody_has_is_told_before_a_desktop_starts(relaying: SandboxProvider) -> None:
    with pytest.raises(UnknownNameError, match="Did you mean 'forge'"):
        relaying.start({"services": {FORGE: {"relay": "forg"}}})
