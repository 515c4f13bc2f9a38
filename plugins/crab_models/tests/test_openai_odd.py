"""Services that speak OpenAI's protocol a little differently: each oddity is one that a real one has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fake.neutral import Answer, event
from fake.openai_chat import call, chunks, completion, ended, usage

from crab_core import Message, Text, Tool, ToolCall, ToolResult, Usage
from crab_models.openai.backend import OpenAiBackend

CLICK = Tool("click", "Click an element.", {"type": "object", "properties": {"element": {"type": "integer"}}})
HI = Message("user", (Text("Do it."),))


@pytest.fixture
def ask(fake: Any) -> Iterator[Any]:
    """Ask for the reply to an odd answer: a completion's fields, or the events of a stream."""
    address = fake.base_url("openai")
    backends = {
        stream: OpenAiBackend("tiny", base_url=address, retries=0, timeout=60, stream=stream)
        for stream in (False, True)
    }

    def asked(answer: Any, *history: Message) -> Any:
        streamed = not isinstance(answer, dict)
        fake.answers = [Answer(iter(answer) if streamed else answer)]
        return backends[streamed].complete([HI, *history], [CLICK])

    yield asked
    for backend in backends.values():
        backend.close()


# -- calls -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("finish", ["stop", None])
def test_calls_without_id_and_type_with_an_object_for_the_arguments(ask, finish):
    odd = {"function": {"name": "click", "arguments": {"element": 3}}}
    reply = ask(completion(calls=[odd, odd], finish=finish, usage=None))
    assert [(made.id, made.arguments) for made in reply.tool_calls] == [
        ("call_1", {"element": 3}),
        ("call_2", {"element": 3}),
    ]
    assert (reply.stop_reason, reply.usage) == ("tool_calls", Usage())


def test_one_id_for_all_calls_becomes_one_for_each(ask):
    reply = ask(completion(calls=[call("click", "{}", "same"), call("click", "{}", "same")]))
    assert [made.id for made in reply.tool_calls] == ["same", "same_2"]


def test_arguments_that_are_the_text_of_a_text_are_read(ask):
    arguments = json.dumps(json.dumps({"element": 3}))
    assert ask(completion(calls=[call("click", arguments)])).tool_calls[0].arguments == {"element": 3}


def test_the_old_function_call_is_a_call(ask):
    old = {"function_call": {"name": "click", "arguments": '{"element": 3}'}}
    (made,) = ask(completion(message=old, finish="function_call")).tool_calls
    assert made == ToolCall("call_1", "click", {"element": 3})


def streamed(*deltas: dict[str, Any], finish: str | None = "stop") -> Iterator[bytes]:
    yield from chunks(deltas)
    yield from chunks([{}], finish=finish)
    yield from ended(usage({"input": 9, "output": 3}))


def part(arguments: str, **more: Any) -> dict[str, Any]:
    name = {"name": more.pop("name")} if "name" in more else {}
    return {"tool_calls": [{**more, "function": {**name, "arguments": arguments}}]}


@pytest.mark.parametrize(
    "deltas",
    [
        [
            part('{"element": 1}', index=0, id="a", name="click"),
            part('{"element": 2}', index=0, id="b", name="click"),
        ],
        [part('{"element": 1}', index=0, name="click"), part('{"element": 2}', index=0, name="click")],
        [part('{"element": 1}', name="click"), part('{"element": 2}', name="click")],
        [
            part('{"ele', index=0, id="a", name="click"),
            part('{"ele', index=1, id="b", name="click"),
            part('ment": 1}', index=0),
            part('ment": 2}', index=1),
        ],
        [
            part('{"ele', index=0, id="a", name="click"),
            part('ment": 1}', index=0, id="a", name="click"),
            part('{"element": 2}', index=1, id="b", name="click"),
        ],
    ],
    ids=["index 0 for all", "index 0 and no ids", "neither index nor id", "interleaved", "id in every piece"],
)
def test_pieces_of_calls_are_joined_to_the_calls_that_they_belong_to(ask, deltas):
    reply = ask(streamed(*deltas))
    assert [(made.name, made.arguments) for made in reply.tool_calls] == [
        ("click", {"element": 1}),
        ("click", {"element": 2}),
    ]
    assert reply.stop_reason == "tool_calls"


def test_the_old_function_call_comes_in_pieces_too(ask):
    begun = {"function_call": {"name": "click", "arguments": '{"ele'}}
    (made,) = ask(streamed(begun, {"function_call": {"arguments": 'ment": 3}'}})).tool_calls
    assert (made.name, made.arguments) == ("click", {"element": 3})


# -- thinking ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    [
        {"content": "Done.", "reasoning_content": "Let me see."},
        {"content": "Done.", "reasoning": "Let me see."},
        {"content": "<think>\nLet me see.\n</think>\n\nDone."},
        {"content": "Let me see.\n</think>\n\nDone."},
        {
            "content": [
                {"type": "thinking", "thinking": [{"type": "text", "text": "Let me see."}]},
                {"type": "text", "text": "Done."},
            ]
        },
    ],
    ids=["DeepSeek, SGLang", "OpenRouter, vLLM", "tags", "tag opened by the template", "Mistral"],
)
def test_thinking_is_told_apart_from_what_is_said(ask, message):
    for answer in (completion(message=message), streamed(message)):
        reply = ask(answer)
        assert (reply.text, reply.reasoning) == ("Done.", "Let me see.")


def test_a_text_about_the_tags_is_left_alone(ask):
    text = "Write <think>, then your thoughts, then </think>."
    assert ask(completion(text)).text == text


def test_thinking_goes_back_as_it_came(ask, fake):
    """DeepSeek and OpenRouter refuse a conversation whose thinking was left out."""
    details = [{"type": "reasoning.encrypted", "data": "abc", "index": 0, "format": "x"}]
    thought = {"reasoning": "Let me see.", "reasoning_details": details}
    first = ask(completion(calls=[call("click", "{}")], message=thought))
    ask(completion("Done."), first.message, Message("tool", (ToolResult("call_a", (Text("ok"),)),)))
    said = fake.arrived[1].body["messages"][1]
    assert (said["reasoning"], said["reasoning_details"]) == ("Let me see.", details)


def test_pieces_of_thinking_are_joined_block_by_block(ask, fake):
    pieces = [
        {"type": "reasoning.text", "text": "Let me", "index": 0},
        {"type": "reasoning.text", "text": " see.", "index": 0, "signature": None},
        {"type": "reasoning.text", "text": "", "index": 0, "signature": "abc"},
        {"type": "reasoning.text", "text": "Yes.", "index": 1},
    ]
    first = ask(streamed(*({"reasoning_details": [piece]} for piece in pieces), {"content": "Done."}))
    ask(completion("Bye."), first.message)
    assert fake.arrived[1].body["messages"][1]["reasoning_details"] == [
        {"type": "reasoning.text", "text": "Let me see.", "index": 0, "signature": "abc"},
        {"type": "reasoning.text", "text": "Yes.", "index": 1},
    ]


def test_the_signature_of_a_call_goes_back_with_the_call(ask, fake):
    """Gemini signs its calls, behind OpenAI's protocol too."""
    signed = {**call("click", "{}"), "extra_content": {"google": {"thought_signature": "abc"}}}
    first = ask(completion(calls=[call("click", "{}", "call_b"), signed]))
    results = (ToolResult("call_b", (Text("ok"),)), ToolResult("call_a", (Text("ok"),)))
    ask(completion("Done."), first.message, Message("tool", results))
    plain, sent = fake.arrived[1].body["messages"][1]["tool_calls"]
    assert sent["extra_content"] == {"google": {"thought_signature": "abc"}}
    assert "extra_content" not in plain


# -- the rest ----------------------------------------------------------------------------------------


def test_a_service_that_tells_its_charge_is_believed(ask):
    """OpenRouter."""
    charged = usage({"input": 9, "output": 3}) | {"cost": 0.0021}
    assert ask(completion("Hello.", usage=charged)).usage.cost == 0.0021


def test_cached_tokens_under_another_name_are_counted(ask):
    """DeepSeek."""
    told = {"prompt_tokens": 100, "completion_tokens": 3, "prompt_cache_hit_tokens": 64}
    assert ask(completion("Hello.", usage=told)).usage == Usage(100, 3, 64)


def test_usage_in_the_last_piece_of_the_reply_is_counted(ask):
    last = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": usage({"input": 5})}
    events = [*chunks([{"content": "Hello."}]), event(json.dumps(last)), event("[DONE]")]
    reply = ask(events)
    assert (reply.text, reply.usage.input_tokens) == ("Hello.", 5)


def test_a_model_named_by_the_service_stands_in_the_reply(ask):
    assert ask(completion("Hello.", model="tiny-v2@q4")).model == "tiny-v2@q4"


def test_a_free_text_reply_of_null_fields_is_empty(ask):
    reply = ask(completion(message={"content": None, "tool_calls": None, "function_call": None}, usage=None))
    assert (reply.text, reply.tool_calls, reply.stop_reason) == ("", (), "stop")
