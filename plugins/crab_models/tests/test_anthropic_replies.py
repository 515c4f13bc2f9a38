"""What the backend `anthropic` makes of replies, whole ones and those that come in events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fake.anthropic import error, write
from fake.neutral import Answer, Said, event

from crab_core import AgentError, Message, ModelUnavailable, Reply, Text, Tool, ToolCall, Usage
from crab_models.anthropic.backend import AnthropicBackend
from crab_models.anthropic.reply import from_message, gathered

CLICK = Tool("click", "Click an element.", {"type": "object", "properties": {"element": {"type": "integer"}}})


@pytest.fixture(params=[False, True], ids=["whole", "streamed"])
def ask(fake: Any, make_claude: Callable[..., Any], request: pytest.FixtureRequest) -> Callable[..., Reply]:
    """The reply that comes of what the service says."""
    backend = make_claude(stream=request.param)

    def ask(answer: Any) -> Reply:
        fake.answers = [answer]
        return backend.complete([Message("user", (Text("Do it."),))], [CLICK])

    return ask


def said(*content: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "message", "content": list(content), "stop_reason": "end_turn", **more}


def called(**more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": "a", "name": "click", "input": {}, **more}


# -- through the SDK ---------------------------------------------------------------------------------


def test_text_and_calls_are_read(ask):
    reply = ask(Said("Clicking.", [("click", {"element": 3}), ("click", {})]))
    assert [(call.name, call.arguments, call.problem) for call in reply.tool_calls] == [
        ("click", {"element": 3}, ""),
        ("click", {}, ""),
    ]
    assert len({call.id for call in reply.tool_calls}) == 2
    assert (reply.text, reply.stop_reason, reply.native) == ("Clicking.", "tool_calls", ())
    assert reply.model == "claude-tiny-20261101"


def test_usage_counts_what_was_cached_written_to_the_cache_and_thought(ask):
    """Anthropic's own count of input leaves out what came from the cache and what went into it."""
    usage = {"input": 1000, "output": 80, "cached": 700, "cache_write": 200, "reasoning": 64}
    assert ask(Said("Hello.", usage=usage)).usage == Usage(1000, 80, 700, 64, 200)


@pytest.mark.parametrize(
    ("answer", "text", "reason"),
    [
        (Said("Hello."), "Hello.", "stop"),
        (Said("The first thing is", stop="length"), "The first thing is", "length"),
        (Said("So far", stop="model_context_window_exceeded"), "So far", "length"),
        (Said(refusal="I cannot help with that."), "I cannot help with that.", "refusal"),
        (Said("Sorry", stop="refusal"), "Sorry", "refusal"),
        (Said(), "", "stop"),
        (Said("Hm.", stop="pause_turn"), "Hm.", "other"),
    ],
    ids=["whole", "cut off", "context full", "refused", "refused on the way", "empty", "another reason"],
)
def test_why_a_reply_ended_is_told(ask, answer, text, reason):
    reply = ask(answer)
    assert (reply.text, reply.stop_reason, reply.tool_calls) == (text, reason, ())


def test_a_call_that_was_cut_off_is_a_problem_and_has_no_arguments(ask):
    """The SDK's own helper completes what is cut: half a number would pass for a whole one."""
    reply = ask(Said("Two.", [("click", {"element": 1}), ("click", {"element": 12})], stop="length"))
    whole, cut = reply.tool_calls
    assert (whole.arguments, whole.problem) == ({"element": 1}, "")
    assert cut.arguments == {}
    assert cut.problem
    assert reply.stop_reason == "length"


def test_thinking_is_told_and_kept_to_be_sent_back(ask):
    reply = ask(Said("Hello.", reasoning="They greet me, so I greet them."))
    assert reply.reasoning == "They greet me, so I greet them."
    (native,) = reply.native
    assert [block["type"] for block in native.data["content"]] == ["thinking", "text"]
    assert json.loads(json.dumps(native.data)) == native.data  # it goes into the record


def test_an_answer_that_is_no_message_says_to_check_the_address(ask):
    for answer in (
        Answer(b"<html>Welcome</html>", content_type="text/html"),
        Answer(b'{"content": [', content_type="application/json"),
        Answer({"choices": []}),
    ):
        with pytest.raises(ModelUnavailable, match=r"not a message: .*`base_url`"):
            ask(answer)


# -- streams -----------------------------------------------------------------------------------------


@pytest.fixture
def streamed(make_claude: Callable[..., Any]) -> AnthropicBackend:
    return make_claude(stream=True)


def events(*, until: int) -> Iterator[bytes]:
    yield from list(write(Said("A long story."), True))[:until]


def test_a_stream_that_ends_too_early_is_an_outage(fake, streamed):
    fake.answers = [Answer(events(until=5))]
    with pytest.raises(ModelUnavailable, match="cannot be reached: the stream broke off"):
        streamed.complete([Message("user", (Text("Hi."),))])


def test_a_connection_that_breaks_in_a_stream_is_an_outage(fake, streamed):
    def broken() -> Iterator[bytes]:
        yield from events(until=5)
        raise ConnectionError("the cable was cut")

    fake.answers = [Answer(broken())]
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        streamed.complete([Message("user", (Text("Hi."),))])


@pytest.mark.parametrize(
    ("status", "words", "kind"),
    [
        (529, "is overloaded: Overloaded", ModelUnavailable),
        (500, "failed with status 500", ModelUnavailable),
        (400, "rejects the request", AgentError),
    ],
)
def test_trouble_told_in_a_stream_is_understood(fake, streamed, status, words, kind):
    """The HTTP status was 200 when it began."""
    told = event(json.dumps(error(status, "Overloaded")), "error")
    fake.answers = [Answer(iter([*events(until=3), told]))]
    with pytest.raises(AgentError, match=words) as raised:
        streamed.complete([Message("user", (Text("Hi."),))])
    assert type(raised.value) is kind


def test_arguments_in_a_stream_that_are_not_json_are_a_problem_of_the_call():
    pieces = [
        {"type": "message_start", "message": said()},
        {"type": "content_block_start", "index": 0, "content_block": called()},
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "input_json_delta", "partial_json": '{"element": '},
        },
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}},
        {"type": "message_stop"},
    ]
    (call,) = from_message(gathered(pieces)).tool_calls
    assert call.arguments == {}
    assert 'not valid JSON: {"element": ' in call.problem


# -- what services do differently --------------------------------------------------------------------


def test_what_other_services_leave_out_is_done_without():
    reply = from_message({"content": [{"type": "tool_use", "name": "click"}]})
    assert reply == Reply("", (ToolCall("call_1", "click", {}),), Usage(), "tool_calls")


@pytest.mark.parametrize("given", [[3], 3])
def test_arguments_that_are_no_object_are_a_problem_of_the_call(given):
    (call,) = from_message(said(called(input=given))).tool_calls
    assert call.arguments == {}
    assert "must be a JSON object" in call.problem


def test_blocks_that_are_not_known_are_kept_to_be_sent_back():
    other = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    reply = from_message(said(other, {"type": "text", "text": "Found."}))
    assert reply.text == "Found."
    assert reply.native[0].data["content"][0] == other


def test_a_failure_told_in_an_answer_is_no_reply():
    with pytest.raises(ValueError, match="upstream died"):
        from_message({"type": "error", "error": {"message": "upstream died"}})
