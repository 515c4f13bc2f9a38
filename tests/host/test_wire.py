"""Values cross the wire unchanged; what means nothing is a typed error."""

from __future__ import annotations

import dataclasses
import datetime
import enum
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_core import (
    ActionCall,
    Box,
    Clip,
    EvaluationError,
    EvaluatorCall,
    HostError,
    InvalidAction,
    Problem,
    RemoteError,
    Screenshot,
    Settled,
    Text,
    UiNode,
    UiTree,
    Verdict,
)
from crab_core.host.wire import WireError, decode, decode_error, encode, encode_error


def cross(value: Any) -> Any:
    blobs: list[bytes] = []
    return decode(json.loads(json.dumps(encode(value, blobs))), blobs)


words = st.text(st.characters(codec=None), max_size=8)
boxes = st.none() | st.builds(Box, *[st.integers(-9999, 9999)] * 4)
nodes = st.recursive(
    st.builds(UiNode, words, words, words, boxes, st.frozensets(words, max_size=3), words),
    lambda below: st.builds(
        UiNode,
        words,
        words,
        words,
        boxes,
        st.frozensets(words, max_size=3),
        words,
        st.lists(below).map(tuple),
    ),
    max_leaves=12,
)
contents = (
    st.builds(Text, words)
    | st.builds(Screenshot, st.binary(), st.integers(), st.integers(), words)
    | st.builds(Clip, st.binary(), st.floats(allow_nan=False), words)
    | st.builds(UiTree, nodes, st.integers(), st.integers())
)
judgements = (
    st.builds(Verdict, st.booleans(), words)
    | st.builds(EvaluationError, words, words, words)
    | st.builds(Settled, st.sampled_from(["still", "cap", "none"]), st.floats(allow_nan=False))
)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words | st.binary()
values = st.recursive(
    scalars | contents | judgements,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(words | st.just("$") | st.integers(), inner, max_size=4)
        | st.builds(EvaluatorCall, words, words, st.dictionaries(words, inner, max_size=2))
    ),
    max_leaves=10,
)


@settings(max_examples=150, deadline=None)
@given(values)
def test_values_cross_unchanged(value: Any) -> None:
    arrived = cross(value)
    assert arrived == value
    assert type(arrived) is type(value)


def test_bytes_travel_beside_the_header_and_are_not_copied() -> None:
    picture = Screenshot(b"\x89PNG" * 1000, 10, 20)
    blobs: list[bytes] = []
    assert len(json.dumps(encode({"screen": picture}, blobs))) < 100
    assert blobs[0] is picture.data


def test_a_very_deep_tree_crosses() -> None:
    node = UiNode("label", "deepest")
    for level in range(5000):
        node = UiNode("panel", str(level), children=(node,))
    arrived = cross(UiTree(node, 1, 1))
    assert [item.name for item in arrived.walk()] == [item.name for item in node.walk()]


class Colour(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class Mode(str, enum.Enum):  # noqa: UP042 - the older way to make one
    DARK = "dark"


@dataclasses.dataclass
class Person:
    name: str
    born: datetime.date


@pytest.mark.parametrize(
    ("value", "arrives"),
    [
        ((1, (2, 3)), [1, [2, 3]]),
        ({4}, [4]),
        (Path("/tmp/x"), "/tmp/x"),
        (datetime.date(2026, 3, 1), "2026-03-01"),
        (Colour.RED, "red"),
        (Level.HIGH, 3),
        (Mode.DARK, "dark"),
        (Person("Ada", datetime.date(1815, 12, 10)), {"name": "Ada", "born": "1815-12-10"}),
    ],
)
def test_other_values_arrive_in_their_json_form(value: Any, arrives: Any) -> None:
    assert cross(value) == arrives
    assert cross([value]) == [arrives]


@pytest.mark.parametrize("value", [object(), lambda: None, {"a": object()}])
def test_what_has_no_json_form_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        encode(value, [])


@pytest.mark.parametrize(
    "form",
    [
        {"$": []},
        {"$": ["unknown"]},
        {"$": ["screenshot", 0, 1, 1, "image/png"]},
        {"$": ["text"]},
        {"$": ["text", "a", "b"]},
        {"$": 3},
        {"$": ["tree", 1, 1, [], []]},
        {"$": ["tree", 1, 1, [[]], [["r", "", "", None, 0, "", 1]]]},
        {"$": ["tree", 1, 1, [[]], [["r", "", "", None, 5, "", 0]]]},
        {"$": ["tree", 1, 1, [[]], [["r", "", "", None, 0, "", 0], ["r", "", "", None, 0, "", 0]]]},
        {"$": ["map", [[1]]]},
        {"$": [{"a": 1}]},
    ],
)
def test_forms_that_mean_nothing_are_refused(form: Any) -> None:
    with pytest.raises(WireError):
        decode(form, [])


@settings(max_examples=150, deadline=None)
@given(
    st.recursive(
        st.none() | st.integers() | words,
        lambda inner: (
            st.lists(inner, max_size=5)
            | st.tuples(
                st.sampled_from(["tree", "screenshot", "map", "call", "bytes", "verdict"]), inner, inner
            ).map(lambda parts: {"$": list(parts)})
        ),
        max_leaves=10,
    )
)
def test_any_other_form_is_a_value_or_refused(form: Any) -> None:
    try:
        value = decode(form, [b"one"])
    except WireError as error:
        assert str(error)
    else:
        plain = (type(None), bool, int, float, str, bytes, list, dict)
        assert isinstance(value, (*plain, UiTree, Screenshot, ActionCall, Verdict))


def test_an_invalid_action_crosses_as_itself() -> None:
    error = InvalidAction("Cannot.", [Problem("x", "too big"), Problem("", "odd")], advice="Look.")
    arrived = decode_error(json.loads(json.dumps(encode_error(error))))
    assert isinstance(arrived, InvalidAction)
    assert (arrived.message, arrived.problems, arrived.advice) == (
        error.message,
        error.problems,
        error.advice,
    )


def test_an_exception_crosses_with_its_traceback() -> None:
    try:
        _ = {}["missing"]
    except KeyError as error:
        arrived = decode_error(encode_error(error))
    assert isinstance(arrived, RemoteError)
    assert arrived.kind == "KeyError"
    assert "test_an_exception_crosses_with_its_traceback" in arrived.remote_traceback


def test_an_exception_that_cannot_be_shown_crosses() -> None:
    class Odd(Exception):
        def __str__(self) -> str:
            raise ValueError("no words")

    arrived = decode_error(encode_error(Odd()))
    assert isinstance(arrived, RemoteError)
    assert arrived.kind == "Odd"


def test_a_very_long_message_is_cut() -> None:
    arrived = decode_error(encode_error(RuntimeError("x" * 10_000_000)))
    assert isinstance(arrived, RemoteError)
    assert len(arrived.remote_message) < 100_000


@pytest.mark.parametrize("form", [None, 3, {}, {"kind": "invalid action"}, {"kind": "exception"}, [1]])
def test_an_error_that_means_nothing_is_a_host_error(form: Any) -> None:
    assert isinstance(decode_error(form), HostError)
