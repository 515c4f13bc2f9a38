"""What people type becomes the call that they mean, or they are told why it does not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stage import Desk, Pad
from toys import Counter

import crab_core as crab
from crab_core.benchmark import Root
from crab_core.people.reading import read_call, typed

SPACES = {one.name: one.action_space for one in (Desk(), Pad(), Counter("counter-2"), Root())}


@pytest.mark.parametrize(
    ("text", "environment", "name", "arguments"),
    [
        ("pad.tap(element=3)", "pad", "tap", {"element": 3}),
        ("tap(3)", "pad", "tap", {"element": 3}),
        (" tap ( x = 4 , y=5 ) ", "pad", "tap", {"x": 4, "y": 5}),
        ("complete", "root", "complete", {}),
        ("root.complete()", "root", "complete", {}),
        ('desk.write_text("a, (b) \\"c\\"")', "desk", "write_text", {"text": 'a, (b) "c"'}),
        ("desk.write_text('Grüße\\n')", "desk", "write_text", {"text": "Grüße\n"}),
        ('hotkey(["ctrl", "c"])', "desk", "hotkey", {"keys": ["ctrl", "c"]}),
        ("paint('red', true)", "desk", "paint", {"colour": "red", "thick": True}),
        ("paint(colour='blue', width=null)", "desk", "paint", {"colour": "blue", "width": None}),
        ("counter-2.add(amount=-2)", "counter-2", "add", {"amount": -2}),
        ('{"environment": "pad", "name": "tap", "arguments": {"element": 3}}', "pad", "tap", {"element": 3}),
        ('{"action": "submit", "arguments": {"answer": "42"}}', "root", "submit", {"answer": "42"}),
    ],
)
def test_what_is_typed_is_read(text: str, environment: str, name: str, arguments: dict[str, Any]) -> None:
    assert read_call(text, SPACES) == crab.ActionCall(environment, name, arguments)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Nothing was typed"),
        ("tip(3)", "Did you mean 'tap'"),
        ("pod.tap(3)", "Did you mean 'pad'"),
        ("write_text('x')", "desk and pad have 'write_text'"),
        ("tap(3", "cannot be read"),
        ("tap(3))(", "cannot be read"),
        ("tap(three)", "three is no value"),
        ("tap(1, 2, 3, 4)", "tap takes 3 arguments, 4 were given"),
        ("tap(3, element=3)", "given twice"),
        ("tap(**{})", "no name"),
        ("tap(x='left')", "x: Input should be a valid integer"),
        ("press(hey='enter')", "hey: Extra inputs are not permitted"),
        ("{]", "This is no JSON"),
        ('{"name": 3}', "This is no action call"),
        ("__import__('os').system('true')", "no action named '__import__'"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, told: str) -> None:
    with pytest.raises(crab.CrabError) as caught:
        read_call(text, SPACES)
    assert told in str(caught.value)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@crab.action
def keep(anything: Any, more: Any = None) -> None:
    """Take anything."""


@given(anything=VALUES, more=VALUES)
def test_what_is_shown_as_typed_is_read_back(anything: Any, more: Any) -> None:
    call = crab.ActionCall("box", "keep", {"anything": anything, "more": more})
    assert read_call(typed(call), {"box": {"keep": keep}}) == call


@given(text=st.text(max_size=80) | st.from_regex(r"[a-z.]{0,9}\([\w\"'\[\]{}(), =]{0,30}\)?", fullmatch=True))
def test_nothing_that_is_typed_raises_but_what_tells_why(text: str) -> None:
    try:
        read_call(text, SPACES)
    except crab.CrabError as error:
        assert str(error)
