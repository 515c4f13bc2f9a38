"""Answers in Google's format, however odd."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_core import Computer, Native, Tool
from crab_models.google.replies import gathered, parsed, to_reply

TOOLS = (Computer(1280, 800), Tool("submit", "Submit."))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def fields(**kinds):
    """An object with some of these fields, each as it should be or as anything."""
    return st.fixed_dictionaries({}, optional={name: kind | JSON for name, kind in kinds.items()})


CALL = fields(name=st.sampled_from(["click", "submit", "fly"]), args=fields(x=st.integers(), y=st.integers()))
PART = fields(
    text=st.text(max_size=5), thought=st.booleans(), functionCall=CALL, thoughtSignature=st.just("AAAA")
)
CANDIDATE = fields(
    content=fields(parts=st.lists(PART, max_size=3), role=st.just("model")),
    finishReason=st.sampled_from(["STOP", "SAFETY", "MAX_TOKENS", "MALFORMED_FUNCTION_CALL"]),
    finishMessage=st.text(max_size=9),
)
ANSWER = fields(
    candidates=st.lists(CANDIDATE | JSON, max_size=2),
    promptFeedback=fields(blockReason=st.sampled_from(["SAFETY", "OTHER"]), blockReasonMessage=st.text()),
    usageMetadata=fields(promptTokenCount=st.integers(0, 9), candidatesTokenCount=st.integers(0, 9)),
    modelVersion=st.text(max_size=5),
)


@pytest.mark.filterwarnings("ignore:.* is not a valid ")
@settings(deadline=None)  # the first one imports the SDK
@given(ANSWER | JSON)
def test_whatever_is_answered_is_a_reply_or_unreadable(answer):
    try:
        reply = to_reply(gathered([parsed(json.dumps(answer))]), TOOLS)
    except ValueError:
        return
    assert reply.stop_reason in ("stop", "tool_calls", "length", "refusal", "other")
    assert len({call.id for call in reply.tool_calls}) == len(reply.tool_calls)
    json.dumps([native.data for native in reply.native])


def read(*parts, **more):
    candidate = {"content": {"role": "model", "parts": list(parts)}, "finishReason": "STOP", **more}
    return to_reply(gathered([parsed(json.dumps({"candidates": [candidate]}))]), TOOLS)


def test_thoughts_that_are_not_signed_do_not_go_back():
    signed = {"text": "Hm.", "thought": True, "thoughtSignature": "AAAA"}
    reply = read({"text": "First.", "thought": True}, signed, {"text": "Done."})
    assert (reply.text, reply.reasoning) == ("Done.", "First.\nHm.")
    parts = [{"text": "Hm.", "thought": True, "thought_signature": "AAAA"}, {"text": "Done."}]
    assert reply.native == (Native("google", {"parts": parts, "calls": {}, "computer": []}),)


def test_calls_with_one_id_get_ids_of_their_own():
    call = {"functionCall": {"name": "submit", "id": "a"}}
    assert len({made.id for made in read(call, call).tool_calls}) == 2
