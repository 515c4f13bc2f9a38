"""Value types: how what was found is told of, and which values somebody may fix."""

from __future__ import annotations

import dataclasses

import composing
import pytest
from composing import composition, known

import crab_core as crab
from crab_core.compose.candidates import tried
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.draw import Drawer
from crab_core.compose.realise import draft, realise
from crab_core.compose.wish import Wish
from crab_core.values import ValueTypes


def with_type(**changes: crab.ValueType) -> Catalogue:
    there = known()
    kinds = {name: there.types[name] for name in there.types} | changes
    return dataclasses.replace(there, types=ValueTypes(kinds.values()), _made={})


def test_a_thing_is_spelled_where_any_text_is_wanted_and_not_where_the_thing_is() -> None:
    types = ValueTypes(
        [
            crab.ValueType(name="text", summary=""),
            crab.ValueType(name="person", summary="", parent="text", spelled="the name of {}"),
            crab.ValueType(name="friend", summary="", parent="person"),
        ]
    )
    assert types.spelled("the last caller", "friend", "friend") == "the last caller"
    assert types.spelled("the last caller", "friend", "person") == "the last caller"
    assert types.spelled("the last caller", "friend", "text") == "the name of the last caller"
    assert types.spelled("the last caller", "person", "text") == "the name of the last caller"
    assert types.spelled("it", "text", "text") == "it"


def test_a_description_spells_what_is_fed_as_a_text() -> None:
    there = with_type(message=dataclasses.replace(composing.message, spelled="the words of {}"))
    task = realise(composition("read_note", "write_note", links=[(0, 1, "text")]), there, 0)
    assert "the words of what the note" in task.description


def test_a_fixed_value_that_its_type_refuses_is_refused_with_the_reason() -> None:
    def check(scene: crab.Scene, value: str) -> str:
        return "" if value in scene.world("pad")["notes"] else "is on no page"

    there = with_type(note=dataclasses.replace(composing.note, check=check))
    fixed = crab.Composition(id="fixed", nodes=[crab.Node("copy_note", {"title": "note 2"})])
    assert draft(fixed, there, 0).parts[0].values == {"title": "note 2"}
    wrong = crab.Composition(id="fixed", nodes=[crab.Node("copy_note", {"title": "note 77"})])
    with pytest.raises(
        crab.DefinitionError, match="'title' of 'copy_note' is 'note 77', which is on no page"
    ):
        draft(wrong, there, 0)


def test_a_fixed_value_that_the_world_does_not_have_is_refused_with_the_seed_in_mind() -> None:
    wrong = crab.Composition(id="fixed", nodes=[crab.Node("read_note", {"title": "note 77"})])
    with pytest.raises(
        crab.DefinitionError, match="title 'note 77': the start world of this seed has no such"
    ):
        draft(wrong, known(), 0)


def test_what_is_found_on_the_way_nobody_has_to_find_again() -> None:
    there = known()
    quiet = dataclasses.replace(
        there.subtask("shout_text"), id="calm_text", value=lambda scene, text: text.lower()
    )
    there = dataclasses.replace(there, subtasks={**there.subtasks, "calm_text": quiet}, _made={})
    circle = composition("read_note", "shout_text", "calm_text", links=[(0, 1, "text"), (1, 2, "text")])
    assert "what calm_text finds was found by read_note already" in tried(circle, there, 0).problems
    apart = composition("read_note", "shout_text", links=[(0, 1, "text")])
    assert tried(apart, there, 0).problems == ()


def test_what_one_sub_task_spoils_comes_before_it() -> None:
    there = known()
    shout = dataclasses.replace(there.subtask("shout_text"), spoils=("write_note",))
    there = dataclasses.replace(there, subtasks={**there.subtasks, "shout_text": shout}, _made={})
    late = composition("read_note", "shout_text", "write_note", links=[(0, 1, "text"), (0, 2, "text")])
    with pytest.raises(crab.DefinitionError, match="'write_note' cannot be done any more after"):
        draft(late, there, 0)
    draft(
        composition("read_note", "write_note", "shout_text", links=[(0, 1, "text"), (0, 2, "text")]), there, 0
    )
    drawer = Drawer(there)
    drawn = [drawer.draw(Wish(size=4), seed) for seed in range(200)]
    both = [
        names
        for names in ([node.subtask for node in one.nodes] for one in drawn)
        if {"shout_text", "write_note"} <= set(names)
    ]
    assert both
    assert all(names.index("write_note") < names.index("shout_text") for names in both)


def test_what_the_description_tells_already_nobody_has_to_find() -> None:
    there = known()
    told = there.subtask("read_note")
    parrot = dataclasses.replace(told, id="read_note", value=lambda scene, title: "words 1")
    there = dataclasses.replace(there, subtasks={**there.subtasks, "read_note": parrot}, _made={})
    made = crab.Composition(
        id="told",
        nodes=[crab.Node("read_note"), crab.Node("write_note", {"text": "words 1"}), crab.Node("shout_text")],
        links=[crab.Link(0, 2, "text")],
    )
    assert "what read_note finds is told with write_note already" in tried(made, there, 0).problems
