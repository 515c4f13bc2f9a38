"""The page of a playing person, as its browser and as others talk to it."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from stage import DESK_SIZE, Game, hand

import crab_core as crab
from crab_core.people.server import LARGEST, PageServer, _Handler
from crab_core.record import read_run

COMPLETE = {"typed": "complete"}


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with Game(tmp_path) as playing:
        yield playing


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """A game in which nothing is done; do not begin it."""
    with Game(tmp_path_factory.mktemp("still")) as playing:
        playing.wait("ready")
        yield playing


def done(game: Game, environment: str) -> Any:
    """What was done to a device, by the record of its last call."""
    [folder] = (game.path / "episodes").iterdir()
    steps = [json.loads(line) for line in (folder / "steps.jsonl").read_text().splitlines()]
    calls = [step["call"] for step in steps if step["call"] and step["call"]["environment"] == environment]
    return [(one["name"], one["arguments"]) for one in calls]


# -- playing ---------------------------------------------------------------------------------------------


def test_the_clock_and_the_task_wait_for_the_person(game: Game) -> None:
    ready = game.wait("ready")
    assert (ready["description"], ready["running"], ready["seconds"]) == ("", False, 0.0)
    assert [device["name"] for device in ready["devices"]] == ["desk", "pad"]
    assert all(device["screen"] is None for device in ready["devices"])
    turn = game.begin()
    assert (turn["task"], turn["limit"], turn["running"]) == ("office", 12, True)
    assert turn["description"].startswith("Click, write something")


def test_a_run_of_a_person_is_recorded_like_any_other(game: Game) -> None:
    game.begin()
    game.acts(hand("desk", action="click", x=5, y=6))
    game.acts({"typed": "desk.write_text('Hello')"})
    game.act({"environment": "desk", "name": "paint", "arguments": {"colour": "red"}})
    assert game.wait("ended")["result"]["success"]
    game.join()
    [result] = game.results
    assert (result.termination, result.metrics.steps, result.usage.total) == ("success", 3, 0)
    assert done(game, "desk") == [
        ("click", {"x": 5, "y": 6}),
        ("write_text", {"text": "Hello"}),
        ("paint", {"colour": "red"}),
    ]
    assert read_run(game.path)["config"]["policy"] == "human"


@pytest.mark.parametrize(
    ("gesture", "call"),
    [
        (hand("desk", action="click", x=1, y=2, button="right"), 'desk.click(x=1, y=2, button="right")'),
        (hand("desk", action="click", x=1, y=2, count=2), "desk.double_click(x=1, y=2)"),
        (hand("pad", action="click", x=1, y=2), "pad.tap(x=1, y=2)"),
        (hand("pad", action="long_press", x=1, y=2), "pad.long_tap(x=1, y=2)"),
        (
            hand("desk", action="drag", path=[[1, 2], [30, 40]]),
            "desk.drag(from_x=1, from_y=2, to_x=30, to_y=40)",
        ),
        (
            hand("pad", action="drag", path=[[90, 300], [92, 100]]),
            'pad.swipe(direction="up", distance=200, x=90, y=300)',
        ),
        (
            hand("desk", action="scroll", x=1, y=2, direction="up", amount=3),
            'desk.scroll(direction="up", amount=3, x=1, y=2)',
        ),
        (hand("desk", action="type", text="é\n"), 'desk.write_text(text="é\\n")'),
        (hand("desk", action="press", keys=["enter"]), 'desk.press(key="enter")'),
        (hand("desk", action="press", keys=["ctrl", "s"]), "desk.hotkey(keys=['ctrl', 's'])"),
    ],
)
def test_what_a_hand_does_becomes_an_action_of_the_environment(game: Game, gesture: Any, call: str) -> None:
    game.begin()
    step = game.acts(gesture)["steps"][0]
    assert (step["call"], step["ok"]) == (call, True)


def test_what_was_typed_comes_before_what_is_clicked(game: Game) -> None:
    game.begin()
    news = game.acts(hand("desk", action="type", text="abc"), hand("pad", action="click", x=1, y=2))
    assert [step["call"] for step in news["steps"]] == ['desk.write_text(text="abc")', "pad.tap(x=1, y=2)"]


def test_elements_are_named_by_the_numbers_that_are_shown(game: Game) -> None:
    turn = game.begin()
    assert turn["devices"][1]["elements"] == '[1] button "Delete all"'
    game.acts({"typed": "tap(1)"})
    assert game.acts({"typed": "tap(element=2)"})["steps"][1]["ok"] is False


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"typed": "tip(3)"}, "Did you mean 'tap'"),
        ({"typed": "tap(x='a', y=1)"}, "x: Input should be"),
        ({"environment": "desk", "name": "paint", "arguments": {"colour": "green"}}, "colour"),
        ({"environment": "desk", "name": "paint", "arguments": 3}, "Arguments have names"),
        ({"environment": "nowhere", "name": "tap", "arguments": {}}, "no environment named 'nowhere'"),
        (hand("pad", action="press", keys=["enter"]), "pad cannot press a key"),
        (hand("pad", action="fly"), "no computer action 'fly'"),
        (hand("pad", action=["click"]), "no computer action"),
        ({"environment": "pad", "gesture": "click"}, "nothing that can be done"),
        ("click", "nothing that can be done"),
    ],
)
def test_what_cannot_be_done_is_told_and_counts_no_step(game: Game, wanted: Any, told: str) -> None:
    game.begin()
    status, answer = game.act(wanted)
    assert status == 400
    assert told in answer["error"]
    assert game.wait("turn")["steps"] == []


def test_what_an_environment_refuses_counts_as_it_does_for_agents(game: Game) -> None:
    game.begin()
    game.act({"typed": "tap(element=7)"}, {"typed": "tap(element=7)"}, {"typed": "tap(element=7)"})
    assert game.wait("ended")["result"]["termination"] == "invalid action"


def test_a_turn_is_played_once(game: Game) -> None:
    number = game.begin()["turn"]
    game.acts({"typed": "root.wait()"})
    status, answer = game.act({"typed": "root.wait()"}, turn=number)
    assert (status, "Wait until the screens" in answer["error"]) == (400, True)


def test_every_checkpoint_is_shown_as_it_stands(game: Game) -> None:
    graph = game.begin()["graph"]
    assert (graph["passed"], graph["total"]) == (0, 3)
    assert graph["drawing"].count('class="node waiting"') == 2
    after = game.acts(hand("desk", action="click", x=5, y=6))
    assert after["graph"]["passed"] == 1
    assert after["steps"][0]["passed"] == ["clicked"]
    assert after["graph"]["drawing"].count('class="node active"') == 2


def test_a_blind_person_is_shown_no_checkpoints(tmp_path: Path) -> None:
    with Game(tmp_path, checkpoints=False) as game:
        assert game.begin()["graph"] is None


def test_saying_that_it_is_done_when_it_is_not_is_a_false_completion(game: Game) -> None:
    game.begin()
    game.act(COMPLETE)
    assert game.wait("ended")["result"]["termination"] == "false completion"


def test_stopping_leaves_an_episode_that_can_be_played_again(game: Game) -> None:
    game.begin()
    game.acts(hand("desk", action="click", x=5, y=6))
    assert game.request("POST", "stop", {})[0] == 200
    game.join()
    assert game.stopped
    ledger = (game.path / "ledger.jsonl").read_text()
    assert "stopped" in ledger


def test_several_episodes_follow_each_other_on_one_page(tmp_path: Path) -> None:
    with Game(tmp_path, seeds=[1, 2]) as game:
        for _ in range(2):
            begun = game.begin()
            assert (begun["steps"], begun["result"]) == ([], None)
            game.act(COMPLETE)
        game.join()
        assert [result.seed for result in game.results] == [1, 2]
        assert game.news()["phase"] == "over"


def test_a_device_without_a_screen_is_played_by_its_texts(tmp_path: Path) -> None:
    with Game(tmp_path, tasks=["climbing"], prompter="none") as game:
        [device] = game.begin()["devices"]
        assert (device["screen"], device["texts"]) == (None, [{"name": "display", "text": "0"}])
        for _ in range(3):
            game.act({"typed": "add()"})
        assert game.wait("ended")["result"]["success"]


# -- what the page fetches -------------------------------------------------------------------------------


def test_pictures_are_those_of_the_turn(game: Game) -> None:
    assert game.request("GET", "pictures/0")[0] == 404
    screen = game.begin()["devices"][0]["screen"]
    assert (screen["width"], screen["height"]) == DESK_SIZE
    status, data, headers = game.request("GET", f"pictures/{screen['picture']}")
    assert (status, headers["Content-Type"]) == (200, "image/png")
    assert crab.Screenshot.from_png(data).digest == screen["picture"]
    after = game.acts(hand("desk", action="click", x=5, y=6))["devices"][0]["screen"]
    assert after["picture"] != screen["picture"]
    assert game.request("GET", f"pictures/{screen['picture']}")[0] == 404


def test_the_page_learns_what_each_device_can_do(page: Game) -> None:
    actions = json.loads(page.request("GET", "actions")[1])
    assert list(actions) == ["desk", "pad", "root"]
    assert actions["desk"]["gestures"] == [
        "click",
        "double",
        "right",
        "middle",
        "drag",
        "scroll",
        "type",
        "press",
        "back",
    ]
    assert actions["pad"]["gestures"] == ["click", "right", "long", "drag", "scroll", "type"]
    paint = next(one for one in actions["desk"]["actions"] if one["name"] == "paint")
    assert paint["parameters"]["properties"]["colour"]["enum"] == ["red", "blue"]


@pytest.mark.parametrize("name", ["", "play.js", "hand.js", "form.js", "play.css", "people.css", "base.css"])
def test_the_files_of_the_page_are_there_and_keep_to_themselves(page: Game, name: str) -> None:
    status, body, headers = page.request("GET", name)
    assert (status, bool(body)) == (200, True)
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"


# -- who may -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/news", "/wrong/", "/wrong/news", "/%2e%2e/", "//"])
def test_whoever_does_not_know_the_secret_gets_nothing(page: Game, path: str) -> None:
    assert page.request("GET", path)[0] == 404
    assert page.request("POST", path, {})[0] == 404


def test_a_name_of_somebody_elses_that_leads_here_gets_nothing(page: Game) -> None:
    assert page.request("GET", "news", Host="evil.example")[0] == 403


def test_another_site_cannot_act(game: Game) -> None:
    game.begin()
    assert game.request("POST", "stop", {}, Origin="http://evil.example")[0] == 403
    assert game.wait("turn")


@pytest.mark.parametrize(
    "name", ["../door.py", "..%2fdoor.py", "seat.py", "static/play.js", "play", ".js", "nothing.css"]
)
def test_nothing_else_is_served(page: Game, name: str) -> None:
    assert page.request("GET", name)[0] == 404


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b"[" * 50_000])
def test_requests_that_make_no_sense_are_answered(page: Game, body: bytes) -> None:
    assert page.request("POST", "act", body)[0] == 400


def test_too_much_is_not_read(page: Game) -> None:
    headers = {"Content-Length": str(LARGEST + 1)}
    assert page.request("POST", "act", b"{}", **headers)[0] == 413


@pytest.mark.parametrize("after", ["", "-1", "x", "9" * 400])
def test_whatever_version_is_asked_for_there_is_an_answer(page: Game, after: str) -> None:
    assert page.news(after)["version"] >= 0


def test_a_port_that_is_taken_is_told(page: Game) -> None:
    port = int(page.server.address.split(":")[2].split("/")[0])
    with pytest.raises(crab.UsageError, match=f"cannot have port {port}"):
        PageServer(None, port)  # type: ignore[arg-type]


def test_what_a_browser_keeps_open_ends_with_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Handler, "timeout", None)  # else it would end by itself some time
    before = set(threading.enumerate())
    page = PageServer(None)  # type: ignore[arg-type]
    address = ("127.0.0.1", urlsplit(page.address).port)
    with socket.create_connection(address, timeout=60) as silent, socket.create_connection(address) as torn:
        torn.sendall(b"GET / HT")
        while len(set(threading.enumerate()) - before) < 3:
            assert page.address
        page.close()
        page.close()
        assert silent.recv(1) == b""
    for thread in set(threading.enumerate()) - before:
        thread.join(20)
        assert not thread.is_alive()
