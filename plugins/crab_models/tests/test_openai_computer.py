"""OpenAI's computer-use tool: what it does in our words, and our words in its own."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from fake import openai_responses as wire
from fake.neutral import Answer, Said
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from crab_core import AgentError, Computer, Message, Reply, Screenshot, Text, Tool, ToolCall, ToolResult
from crab_models.openai.backend import OpenAiBackend
from crab_models.openai.computer import from_item, ids, to_item

HOME = Tool("home", "Show the home screen.")


def screen(width: int = 40, height: int = 30) -> Screenshot:
    written = io.BytesIO()
    Image.new("RGB", (width, height), "navy").save(written, "PNG")
    return Screenshot(written.getvalue(), width, height)


def user(*parts: str | Screenshot) -> Message:
    return Message("user", tuple(Text(part) if isinstance(part, str) else part for part in parts))


# -- actions -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("native", "action"),
    [
        (
            {"type": "click", "x": 3, "y": 4, "button": "left"},
            {"action": "click", "x": 3, "y": 4, "button": "left", "count": 1},
        ),
        (
            {"type": "click", "x": 3, "y": 4, "button": "wheel"},
            {"action": "click", "x": 3, "y": 4, "button": "middle", "count": 1},
        ),
        (
            {"type": "double_click", "x": 3, "y": 4, "keys": []},
            {"action": "click", "x": 3, "y": 4, "button": "left", "count": 2},
        ),
        ({"type": "move", "x": 3, "y": 4}, {"action": "move", "x": 3, "y": 4}),
        (
            {"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]},
            {"action": "drag", "path": [[1, 2], [3, 4]]},
        ),
        (
            {"type": "scroll", "x": 3, "y": 4, "scroll_x": 0, "scroll_y": 300},
            {"action": "scroll", "x": 3, "y": 4, "direction": "down", "amount": 3},
        ),
        (
            {"type": "scroll", "x": 3, "y": 4, "scroll_x": -20, "scroll_y": 0},
            {"action": "scroll", "x": 3, "y": 4, "direction": "left", "amount": 1},
        ),
        (
            {"type": "scroll", "x": 3, "y": 4, "scroll_x": 0, "scroll_y": 0},
            {"action": "move", "x": 3, "y": 4},
        ),
        ({"type": "type", "text": "Grüße"}, {"action": "type", "text": "Grüße"}),
        ({"type": "keypress", "keys": ["CTRL", "C"]}, {"action": "press", "keys": ["ctrl", "c"]}),
        ({"type": "keypress", "keys": ["ARROWLEFT"]}, {"action": "press", "keys": ["left"]}),
        ({"type": "keypress", "keys": ["Page_Down"]}, {"action": "press", "keys": ["pagedown"]}),
        ({"type": "keypress", "keys": ["CMD", "-"]}, {"action": "press", "keys": ["super", "-"]}),
        ({"type": "wait"}, {"action": "wait"}),
        ({"type": "screenshot"}, {"action": "screenshot"}),
        ({"type": "click", "x": 0, "y": 0, "button": "back"}, {"action": "back"}),
    ],
)
def test_what_the_model_does_is_told_in_our_words(native, action):
    assert from_item({"action": native}, "desktop") == [action]


@pytest.mark.parametrize(
    ("native", "what"),
    [
        ({"type": "click", "x": 3, "y": 4, "button": "forward"}, "click (x 3, y 4, button forward)"),
        (
            {"type": "click", "x": 3, "y": 4, "button": "left", "keys": ["SHIFT"]},
            "click (x 3, y 4, button left, keys ['SHIFT'])",
        ),
        ({"type": "zoom", "region": 4}, "zoom (region 4)"),
        ({"type": "click", "x": "left", "y": 4}, "click (x left, y 4)"),
        ({"type": "drag"}, "drag"),
        ({"type": "keypress", "keys": []}, "keypress"),
        ({}, "an action without a type"),
    ],
)
def test_what_we_have_no_word_for_is_told_as_such(native, what):
    assert from_item({"actions": [native]}, "desktop") == [{"action": "unsupported", "what": what}]


def test_scrolling_both_ways_is_two_actions():
    native = {"type": "scroll", "x": 3, "y": 4, "scroll_x": 200, "scroll_y": -100}
    found = from_item({"action": native}, "desktop")
    assert [(action["direction"], action["amount"]) for action in found] == [("up", 1), ("right", 2)]


@pytest.mark.parametrize(("key", "action"), [("HOME", "home"), ("BACK", "back"), ("ESC", "back")])
def test_keys_of_a_phone_are_the_phones_own(key, action):
    press = {"action": {"type": "keypress", "keys": [key]}}
    assert from_item(press, "phone") == [{"action": action}]
    assert from_item(press, "desktop") == [{"action": "press", "keys": [key.lower()]}]


def test_a_call_without_an_action_looks_at_the_screen():
    assert from_item({"actions": []}, "desktop") == [{"action": "screenshot"}]
    assert ids({"call_id": "c", "actions": []}, "desktop") == ["c"]


places = {"x": st.integers(0, 5000), "y": st.integers(0, 5000)}
actions = st.one_of(
    st.fixed_dictionaries(
        {
            "action": st.just("click"),
            **places,
            "button": st.sampled_from(["left", "right", "middle"]),
            "count": st.just(1),
        }
    ),
    st.fixed_dictionaries({"action": st.just("move"), **places}),
    st.fixed_dictionaries(
        {
            "action": st.just("scroll"),
            **places,
            "direction": st.sampled_from(["up", "down", "left", "right"]),
            "amount": st.integers(1, 50),
        }
    ),
    st.fixed_dictionaries(
        {
            "action": st.just("drag"),
            "path": st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)).map(list), min_size=2),
        }
    ),
    st.fixed_dictionaries({"action": st.just("type"), "text": st.text()}),
    st.fixed_dictionaries(
        {
            "action": st.just("press"),
            "keys": st.lists(st.sampled_from(["ctrl", "shift", "a", "enter", "f5", "left"]), min_size=1),
        }
    ),
    st.sampled_from([{"action": "wait"}, {"action": "screenshot"}]),
)


@given(actions)
def test_our_words_become_the_providers_and_ours_again(action):
    item = to_item("c", action, preview=False)
    assert from_item(item, "desktop") == [action]
    assert from_item(to_item("c", action, preview=True), "desktop") == [action]


odd_values = st.none() | st.integers() | st.text(max_size=9)
names = st.sampled_from(["type", "x", "y", "keys", "path", "button", "click", "drag", "scroll", "keypress"])


@settings(max_examples=50)
@given(st.dictionaries(names, st.one_of(names, odd_values, st.lists(odd_values, max_size=2)), max_size=5))
def test_no_action_is_so_odd_that_it_raises(odd):
    assert from_item({"actions": [odd]}, "phone")


# -- conversations -----------------------------------------------------------------------------------


def make(fake: Any, model: str = "tiny", **options: Any) -> OpenAiBackend:
    address = fake.base_url("openai")
    return OpenAiBackend(model, api="responses", base_url=address, retries=0, timeout=60, **options)


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def backend(fake: Any, request: pytest.FixtureRequest) -> Iterator[OpenAiBackend]:
    made = make(fake, stream=request.param)
    yield made
    made.close()


CLICK = {"type": "click", "x": 3, "y": 4, "button": "left"}
TYPE = {"type": "type", "text": "milk"}


def ask(backend: OpenAiBackend, fake: Any, *items: dict[str, Any], kind: Any = "desktop") -> Reply:
    whole = wire.response(list(items))
    fake.answers = [lambda asked: Answer(wire.events(whole) if asked.stream else whole)]
    return backend.complete([user("Do it.", screen())], [Computer(40, 30, kind), HOME])


def go_on(backend: OpenAiBackend, fake: Any, *history: Message) -> list[dict[str, Any]]:
    """What arrives of a conversation's history."""
    fake.answers = [Said("Done.")]
    backend.complete([user("Do it.", screen()), *history], [Computer(40, 30), HOME])
    return fake.arrived[-1].body["input"][1:]


def test_the_tool_is_offered_beside_others(backend, fake):
    ask(backend, fake, wire.message("Hm."))
    offered = fake.arrived[0].body["tools"]
    assert offered[0] == {"type": "computer"}
    assert fake.arrived[0].tools == ["computer", "home"]
    # Positions are pixels of the picture, so the model sees every one of them.
    assert fake.arrived[0].body["input"][0]["content"][1]["detail"] == "original"


def test_the_first_model_is_offered_the_first_form(fake):
    backend = make(fake, "computer-use-preview")
    ask(backend, fake, wire.message("Hm."))
    body = fake.arrived[0].body
    assert body["tools"][0] == {
        "type": "computer_use_preview",
        "display_width": 40,
        "display_height": 30,
        "environment": "linux",
    }
    assert body["truncation"] == "auto"
    assert body["input"][0]["content"][1]["detail"] == "auto"
    backend.close()


def test_a_call_is_told_in_our_words_and_answered_with_the_screen(backend, fake):
    first = ask(backend, fake, wire.reasoning("The third."), wire.computer_call(CLICK))
    (made,) = first.tool_calls
    assert (made.name, made.arguments["action"], made.problem) == ("computer", "click", "")
    assert first.stop_reason == "tool_calls"
    sent = go_on(backend, fake, first.message, Message("tool", (ToolResult(made.id, (screen(),)),)))
    assert [item["type"] for item in sent] == ["reasoning", "computer_call", "computer_call_output"]
    assert sent[1]["actions"] == [CLICK]
    assert fake.arrived[1].pictures == [("image/png", 40, 30)] * 2


def test_several_actions_of_one_call_are_several_calls_with_one_screen(backend, fake):
    first = ask(backend, fake, wire.computer_call(CLICK, TYPE))
    assert [made.arguments["action"] for made in first.tool_calls] == ["click", "type"]
    results = [ToolResult(made.id, (screen(40, 30 + n),)) for n, made in enumerate(first.tool_calls)]
    sent = go_on(backend, fake, first.message, Message("tool", tuple(results)))
    assert [item["type"] for item in sent] == ["computer_call", "computer_call_output"]
    assert fake.arrived[1].pictures[1:] == [("image/png", 40, 31)], "the last screen counts"


def test_calls_at_the_same_time_share_the_screen_after_them(backend, fake):
    first = ask(backend, fake, wire.computer_call(CLICK), wire.computer_call(TYPE))
    one, other = first.tool_calls
    results = (ToolResult(one.id, (Text("Done."), screen())), ToolResult(other.id, (Text("Done."),)))
    sent = go_on(backend, fake, first.message, Message("tool", results))
    assert [item["type"] for item in sent[:4]] == ["computer_call"] * 2 + ["computer_call_output"] * 2
    assert len(fake.arrived[1].pictures) == 3


def test_what_is_said_about_a_call_follows_its_screen(backend, fake):
    first = ask(backend, fake, wire.computer_call(CLICK))
    result = ToolResult(first.tool_calls[0].id, (Text("There is nothing there."), screen()), error=True)
    sent = go_on(backend, fake, first.message, Message("tool", (result,)))
    assert [item.get("type", "message") for item in sent] == [
        "computer_call",
        "computer_call_output",
        "message",
    ]
    assert "There is nothing there." in fake.arrived[1].last_user_text


def test_a_call_whose_screen_was_forgotten_is_told_in_words(backend, fake):
    """The provider takes no computer call without a picture; nor thinking without its call."""
    first = ask(backend, fake, wire.reasoning("The third."), wire.message("Now."), wire.computer_call(CLICK))
    forgotten = ToolResult(first.tool_calls[0].id, (Text("(an older screen)"),))
    sent = go_on(backend, fake, first.message, Message("tool", (forgotten,)))
    assert [item["role"] for item in sent] == ["assistant", "assistant", "user"]
    assert '"action": "click"' in sent[1]["content"]
    assert "(an older screen)" in fake.arrived[1].last_user_text


def test_calls_of_another_providers_model_are_told_as_computer_calls(backend, fake):
    calls = (
        ToolCall("a", "computer", {"action": "click", "x": 1, "y": 2, "button": "left", "count": 3}),
        ToolCall("b", "computer", {"action": "long_press", "x": 1, "y": 2}),
        ToolCall("c", "home", {}),
    )
    results = (ToolResult("a", (screen(),)), ToolResult("b", (screen(),)), ToolResult("c", (Text("ok"),)))
    sent = go_on(backend, fake, Message("assistant", calls), Message("tool", results))
    assert [item["type"] for item in sent] == [
        "computer_call",
        "computer_call",
        "function_call",
        "computer_call_output",
        "computer_call_output",
        "function_call_output",
    ]


def test_the_screen_is_seen_as_it_was_sent_when_pictures_are_shrunk(fake):
    backend = make(fake, "computer-use-preview", image_size=20)
    fake.answers = [Said("Hm.")]
    assert backend.picture_size(40, 30) == (20, 15)
    backend.complete([user(screen())], [Computer(*backend.picture_size(40, 30))])
    backend.close()
    assert fake.arrived[0].pictures == [("image/png", 20, 15)]
    assert fake.arrived[0].body["tools"][0]["display_width"] == 20


# -- safety checks -----------------------------------------------------------------------------------

CHECK = {"id": "sc_1", "code": "malicious_instructions", "message": "The page gives instructions."}


def test_safety_checks_are_acknowledged(backend, fake):
    first = ask(backend, fake, wire.computer_call(CLICK, checks=(CHECK,)))
    (made,) = first.tool_calls
    sent = go_on(backend, fake, first.message, Message("tool", (ToolResult(made.id, (screen(),)),)))
    assert sent[1]["acknowledged_safety_checks"] == [CHECK]


def test_a_call_can_be_held_back_by_a_safety_check(fake):
    backend = make(fake, acknowledge=False)
    first = ask(backend, fake, wire.computer_call(CLICK, checks=(CHECK,)))
    (made,) = first.tool_calls
    assert made.arguments == {}
    assert "The page gives instructions." in made.problem
    held = Message("tool", (ToolResult(made.id, (Text(made.problem),), error=True),))
    sent = go_on(backend, fake, first.message, held)
    assert [item.get("role") for item in sent] == ["assistant", "user"]
    backend.close()


def test_a_dropped_screen_does_not_pass(backend, fake):
    first = ask(backend, fake, wire.computer_call(CLICK))
    with pytest.raises(AgentError, match="no tool output found"):
        backend.complete([user("Do it."), first.message, user("Well?")], [Computer(40, 30), HOME])
