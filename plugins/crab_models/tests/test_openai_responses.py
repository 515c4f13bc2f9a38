"""The backend `openai` with Responses: the real SDK against a local service."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from fake import openai_responses as wire
from fake.neutral import Answer, Said
from PIL import Image

from crab_core import (
    AgentError,
    Message,
    Native,
    Reply,
    Screenshot,
    Text,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
    UsageError,
)
from crab_models.openai.backend import OpenAiBackend
from crab_models.openai.responses import to_input
from crab_models.openai.responses_reply import from_response

CLICK = Tool("click", "Click an element.", {"type": "object", "properties": {"element": {"type": "integer"}}})


def png(width: int = 4, height: int = 3) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (width, height), "navy").save(written, "PNG")
    return written.getvalue()


PICTURE = Screenshot(png(), 4, 3)


def user(*parts: str | Screenshot) -> Message:
    return Message("user", tuple(Text(part) if isinstance(part, str) else part for part in parts))


def told(identity: str, *parts: Any) -> Message:
    return Message("tool", (ToolResult(identity, parts),))


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def backend(fake: Any, request: pytest.FixtureRequest) -> Iterator[OpenAiBackend]:
    address = fake.base_url("openai")
    made = OpenAiBackend(
        "tiny", api="responses", base_url=address, retries=0, timeout=60, stream=request.param
    )
    yield made
    made.close()


@pytest.fixture
def whole(fake: Any) -> Iterator[OpenAiBackend]:
    made = OpenAiBackend("tiny", api="responses", base_url=fake.base_url("openai"), retries=0, timeout=60)
    yield made
    made.close()


def ask(backend: OpenAiBackend, fake: Any, answer: Any, tools: Any = (CLICK,), **more: Any) -> Reply:
    fake.answers = [answer]
    return backend.complete([user("Do it.")], tools, **more)


def output(*items: dict[str, Any], **more: Any) -> Answer:
    return Answer(wire.response(list(items), **more))


# -- what arrives at the service ---------------------------------------------------------------------


def test_texts_arrive_with_their_roles_and_nothing_is_stored(backend, fake):
    fake.answers = [Said("Hello.")]
    reply = backend.complete([Message("system", (Text("Be brief."),)), user("Hi.")])
    (asked,) = fake.arrived
    assert asked.body["input"] == [
        {"role": "system", "content": [{"type": "input_text", "text": "Be brief."}]},
        {"role": "user", "content": [{"type": "input_text", "text": "Hi."}]},
    ]
    assert (asked.path, asked.body["store"]) == ("/v1/responses", False)
    assert (reply.text, reply.stop_reason, reply.tool_calls) == ("Hello.", "stop", ())
    assert (reply.model, reply.native, reply.reasoning) == ("tiny-2026-01-01", (), "")


def test_a_picture_arrives_with_its_media_type(whole, fake):
    fake.answers = [Said("Blue.")]
    whole.complete([user("What is this?", PICTURE)])
    assert fake.arrived[0].pictures == [("image/png", 4, 3)]
    assert fake.arrived[0].body["input"][0]["content"][1]["detail"] == "auto"


def test_tools_arrive_as_json_schema_and_are_not_made_strict(whole, fake):
    """The provider would otherwise demand that every parameter is required."""
    ask(whole, fake, Said("No."), [CLICK, Tool("complete", "End the task.")], tool_choice="required")
    body = fake.arrived[0].body
    assert body["tool_choice"] == "required"
    assert body["tools"][0] == {
        "type": "function",
        "name": "click",
        "description": "Click an element.",
        "parameters": dict(CLICK.parameters),
        "strict": False,
    }


def test_options_reach_the_request(fake):
    options = {
        "max_tokens": 50,
        "temperature": 0.0,
        "detail": "high",
        "extra": {"reasoning": {"effort": "low"}},
    }
    backend = OpenAiBackend("tiny", api="responses", base_url=fake.base_url("openai"), **options)
    fake.answers = [Said("Hello.")]
    backend.complete([user(PICTURE)])
    backend.close()
    body = fake.arrived[0].body
    assert (body["max_output_tokens"], body["temperature"]) == (50, 0.0)
    assert body["reasoning"] == {"effort": "low"}
    assert body["input"][0]["content"][0]["detail"] == "high"


def test_a_tool_returns_texts_and_pictures(whole, fake):
    fake.answers = [Said("Done.")]
    calls = (ToolCall("a", "click", {"element": 1}), ToolCall("b", "look", {}))
    whole.complete(
        [
            user("Do it."),
            Message("assistant", (Text("Two."), *calls)),
            Message("tool", (ToolResult("a", (Text("ok"),)), ToolResult("b", (Text("See:"), PICTURE)))),
        ]
    )
    said = fake.arrived[0].body["input"]
    assert said[1] == {"role": "assistant", "content": "Two."}
    assert said[2]["arguments"] == '{"element": 1}'
    assert said[4] == {"type": "function_call_output", "call_id": "a", "output": "ok"}
    assert [part["type"] for part in said[5]["output"]] == ["input_text", "input_image"]
    assert (fake.arrived[0].results, len(fake.arrived[0].pictures)) == (["ok", "See:"], 1)


def test_a_dropped_tool_result_does_not_pass(whole):
    call_a = Message("assistant", (ToolCall("a", "click", {}),))
    with pytest.raises(AgentError, match=r"no tool output found for the calls \['a'\]"):
        whole.complete([user("Do it."), call_a, user("Well?")])
    with pytest.raises(AgentError, match="no tool call found for the output with call_id 'b'"):
        whole.complete([user("Do it."), call_a, told("b", Text("ok"))])


def test_a_message_that_its_role_cannot_say_is_refused_before_it_is_sent(whole, fake):
    with pytest.raises(AgentError, match=r"'system' cannot hold a Screenshot.*Text"):
        whole.complete([Message("system", (PICTURE,))])
    assert fake.arrived == []


# -- what comes back ---------------------------------------------------------------------------------


def test_tool_calls_are_read(backend, fake):
    reply = ask(backend, fake, Said("Clicking.", [("click", {"element": 3}), ("click", {})]))
    assert [(made.name, made.arguments) for made in reply.tool_calls] == [
        ("click", {"element": 3}),
        ("click", {}),
    ]
    assert len({made.id for made in reply.tool_calls}) == 2
    assert (reply.text, reply.stop_reason) == ("Clicking.", "tool_calls")


def test_unreadable_arguments_are_a_problem_of_the_call(whole, fake):
    (made,) = ask(whole, fake, output(wire.function_call("click", '{"element": '))).tool_calls
    assert made.arguments == {}
    assert "not valid JSON" in made.problem


def test_a_free_text_call_is_a_problem_of_the_call(whole, fake):
    custom = {"type": "custom_tool_call", "call_id": "c", "id": "ctc_1", "name": "click", "input": "third"}
    (made,) = ask(whole, fake, output(custom)).tool_calls
    assert (made.id, made.name, made.arguments) == ("c", "click", {})
    assert "free text" in made.problem


def test_a_free_text_call_is_told_back_as_one_of_a_function(whole, fake):
    custom = {"type": "custom_tool_call", "call_id": "c", "id": "ctc_1", "name": "click", "input": "third"}
    first = ask(whole, fake, output(custom))
    sent = go_on(whole, fake, first.message, told("c", Text("Give an object.")))
    assert [item["type"] for item in sent] == ["function_call", "function_call_output"]


def test_usage_counts_cached_written_and_reasoning_tokens(backend, fake):
    tokens = {"input": 1000, "output": 80, "cached": 900, "reasoning": 64, "cache_write": 50}
    assert ask(backend, fake, Said("Hello.", usage=tokens)).usage == Usage(1000, 80, 900, 64, 50)


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
    steered = output(wire.message("Hm."), status="incomplete", incomplete_details={"reason": "steered"})
    assert ask(whole, fake, steered).stop_reason == "other"
    assert ask(whole, fake, output(wire.message("Hm."), status="cancelled")).stop_reason == "other"


def test_several_messages_are_one_text(whole, fake):
    items = (wire.message("First, ", "a look."), wire.message("Then a click."))
    assert ask(whole, fake, output(*items)).text == "First, a look.\nThen a click."


def test_the_thinking_is_its_summary_or_the_thinking_itself(whole, fake):
    shown = {"type": "reasoning", "id": "rs_1", "summary": []}
    shown["content"] = [{"type": "reasoning_text", "text": "Let me see."}]
    assert ask(whole, fake, output(shown, wire.message("Done."))).reasoning == "Let me see."
    assert ask(whole, fake, Said("Done.", reasoning="A look first.")).reasoning == "A look first."


def test_a_stream_that_leaves_the_items_out_at_its_end_is_read_item_by_item(fake):
    backend = OpenAiBackend("tiny", api="responses", base_url=fake.base_url("openai"), stream=True)
    pieces = list(wire.events(wire.response([wire.message("Hello."), wire.function_call("click", "{}")])))
    last = pieces[-1].decode()
    start = last.index('"output": [')
    emptied = last[:start] + '"output": []' + last[last.index(', "parallel_tool_calls"') :]
    reply = ask(backend, fake, Answer(iter([*pieces[:-1], emptied.encode()])))
    backend.close()
    assert (reply.text, [made.name for made in reply.tool_calls]) == ("Hello.", ["click"])


# -- thinking goes back ------------------------------------------------------------------------------


def items_of(message: Message) -> list[dict[str, Any]]:
    (native,) = [part for part in message.parts if isinstance(part, Native)]
    return native.data["items"]


def go_on(backend: OpenAiBackend, fake: Any, *history: Message) -> list[dict[str, Any]]:
    """What arrives of a conversation's history."""
    fake.answers = [Said("Done.")]
    backend.complete([user("Do it."), *history], [CLICK])
    return fake.arrived[-1].body["input"][1:]


def test_what_the_model_thought_goes_back_sealed_and_in_its_place(backend, fake):
    first = ask(backend, fake, Said("Clicking.", [("click", {"element": 3})], reasoning="The third is it."))
    sent = go_on(backend, fake, first.message, told(first.tool_calls[0].id, Text("ok")))
    assert [item["type"] for item in sent] == [
        "reasoning",
        "message",
        "function_call",
        "function_call_output",
    ]
    assert sent[0]["encrypted_content"] == items_of(first.message)[0]["encrypted_content"]
    assert first.reasoning == "The third is it."


def test_thinking_between_calls_keeps_its_place(whole, fake):
    items = [wire.reasoning("One."), wire.function_call("click", "{}", "a")]
    items += [wire.reasoning("Two."), wire.function_call("click", "{}", "b"), wire.message("Both.")]
    first = ask(whole, fake, output(*items))
    sent = go_on(whole, fake, first.message, told("a", Text("ok")), told("b", Text("ok")))
    assert [item["type"] for item in sent[:5]] == [item["type"] for item in items]


def test_a_call_that_was_dropped_from_the_reply_is_dropped_from_its_items(whole, fake):
    items = [
        wire.function_call("click", "{}", "a"),
        wire.reasoning("Two."),
        wire.function_call("click", "{}", "b"),
    ]
    message = ask(whole, fake, output(*items)).message
    shorter = Message("assistant", tuple(part for part in message.parts if getattr(part, "id", "") != "b"))
    sent = go_on(whole, fake, shorter, told("a", Text("ok")))
    assert [item["type"] for item in sent] == ["function_call", "function_call_output"]


def test_a_text_that_was_changed_is_sent_as_it_is_now(whole, fake):
    message = ask(whole, fake, Said("A long story.", [("click", {})], reasoning="Hm.")).message
    shorter = Message("assistant", tuple(Text("…") if isinstance(p, Text) else p for p in message.parts))
    (call_id,) = [part.id for part in message.parts if isinstance(part, ToolCall)]
    sent = go_on(whole, fake, shorter, told(call_id, Text("ok")))
    assert {"role": "assistant", "content": "…"} in sent
    assert "A long story." not in str(sent)


def test_thinking_without_anything_after_it_stays_away(whole, fake):
    """The provider refuses it; a reply that was cut off while thinking is such a one."""
    first = ask(whole, fake, Said(reasoning="Let me", stop="length"))
    sent = go_on(whole, fake, first.message, user("Go on."))
    assert [item.get("role") for item in sent] == ["user"]


def test_thinking_that_nobody_could_read_again_stays_away(whole, fake):
    unsealed = {name: value for name, value in wire.reasoning("Hm.").items() if name != "encrypted_content"}
    first = ask(whole, fake, output(unsealed, wire.function_call("click", "{}", "a")))
    sent = go_on(whole, fake, first.message, told("a", Text("ok")))
    assert [item["type"] for item in sent] == ["function_call", "function_call_output"]
    assert "id" not in sent[0]


def test_thinking_in_plain_text_goes_back_as_it_came():
    """vLLM: its thinking is not sealed, and it reads no item of thinking without its id."""
    shown = {"type": "reasoning", "id": "rs_1", "summary": []}
    shown["content"] = [{"type": "reasoning_text", "text": "Let me see."}]
    answer = wire.message("Done.")
    reply = from_response(wire.response([shown, answer]))
    assert to_input([reply.message]) == [shown, answer]


def test_thinking_goes_with_what_followed_it():
    items = [wire.reasoning("One."), wire.message("A long story."), wire.reasoning("Two.")]
    reply = from_response(wire.response([*items, wire.function_call("click", "{}", "a")]))
    shorter = Message("assistant", tuple(p for p in reply.message.parts if not isinstance(p, Text)))
    assert [item["type"] for item in to_input([shorter])] == ["reasoning", "function_call"]
    assert to_input([shorter])[0]["summary"][0]["text"] == "Two."


def test_thinking_of_other_providers_is_skipped(whole, fake):
    foreign = Message("assistant", (Native("anthropic", {"thinking": "…"}), Text("Hello.")))
    assert go_on(whole, fake, foreign) == [{"role": "assistant", "content": "Hello."}]


def test_what_the_service_adds_to_a_message_goes_back_with_it(whole, fake):
    commentary = wire.message("A look first.") | {"phase": "commentary"}
    first = ask(whole, fake, output(commentary, wire.function_call("click", "{}", "a")))
    assert go_on(whole, fake, first.message, told("a", Text("ok")))[0]["phase"] == "commentary"


def test_items_of_thinking_survive_the_record(whole, fake):
    """They are JSON values."""
    (native,) = ask(whole, fake, Said("Done.", reasoning="Hm.")).native
    assert json.loads(json.dumps(native.data)) == native.data


def test_what_the_provider_did_by_itself_goes_back_too(whole, fake):
    """A tool of the provider's own, asked for by `extra`."""
    searched = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"query": "crabs"}}
    first = ask(whole, fake, output(searched, wire.message("Found.")))
    assert go_on(whole, fake, first.message)[0] == searched


# -- which protocol ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({}, "/v1/chat/completions"),
        ({"api": "auto"}, "/v1/chat/completions"),
        ({"api": "chat"}, "/v1/chat/completions"),
        ({"api": "responses"}, "/v1/responses"),
    ],
)
def test_other_services_are_asked_by_chat_completions_unless_told_otherwise(fake, options, path):
    backend = OpenAiBackend("tiny", base_url=fake.base_url("openai"), **options)
    ask(backend, fake, Said("Hello."))
    backend.close()
    assert fake.arrived[0].path == path


@pytest.mark.parametrize(
    ("api", "field"), [("responses", {"reasoning": {"effort": "low"}}), ("chat", {"reasoning_effort": "low"})]
)
def test_the_effort_is_asked_for_as_the_protocol_does(fake, api, field):
    backend = OpenAiBackend("tiny", api=api, base_url=fake.base_url("openai"), effort="low")
    ask(backend, fake, Said("Hello."))
    backend.close()
    assert field.items() <= fake.arrived[0].body.items()


@pytest.mark.parametrize("address", ["", "https://api.openai.com/v1"])
def test_openai_itself_is_asked_by_responses(monkeypatch, address):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    backend = OpenAiBackend("gpt", base_url=address, key_variable="OPENAI_API_KEY")
    backend.close()
    assert backend.api == "responses"


def test_a_protocol_that_does_not_exist_is_named(fake):
    with pytest.raises(UsageError, match=r"`api` cannot be 'soap'.*auto, chat, responses"):
        OpenAiBackend("tiny", base_url=fake.base_url("openai"), api="soap")
