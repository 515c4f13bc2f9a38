"""Value types: how what was found is told of, and which values somebody may fix."""

from __future__ import annotations

import dataclasses

import composing
import pytest
from composing import composition, known

import crab_core as crab
from crab_core.compose.candidates import tried
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.realise import draft, realise
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
