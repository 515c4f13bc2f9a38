"""Answers of any shape: whatever stands where something else should, there is a reply or a clear error."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from fake import openai_responses as wire
from fake.openai_chat import call, completion
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_models.openai import chat_reply, responses_reply
from crab_models.openai.answers import FailureInAnswer, UnreadableAnswer, plain, reading
from crab_models.openai.chat import to_messages
from crab_models.openai.responses import to_input

SHAPES = st.recursive(
    st.sampled_from([None, True, 3, 0.5, "", "text", "message", "reasoning", "[", [], {}]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["type", "content", "id", "function", "error", "text"]), inner, max_size=3
        )
    ),
    max_leaves=4,
)


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where a value in an answer can be replaced."""
    children = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, child in children:
        yield (*path, key)
        yield from spots(child, (*path, key))


def replaced(answer: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(answer)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


COMPLETION = completion(
    "Clicking.",
    calls=[call("click", '{"element": 3}')],
    message={"reasoning_content": "Hm.", "reasoning_details": [{"type": "reasoning.text", "text": "Hm."}]},
)
CHUNKS = [
    {"choices": [{"delta": {"content": "Hm."}}]},
    {"choices": [{"delta": {"reasoning_details": [{"type": "reasoning.text", "text": "Hm."}]}}]},
    {"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "a", "function": {"name": "click"}}]}}]},
    {"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "{}"}}]}}]},
    {"choices": [{"delta": {}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 9}},
]
RESPONSE = wire.response(
    [
        wire.reasoning("Hm."),
        wire.message("Clicking."),
        wire.function_call("click", '{"element": 3}'),
        wire.computer_call({"type": "click", "x": 3, "y": 4, "button": "left"}),
    ]
)
EVENTS = [
    json.loads(data.decode().partition("data: ")[2])
    for data in wire.events(wire.response([wire.message("Clicking.")]))
]
READERS = {
    "completion": (COMPLETION, chat_reply.from_completion),
    "chunks": (CHUNKS, lambda chunks: chat_reply.from_completion(chat_reply.gathered(map(plain, chunks)))),
    "response": (RESPONSE, responses_reply.from_response),
    "events": (
        EVENTS,
        lambda events: responses_reply.from_response(responses_reply.gathered(map(plain, events))),
    ),
}


@pytest.mark.parametrize("kind", READERS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_an_answer_of_any_shape_is_a_reply_or_none_and_no_crash(kind, data):
    answer, read = READERS[kind]
    path = data.draw(st.sampled_from(list(spots(answer))))
    changed = replaced(answer, path, data.draw(SHAPES))
    try:
        with reading():
            reply = read(changed)
    except (FailureInAnswer, UnreadableAnswer):
        return
    # It can be shown, recorded and sent back.
    assert isinstance(reply.text + reply.reasoning + reply.model, str)
    assert len({made.id for made in reply.tool_calls}) == len(reply.tool_calls)
    assert json.dumps([dict(part.data) for part in reply.native])
    json.dumps([to_messages([reply.message]), to_input([reply.message])])
