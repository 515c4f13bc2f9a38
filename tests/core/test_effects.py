"""What differs between two states, and what of it a task allows."""

from __future__ import annotations

import copy
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_core.effects import Change, May, SideEffect, changes, side_effects

MESSAGES = {
    "messages": [
        {"id": 40, "to": "+1 202 555 0142", "body": "hello", "read": False},
        {"id": 41, "to": "+1 202 555 0143", "body": "bye", "read": True},
    ],
    "cities": ["Oslo", "Lima"],
    "settings": {"bluetooth_on": "1"},
}


def told(before: Any, after: Any) -> list[tuple[str, str, Any, Any]]:
    return [(c.kind, c.place, c.before, c.after) for c in changes(before, after)]


def edited(**parts: Any) -> dict[str, Any]:
    return {**copy.deepcopy(MESSAGES), **parts}


def test_equal_states_have_no_changes():
    assert changes(MESSAGES, copy.deepcopy(MESSAGES)) == []


def test_an_added_row_is_one_change_with_the_row():
    row = {"id": 42, "to": "+1", "body": "new", "read": True}
    after = edited(messages=[row, *MESSAGES["messages"]])
    assert told(MESSAGES, after) == [("added", "messages/42", None, row)]
    assert told(after, MESSAGES) == [("removed", "messages/42", row, None)]


def test_a_changed_row_is_one_change_for_each_field():
    first, second = copy.deepcopy(MESSAGES["messages"])
    after = edited(messages=[{**first, "read": True, "body": "hi"}, second])
    assert told(MESSAGES, after) == [
        ("changed", "messages/40/body", "hello", "hi"),
        ("changed", "messages/40/read", False, True),
    ]


def test_rows_that_changed_places_are_one_change():
    after = edited(messages=[*reversed(MESSAGES["messages"])])
    assert told(MESSAGES, after) == [("changed", "messages/order", ["40", "41"], ["41", "40"])]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (["Oslo", "Lima"], ["Oslo", "Rome", "Lima"], [("added", "l/Rome", None, "Rome")]),
        (["Oslo", "Lima"], ["Lima"], [("removed", "l/Oslo", "Oslo", None)]),
        (["a"], ["a", "a"], [("added", "l/a", None, "a")]),
        (["a", "b"], ["b", "a"], [("changed", "l/order", ["a", "b"], ["b", "a"])]),
        ([{"x": 1}, {"x": 2}], [{"x": 1}, {"x": 9}, {"x": 2}], [("added", "l/1", None, {"x": 9})]),
        ([{"x": 1}, {"x": 2}], [{"x": 1}, {"x": 3}], [("changed", "l/1/x", 2, 3)]),
        ([[1, 2], [3]], [[1, 2], [3, 4]], [("added", "l/1/1", None, 4)]),
        ([1, 2, 3], [2, 3], [("removed", "l/0", 1, None)]),
        ([], [{"id": 1}], [("added", "l/1", None, {"id": 1})]),
        ([{"id": 1}, {"id": 1}], [{"id": 1}], [("removed", "l/1", {"id": 1}, None)]),
        (
            [{"name": "a"}],
            [{"name": "b"}],
            [("removed", "l/a", {"name": "a"}, None), ("added", "l/b", None, {"name": "b"})],
        ),
        (None, {"x": 1}, [("changed", "l", None, {"x": 1})]),
        ({"/sdcard/a": "x"}, {}, [("removed", "l/sdcard/a", "x", None)]),
    ],
)
def test_one_edit_of_a_list_is_one_change(before, after, expected):
    assert told({"l": before}, {"l": after}) == expected


# -- what is allowed ---------------------------------------------------------------------------------


def left(after: dict[str, Any], *may: May, incidental: tuple[str, ...] = ()) -> list[SideEffect]:
    return side_effects({"phone": may}, {"phone": MESSAGES}, {"phone": after}, {"phone": incidental})


SENT = edited(
    messages=[*MESSAGES["messages"], {"id": 42, "to": "(202) 555-0142", "body": "On  my way\n", "read": True}]
)


@pytest.mark.parametrize(
    "may",
    [
        May("messages/*"),
        May("messages/42"),
        May("*"),
        May("messages/4?", kinds=("added",)),
        May("messages/*", {"to": "+1 202 555 0142", "body": "On my way"}),
        May("messages/*", {"read": True, "settings": {"bluetooth_on": "1"}}),
    ],
)
def test_what_fits_is_allowed(may):
    assert left(SENT, may) == []


@pytest.mark.parametrize(
    "may",
    [
        May("messages"),
        May("messages/4[2]"),
        May("messages/*", kinds=("changed", "removed")),
        May("messages/*", {"to": "+1 202 555 0143"}),
        May("messages/*", {"body": "on my way"}),
        May("messages/*", {"read": 1}),
        May("messages/*", {"no such field": None}),
        May("messages/*", {"value": "On my way"}),
        May("cities/*"),
    ],
)
def test_what_does_not_fit_is_a_side_effect(may):
    (one,) = left(SENT, may)
    assert (one.environment, one.place, one.kind) == ("phone", "messages/42", "added")
    assert "phone: messages/42 was added: id 42, to '(202) 555-0142', body 'On  my way" in str(one)


def test_a_changed_field_is_judged_by_its_row_and_its_value():
    first, second = copy.deepcopy(MESSAGES["messages"])
    after = edited(messages=[{**first, "body": "hi"}, second])
    assert left(after, May("messages/*", {"id": 40})) == []
    assert left(after, May("messages/*/body", {"value": "hi"})) == []
    assert len(left(after, May("messages/*/body", {"value": "ho"}))) == 1
    assert len(left(after, May("messages/*", {"id": 41}))) == 1
    assert left(edited(settings={"bluetooth_on": "0"}), May("settings/*", {"value": "0"})) == []


def test_a_removed_row_is_judged_by_what_it_was():
    after = edited(messages=MESSAGES["messages"][1:])
    assert left(after, May("messages/*", {"body": "hello"})) == []
    assert len(left(after, May("messages/*", {"body": "bye"}))) == 1


def test_lists_and_objects_within_a_row_are_judged_by_what_is_given():
    row = {"id": 1, "to": [{"mail": "a@x", "name": "A"}], "cc": []}
    before, after = {"phone": {"m": []}}, {"phone": {"m": [row]}}

    def found(**where: Any) -> int:
        return len(side_effects({"phone": [May("m/*", where)]}, before, after, {}))

    assert found(to=[{"mail": "a@x"}], cc=[]) == 0
    assert found(to=[{"mail": "b@x"}]) == 1
    assert found(to=[]) == 1
    assert found(to=[{"mail": "a@x"}, {"mail": "b@x"}]) == 1


def test_what_comes_with_using_a_device_does_not_count_and_a_device_not_named_may_change_nothing():
    after = edited(cities=["Oslo"], windows=["Home"])
    assert [e.place for e in left(after, incidental=("windows*",))] == ["cities/Lima"]
    both = {"phone": MESSAGES, "desk": {"files": {}}}
    changed = {"phone": MESSAGES, "desk": {"files": {"a.txt": "x"}}}
    (one,) = side_effects({"phone": [May("*")]}, both, changed, {})
    assert str(one) == "desk: files/a.txt was added: 'x'"


def test_every_change_counts():
    first, second = copy.deepcopy(MESSAGES["messages"])
    after = edited(messages=[{**first, "body": "hi", "read": True}, second], cities=[])
    found = left(after, May("messages/*/read"))
    assert [(e.kind, e.place) for e in found] == [
        ("changed", "messages/40/body"),
        ("removed", "cities/Oslo"),
        ("removed", "cities/Lima"),
    ]


def test_words_tell_every_kind_and_stay_short():
    assert str(SideEffect("d", "p", "removed", before={"a": "", "b": 1})) == "d: p was removed: b 1"
    assert str(SideEffect("d", "p", "changed", "1", None)) == "d: p was changed: from '1' to nothing"
    assert len(str(SideEffect("d", "p", "added", after="x" * 10_000))) < 250


# -- any states --------------------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers(-5, 5) | st.text("ab/", max_size=3)
NAMES = st.text("abc", min_size=1, max_size=3)


def rows(fields: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    row = st.dictionaries(NAMES, fields, max_size=3)
    return st.dictionaries(st.integers(0, 9), row, max_size=4).map(
        lambda table: [{"id": key, **fields} for key, fields in table.items()]
    )


VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4) | rows(inner),
    max_leaves=12,
)
STATES = st.dictionaries(NAMES, VALUES, max_size=4)
TABLES = st.dictionaries(NAMES, rows(SCALARS) | st.dictionaries(NAMES, SCALARS, max_size=3), max_size=4)


@given(STATES)
def test_no_state_differs_from_itself(state):
    assert changes(state, copy.deepcopy(state)) == []


@given(STATES, STATES)
def test_states_that_differ_have_changes_and_as_many_backwards(one, other):
    there, back = changes(one, other), changes(other, one)
    assert bool(there) == bool(back) == (one != other)
    kinds = [sorted(c.kind for c in found) for found in (there, back)]
    assert kinds[0].count("changed") == kinds[1].count("changed")
    assert kinds[0].count("added") == kinds[1].count("removed")


@given(TABLES, TABLES)
def test_the_changes_make_the_one_state_of_the_other(one, other):
    assert keyed(applied(one, changes(one, other))) == keyed(other)


@settings(max_examples=50)
@given(rows(SCALARS), st.data())
def test_any_single_edit_is_one_change(table, data):
    state = {"items": table, "flag": 1}
    after = copy.deepcopy(state)
    edit = data.draw(st.sampled_from(["add", "remove", "field", "flag"]))
    if edit == "add":
        at = data.draw(st.integers(0, len(table)))
        after["items"].insert(at, {"id": 77, "a": 1})
    elif edit == "remove" and table:
        del after["items"][data.draw(st.integers(0, len(table) - 1))]
    elif edit == "field" and table:
        after["items"][data.draw(st.integers(0, len(table) - 1))]["new"] = 1
    else:
        after["flag"] = 2
    assert len(changes(state, after)) == 1


def keyed(state: Any) -> Any:
    """A state with its rows by their keys: their order aside."""
    if isinstance(state, list) and state and all(isinstance(row, dict) and "id" in row for row in state):
        return {str(row["id"]): keyed(row) for row in state}
    if isinstance(state, dict):
        return {name: keyed(value) for name, value in state.items()}
    return {} if state == [] else state


def applied(state: Any, edits: list[Change]) -> Any:
    """A state after changes, as far as its places tell where they are."""
    result = keyed(copy.deepcopy(state))
    for edit in edits:
        *folders, name = edit.place.split("/")
        if name == "order":
            continue
        at = result
        for folder in folders:
            at = at[folder]
        if edit.kind == "removed":
            del at[name]
        else:
            at[name] = keyed(edit.after)
    return result


def test_a_large_state_is_compared_quickly():
    state = {
        "apps": {f"app{n}": {"items": [{"id": i, "text": "x" * 50} for i in range(200)]} for n in range(20)},
        "files": {f"/sdcard/{n}.jpg": "0" * 64 for n in range(2000)},
    }
    after = copy.deepcopy(state)
    after["apps"]["app3"]["items"][7]["text"] = "y"
    best = min(_seconds(state, after) for _ in range(5))
    assert best < 0.05


def _seconds(before: Any, after: Any) -> float:
    start = time.thread_time()
    assert len(changes(before, after)) == 1
    return time.thread_time() - start
