"""The backend `google`: the real SDK against a local service."""

from __future__ import annotations

import base64
import json

import pytest
from fake.google import plain_names
from fake.neutral import Answer, Said

from crab_core import (
    AgentError,
    Computer,
    Message,
    Native,
    Screenshot,
    Text,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
    UsageError,
)
from crab_models.google.backend import GoogleBackend

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PICTURE = Screenshot(PNG, 1, 1)
CLICK = Tool("click", "Click.", {"type": "object", "properties": {"element": {"type": "integer"}}})
ASKED = Message("user", (Text("Do it."),))
SCREEN = Computer(1280, 800)


@pytest.fixture
def make(fake):
    """Backends at the fake service, closed when the test is over."""
    made = []

    def backend(model="gemini-3.5-flash", **options):
        options = {"base_url": fake.base_url("google"), "retries": 0, "timeout": 5, **options}
        made.append(GoogleBackend(model, **options))
        return made[-1]

    yield backend
    for one in made:
        one.close()
    assert fake.refused == []


OK = (Text("ok"),)


def results(*calls, parts=OK, error=False):
    return Message("tool", tuple(ToolResult(call.id, parts, error) for call in calls))


def answer(*parts, finish="STOP", **more):
    """An answer as Google sends it; without parts when there are none."""
    content = {"role": "model", "parts": list(parts)} if parts else {}
    candidate = {"content": content, "finishReason": finish, "index": 0, **more}
    return Answer(
        {"candidates": [{k: v for k, v in candidate.items() if v is not None}], "usageMetadata": {}}
    )


# -- what arrives at the service ---------------------------------------------------------------------


@pytest.mark.parametrize("stream", [False, True])
def test_a_conversation_arrives_whole(make, fake, stream):
    fake.answers = [Said("A dot.")]
    messages = [Message("system", (Text("Be brief."),)), Message("user", (Text("What is this?"), PICTURE))]
    reply = make(stream=stream).complete(messages, [CLICK, Tool("complete", "End the task.")])
    (asked,) = fake.arrived
    assert (asked.model, asked.system, asked.texts) == ("gemini-3.5-flash", "Be brief.", ["What is this?"])
    assert asked.pictures == [("image/png", 1, 1)]
    assert (asked.tools, asked.stream) == (["click", "complete"], stream)
    assert (reply.text, reply.stop_reason, reply.model) == ("A dot.", "stop", "gemini-fake-001")


@pytest.mark.parametrize(("choice", "mode"), [("auto", "AUTO"), ("required", "ANY"), ("none", "NONE")])
def test_the_choice_of_tools_arrives(make, fake, choice, mode):
    fake.answers = [Said("No.")]
    make().complete([ASKED], [CLICK], tool_choice=choice)
    assert fake.arrived[0].body["toolConfig"] == {"functionCallingConfig": {"mode": mode}}


def test_tools_arrive_alike_every_time_and_only_those_that_were_given(make, fake):
    backend = make()
    for number in range(40):
        fake.answers = [Said("No."), Said("No.")]
        backend.complete([ASKED], [CLICK, Tool(f"tool_{number}", "Do.")])
        backend.complete([ASKED], [CLICK])
    last = [asked.tools for asked in fake.arrived[-4:]]
    assert last == [["click", "tool_38"], ["click"], ["click", "tool_39"], ["click"]]
    assert len({str(asked.schemas["click"]) for asked in fake.arrived}) == 1


def test_without_tools_nothing_is_said_about_them(make, fake):
    fake.answers = [Said("Hello.")]
    make().complete([ASKED])
    assert not {"tools", "toolConfig"} & set(fake.arrived[0].body)


def test_options_reach_the_request(make, fake):
    fake.answers = [Said("Hello.")]
    options = {"max_tokens": 50, "temperature": 0.5, "thinking": "low", "extra": {"top_k": 3, "seed": 7}}
    make(**options).complete([ASKED])
    assert plain_names(fake.arrived[0].body["generationConfig"]) == {
        "maxOutputTokens": 50,
        "temperature": 0.5,
        "topK": 3,
        "seed": 7,
        "thinkingConfig": {"includeThoughts": True, "thinkingLevel": "LOW"},
    }


@pytest.mark.parametrize("budget", [512, 0])
def test_thinking_may_have_a_budget(make, fake, budget):
    fake.answers = [Said("Hello.")]
    make("gemini-2.5-flash", thinking=budget).complete([ASKED])
    config = plain_names(fake.arrived[0].body["generationConfig"])
    assert config == {"thinkingConfig": {"includeThoughts": budget > 0, "thinkingBudget": budget}}


@pytest.mark.parametrize("extra", [{"top_q": 3}, {"temperature": "hot"}])
def test_options_that_gemini_does_not_have_are_refused_at_once(make, extra):
    with pytest.raises(UsageError, match=r"not those of a Gemini model: .*GenerateContentConfig"):
        make(extra=extra)


# -- what goes back ----------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", [False, True])
def test_a_turn_with_calls_goes_back_signed_and_with_all_its_results(make, fake, stream):
    """The fake service refuses an unsigned call, a changed signature and a missing result."""
    backend = make(stream=stream)
    fake.answers = [
        Said("Two.", [("click", {"element": 1}), ("click", {"element": 2})], reasoning="Both."),
        Said("Done."),
    ]
    first = backend.complete([ASKED], [CLICK])
    assert [(call.name, call.arguments) for call in first.tool_calls] == [
        ("click", {"element": 1}),
        ("click", {"element": 2}),
    ]
    assert (first.text, first.reasoning, first.stop_reason) == ("Two.", "Both.", "tool_calls")
    history = [ASKED, first.message, results(*first.tool_calls, parts=(Text("ok"), PICTURE))]
    assert backend.complete(history, [CLICK]).text == "Done."
    assert fake.arrived[1].results == ["ok", "ok"]
    assert fake.arrived[1].pictures == 2 * [("image/png", 1, 1)]
    model = fake.arrived[1].body["contents"][1]["parts"]
    assert [sorted(part) for part in model] == [
        ["text"],
        ["functionCall", "thoughtSignature"],
        ["functionCall"],
    ]
    json.dumps(first.native[0].data)  # goes into records


def test_a_signature_on_a_text_goes_back_too(make, fake):
    signature = base64.b64encode(b"signed:x").decode()
    fake.answers = [
        answer({"text": "Hel"}, {"text": "lo.", "thoughtSignature": signature}),
        Said("Bye."),
    ]
    backend = make()
    reply = backend.complete([ASKED])
    backend.complete([ASKED, reply.message, ASKED])
    assert reply.text == "Hello."
    assert fake.arrived[1].body["contents"][1]["parts"][1] == {"text": "lo.", "thoughtSignature": signature}


def test_a_conversation_begun_by_another_provider_goes_on(make, fake):
    calls = (ToolCall("toolu_1", "click", {"element": 1}), ToolCall("toolu_2", "click", {}))
    other = Native("anthropic", {"blocks": [{"type": "thinking"}]})
    fake.answers = [Said("Done.")]
    make().complete([ASKED, Message("assistant", (other, Text("Two."), *calls)), results(*calls)], [CLICK])
    model = fake.arrived[0].body["contents"][1]["parts"]
    assert [part.get("thoughtSignature") for part in model] == [
        None,
        "skip_thought_signature_validator",
        None,
    ]


def test_before_gemini_3_pictures_from_tools_follow_as_the_users(make, fake):
    calls = (ToolCall("a", "look", {}),)
    fake.answers = [Said("Done.")]
    make("gemini-2.5-flash").complete([ASKED, Message("assistant", calls), results(*calls, parts=(PICTURE,))])
    assert fake.arrived[0].pictures == [("image/png", 1, 1)]
    assert [content["role"] for content in fake.arrived[0].body["contents"]] == [
        "user",
        "model",
        "user",
        "user",
    ]


# -- the computer-use tool ---------------------------------------------------------------------------


@pytest.mark.parametrize("stream", [False, True])
def test_a_screen_is_used_with_googles_own_tool(make, fake, stream):
    fake.answers = [
        Said(calls=[("click", {"x": 500, "y": 250, "intent": "Open the menu."}), ("submit", {"text": "a"})]),
        Said("Done."),
    ]
    submit = Tool("submit", "Submit.", {"type": "object", "properties": {"text": {"type": "string"}}})
    backend = make(stream=stream)
    reply = backend.complete([Message("user", (Text("Do it."), PICTURE))], [SCREEN, submit])
    click = {"action": "click", "x": 640, "y": 200, "button": "left", "count": 1}
    assert [(call.name, call.arguments) for call in reply.tool_calls] == [
        ("computer", click),
        ("submit", {"text": "a"}),
    ]
    assert reply.reasoning == "Open the menu."
    backend.complete([ASKED, reply.message, results(*reply.tool_calls, parts=(PICTURE,))], [SCREEN, submit])
    call, response = (fake.arrived[1].body["contents"][place]["parts"][0] for place in (1, 2))
    assert call["functionCall"]["args"] == {"x": 500, "y": 250, "intent": "Open the menu."}
    assert response["functionResponse"]["response"] == {"output": "", "url": "about:blank"}
    assert sorted(fake.arrived[1].tools) == ["computer_use", "submit"]
    assert fake.arrived[1].pictures == 2 * [("image/png", 1, 1)]


def test_an_action_goes_back_in_googles_words_even_when_nothing_is_signed(make, fake):
    action = {"name": "scroll_at", "args": {"x": 1, "y": 2, "direction": "down", "magnitude": 77}}
    fake.answers = [answer({"functionCall": action}), Said("Done.")]
    backend = make("gemini-2.5-computer-use-preview-10-2025")
    reply = backend.complete([ASKED], [SCREEN])
    backend.complete([ASKED, reply.message, results(*reply.tool_calls)], [SCREEN])
    assert fake.arrived[1].body["contents"][1]["parts"] == [{"functionCall": action}]


def test_a_tool_with_the_name_of_an_action_is_the_tool(make, fake):
    fake.answers = [Said(calls=[("wait", {})])]
    reply = make().complete([ASKED], [SCREEN, Tool("wait", "Wait.")])
    assert reply.tool_calls[0].name == "wait"


def test_without_googles_tool_its_actions_are_names_like_others(make, fake):
    fake.answers = [Said(calls=[("click", {"element": 3})])]
    assert make().complete([ASKED], [CLICK]).tool_calls[0].arguments == {"element": 3}


def test_the_steps_of_one_action_are_calls_of_their_own_and_one_result(make, fake):
    fake.answers = [Said(calls=[("type_text_at", {"x": 500, "y": 500, "text": "tea"})]), Said("Done.")]
    backend = make("gemini-2.5-computer-use-preview-10-2025")
    reply = backend.complete([ASKED], [SCREEN])
    assert [call.arguments["action"] for call in reply.tool_calls] == ["click", "press", "type"]
    assert len({call.id for call in reply.tool_calls}) == 3
    backend.complete([ASKED, reply.message, results(*reply.tool_calls, parts=(PICTURE,))], [SCREEN])
    assert len(fake.arrived[1].pictures) == 1


def test_an_action_with_wrong_arguments_is_a_problem_of_the_call_and_can_be_told_back(make, fake):
    fake.answers = [Said(calls=[("click", {"x": 5000, "y": 1})]), Said("Sorry.")]
    backend = make()
    reply = backend.complete([ASKED], [SCREEN])
    (call,) = reply.tool_calls
    assert (call.name, call.arguments) == ("computer", {})
    assert call.problem == "click: x must be between 0 and 999, not 5000"
    told = results(call, parts=(Text(call.problem),), error=True)
    backend.complete([ASKED, reply.message, told], [SCREEN])
    assert fake.arrived[1].results == [call.problem]


def test_a_safety_check_is_acknowledged_or_told(make, fake):
    decision = {"decision": "require_confirmation", "explanation": "It pays."}
    asks = Said(calls=[("click", {"x": 1, "y": 1, "safety_decision": decision})])
    fake.answers = [asks, Said("Done."), asks, Said("Done.")]
    for acknowledge in (True, False):
        backend = make(acknowledge=acknowledge)
        reply = backend.complete([ASKED], [SCREEN])
        (call,) = reply.tool_calls
        assert bool(call.problem) is not acknowledge
        backend.complete([ASKED, reply.message, results(call)], [SCREEN])
        told = fake.arrived[-1].body["contents"][2]["parts"][0]["functionResponse"]["response"]
        assert ("safety_acknowledgement" in told) is acknowledge
    assert "It pays." in call.problem


def test_one_device_at_a_time(make, fake):
    with pytest.raises(AgentError, match="not computer and phone"):
        make().complete([ASKED], [SCREEN, Computer(1, 1, "phone", "phone")])
    assert fake.arrived == []


# -- what comes back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("said", "text", "reason"),
    [
        (Said("", stop="SAFETY"), "Google blocked the reply (safety).", "refusal"),
        (Said("I will", stop="PROHIBITED_CONTENT"), "I will", "refusal"),
        (
            Said(stop="blocked", refusal="No."),
            "Google blocked the request (prohibited content): No.",
            "refusal",
        ),
        (Said("The first thing is", stop="length"), "The first thing is", "length"),
        (Said(""), "", "stop"),
        (Said("", stop="OTHER"), "", "other"),
        (Said("Hm.", stop="A_NEW_REASON"), "Hm.", "other"),
        (Said("", stop="MALFORMED_FUNCTION_CALL"), "The call of a function could not be read.", "other"),
    ],
    ids=[
        "filtered",
        "half filtered",
        "not answered",
        "cut off",
        "empty",
        "other",
        "a new reason",
        "unreadable",
    ],
)
@pytest.mark.filterwarnings("ignore:A_NEW_REASON is not a valid FinishReason")
def test_why_a_reply_ended_is_told(make, fake, stream, said, text, reason):
    fake.answers = [said]
    reply = make(stream=stream).complete([ASKED], [CLICK])
    assert (reply.text, reply.stop_reason, reply.tool_calls) == (text, reason, ())


def test_the_services_own_words_about_a_refusal_are_told(make, fake):
    fake.answers = [Said(refusal="Not this.")]
    assert make().complete([ASKED]).text == "Google blocked the reply (safety): Not this."


def test_no_candidates_at_all_are_an_empty_reply(make, fake):
    fake.answers = [Answer({"candidates": [], "usageMetadata": {"promptTokenCount": 5}})]
    reply = make().complete([ASKED])
    assert (reply.text, reply.stop_reason, reply.usage.input_tokens) == ("", "other", 5)


@pytest.mark.parametrize(
    ("finish", "told"),
    [
        ("MALFORMED_FUNCTION_CALL", "Malformed function call: print(default_api.click(element=)"),
        ("MALFORMED_FUNCTION_CALL", "Malformed function call: call:click{element:"),
        ("UNEXPECTED_TOOL_CALL", "Unexpected tool call: default_api.click()"),
    ],
)
def test_a_call_that_google_could_not_read_is_a_problem_of_the_call_and_can_be_told_back(
    make, fake, finish, told
):
    fake.answers = [answer(finish=finish, finishMessage=told), Said("Sorry.")]
    backend = make()
    reply = backend.complete([ASKED], [CLICK])
    (call,) = reply.tool_calls
    assert (call.name, call.arguments, reply.stop_reason) == ("click", {}, "tool_calls")
    assert told in call.problem
    backend.complete([ASKED, reply.message, results(call, parts=(Text(call.problem),), error=True)], [CLICK])
    assert told in fake.arrived[1].results[0]


def test_an_unreadable_call_without_a_name_is_told_as_text(make, fake):
    fake.answers = [answer(finish="MALFORMED_FUNCTION_CALL", finishMessage="Malformed function call")]
    reply = make().complete([ASKED], [CLICK])
    assert (reply.text, reply.stop_reason, reply.tool_calls) == ("Malformed function call", "other", ())


def test_calls_without_ids_get_some(make, fake):
    call = {"functionCall": {"name": "click"}}
    fake.answers = [answer(call, call), Said("Done.")]
    backend = make("gemini-2.5-flash")
    reply = backend.complete([ASKED], [CLICK])
    assert [(c.id, c.arguments) for c in reply.tool_calls] == [("call_1", {}), ("call_2", {})]
    backend.complete([ASKED, reply.message, results(*reply.tool_calls)], [CLICK])
    assert fake.arrived[1].results == ["ok", "ok"]


@pytest.mark.parametrize("stream", [False, True])
def test_usage_counts_cached_and_reasoning_tokens(make, fake, stream):
    fake.answers = [Said("Hello.", usage={"input": 1000, "output": 80, "cached": 900, "reasoning": 64})]
    backend = make(stream=stream, price={"input": 1, "output": 10, "cached_input": 0.1})
    reply = backend.complete([ASKED])
    assert reply.usage == Usage(1000, 80, 900, 64, cost=pytest.approx((100 * 1 + 900 * 0.1 + 80 * 10) / 1e6))
