"""What every structure can have, and what holds for all of them."""

from __future__ import annotations

from typing import Any

import pytest
from played import PICTURE, Played, Screen, by_role, last, play, task
from scripted import Request, ScriptedModel, reply
from toys import Touchpad

import crab_core as crab
from crab_core.policies.environment import EnvironmentPolicy
from crab_core.policies.functionality import FunctionalityPolicy
from crab_core.policies.single import SinglePolicy

STRUCTURES = [SinglePolicy, FunctionalityPolicy, EnvironmentPolicy]

# -- what every structure can have -----------------------------------------------------------------------


def completes_when_told(request: Request) -> crab.Reply:
    """Adds once it has been told that something is missing, and completes before and after that."""
    if request.tools and "add" not in request.tool_names and "complete" not in request.tool_names:
        return reply("", ("skip", {}))
    told = "still 0" in last(request)
    mine = ("add", {"amount": 3}) if told else ("complete", {})
    if request.tools and mine[0] not in request.tool_names:
        mine = ("skip", {})
    return reply("still 0: add 3" if told else "complete", mine)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_critic_sends_the_agents_back_in_the_same_turn(structure: type[Any]) -> None:
    critic = ScriptedModel(reply("The number shows 0.\nVERDICT: NOT DONE: it is still 0"))
    models = {"main": ScriptedModel(completes_when_told, loop=True), "critic": critic}
    policy = structure(model="main", critic=2, critic_model="critic")
    played = Played(policy, models, task())
    assert played.calls == ["counter.add"]
    assert played.result.termination is crab.Termination.SUCCESS
    assert len(played.notes.steps) == 2, "one call, in the first turn, and the last look"
    assert played.agents["critic"] == crab.Usage(10, 5)
    assert critic.requests[0].pictures == [PICTURE]


@pytest.mark.parametrize("structure", STRUCTURES)
def test_after_so_many_objections_a_completion_is_accepted(structure: type[Any]) -> None:
    def complete(request: Request) -> crab.Reply:
        able = not request.tools or "complete" in request.tool_names
        return reply("Complete it.", ("complete" if able else "skip", {}))

    critic = ScriptedModel(reply("VERDICT: NOT DONE: nothing was added"), loop=True)
    models = {"main": ScriptedModel(complete, loop=True), "critic": critic}
    played = Played(structure(model="main", critic=2, critic_model="critic"), models, task())
    assert played.calls == ["root.complete"]
    assert len(critic.requests) == 2
    assert played.result.termination is crab.Termination.FALSE_COMPLETION
    decision = played.notes.steps[0].decision
    assert decision is not None
    assert "accepted all the same" in decision.thought


def test_an_agent_is_told_where_it_has_been_if_that_is_wanted() -> None:
    for wanted in (True, False):
        model = ScriptedModel(reply("", ("touch", {"x": 1, "y": 1})), loop=True)
        play(SinglePolicy, task(steps=3), main=model, options={"exploration": wanted})
        hints = ("You see this screen of touchpad for the 3rd time.", "touchpad.touch(x=1, y=1), twice.")
        assert all((hint in model.requests[2].text) is wanted for hint in hints)


def test_an_assistant_is_told_where_its_own_device_has_been() -> None:
    tool = by_role(touchpad=lambda _: reply("", ("touch", {"x": 1, "y": 1})))
    main = ScriptedModel(reply("Go on."), loop=True)
    play(EnvironmentPolicy, task(steps=2), main=main, tool=tool, options={"exploration": True})
    [again] = [r for r in tool.requests[3:] if "touch" in r.tool_names]
    assert "screen of touchpad for the 2nd time" in again.text
    assert "screen of counter for the 2nd time" not in again.text
    assert "screen of counter for the 2nd time" in main.requests[1].text


@crab.action
def tap(
    env: Touchpad, element: crab.Element | None = None, x: int | None = None, y: int | None = None
) -> None:
    """Tap the screen."""
    env.touched = (x, y)


@pytest.mark.parametrize("structure", [SinglePolicy, EnvironmentPolicy])
def test_a_device_may_be_used_through_the_providers_own_tool(
    structure: type[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "actions", (tap,))

    def answer(request: Request) -> crab.Reply:
        computers = [tool for tool in request.tools if isinstance(tool, crab.Computer)]
        if computers:
            assert computers == [crab.Computer(100, 50, "phone")]
            assert "tap" not in request.tool_names
            return reply("", ("computer", {"action": "click", "x": 50, "y": 25}))
        return reply("Tap.", ("add" if "add" in request.tool_names else "skip", {}))

    model = ScriptedModel(answer, loop=True)
    model.image_size = 100
    options = {"computer": "touchpad"}
    played = play(structure, task(3, steps=2), main=model, options=options)
    assert played.devices["touchpad"].touched == (500, 250)
    assert played.errors == []
    assert "computer tool" in model.requests[0].messages[0].text


# -- all of them ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_budget_ends_the_episode_in_the_middle_of_a_turn(structure: type[Any]) -> None:
    model = ScriptedModel(reply("Add.", ("add", {"amount": 0})), loop=True)
    played = play(structure, task(tokens=40), main=model)
    assert played.result.termination is crab.Termination.BUDGET


@pytest.mark.parametrize("structure", STRUCTURES)
def test_json_mode_needs_no_tools_from_the_model(structure: type[Any]) -> None:
    def answer(request: Request) -> crab.Reply:
        assert request.tools == ()
        if "add" not in request.messages[0].text:
            return reply('```json\n{"name": "skip", "arguments": {}}\n```')
        return reply('```json\n{"name": "add", "arguments": {"amount": 3}}\n```')

    played = play(structure, main=ScriptedModel(answer, loop=True), options={"mode": "json"})
    assert played.result.termination is crab.Termination.SUCCESS


@pytest.mark.parametrize("structure", STRUCTURES)
def test_one_policy_plays_one_episode_after_the_other(structure: type[Any]) -> None:
    policy = structure(model="main")
    for _ in range(2):
        model = ScriptedModel(reply("Add.", ("add", {"amount": 3})), loop=True)
        played = Played(policy, {"main": model}, task())
        assert played.result.termination is crab.Termination.SUCCESS
        assert all("What became" not in request.text for request in model.requests)


@pytest.mark.parametrize("structure", STRUCTURES)
def test_a_policy_says_which_models_it_will_ask(structure: type[Any]) -> None:
    assert structure(model="a:1", tool_model="b:2", critic=1, critic_model="c:3").models == (
        "a:1",
        "b:2",
        "c:3",
    )
    assert structure(model="a:1").models == ("a:1",)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "needs a model"),
        ({"model": "a", "historie": 2}, "Did you mean 'history'"),
        ({"model": "a", "history": "many"}, "history: .*valid integer"),
        ({"model": "a", "history": -1}, "history: .*greater"),
        ({"model": "a", "see": "all"}, "see: Input should be 'both', 'marks'"),
        ({"model": "a", "history": "all"}, "the history has no limit"),
        ({"model": "a", "mode": "json", "computer": "counter"}, "`computer` needs function calls"),
        ({"model": "a", "prompts": "/nowhere"}, "no folder of prompts"),
    ],
)
@pytest.mark.parametrize("structure", STRUCTURES)
def test_options_that_make_no_sense_are_told_at_once(
    structure: type[Any], options: dict[str, Any], told: str
) -> None:
    with pytest.raises(crab.UsageError, match=told):
        structure(**options)


def test_a_computer_that_the_task_does_not_have_is_told() -> None:
    with pytest.raises(crab.UsageError, match="environment named 'phone'"):
        play(SinglePolicy, main=ScriptedModel(), options={"computer": "phone"})


def test_a_tool_agent_without_eyes_cannot_use_a_computer() -> None:
    with pytest.raises(crab.UsageError, match="sees no screen"):
        FunctionalityPolicy(model="a", computer="touchpad")
