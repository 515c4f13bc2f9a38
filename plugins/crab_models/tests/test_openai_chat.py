"""The backend `openai` with Chat Completions: the real SDK against a local service."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import Any

import pytest
from fake.neutral import Answer, Said
from fake.openai_chat import call, completion
from PIL import Image

from crab_core import (
    AgentError,
    Computer,
    Message,
    Reply,
    Screenshot,
    Text,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
)
from crab_models.openai.backend import OpenAiBackend

CLICK = Tool("click", "Click an element.", {"type": "object", "properties": {"element": {"type": "integer"}}})


def encoded(kind: str, width: int = 4, height: int = 3) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (width, height), "navy").save(written, kind)
    return written.getvalue()


PICTURE = Screenshot(encoded("PNG"), 4, 3)


def user(*parts: str | Screenshot) -> Message:
    return Message("user", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def told(identity: str, *parts: Any) -> Message:
    return Message("tool", (ToolResult(identity, parts),))


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def backend(fake: Any, request: pytest.FixtureRequest) -> Iterator[OpenAiBackend]:
    made = OpenAiBackend(
        "tiny", base_url=fake.base_url("openai"), retries=0, timeout=60, stream=request.param
    )
    yield made
    made.close()


@pytest.fixture
def whole(fake: Any) -> Iterator[OpenAiBackend]:
    made = OpenAiBackend("tiny", base_url=fake.base_url("openai"), retries=0, timeout=60)
    yield made
    made.close()


def ask(backend: OpenAiBackend, fake: Any, answer: Any, tools: Any = (CLICK,), **more: Any) -> Reply:
    fake.answers = [answer]
    return backend.complete([user("Do it.")], tools, **more)


# -- what arrives at the service ---------------------------------------------------------------------


def test_texts_arrive_with_their_roles(backend, fake):
    fake.answers = [Said("Hello.")]
    reply = backend.complete([Message("system", (Text("Be brief."),)), user("Hi.")])
    (asked,) = fake.arrived
    assert asked.body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "Hi."},
    ]
    assert (asked.path, asked.model) == ("/v1/chat/completions", "tiny")
    assert (reply.text, reply.stop_reason, reply.tool_calls) == ("Hello.", "stop", ())
    assert (reply.model, reply.native, reply.reasoning) == ("tiny", (), "")


def test_a_png_arrives_as_image_png_and_byte_for_byte(whole, fake):
    """The original sent PNG as image/jpeg."""
    fake.answers = [Said("Blue.")]
    whole.complete([user("What is this?", PICTURE)])
    text, picture = fake.arrived[0].body["messages"][0]["content"]
    head, _, data = picture["image_url"]["url"].partition(",")
    assert text == {"type": "text", "text": "What is this?"}
    assert (head, base64.b64decode(data)) == ("data:image/png;base64", PICTURE.data)
    assert "detail" not in picture["image_url"]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_the_media_type_is_that_of_the_bytes(whole, fake, kind):
    fake.answers = [Said("Blue.")]
    whole.complete([user(Screenshot(encoded(kind), 4, 3, "image/bmp"))])
    assert fake.arrived[0].pictures == [(f"image/{kind.lower()}", 4, 3)]


def test_a_picture_is_shrunk_when_asked(fake):
    backend = OpenAiBackend("tiny", base_url=fake.base_url("openai"), image_size=8, detail="high")
    fake.answers = [Said("Blue.")]
    backend.complete([user(Screenshot(encoded("PNG", 32, 16), 32, 16))])
    backend.close()
    assert fake.arrived[0].pictures == [("image/png", 8, 4)]
    assert fake.arrived[0].body["messages"][0]["content"][0]["image_url"]["detail"] == "high"


def test_tools_arrive_as_json_schema(whole, fake):
    ask(whole, fake, Said("No."), [CLICK, Tool("complete", "End the task.")], tool_choice="required")
    body = fake.arrived[0].body
    assert body["tool_choice"] == "required"
    assert body["tools"][0] == {
        "type": "function",
        "function": {
            "name": "click",
            "description": "Click an element.",
            "parameters": dict(CLICK.parameters),
        },
    }
    assert body["tools"][1]["function"]["parameters"] == {"type": "object", "properties": {}}


def test_without_tools_nothing_is_said_about_them(whole, fake):
    ask(whole, fake, Said("Hello."), ())
    assert not {"tools", "tool_choice"} & set(fake.arrived[0].body)


def test_the_providers_computer_is_refused_before_anything_is_sent(whole, fake):
    with pytest.raises(AgentError, match=r'no computer-use tool.*api="responses"'):
        ask(whole, fake, Said("Hello."), [Computer(800, 600)])
    assert fake.arrived == []


def test_results_of_tools_arrive_under_the_ids_of_their_calls(whole, fake):
    fake.answers = [Said("Done.")]
    calls = (ToolCall("a", "click", {"element": 1}), ToolCall("b", "click", {}))
    whole.complete(
        [
            user("Do it."),
            Message("assistant", (Text("Two."), *calls)),
            told("a", Text("ok")),
            told("b", Text("no element")),
        ]
    )
    said = fake.arrived[0].body["messages"]
    assert [made["id"] for made in said[1]["tool_calls"]] == ["a", "b"]
    assert said[1]["tool_calls"][0]["function"] == {"name": "click", "arguments": '{"element": 1}'}
    assert said[2:] == [
        {"role": "tool", "tool_call_id": "a", "content": "ok"},
        {"role": "tool", "tool_call_id": "b", "content": "no element"},
    ]


def test_a_dropped_tool_result_does_not_pass(whole, fake):
    call_a = Message("assistant", (ToolCall("a", "click", {}),))
    with pytest.raises(AgentError, match=r"no result follows the tool calls \['a'\]"):
        whole.complete([user("Do it."), call_a, user("Well?")])
    with pytest.raises(AgentError, match="no tool call before it has the id 'b'"):
        whole.complete([user("Do it."), call_a, told("b", Text("ok"))])


def test_a_picture_from_a_tool_follows_after_all_results(whole, fake):
    fake.answers = [Said("Done.")]
    whole.complete(
        [
            user("Look."),
            Message("assistant", (ToolCall("a", "look", {}), ToolCall("b", "click", {}))),
            Message("tool", (ToolResult("a", (PICTURE,)), ToolResult("b", (Text("ok"),)))),
            user("Go on."),
        ]
    )
    said = fake.arrived[0].body["messages"]
    assert [message["role"] for message in said] == ["user", "assistant", "tool", "tool", "user", "user"]
    assert "call a" in said[4]["content"][0]["text"]
    assert fake.arrived[0].pictures == [("image/png", 4, 3)]


def test_an_unreadable_call_can_be_told_back(whole, fake):
    fake.answers = [Said("Sorry.")]
    whole.complete(
        [
            user("Do it."),
            Message("assistant", (ToolCall("a", "click", {}, "not JSON"),)),
            told("a", Text("The arguments are not valid JSON.")),
        ]
    )
    assert fake.arrived[0].body["messages"][1]["tool_calls"][0]["function"]["arguments"] == "{}"


def test_a_message_that_its_role_cannot_say_is_refused_before_it_is_sent(whole, fake):
    with pytest.raises(AgentError, match=r"'system' cannot hold a Screenshot.*Text"):
        whole.complete([Message("system", (PICTURE,))])
    assert fake.arrived == []


def test_options_reach_the_request(fake):
    options = {"max_tokens": 50, "temperature": 0.0, "extra": {"top_k": 1}}
    backend = OpenAiBackend("tiny", base_url=fake.base_url("openai"), **options)
    ask(backend, fake, Said("Hello."))
    backend.close()
    body = fake.arrived[0].body
    assert (body["max_tokens"], body["temperature"], body["top_k"]) == (50, 0.0, 1)


# -- what comes back ---------------------------------------------------------------------------------


def test_tool_calls_are_read(backend, fake):
    reply = ask(backend, fake, Said("Clicking.", [("click", {"element": 3}), ("click", {})]))
    assert [(made.name, made.arguments) for made in reply.tool_calls] == [
        ("click", {"element": 3}),
        ("click", {}),
    ]
    assert len({made.id for made in reply.tool_calls}) == 2
    assert (reply.text, reply.stop_reason) == ("Clicking.", "tool_calls")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [('{"element": ', "not valid JSON"), ("element 3", "not valid JSON"), ("[3]", "a JSON object, not list")],
)
def test_unreadable_arguments_are_a_problem_of_the_call(whole, fake, arguments, problem):
    answer = Answer(completion(calls=[call("click", arguments)], finish="tool_calls"))
    (made,) = ask(whole, fake, answer).tool_calls
    assert made.arguments == {}
    assert problem in made.problem


def test_a_free_text_call_is_a_problem_of_the_call(whole, fake):
    custom = {"id": "c", "type": "custom", "custom": {"name": "click", "input": "the third one"}}
    (made,) = ask(whole, fake, Answer(completion(calls=[custom], finish="tool_calls"))).tool_calls
    assert (made.id, made.name, made.arguments) == ("c", "click", {})
    assert made.problem


def test_usage_counts_cached_written_and_reasoning_tokens(backend, fake):
    tokens = {"input": 1000, "output": 80, "cached": 900, "reasoning": 64, "cache_write": 50}
    usage = ask(backend, fake, Said("Hello.", usage=tokens)).usage
    assert usage == Usage(1000, 80, 900, 64, 50)
    assert usage.total == 1080
    # A stream tells them only when asked.
    body = fake.arrived[0].body
    assert body.get("stream_options") == ({"include_usage": True} if body.get("stream") else None)


@pytest.mark.parametrize(
    ("said", "text", "reason"),
    [
        (Said(refusal="I cannot help with that."), "I cannot help with that.", "refusal"),
        (Said(stop="filter"), "", "refusal"),
        (Said("The first thing is", stop="length"), "The first thing is", "length"),
        (Said(), "", "stop"),
    ],
    ids=["refused", "filtered", "cut off", "empty"],
)
def test_why_a_reply_ended_is_told(backend, fake, said, text, reason):
    reply = ask(backend, fake, said)
    assert (reply.text, reply.stop_reason, reply.tool_calls) == (text, reason, ())


def test_another_reason_to_end_is_another_reason(whole, fake):
    assert ask(whole, fake, Answer(completion("Hm.", finish="tired"))).stop_reason == "other"


def test_a_call_that_was_cut_off_is_a_problem_and_not_a_crash(whole, fake):
    reply = ask(whole, fake, Answer(completion(calls=[call("click", '{"elem')], finish="length")))
    assert reply.stop_reason == "length"
    assert "not valid JSON" in reply.tool_calls[0].problem


def test_a_conversation_goes_on_with_the_reply_as_its_history(backend, fake):
    first = ask(backend, fake, Said("Clicking.", [("click", {"element": 3})], reasoning="The third is it."))
    fake.answers = [Said("Done.")]
    backend.complete([user("Do it."), first.message, told(first.tool_calls[0].id, Text("ok"))], [CLICK])
    said = fake.arrived[1].body["messages"][1]
    assert (said["content"], said["reasoning_content"]) == ("Clicking.", "The third is it.")
    assert fake.arrived[1].results == ["ok"]
