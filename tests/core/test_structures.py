"""The paper's three structures, played in whole episodes with models that follow a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from scripted import Request, ScriptedModel, reply
from toys import Counter, Notes, Touchpad, at_least

import crab_core as crab
from crab_core.metering import EpisodeModels
from crab_core.policies.environment import EnvironmentPolicy
from crab_core.policies.functionality import FunctionalityPolicy
from crab_core.policies.single import SinglePolicy

PICTURE = crab.Screenshot.from_png(
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (1000).to_bytes(4, "big") + (500).to_bytes(4, "big")
)
STRUCTURES = [SinglePolicy, FunctionalityPolicy, EnvironmentPolicy]


@crab.observation
def picture(env: Touchpad) -> crab.Screenshot:
    """The screen."""
    return PICTURE


class Screen(Touchpad):
    observations = (picture,)


def devices() -> dict[str, Any]:
    made = {"counter": Counter(), "touchpad": Screen()}
    for device in made.values():
        device.reset({})
    return made


def task(goal: int = 3, **limits: Any) -> crab.Task:
    return crab.Task(
        id="climb",
        description=f"Raise the number to {goal}.",
        worlds={"counter": {}, "touchpad": {}},
        graph=crab.CheckpointGraph.chain({f"at least {goal}": at_least(goal)}),
        limits=crab.Limits(**limits),
    )


class Played:
    """An episode with a model for each role."""

    def __init__(self, policy: crab.Policy, models: dict[str, ScriptedModel], goal: crab.Task) -> None:
        self.notes = Notes()
        self.devices = devices()
        booked = EpisodeModels(models.__getitem__, goal.limits)
        episode = crab.Episode(
            "e", goal, crab.Benchmark(self.devices), policy, observers=[self.notes], models=booked
        )
        self.result = episode.run()
        policy.close()
        self.agents = booked.agents

    @property
    def calls(self) -> list[str]:
        return [
            f"{step.result.call.environment}.{step.result.call.name}"
            for step in self.notes.steps
            if step.result
        ]

    @property
    def errors(self) -> list[str]:
        return [str(step.result.error) for step in self.notes.steps if step.result and step.result.error]


def play(
    policy: type[Any], goal: crab.Task | None = None, *, options: dict[str, Any] | None = None, **models: Any
) -> Played:
    """An episode with these models; the first plans, the one called `tool` acts."""
    given = {"model": "main", **({"tool_model": "tool"} if "tool" in models else {}), **(options or {})}
    return Played(policy(**given), models, goal or task())


def last(request: Request) -> str:
    """What the model was told last, results included."""
    parts = [part for message in request.messages[-2:] for part in message.parts]
    results = [inner for part in parts if isinstance(part, crab.ToolResult) for inner in part.parts]
    return "\n".join(part.text for part in (*parts, *results) if isinstance(part, crab.Text))


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


def by_role(**roles: Callable[[Request], crab.Reply]) -> ScriptedModel:
    """One model for all assistants: which one asks is told by its tools."""

    def answer(request: Request) -> crab.Reply:
        marks = {"counter": "add", "touchpad": "touch", "root": "complete"}
        [role] = [role for role, tool in marks.items() if tool in request.tool_names]
        return roles.get(role, lambda _: reply("", ("skip", {})))(request)

    return ScriptedModel(answer, loop=True)


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
