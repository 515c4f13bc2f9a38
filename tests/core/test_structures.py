"""The paper's three structures, played in whole episodes with models that follow a script."""

from __future__ import annotations

from played import PICTURE, by_role, last, play, task
from scripted import Request, ScriptedModel, reply

import crab_core as crab
from crab_core.policies.environment import EnvironmentPolicy
from crab_core.policies.functionality import FunctionalityPolicy
from crab_core.policies.single import SinglePolicy

# -- single --------------------------------------------------------------------------------------------


def test_a_single_agent_solves_a_task_and_is_told_what_its_calls_gave() -> None:
    model = ScriptedModel(reply("", ("add", {"amount": 2})), reply("", ("add", {"amount": 1})))
    played = play(SinglePolicy, main=model)
    assert played.result.termination is crab.Termination.SUCCESS
    assert played.calls == ["counter.add", "counter.add"]
    assert played.agents == {"main": crab.Usage(20, 10)}
    assert "Raise the number to 3." in model.requests[0].messages[0].text
    assert "display:\n2" in last(model.requests[1])


def test_a_single_agent_sees_the_screens_of_all_devices() -> None:
    model = ScriptedModel(reply("", ("add", {"amount": 3})))
    play(SinglePolicy, main=model)
    assert model.requests[0].pictures == [PICTURE]
    assert "touchpad shows this screen of 1000 x 500 pixels:" in model.requests[0].text
    assert "counter shows:" in model.requests[0].text


def test_a_text_only_agent_is_sent_no_picture() -> None:
    model = ScriptedModel(reply("", ("add", {"amount": 3})))
    play(SinglePolicy, main=model, options={"see": "text"})
    assert model.requests[0].pictures == []
    assert "You see no pictures." in model.requests[0].messages[0].text


def test_positions_are_scaled_from_the_picture_that_the_model_sees() -> None:
    model = ScriptedModel(reply("", ("touch", {"x": 50, "y": 25}), ("add", {"amount": 3})))
    model.image_size = 100
    played = play(SinglePolicy, main=model)
    assert played.devices["touchpad"].touched == (500, 250)
    assert "this screen of 100 x 50 pixels" in model.requests[0].text


def test_the_history_is_two_turns_unless_told_otherwise() -> None:
    for turns in (0, 2, 4):
        model = ScriptedModel(reply("", ("add", {"amount": 0})), loop=True)
        play(SinglePolicy, task(steps=8), main=model, options={"history": turns})
        assert len(model.requests[-1].pictures) == turns + 1


def test_the_history_may_be_limited_by_tokens_alone() -> None:
    # A picture of the screen is estimated at 666 tokens.
    model = ScriptedModel(reply("", ("add", {"amount": 0})), loop=True)
    play(SinglePolicy, task(steps=9), main=model, options={"history": "all", "history_tokens": 4000})
    assert 4 <= len(model.requests[-1].pictures) <= 5


# -- by functionality ----------------------------------------------------------------------------------


def test_the_main_agent_plans_and_the_tool_agent_calls() -> None:
    main = ScriptedModel(reply("On counter, add 2."), reply("On counter, add 1."))
    tool = ScriptedModel(reply("", ("add", {"amount": 2})), reply("", ("add", {"amount": 1})))
    played = play(FunctionalityPolicy, main=main, tool=tool)
    assert played.result.termination is crab.Termination.SUCCESS
    assert set(played.agents) == {"main", "tool"}
    assert main.requests[0].tools == ()
    assert "- add: Raise the number." in main.requests[0].messages[0].text
    assert "counter.add(amount=2): 2" in main.requests[1].text
    assert tool.requests[1].messages[-1].text.endswith("On counter, add 1.")


def test_the_tool_agent_sees_no_screen_and_knows_no_task() -> None:
    main, tool = ScriptedModel(reply("Add 3.")), ScriptedModel(reply("", ("add", {"amount": 3})))
    play(FunctionalityPolicy, main=main, tool=tool)
    assert tool.requests[0].pictures == []
    assert "Raise the number to 3" not in tool.requests[0].text
    assert tool.requests[0].tool_choice == "required"


def test_positions_that_the_main_agent_names_are_pixels_of_its_own_picture() -> None:
    main = ScriptedModel(reply("Touch 50, 25, then add 3."))
    main.image_size = 100
    tool = ScriptedModel(reply("", ("touch", {"x": 50, "y": 25}), ("add", {"amount": 3})))
    played = play(FunctionalityPolicy, main=main, tool=tool)
    assert played.devices["touchpad"].touched == (500, 250)


def test_a_plan_that_is_of_no_use_is_not_translated() -> None:
    main = ScriptedModel(reply("Add 1."), reply("I refuse.", stop_reason="refusal"), reply("Add 3."))
    tool = ScriptedModel(reply("", ("add", {"amount": 1})), reply("", ("add", {"amount": 3})))
    played = play(FunctionalityPolicy, main=main, tool=tool)
    assert played.result.termination is crab.Termination.SUCCESS
    assert len(played.errors) == 1
    assert "You declined to answer" in played.errors[0]
    assert "You declined to answer" in main.requests[2].text
    assert "add: 1" in tool.requests[1].text, "what became of its last call is told when it is asked again"


def test_a_tool_agent_that_calls_nothing_is_told_and_so_is_the_main_agent() -> None:
    main = ScriptedModel(reply("Add 3."), reply("Add 3 now."))
    tool = ScriptedModel(reply("Sure!"), reply("", ("add", {"amount": 3})))
    played = play(FunctionalityPolicy, main=main, tool=tool)
    assert "held no action" in played.errors[0]
    assert "held no action" in main.requests[1].text
    assert "held no action" in tool.requests[1].text


# -- by environment ------------------------------------------------------------------------------------


def test_each_device_has_an_assistant_that_sees_and_uses_it_alone() -> None:
    tool = by_role(counter=lambda _: reply("", ("add", {"amount": 3})))
    main = ScriptedModel(reply("counter: add 3. The others skip."))
    played = play(EnvironmentPolicy, main=main, tool=tool)
    assert played.result.termination is crab.Termination.SUCCESS
    assert set(played.agents) == {"main", "counter", "touchpad", "root"}
    asked = {request.tool_names[0]: request for request in tool.requests}
    assert asked["touch"].pictures == [PICTURE]
    assert asked["add"].pictures == []
    assert "display:" in asked["add"].text
    assert "display:" not in asked["touch"].text
    assert asked["submit"].tool_names == ["submit", "complete", "wait", "skip"]
    assert all("counter: add 3." in request.text for request in tool.requests)


def test_the_calls_of_a_turn_are_done_device_by_device_and_root_comes_last() -> None:
    tool = by_role(
        root=lambda _: reply("", ("complete", {})),
        touchpad=lambda _: reply("", ("touch", {"x": 1, "y": 1})),
        counter=lambda _: reply("", ("add", {"amount": 2}), ("add", {"amount": 1})),
    )
    played = play(EnvironmentPolicy, task(4), main=ScriptedModel(reply("All of you!")), tool=tool)
    assert played.calls == ["counter.add", "counter.add", "touchpad.touch", "root.complete"]
    assert played.result.termination is crab.Termination.FALSE_COMPLETION


def test_each_assistant_gets_the_results_of_its_own_calls() -> None:
    amounts = iter([1, 2])

    def count(_: Request) -> crab.Reply:
        return reply("", ("add", {"amount": next(amounts)}))

    def touch(_: Request) -> crab.Reply:
        return reply("", ("touch", {"element": 7}))

    main = ScriptedModel(reply("Go on."), loop=True)
    tool = by_role(counter=count, touchpad=touch)
    play(EnvironmentPolicy, main=main, tool=tool)
    second = {request.tool_names[0]: last(request) for request in tool.requests[3:]}
    assert "no element 7" in second["touch"]
    assert "no element 7" not in second["add"]
    assert "touchpad.touch(element=7): Invalid arguments" in main.requests[1].text


def test_a_turn_in_which_everybody_skips_is_an_invalid_action() -> None:
    main = ScriptedModel(reply("Wait."), loop=True)
    played = play(EnvironmentPolicy, main=main, tool=by_role())
    assert played.result.termination is crab.Termination.INVALID_ACTION
    assert played.errors[0].startswith("No assistant did anything.")
    assert "No assistant did anything." in main.requests[1].text


def test_an_assistant_that_says_nothing_of_use_is_told_and_the_others_act_all_the_same() -> None:
    said = iter([reply(""), reply("", ("skip", {}))])
    tool = by_role(touchpad=lambda _: next(said), counter=lambda request: reply("", ("add", {"amount": 2})))
    main = ScriptedModel(reply("Go on."), loop=True)
    played = play(EnvironmentPolicy, main=main, tool=tool)
    assert played.errors == []
    assert played.result.termination is crab.Termination.SUCCESS
    assert "touchpad: Your reply was empty." in main.requests[1].text
    [again] = [r for r in tool.requests[3:] if "touch" in r.tool_names]
    assert "Your reply was empty." in again.text


def test_a_model_that_fails_ends_the_episode_from_any_assistant() -> None:
    def fail(_: Request) -> crab.Reply:
        raise crab.ModelUnavailable("gone")

    main = ScriptedModel(reply("Go on."), loop=True)
    played = play(EnvironmentPolicy, main=main, tool=by_role(touchpad=fail))
    assert played.result.termination is crab.Termination.AGENT_ERROR
    assert played.result.status is crab.Status.UNSCORED


def test_an_assistant_gets_its_results_also_after_a_turn_in_which_it_was_not_asked() -> None:
    main = ScriptedModel(reply("Go on."), reply("No.", stop_reason="refusal"), reply("Go on."))
    amounts = iter([1, 2])
    tool = by_role(counter=lambda _: reply("", ("add", {"amount": next(amounts)})))
    played = play(EnvironmentPolicy, main=main, tool=tool)
    assert played.result.termination is crab.Termination.SUCCESS
    assert len(played.errors) == 1
    assert "You declined to answer" in main.requests[2].text
    [again] = [request for request in tool.requests[3:] if "add" in request.tool_names]
    results = [
        part for message in again.messages for part in message.parts if isinstance(part, crab.ToolResult)
    ]
    assert [result.parts for result in results] == [(crab.Text("1"),)]
