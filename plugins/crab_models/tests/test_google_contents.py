"""Conversations and answers in Google's format."""

from __future__ import annotations

import base64
import re

import pytest

from crab_core import AgentError, Computer, Message, Native, Screenshot, Text, ToolCall, ToolResult
from crab_models.google.contents import SIGNATURE_OF_OTHERS, to_contents

PICTURE = Screenshot(b"\x89PNG\r\n\x1a\n", 4, 3, "image/jpeg")
BLOB = {"inline_data": {"data": PICTURE.data, "mime_type": "image/png"}}
NEW, OLD = "gemini-3-pro-preview", "gemini-2.5-flash"
SCREEN = Computer(1280, 800)
SIGNATURE = base64.urlsafe_b64encode(b"signed").decode()
ASKED = Message("user", (Text("Do it."),))


def said(*calls: ToolCall) -> Message:
    return Message("assistant", calls)


def results(*given: ToolResult) -> Message:
    return Message("tool", given)


def call_part(name, arguments, identity):
    return {"function_call": {"name": name, "args": arguments, "id": identity}}


def response_part(name, identity, response, **more):
    return {"function_response": {"name": name, "response": response, "id": identity, **more}}


def test_the_systems_texts_stand_beside_the_conversation():
    system, contents = to_contents(
        [Message("system", (Text("Be brief."),)), ASKED, Message("system", (Text("Be exact."),))], NEW
    )
    assert system == "Be brief.\n\nBe exact."
    assert contents == [{"role": "user", "parts": [{"text": "Do it."}]}]


def test_a_picture_has_the_media_type_of_its_bytes():
    _, contents = to_contents([Message("user", (Text("Look."), PICTURE))], NEW)
    assert contents[0]["parts"] == [{"text": "Look."}, BLOB]


def test_empty_texts_and_messages_are_left_out():
    messages = [Message("user", (Text(""), Text("Hm."))), Message("assistant", ()), ASKED]
    _, contents = to_contents(messages, NEW)
    assert contents == [{"role": "user", "parts": [{"text": said}]} for said in ("Hm.", "Do it.")]


def test_the_results_of_a_turn_go_back_together_under_the_names_of_their_calls():
    _, contents = to_contents(
        [
            ASKED,
            said(ToolCall("a", "click", {"element": 1}), ToolCall("b", "type", {})),
            results(ToolResult("a", (Text("ok"),))),
            results(ToolResult("b", (Text("no field"),), error=True)),
            ASKED,
        ],
        OLD,
    )
    assert [content["role"] for content in contents] == ["user", "model", "user", "user"]
    assert contents[1]["parts"] == [call_part("click", {"element": 1}, "a"), call_part("type", {}, "b")]
    assert contents[2]["parts"] == [
        response_part("click", "a", {"output": "ok"}),
        response_part("type", "b", {"error": "no field"}),
    ]


def test_a_picture_from_a_tool_is_part_of_the_result_from_gemini_3_on():
    messages = [ASKED, said(ToolCall("a", "look", {})), results(ToolResult("a", (Text("Here."), PICTURE)))]
    _, contents = to_contents(messages, NEW)
    assert contents[2]["parts"] == [response_part("look", "a", {"output": "Here."}, parts=[BLOB])]


def test_before_gemini_3_a_picture_from_a_tool_follows_after_all_results():
    calls = said(ToolCall("a", "look", {}), ToolCall("b", "click", {}))
    given = results(ToolResult("a", (PICTURE,)), ToolResult("b", (Text("ok"),)))
    _, contents = to_contents([ASKED, calls, given], OLD)
    assert [list(part) for part in contents[2]["parts"]] == [["function_response"], ["function_response"]]
    assert contents[3] == {"role": "user", "parts": [{"text": "Result of look:"}, BLOB]}


def native(*parts, calls, computer=()):
    return Native("google", {"parts": list(parts), "calls": calls, "computer": list(computer)})


def signed_call(name, identity=None, **arguments):
    call = {"name": name, "args": arguments, **({"id": identity} if identity else {})}
    return {"function_call": call, "thought_signature": SIGNATURE}


def test_what_google_signed_goes_back_as_it_came():
    kept = native(
        {"text": "Hm.", "thought_signature": SIGNATURE},
        signed_call("click", "a"),
        call_part("type", {}, "b"),
        calls={"a": 1, "b": 2},
    )
    calls = (ToolCall("a", "click", {}), ToolCall("b", "type", {}))
    given = results(ToolResult("a", ()), ToolResult("b", ()))
    _, contents = to_contents([ASKED, Message("assistant", (kept, Text("Hm."), *calls)), given], NEW)
    assert contents[1]["parts"] == [
        {"text": "Hm.", "thought_signature": b"signed"},
        {**call_part("click", {}, "a"), "thought_signature": b"signed"},
        call_part("type", {}, "b"),
    ]


def test_a_call_without_an_id_of_googles_is_answered_without_one():
    kept = native(signed_call("click"), calls={"call_1": 0})
    answer = Message("assistant", (kept, ToolCall("call_1", "click", {})))
    _, contents = to_contents([ASKED, answer, results(ToolResult("call_1", ()))], NEW)
    assert contents[2]["parts"] == [{"function_response": {"name": "click", "response": {"output": ""}}}]


def test_a_call_that_was_taken_out_does_not_go_back():
    kept = native(signed_call("click", "a"), call_part("type", {}, "b"), calls={"a": 0, "b": 1})
    messages = [ASKED, Message("assistant", (kept, ToolCall("b", "type", {}))), results(ToolResult("b", ()))]
    _, contents = to_contents(messages, NEW)
    assert contents[1]["parts"] == [{**call_part("type", {}, "b"), "thought_signature": SIGNATURE_OF_OTHERS}]


def test_calls_of_another_provider_are_marked_as_such_from_gemini_3_on():
    other = Native("anthropic", {"blocks": []})
    calls = (ToolCall("a", "click", {}), ToolCall("b", "click", {}))
    messages = [ASKED, Message("assistant", (other, *calls)), results(*(ToolResult(c.id, ()) for c in calls))]
    signatures = [
        [part.get("thought_signature") for part in to_contents(messages, model)[1][1]["parts"]]
        for model in (NEW, "models/gemini-4-flash", "gemini-flash-latest", OLD, "models/gemini-2.0-flash")
    ]
    assert signatures == 3 * [[SIGNATURE_OF_OTHERS, None]] + 2 * [[None, None]]
    assert base64.urlsafe_b64encode(SIGNATURE_OF_OTHERS) == b"skip_thought_signature_validator"


@pytest.mark.parametrize(
    ("called", "sent"),
    [
        ("functions.click:0", "functions.click:0"),
        ("click the button!", "click_the_button_"),
        ("3", "_3"),
        ("", "_"),
        ("a" * 99, "a" * 64),
    ],
)
def test_a_call_of_another_provider_gets_a_name_that_google_takes(called, sent):
    messages = [ASKED, said(ToolCall("a", called, {})), results(ToolResult("a", ()))]
    _, contents = to_contents(messages, NEW)
    assert contents[1]["parts"][0]["function_call"]["name"] == sent
    assert contents[2]["parts"][0]["function_response"]["name"] == sent
    assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.:-]{0,63}", sent)


def test_computer_calls_of_another_provider_become_googles_actions():
    call = ToolCall("a", "computer", {"action": "click", "x": 640, "y": 400, "button": "left", "count": 1})
    messages = [ASKED, said(call), results(ToolResult("a", (PICTURE,)))]
    _, contents = to_contents(messages, "gemini-3.5-flash", SCREEN)
    assert (
        contents[1]["parts"][0]["function_call"]
        == call_part("click", {"x": 500, "y": 500}, "a")["function_call"]
    )
    assert contents[2]["parts"] == [
        response_part("click", "a", {"output": "", "url": "about:blank"}, parts=[BLOB])
    ]


def test_the_steps_of_one_action_give_one_result_with_the_last_screen():
    action = signed_call("type_text_at", "a", x=5, y=5, text="tea")
    kept = native(action, calls={"a": 0, "a+1": 0}, computer=[0])
    calls = (ToolCall("a", "computer", {"action": "click"}), ToolCall("a+1", "computer", {"action": "type"}))
    last = Screenshot(b"\xff\xd8\xff\xe0", 4, 3)
    given = results(ToolResult("a", (Text("one"), PICTURE)), ToolResult("a+1", (Text("two"), last)))
    messages = [ASKED, Message("assistant", (kept, *calls)), given]
    _, contents = to_contents(messages, "gemini-2.5-computer-use", SCREEN)
    blob = {"inline_data": {"data": last.data, "mime_type": "image/jpeg"}}
    told = {"output": "one\ntwo", "url": "about:blank"}
    assert contents[2]["parts"] == [response_part("type_text_at", "a", told, parts=[blob])]


@pytest.mark.parametrize("acknowledge", [True, False])
def test_what_the_safety_check_asked_is_acknowledged_unless_told_otherwise(acknowledge):
    asked = signed_call("click", "a", x=5, y=5, safety_decision={"decision": "require_confirmation"})
    kept = native(asked, calls={"a": 0}, computer=[0])
    answer = Message("assistant", (kept, ToolCall("a", "computer", {})))
    _, contents = to_contents(
        [ASKED, answer, results(ToolResult("a", ()))], "gemini-3.5-flash", SCREEN, acknowledge=acknowledge
    )
    told = contents[2]["parts"][0]["function_response"]["response"]
    assert told.get("safety_acknowledgement", False) is acknowledge


@pytest.mark.parametrize(
    ("messages", "words"),
    [
        ([Message("system", (PICTURE,))], "'system' cannot hold a Screenshot.*Text"),
        ([Message("user", (ToolCall("a", "click", {}),))], "'user' cannot hold a ToolCall"),
        ([ASKED, results(ToolResult("a", ()))], "a result of 'a', but no such call"),
        ([Message("system", (Text("Be brief."),))], "nothing that a model could answer"),
    ],
)
def test_what_cannot_be_said_is_refused(messages, words):
    with pytest.raises(AgentError, match=words):
        to_contents(messages, NEW)
