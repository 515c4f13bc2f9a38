"""One role of a chat model: every kind of reply has its outcome, and the model is told of it."""

from __future__ import annotations

from typing import Any

import pytest
from scripted import ScriptedModel, reply
from toys import Counter, Touchpad

import crab_core as crab
from crab_core.chat import Answer, ChatAgent, Frame, ToolBox
from crab_core.turn import Feedback

SPACES = {
    "counter": Counter().action_space,
    "touchpad": Touchpad().action_space,
    "root": crab.Root().action_space,
}
SCREEN = crab.Screenshot(b"picture", 1000, 500)
FRAMES = {"touchpad": Frame(SCREEN, 1000, 500)}


def actor(
    *replies: Any, skip: bool = False, computer: str = "", **more: Any
) -> tuple[ChatAgent, ScriptedModel]:
    """An agent that can act, and its model."""
    model = ScriptedModel(*replies)
    box = ToolBox(SPACES, skip=skip, computer=computer)
    return ChatAgent(model, "You act.", box, computer=computer, **more), model


def ask(agent: ChatAgent, *said: str) -> Answer:
    """One turn, in which the last calls have ended well with these texts."""
    feedback = [Feedback(crab.ActionCall("", "x"), True, text) for text in said]
    return agent.ask([crab.Text("now")], feedback)


def results(model: ScriptedModel) -> dict[str, tuple[str, bool]]:
    """What the model was told of its calls in its last request, by id, and whether it is an error."""
    found = {}
    for message in model.requests[-1].messages:
        for part in message.parts:
            if isinstance(part, crab.ToolResult):
                found[part.id] = (crab.Message("tool", part.parts).text, part.error)  # type: ignore[arg-type]
    return found


# -- calls ---------------------------------------------------------------------------------------------


def test_a_call_becomes_an_action_call_and_its_result_goes_back() -> None:
    agent, model = actor(reply("I add.", ("add", {"amount": 2})), reply("Done.", ("complete", {})))
    answer = ask(agent)
    assert answer.calls == (crab.ActionCall("counter", "add", {"amount": 2}),)
    assert (answer.text, answer.problem) == ("I add.", "")
    ask(agent, "2")
    assert results(model) == {"call_1": ("2", False)}
    assert model.requests[1].tool_names == [tool.name for tool in ToolBox(SPACES).tools]


def test_several_calls_get_their_own_results_in_their_order() -> None:
    agent, model = actor(reply("", ("add", {}), ("touch", {"x": 1, "y": 2}), ("add", {})), reply())
    assert len(ask(agent).calls) == 3
    ask(agent, "one", "", "three")
    assert [text for text, _ in results(model).values()] == ["one", "Done.", "three"]


def test_a_failed_call_is_marked_as_an_error() -> None:
    agent, model = actor(reply("", ("add", {"amount": "much"})), reply())
    ask(agent)
    agent.ask([], [Feedback(crab.ActionCall("counter", "add"), False, "amount: not a number")])
    assert results(model) == {"call_1": ("amount: not a number", True)}


def test_wrong_types_are_left_to_the_validation_that_tells_every_field() -> None:
    agent, _ = actor(reply("", ("add", {"amount": ["many"]})))
    [call] = ask(agent).calls
    assert call == crab.ActionCall("counter", "add", {"amount": ["many"]})


def test_an_unknown_tool_is_one_invalid_call_that_names_the_nearest() -> None:
    agent, _ = actor(reply("", ("addd", {}), ("add", {})))
    first, second = ask(agent).calls
    assert first.problem == "There is no action named 'addd'. Did you mean 'add'?"
    assert second.problem == ""


def test_arguments_that_cannot_be_read_are_one_invalid_call() -> None:
    agent, _ = actor(crab.Reply("", (crab.ToolCall("1", "add", {}, "the arguments are not JSON"),)))
    [call] = ask(agent).calls
    assert (call.environment, call.name, call.problem) == ("counter", "add", "the arguments are not JSON")


def test_the_last_call_of_a_reply_that_was_cut_off_is_not_trusted() -> None:
    agent, _ = actor(
        reply("", ("add", {}), ("submit", {"answer": "half an ans"}), stop_reason="length"), reply()
    )
    first, last = ask(agent).calls
    assert first.problem == ""
    assert "cut off" in last.problem


def test_only_the_first_call_counts_where_one_is_allowed() -> None:
    agent, model = actor(reply("", ("add", {}), ("touch", {}), ("complete", {})), reply(), one_call=True)
    first, rest = ask(agent).calls
    assert first == crab.ActionCall("counter", "add")
    assert rest.problem.startswith("Your reply held 3 calls. Only the first was done")
    feedback = [Feedback(first, True, "1"), Feedback(rest, False, rest.problem)]
    agent.ask([], feedback)
    told = [text for text, _ in results(model).values()]
    assert told == ["1", rest.problem, rest.problem]


# -- replies without a call ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (reply(""), "Your reply was empty."),
        (reply("   \n"), "Your reply was empty."),
        (reply("I think so."), "Your reply held no action."),
        (reply("I will now", stop_reason="length"), "Your reply was cut off"),
        (
            reply("I won't.", stop_reason="refusal"),
            "You declined to answer, so nothing was done. You said: I won't.",
        ),
        (reply("", stop_reason="refusal"), "You declined to answer, so nothing was done."),
    ],
)
@pytest.mark.parametrize("mode", ["tools", "json"])
def test_a_reply_without_a_call_is_a_problem_in_words(said: crab.Reply, told: str, mode: Any) -> None:
    agent, model = actor(said, reply(), mode=mode)
    answer = ask(agent)
    assert answer.calls == ()
    assert answer.problem.startswith(told)
    assert answer.problem.endswith("or `complete` when the task is done.")
    agent.ask([], [Feedback(crab.ActionCall("", ""), False, answer.problem)])
    assert answer.problem in model.requests[1].messages[-1].text


def test_a_refusal_with_calls_does_nothing_and_answers_each_call() -> None:
    agent, model = actor(reply("No.", ("add", {}), stop_reason="refusal"), reply())
    answer = ask(agent)
    assert answer.calls == ()
    assert "You declined" in answer.problem
    agent.ask([], [Feedback(crab.ActionCall("", ""), False, answer.problem)])
    assert list(results(model)) == ["call_1"]
    assert answer.problem in model.requests[1].text


def test_an_agent_that_plans_in_words_calls_nothing() -> None:
    model = ScriptedModel(reply("Click there."), reply(""))
    agent = ChatAgent(model, "You plan.")
    assert ask(agent) == Answer(reply("Click there."))
    assert model.requests[0].tools == ()
    assert ask(agent).problem == "Your reply was empty."


def test_skipping_is_no_call_and_no_problem() -> None:
    agent, model = actor(reply("", ("skip", {})), reply("", ("skip", {}), ("add", {})), skip=True)
    answer = ask(agent)
    assert (answer.calls, answer.problem, answer.skipped) == ((), "", True)
    answer = agent.ask([])
    assert results(model) == {"call_1": ("Nothing was done.", False)}
    assert (len(answer.calls), answer.skipped) == (1, False)


def test_thinking_that_the_provider_shows_is_part_of_the_thought() -> None:
    agent, _ = actor(reply("I add.", ("add", {}), reasoning="It is too small."))
    assert ask(agent).thought == "It is too small.\n\nI add."


def test_what_a_provider_wants_back_goes_back() -> None:
    signed = crab.Native("scripted", {"signature": "abc"})
    agent, model = actor(reply("", ("add", {}), native=(signed,)), reply())
    ask(agent)
    ask(agent, "1")
    assert model.requests[1].messages[2].parts[0] == signed


# -- JSON mode -----------------------------------------------------------------------------------------


def block(text: str) -> str:
    return f"```json\n{text}\n```"


def test_json_in_the_text_is_called_and_its_result_told_in_words() -> None:
    agent, model = actor(
        reply("I add.\n" + block('{"name": "add", "arguments": {"amount": 2}}')),
        reply(block('{"name": "complete", "arguments": {}}')),
        mode="json",
    )
    assert ask(agent).calls == (crab.ActionCall("counter", "add", {"amount": 2}),)
    ask(agent, "it is 2 now")
    assert model.requests[0].tools == ()
    assert model.requests[1].messages[-1].role == "user"
    assert "add: it is 2 now" in model.requests[1].messages[-1].text


def test_a_block_that_cannot_be_read_is_an_invalid_call() -> None:
    agent, _ = actor(reply(block('{"name": "add", "arguments": {')), mode="json")
    [call] = ask(agent).calls
    assert call.problem


def test_json_may_name_the_environment() -> None:
    agent, _ = actor(
        reply(block('{"environment": "touchpad", "name": "wait", "arguments": {}}')), mode="json"
    )
    [call] = ask(agent).calls
    assert (call.environment, call.name, call.problem) == ("touchpad", "wait", "")


# -- computer use --------------------------------------------------------------------------------------


def test_the_providers_own_tool_gets_the_next_screen_as_its_result() -> None:
    # What a click is on this device is looked up; the touchpad has none, so it is told so.
    agent, model = actor(reply("", ("computer", {"action": "screenshot"})), reply(), computer="touchpad")
    answer = agent.ask([crab.Text("now"), SCREEN], frames=FRAMES)
    assert crab.Computer(1000, 500) in model.requests[0].tools
    assert "touch" not in model.requests[0].tool_names
    [call] = answer.calls
    assert (call.environment, call.name) == ("root", "wait")
    agent.ask([crab.Text("now"), SCREEN], [Feedback(call, True, "At rest.")], frames=FRAMES)
    *_, told, asked = model.requests[1].messages
    assert told.parts == (crab.ToolResult("call_1", (crab.Text("At rest."), SCREEN)),)
    assert asked.parts == (crab.Text("now"),)


def test_a_screen_is_never_lost_with_the_call_whose_result_it_was() -> None:
    agent, model = actor(
        reply("", ("computer", {"action": "screenshot"})), reply(), computer="touchpad", history=0
    )
    agent.ask([SCREEN], frames=FRAMES)
    agent.ask([SCREEN], [Feedback(crab.ActionCall("root", "wait"), True, "At rest.")], frames=FRAMES)
    [asked] = model.requests[1].messages[1:]
    assert SCREEN in asked.parts
    assert "At rest." in asked.text


def test_what_a_device_cannot_do_is_an_invalid_call() -> None:
    agent, _ = actor(reply("", ("computer", {"action": "unsupported", "what": "zoom"})), computer="touchpad")
    [call] = agent.ask([SCREEN], frames=FRAMES).calls
    assert call.problem


def test_the_advice_names_what_the_agent_can_call() -> None:
    model = ScriptedModel(reply(""), reply(""), reply(""))
    boxes = {
        "`root_complete` when": ToolBox({**SPACES, "other": {"complete": SPACES["root"]["complete"]}}),
        "`skip` when": ToolBox({"root": SPACES["root"]}, skip=True),
        "Call one of the actions.": ToolBox({"counter": SPACES["counter"]}),
    }
    for advice, box in boxes.items():
        assert advice in ask(ChatAgent(model, "You act.", box)).problem


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_reply_of_thinking_alone_is_sent_back_with_a_word(text: str) -> None:
    # Providers refuse a message that ends with thinking, and one whose text is blank.
    signed = crab.Native("scripted", {"signature": "abc"})
    agent, model = actor(reply(text, native=(signed,)), reply())
    ask(agent)
    ask(agent)
    assert model.requests[1].messages[2].parts == (signed, crab.Text("(no words)"))


def test_calls_of_an_agent_without_tools_are_not_sent_back() -> None:
    model = ScriptedModel(reply("Add.", ("add", {})), reply("Add."))
    agent = ChatAgent(model, "You plan.")
    ask(agent)
    ask(agent)
    assert model.requests[1].messages[2].parts == (crab.Text("Add."),)


def test_the_screen_after_several_computer_calls_is_the_result_of_the_last() -> None:
    look = ("computer", {"action": "screenshot"})
    agent, model = actor(reply("", look, look), reply(), computer="touchpad")
    calls = agent.ask([SCREEN], frames=FRAMES).calls
    agent.ask([SCREEN], [Feedback(call, True, "At rest.") for call in calls], frames=FRAMES)
    first, second = model.requests[1].messages[-2].parts
    assert first == crab.ToolResult("call_1", (crab.Text("At rest."),))
    assert second == crab.ToolResult("call_2", (crab.Text("At rest."), SCREEN))


def test_the_providers_tool_is_for_who_has_that_device_alone() -> None:
    model = ScriptedModel(reply("", ("add", {})))
    agent = ChatAgent(model, "You count.", ToolBox({"counter": SPACES["counter"]}), computer="touchpad")
    agent.ask([SCREEN], frames=FRAMES)
    assert not any(isinstance(tool, crab.Computer) for tool in model.requests[0].tools)
