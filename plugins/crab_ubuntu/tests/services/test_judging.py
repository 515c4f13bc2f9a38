"""Evaluators that ask the services: both ways, nearly, and when nobody can tell."""

from __future__ import annotations

import http.client
import urllib.parse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from crab_core import DefinitionError, DeviceError, UnknownNameError, Verdict
from crab_ubuntu.environment import UbuntuEnvironment
from crab_ubuntu.services.chat import team
from crab_ubuntu.services.site import site as site_module

if TYPE_CHECKING:
    from .conftest import Served
    from .irc import Client

Join = Callable[..., "tuple[Served, Client]"]
Start = Callable[..., "Served"]
CHAT, WIKI = "chat.crab.test", "wiki.crab.test"


def judge(served: Served, evaluator: str, **arguments: Any) -> Verdict:
    environment = UbuntuEnvironment(services=served.services)
    host = served.services.hosts[0]
    return environment.evaluator_space[evaluator].judge({"host": host, **arguments}, environment)


def send(served: Served, method: str, path: str, body: str = "", **headers: str) -> int:
    connection = http.client.HTTPConnection(*served.addresses[WIKI, 80], timeout=60)
    connection.request(
        method, path, body.encode() or None, {k.replace("_", "-"): v for k, v in headers.items()}
    )
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_message_is_found_word_for_word_where_it_was_said(join: Join) -> None:
    served, client = join()
    client.ask("JOIN #general", "PRIVMSG #general :Hello Team", "PRIVMSG ben :psst")
    assert judge(served, "chat_message", to="#general", text="Hello Team").passed
    assert judge(served, "chat_message", to="#GENERAL", text="Team", match="contains").passed
    assert judge(served, "chat_message", to="#general", text="Hello Team", sender="MAX").passed
    assert judge(served, "chat_message", to="Ben", text="psst").passed
    for near in (
        {"to": "#general", "text": "Hello"},
        {"to": "#general", "text": "hello team"},
        {"to": "#general", "text": "Hello Team "},
        {"to": "#general", "text": "team", "match": "contains"},
        {"to": "#büro", "text": "Hello Team"},
        {"to": "#nowhere", "text": "Hello Team"},
        {"to": "ben", "text": "Hello Team"},
        {"to": "ana", "text": "psst"},
        {"to": "#general", "text": "psst"},
        {"to": "#general", "text": "Hello Team", "sender": "ana"},
        {"to": "#general", "text": "Hello Team", "kind": "action"},
    ):
        verdict = judge(served, "chat_message", **near)
        assert not verdict.passed, near
        assert "did not say" in verdict.reason


def test_what_was_there_before_and_what_people_of_the_world_say_does_not_count(join: Join) -> None:
    served, client = join()
    client.ask("JOIN #general", "PRIVMSG #general :ana?")
    assert not judge(served, "chat_message", to="#general", text="Good morning").passed
    assert not judge(served, "chat_message", to="#general", text="Good morning", sender="ana").passed
    assert not judge(served, "chat_message", to="#general", text="Yes?").passed
    assert judge(served, "chat_message", to="#general", text="Yes?", sender="ana").passed


def test_topics_and_members(join: Join) -> None:
    served, client = join()
    assert judge(served, "chat_topic", channel="#General", topic="Welcome to Riverside").passed
    assert judge(served, "chat_topic", channel="#general", topic="Riverside", match="contains").passed
    assert judge(served, "chat_topic", channel="#büro", topic="").passed
    assert not judge(served, "chat_topic", channel="#general", topic="", match="contains").passed
    assert not judge(served, "chat_topic", channel="#general", topic="Welcome").passed
    assert "no channel" in judge(served, "chat_topic", channel="#x", topic="").reason
    assert not judge(served, "chat_member", channel="#general").passed
    assert judge(served, "chat_member", channel="#general", nick="Ana").passed
    client.ask("JOIN #general")
    assert judge(served, "chat_member", channel="#general").passed
    client.ask("PART #general")
    assert not judge(served, "chat_member", channel="#general", nick="max").passed


def test_a_request_is_found_by_path_method_and_fields(site: Start) -> None:
    served = site({"/": "home", "/order": "form"}, forms={"/order": "/"})
    body = urllib.parse.urlencode({"name": "Ana Ü", "count": "2"})
    assert send(served, "GET", "/order?from=home") == 200
    assert not judge(served, "site_request", path="/order", method="POST").passed
    assert send(served, "POST", "/order", body, Content_Type="application/x-www-form-urlencoded") == 303
    assert send(served, "GET", "/missing") == 404
    fields = {"name": "Ana Ü", "count": "2"}
    assert judge(served, "site_request", path="/order", method="GET", query={"from": "home"}).passed
    assert judge(served, "site_request", path="/order", method="POST", form=fields).passed
    assert judge(served, "site_request", path="/order", form={"name": "Ana Ü"}).passed
    for near, reason in (
        ({"path": "/"}, "was not asked for"),
        ({"path": "/missing"}, "was not asked for"),
        ({"path": "/order/"}, "was not asked for"),
        ({"path": "/Order"}, "was not asked for"),
        ({"path": "/order", "form": {**fields, "name": "Ana"}}, "name was 'Ana Ü', not 'Ana'"),
        ({"path": "/order", "form": {"more": ""}}, "more was not sent"),
        ({"path": "/order", "form": fields, "query": {"from": "home"}}, "from was not sent"),
        ({"path": "/order", "method": "GET", "form": fields}, "name was not sent"),
    ):
        verdict = judge(served, "site_request", **near)
        assert not verdict.passed, near
        assert reason in verdict.reason


def test_a_file_that_was_sent_is_found_by_name_and_content(site: Start) -> None:
    served = site({"/up": "up"})
    body = '--b\r\nContent-Disposition: form-data; name="f"; filename="a.txt"\r\n\r\nabc\r\n--b--\r\n'
    assert send(served, "POST", "/up", body, Content_Type="multipart/form-data; boundary=b") == 200
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert judge(served, "site_upload", path="/up", name="a.txt", sha256=digest.upper()).passed
    assert judge(served, "site_upload", path="/up").passed
    assert not judge(served, "site_upload", path="/up", name="b.txt").passed
    assert not judge(served, "site_upload", path="/up", sha256="0" * 64).passed
    assert not judge(served, "site_upload", path="/").passed


def test_a_question_to_the_wrong_host_is_a_mistake_of_the_task(join: Join, site: Start) -> None:
    served, _ = join()
    with pytest.raises(DefinitionError, match=r"chat\.crab\.test is no site, but a chat"):
        judge(served, "site_request", path="/")
    with pytest.raises(DefinitionError, match="no chat, but a site"):
        judge(site(), "chat_topic", channel="#a", topic="")
    with pytest.raises(UnknownNameError):
        judge(served, "chat_topic", host="chats.crab.test", channel="#a", topic="")
    with pytest.raises(DefinitionError, match="needs a text"):
        judge(served, "chat_message", to="#general", text="")
    with pytest.raises(DefinitionError, match="no services"):
        UbuntuEnvironment().services  # noqa: B018


def test_who_drowns_a_service_in_words_cannot_hide_what_was_said(
    join: Join, site: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(team, "MOST_MESSAGES", 6)
    monkeypatch.setattr(site_module, "MOST_REQUESTS", 2)
    served, client = join()
    client.ask("JOIN #general", *(f"PRIVMSG #general :{number}" for number in range(9)))
    assert judge(served, "chat_message", to="#general", text="0").passed
    with pytest.raises(DeviceError, match="more than is kept"):
        judge(served, "chat_message", to="#general", text="8")
    wiki = site({"/": "", "/a": "", "/b": ""})
    for path in ("/", "/a", "/b"):
        send(wiki, "GET", path)
    assert judge(wiki, "site_request", path="/a").passed
    with pytest.raises(DeviceError, match="more than is kept"):
        judge(wiki, "site_request", path="/b")
