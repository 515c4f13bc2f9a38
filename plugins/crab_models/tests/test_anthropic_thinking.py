"""Thinking of Claude: how it is asked for, and how it goes back to where it came from."""

from __future__ import annotations

import hashlib
import io
import json
from typing import Any

import pytest
from fake.anthropic import signature, write
from fake.neutral import Answer, Failure, Said
from PIL import Image

from crab_core import Message, Native, Screenshot, Text, Tool, ToolCall, ToolResult, UsageError
from crab_models.anthropic.backend import AnthropicBackend

CLICK = Tool("click", "Click an element.", {"type": "object", "properties": {"element": {"type": "integer"}}})
MARK = {"type": "ephemeral"}


def picture() -> Screenshot:
    written = io.BytesIO()
    Image.new("RGB", (8, 6), "teal").save(written, "PNG")
    return Screenshot(written.getvalue(), 8, 6)


def user(*parts: str | Screenshot) -> Message:
    return Message("user", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def tool(*results: ToolResult) -> Message:
    return Message("tool", results)


def thought(text: str) -> dict[str, Any]:
    return {"type": "thinking", "thinking": text, "signature": signature(text)}


@pytest.mark.parametrize("stream", [False, True])
def test_signed_thinking_goes_back_as_it_came(make_claude, fake, stream):
    backend = make_claude(stream=stream, thinking="adaptive")
    fake.answers = [Said("Clicking.", [("click", {"element": 3})], reasoning="The third."), Said("Done.")]
    begin = user("Do it.")
    reply = backend.complete([begin], [CLICK])
    assert reply.reasoning == "The third."
    result = tool(ToolResult(reply.tool_calls[0].id, (Text("ok"),)))
    backend.complete([begin, reply.message, result], [CLICK])
    assert fake.refused == []
    said = fake.arrived[1].body["messages"][1]["content"]
    assert [block["type"] for block in said] == ["thinking", "text", "tool_use"]
    assert fake.arrived[0].body["thinking"] == {"type": "adaptive", "display": "summarized"}


def test_thinking_between_calls_keeps_its_place_and_dropped_calls_stay_away(ask_claude):
    """A policy that allows one call keeps the first; the thoughts around it are signed as they stand."""
    calls = [{"type": "tool_use", "id": name, "name": "click", "input": {}} for name in "ab"]
    given = [thought("One."), calls[0], thought("Two."), calls[1]]
    body = ask_claude(
        [
            user("Do it."),
            Message("assistant", (Native("anthropic", {"content": given}), ToolCall("a", "click", {}))),
            tool(ToolResult("a", (Text("ok"),))),
        ],
        [CLICK],
    )
    said = body["messages"][1]["content"]
    assert said[:3] == given[:3]
    assert [block["type"] for block in said] == ["thinking", "tool_use", "thinking", "text"]


def test_a_thought_that_was_cut_off_is_not_sent_back(ask_claude):
    cut = Native("anthropic", {"content": [{"type": "thinking", "thinking": "I shou", "signature": ""}]})
    body = ask_claude([user("Do it."), Message("assistant", (cut,)), user("Well?")])
    assert len(body["messages"]) == 1


def test_the_thinking_of_other_providers_is_left_out(ask_claude):
    other = Native("google", {"content": [{"type": "text", "text": "Hello."}, {"type": "thought"}]})
    body = ask_claude([user("Hi."), Message("assistant", (other, Text("Hello."))), user("Well?")])
    assert body["messages"][1]["content"] == [{"type": "text", "text": "Hello."}]


def test_where_thinking_is_bound_the_service_is_told_to_drop_what_no_longer_holds(make_claude, fake):
    """An agent that forgets old turns changes what stands before its thoughts, which newer models refuse."""
    backend = make_claude("claude-opus-5-5")
    bound = "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different"
    fake.answers = [Failure(400, f"{bound} conversation. Remove the block."), Said("Yes."), Said("Yes.")]
    for _ in range(2):
        assert backend.complete([user("Is it done?")]).text == "Yes."
    first, *later = fake.arrived
    assert "thinking" not in first.body
    for asked in later:
        dropping = {"prefix_mismatch_behavior": "drop_block"}
        assert asked.body["thinking"] == {"type": "adaptive", "block_binding": dropping}
        assert asked.headers["anthropic-beta"] == "thinking-binding-controls-2026-08-01"


def test_where_the_service_cannot_drop_bound_thinking_it_is_left_out(make_claude, fake):
    said = Message("assistant", (Native("anthropic", {"content": [thought("Hm.")]}), Text("Well.")))
    fake.answers = [Failure(400, "The block is bound to a different conversation."), Said("Yes.")]
    make_claude("claude-sonnet-5-5", thinking="between_tools").complete([user("Hi."), said, user("Done?")])
    assert [block["type"] for block in fake.arrived[1].body["messages"][1]["content"]] == ["text"]


def test_what_was_learned_of_a_model_adds_up(make_claude, fake):
    backend = make_claude("claude-opus-5-5")
    fake.answers = [Failure(400, "The block is bound to a different conversation."), Said("Yes.")]
    backend.complete([user("Done?")], [CLICK], tool_choice="required")
    assert fake.arrived[-1].body["tool_choice"] == {"type": "auto"}
    assert "block_binding" in fake.arrived[-1].body["thinking"]


def _binding(asked: Any) -> Answer | Failure | Said:
    """A model whose thoughts hold only after the very conversation that they came from."""

    def beginning(end: int) -> str:
        said = json.dumps([asked.body.get("system"), asked.body.get("tools"), asked.body["messages"][:end]])
        return hashlib.sha256(said.replace(f', "cache_control": {json.dumps(MARK)}', "").encode()).hexdigest()

    for place, message in enumerate(asked.body["messages"]):
        for block in message["content"]:
            bound = block["type"] != "thinking" or block["thinking"] == beginning(place)
            if not bound and "block_binding" not in asked.body.get("thinking", {}):
                return Failure(400, f"messages.{place}: The block is bound to a different conversation.")
    here = beginning(len(asked.body["messages"]))
    return Answer(write(Said("Clicking.", [("click", {})], reasoning=here), asked.stream))


@pytest.mark.parametrize(("turns", "refused"), [(None, 0), (2, 1)], ids=["whole", "two turns"])
def test_a_model_with_bound_thoughts_plays_on_with_a_history_of_any_length(make_claude, fake, turns, refused):
    """What is sent again is the same to the letter; where an agent forgets, one request is refused, once."""
    backend = make_claude("claude-opus-5-5")
    fake.script = _binding
    history: list[list[Message]] = []
    for number in range(6):
        history.append([user(f"Screen {number}.", picture())])
        sent = history if turns is None else history[-turns:]
        system = Message("system", (Text("Be brief."),))
        reply = backend.complete([system, *(message for turn in sent for message in turn)], [CLICK])
        history[-1] += [reply.message, tool(ToolResult(reply.tool_calls[0].id, (Text("ok"), picture())))]
    assert len(fake.arrived) == 6 + refused
    assert fake.refused == []


@pytest.mark.parametrize(
    ("option", "sent"),
    [
        ("off", {"type": "disabled"}),
        ("between_tools", {"type": "between_tools"}),
        (20_000, {"type": "enabled", "budget_tokens": 20_000}),
        ({"type": "adaptive", "display": "omitted"}, {"type": "adaptive", "display": "omitted"}),
    ],
)
def test_how_a_model_thinks_can_be_chosen(ask_claude, option, sent):
    body = ask_claude([user("Hi.")], thinking=option, effort="low")
    assert body["thinking"] == sent
    assert body["output_config"] == {"effort": "low"}
    assert body["max_tokens"] > sent.get("budget_tokens", 0)


@pytest.mark.parametrize("option", ["deep", 12, True])
def test_thinking_that_there_is_not_is_an_error_at_once(option):
    with pytest.raises(UsageError, match="`thinking` cannot be"):
        AnthropicBackend("claude-tiny", base_url="http://127.0.0.1:9", thinking=option)
