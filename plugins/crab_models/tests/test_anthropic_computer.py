"""Anthropic's computer-use tool: what it is told of our devices, and what its calls become."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from fake.neutral import Answer, Said, event
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from crab_core import AgentError, Computer, Message, Screenshot, Text, Tool, ToolCall, ToolResult, UsageError
from crab_models.anthropic.computer import form_for, from_block, to_block

DESKTOP = Computer(1280, 800, name="desktop")
PHONE = Computer(400, 800, kind="phone", name="phone")
COMPLETE = Tool("complete", "End the task.")
EARLIER = "computer_20251124"
TOOLSET = "computer_toolset_20260801"


def screen() -> Screenshot:
    written = io.BytesIO()
    Image.new("RGB", (1280, 800), "teal").save(written, "PNG")
    return Screenshot(written.getvalue(), 1280, 800)


def user(text: str) -> Message:
    return Message("user", (Text(text),))


# -- the tool ----------------------------------------------------------------------------------------


def test_the_toolset_is_declared_without_what_our_devices_cannot_do(make_claude, fake):
    fake.answers = [Said("Hello.")]
    make_claude(cache=False).complete([user("Hi.")], [DESKTOP, COMPLETE])
    declared, other = fake.arrived[0].body["tools"]
    assert declared["type"] == TOOLSET
    assert {"zoom", "hold_key", "cursor_position"} <= declared["configs"].keys()
    assert "right_click" not in declared["configs"]
    assert other["name"] == "complete"
    assert fake.refused == []


def test_a_phone_has_no_right_button(make_claude, fake):
    fake.answers = [Said("Hello.")]
    make_claude().complete([user("Hi.")], [PHONE])
    assert fake.arrived[0].body["tools"][0]["configs"]["right_click"] == {"enabled": False}


def test_older_models_are_given_the_tool_in_its_earlier_form(make_claude, fake):
    fake.answers = [Said("Hello.")]
    make_claude("claude-opus-4-6", cache=False).complete([user("Hi.")], [DESKTOP])
    size = {"display_width_px": 1280, "display_height_px": 800}
    assert fake.arrived[0].body["tools"] == [{"type": EARLIER, "name": "computer", **size}]
    assert fake.arrived[0].headers["anthropic-beta"] == "computer-use-2025-11-24"
    assert fake.refused == []


@pytest.mark.parametrize(
    ("model", "form"),
    [
        ("claude-opus-5-5", TOOLSET),
        ("claude-haiku-5-5", TOOLSET),
        ("claude-opus-4-8", TOOLSET),
        ("claude-opus-4-7", EARLIER),
        ("claude-sonnet-4-6", EARLIER),
        ("claude-opus-4-5-20251101", EARLIER),
        ("claude-sonnet-4-5-20250929", "computer_20250124"),
        ("claude-haiku-4-5", "computer_20250124"),
        ("claude-opus-4-1", "computer_20250124"),
        ("something-else", TOOLSET),
    ],
)
def test_the_form_of_the_tool_is_the_newest_that_the_model_knows(model, form):
    assert form_for(model) == form


def test_a_form_that_there_is_not_is_an_error_at_once(make_claude):
    with pytest.raises(UsageError, match=r"no 'mouse'.*computer_20251124"):
        make_claude(computer_tool="mouse")


def test_two_computers_in_a_request_are_refused_before_it_is_sent(make_claude, fake):
    with pytest.raises(AgentError, match=r"one computer-use tool.*an agent of its own"):
        make_claude().complete([user("Hi.")], [DESKTOP, PHONE])
    assert fake.arrived == []


# -- calls and results, there and back ---------------------------------------------------------------


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("claude-opus-5", ("computer.left_click", {"coordinate": [10, 20]})),
        ("claude-opus-4-6", ("computer", {"action": "left_click", "coordinate": [10, 20]})),
    ],
)
def test_a_click_comes_and_its_result_goes_back_with_a_picture(make_claude, fake, model, said, stream):
    backend = make_claude(model, stream=stream)
    fake.answers = [Said("I click.", [said, ("complete", {})]), Said("Done.")]
    begin = user("Do it.")
    reply = backend.complete([begin], [DESKTOP, COMPLETE])
    click, complete = reply.tool_calls
    assert (click.name, complete.name) == ("desktop", "complete")
    assert click.arguments == {"action": "click", "x": 10, "y": 20, "button": "left", "count": 1}
    results = (
        ToolResult(click.id, (Text("ok"), screen())),
        ToolResult(complete.id, (Text("no"),), error=True),
    )
    backend.complete([begin, reply.message, Message("tool", results)], [DESKTOP, COMPLETE])
    assert fake.refused == []
    assert fake.arrived[1].pictures == [("image/png", 1280, 800)]
    assert fake.arrived[1].results == ["ok", "no"]


def test_a_history_of_neutral_calls_is_written_in_the_providers_form(make_claude, fake):
    """As after a replay, or with a model that is changed on the way."""
    action = {"action": "scroll", "x": 5, "y": 6, "direction": "down", "amount": 3}
    conversation = [
        user("Do it."),
        Message("assistant", (ToolCall("a", "desktop", action), ToolCall("b", "complete", {}))),
        Message("tool", (ToolResult("a", (screen(),)), ToolResult("b", (Text("no"),)))),
    ]
    for model in ("claude-opus-5", "claude-opus-4-6"):
        fake.answers = [Said("Done.")]
        make_claude(model).complete(conversation, [DESKTOP, COMPLETE])
    assert fake.refused == []
    place = {"coordinate": [5, 6], "scroll_direction": "down", "scroll_amount": 3}
    new, earlier = (asked.body["messages"][1]["content"][0] for asked in fake.arrived)
    assert (new["name"], new["toolset_name"], new["input"]) == ("scroll", "computer", place)
    assert (earlier["name"], earlier["input"]) == ("computer", {"action": "scroll", **place})


def test_a_key_pressed_several_times_is_several_calls_with_one_result(make_claude, fake):
    backend = make_claude()
    fake.answers = [Said("", [("computer.key", {"text": "Tab", "repeat": 3})]), Said("Done.")]
    begin = user("Do it.")
    reply = backend.complete([begin], [DESKTOP])
    assert [call.arguments for call in reply.tool_calls] == [{"action": "press", "keys": ["tab"]}] * 3
    assert len({call.id for call in reply.tool_calls}) == 3
    results = tuple(
        ToolResult(call.id, (Text(f"{place}"),)) for place, call in enumerate(reply.tool_calls, 1)
    )
    backend.complete([begin, reply.message, Message("tool", results)], [DESKTOP])
    assert fake.refused == []
    assert fake.arrived[1].results == ["1\n2\n3"]


def test_a_conversation_with_a_computer_can_go_on_without_it(make_claude, fake):
    backend = make_claude()
    fake.answers = [Said("", [("computer.screenshot", {})]), Said("Yes.")]
    begin = user("Do it.")
    reply = backend.complete([begin], [DESKTOP])
    result = Message("tool", (ToolResult(reply.tool_calls[0].id, (screen(),)),))
    backend.complete([begin, reply.message, result, user("Is it done?")])
    assert fake.refused == []


def block(member: str, **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": "t", "toolset_name": "computer", "name": member, "input": given}


def click(button: str, count: int) -> dict[str, Any]:
    return {"action": "click", "x": 1, "y": 2, "button": button, "count": count}


BOTH_WAYS = [
    (block("left_click", coordinate=[1, 2]), click("left", 1)),
    (block("right_click", coordinate=[1, 2]), click("right", 1)),
    (block("middle_click", coordinate=[1, 2]), click("middle", 1)),
    (block("double_click", coordinate=[1, 2]), click("left", 2)),
    (block("triple_click", coordinate=[1, 2]), click("left", 3)),
    (block("mouse_move", coordinate=[1, 2]), {"action": "move", "x": 1, "y": 2}),
    (
        block("left_click_drag", start_coordinate=[1, 2], coordinate=[3, 4]),
        {"action": "drag", "path": [[1, 2], [3, 4]]},
    ),
    (
        block("scroll", coordinate=[1, 2], scroll_direction="left", scroll_amount=2),
        {"action": "scroll", "x": 1, "y": 2, "direction": "left", "amount": 2},
    ),
    (block("type", text="two\nlines"), {"action": "type", "text": "two\nlines"}),
    (block("key", text="Return"), {"action": "press", "keys": ["enter"]}),
    (block("key", text="ctrl+shift+t"), {"action": "press", "keys": ["ctrl", "shift", "t"]}),
    (block("wait", duration=1), {"action": "wait"}),
    (block("screenshot"), {"action": "screenshot"}),
]


@pytest.mark.parametrize(("native", "action"), BOTH_WAYS, ids=[str(pair[1]) for pair in BOTH_WAYS])
def test_actions_are_the_same_both_ways(native, action):
    (call,) = from_block(native, "desktop")
    assert call == ToolCall("t", "desktop", action)
    assert to_block(call, TOOLSET) == native


@pytest.mark.parametrize(
    ("keys", "named"),
    [
        ("alt+Tab", ["alt", "tab"]),
        ("Page_Down", ["pagedown"]),
        ("BackSpace", ["backspace"]),
        ("Control_L+c", ["ctrl", "c"]),
        ("super", ["super"]),
        ("F5", ["f5"]),
        ("ctrl++", ["ctrl", "+"]),
        ("+", ["+"]),
        ("KP_Enter", ["KP_Enter"]),
        ("A", ["A"]),
        (" ", ["space"]),
    ],
)
def test_keys_are_named_as_our_devices_name_them(keys, named):
    (call,) = from_block(block("key", text=keys), "desktop")
    assert call.arguments == {"action": "press", "keys": named}


def test_several_combinations_with_blanks_between_are_pressed_one_after_the_other():
    calls = from_block(block("key", text="ctrl+a Delete"), "desktop")
    assert [call.arguments["keys"] for call in calls] == [["ctrl", "a"], ["delete"]]


@pytest.mark.parametrize(
    ("native", "what"),
    [
        (block("zoom", region=[0, 0, 9, 9]), "zoom"),
        (block("left_mouse_down"), "left_mouse_down"),
        (block("hold_key", text="shift", duration=2), "hold_key.*shift"),
        (block("left_click", coordinate=[1, 2], text="ctrl"), "left_click while ctrl is held"),
        (block("left_click"), "needs a coordinate"),
        (block("left_click_drag", coordinate=[1, 2]), "needs a coordinate"),
        (block("key", text="Tab", repeat=100), "100 presses"),
        (block("dance"), "dance"),
    ],
)
def test_what_we_have_no_word_for_is_told_as_such(native, what):
    (call,) = from_block(native, "desktop")
    assert call.arguments["action"] == "unsupported"
    assert call.problem == ""
    assert re.search(what, call.arguments["what"])


@pytest.mark.parametrize(
    ("native", "problem"),
    [
        (block("mouse_move"), "lacks 'coordinate'"),
        (block("left_click", coordinate=[1]), r"a coordinate is \[x, y\]"),
        (block("left_click", coordinate=["a", "b"]), "cannot be read"),
        (block("left_click", coordinate=7), r"a coordinate is \[x, y\]"),
        (block("scroll", coordinate=[1, 2], scroll_direction="in"), "direction 'in'"),
        (block("type"), "lacks 'text'"),
        (block("type", text=3), "not text"),
        (block("key", text=""), "names no key"),
    ],
)
def test_arguments_that_cannot_be_read_are_a_problem_of_the_call(native, problem):
    (call,) = from_block(native, "desktop")
    assert call.arguments == {}
    assert re.search(problem, call.problem)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = (
    "action",
    "coordinate",
    "start_coordinate",
    "text",
    "repeat",
    "scroll_direction",
    "scroll_amount",
)


@settings(max_examples=50)
@given(
    member=st.sampled_from([native["name"] for native, _ in BOTH_WAYS]) | st.text(max_size=9),
    given_=st.dictionaries(st.sampled_from(ARGUMENTS), JSON | st.lists(st.floats(), max_size=3)),
    form=st.sampled_from([TOOLSET, EARLIER]),
)
def test_whatever_the_model_writes_becomes_calls_that_can_be_sent_back(member, given_, form):
    written = block(member, **given_)
    if form == EARLIER:
        written = {"type": "tool_use", "id": "t", "name": "computer", "input": {**given_, "action": member}}
    calls = from_block(written, "desktop")
    assert calls
    for call in calls:
        assert call.problem or call.arguments["action"]
        assert to_block(call, form)["input"] is not None


@pytest.mark.parametrize(
    ("model", "called"),
    [
        ("claude-opus-5", block("type")),
        ("claude-opus-4-6", {"type": "tool_use", "id": "t", "name": "computer", "input": {}}),
    ],
)
def test_a_call_that_is_no_json_can_be_told_back(make_claude, fake, model, called):
    pieces = [
        {"type": "message_start", "message": {"type": "message", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": called},
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "input_json_delta", "partial_json": '{"text": '},
        },
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    ]
    backend = make_claude(model, stream=True)
    fake.answers = [Answer(event(json.dumps(piece), piece["type"]) for piece in pieces), Said("Sorry.")]
    begin = user("Do it.")
    reply = backend.complete([begin], [DESKTOP])
    (call,) = reply.tool_calls
    assert (call.name, call.arguments) == ("desktop", {})
    assert "not valid JSON" in call.problem
    result = Message("tool", (ToolResult(call.id, (Text(call.problem),), error=True),))
    backend.complete([begin, reply.message, result], [DESKTOP])
    assert fake.refused == []


@pytest.mark.parametrize("told", [[10.4, 20], "[10, 20]", "10, 20"])
def test_coordinates_in_other_clothes_are_understood(told):
    (call,) = from_block(block("left_click", coordinate=told), "desktop")
    assert (call.arguments["x"], call.arguments["y"]) == (10, 20)


def test_on_a_phone_home_and_back_are_the_phones_own(make_claude, fake):
    keys = ("Home", "Escape", "Return")
    fake.answers = [Said("", [("computer.key", {"text": key}) for key in keys])]
    reply = make_claude().complete([user("Do it.")], [PHONE])
    found = [call.arguments for call in reply.tool_calls]
    assert found == [{"action": "home"}, {"action": "back"}, {"action": "press", "keys": ["enter"]}]
