"""ReAct: thoughts and actions of all steps stay, screens are forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from scripted import Request, ScriptedModel, ScriptedModels, reply
from toys import Counter, Touchpad, call

import crab_core as crab
from crab_core.policies import react
from crab_core.policies.react import ReActPolicy

SPACES = {"counter": Counter().action_space, "root": crab.Root().action_space}


class Played:
    """A policy that is asked turn after turn; every call of the last turn gives its number."""

    def __init__(self, *replies: Any, **options: Any) -> None:
        self.model = ScriptedModel(*replies)
        self.policy = ReActPolicy(model="scripted:one", **options)
        self.policy.begin(
            crab.Briefing("Raise it.", SPACES, {"counter": "A number."}, models=ScriptedModels(self.model))
        )
        self.decisions: list[crab.Decision] = []
        for number in range(1, len(replies) + 1):
            self.decisions.append(self.policy.decide(self.turn(number)))

    def turn(self, number: int) -> crab.Turn:
        said = self.decisions[-1].calls if self.decisions else ()
        feedback = tuple(crab.Feedback(one, True, f"result {number - 1}") for one in said)
        picture = crab.Screenshot(b"%d" % number, 10, 10)
        return crab.Turn(number, {"counter": crab.View("counter", {"screen": picture})}, feedback)

    @property
    def last(self) -> Request:
        return self.model.requests[-1]


def step(number: int) -> crab.Reply:
    return reply(f"thought {number}", ("add", {"amount": number}))


def test_the_thoughts_of_all_steps_are_told_in_each() -> None:
    played = Played(*map(step, range(1, 7)))
    newest = played.last.messages[-1].text
    assert newest.startswith(
        "Your steps so far:\n\nStep 1. thought 1\n- counter.add(amount=1): result 1\n\nStep 2."
    )
    assert "Step 5. thought 5\n- counter.add(amount=5): result 5" in newest


def test_screens_are_forgotten_as_the_history_says() -> None:
    played = Played(*map(step, range(1, 7)), history=1)
    assert [picture.data for picture in played.last.pictures] == [b"5", b"6"]


def test_the_steps_are_told_once_in_a_request() -> None:
    played = Played(*map(step, range(1, 7)))
    assert played.last.text.count("Your steps so far:") == 1
    assert "Your steps so far:" not in played.model.requests[0].text


def test_what_was_done_and_thought_is_the_decision() -> None:
    played = Played(step(1))
    assert played.decisions[0].calls == (call("add", amount=1),)
    assert played.decisions[0].thought == "thought 1"


def test_what_a_model_thinks_to_itself_is_kept_when_it_says_nothing() -> None:
    played = Played(reply("", ("add", {}), reasoning="hidden\nthought"), step(2))
    assert "Step 1. hidden thought\n" in played.last.messages[-1].text


def test_a_step_without_a_thought_is_kept_too() -> None:
    played = Played(reply("", ("add", {})), step(2))
    assert "Step 1. (no thought)\n- counter.add(): result 1" in played.last.messages[-1].text


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(react, "LONGEST_TRACE", 300)
    long = reply("x" * 5_000, ("add", {}))
    monkeypatch.setattr(react, "LONGEST_THOUGHT", 100)
    played = Played(*[long] * 20, history=0)
    newest = played.last.messages[-1].text
    assert len(newest) < 500
    assert "Step 19." in newest
    assert "Step 1." not in newest


def test_it_works_in_json_mode() -> None:
    said = 'I add.\n```json\n{"name": "add", "arguments": {"amount": 1}}\n```'
    played = Played(reply(said), reply(said), mode="json")
    assert played.decisions[0].calls == (call("add", amount=1),)
    assert "Step 1. I add.\n- counter" in played.last.messages[-1].text


def test_a_new_episode_begins_without_thoughts() -> None:
    played = Played(step(1), step(2))
    again = ScriptedModel(step(1))
    played.policy.begin(crab.Briefing("Raise it.", SPACES, {}, models=ScriptedModels(again)))
    played.policy.decide(crab.Turn(1))
    assert "thought" not in again.requests[0].messages[-1].text


def test_a_reply_without_a_call_is_told_and_kept() -> None:
    played = Played(reply("I only think."), step(2))
    assert "no action" in played.decisions[0].problem
    assert "Step 1. I only think." in played.last.messages[-1].text


def test_what_was_pointed_at_is_kept_by_its_name() -> None:
    model = ScriptedModel(reply("", ("touch", {"element": 3})), reply("", ("wait", {})))
    spaces = {"touchpad": Touchpad().action_space, "root": crab.Root().action_space}
    policy = ReActPolicy(model="scripted:one")
    policy.begin(crab.Briefing("Do it.", spaces, {}, models=ScriptedModels(model)))
    marks = crab.ElementMap((crab.Mark(3, crab.Box(0, 0, 9, 9), "Save", "button"),))
    (touched,) = policy.decide(crab.Turn(1, {"touchpad": crab.View("touchpad", elements=marks)})).calls
    policy.decide(crab.Turn(2, {"touchpad": crab.View("touchpad")}, (crab.Feedback(touched, True, ""),)))
    assert 'touchpad.touch(element=3 [button "Save"]): Done.' in model.requests[1].text
