"""What composes depends on what is installed: what is missing takes nobody down, and is said."""

from __future__ import annotations

import pytest
from composing import composing_plugins, composition, known

import crab_core as crab
from crab_core.compose.realise import realise
from crab_core.families import catalogue, task_family


def test_sub_tasks_of_a_device_that_nobody_brings_do_not_take_part() -> None:
    there = known(without="post")
    assert there.left_out == dict.fromkeys(
        ("find_address", "send_letter"), "no plugin brings the environment 'post'"
    )
    with pytest.raises(crab.UsageError, match="does not take part here: no plugin brings"):
        realise(composition("find_address"), there, 0)


def test_sub_tasks_that_cannot_be_loaded_take_nobody_down() -> None:
    specs = [
        crab.SubTaskSpec("read_note", "", "composing:read_note"),
        crab.SubTaskSpec("gone", "", "no_such_module:gone"),
    ]
    there = known(subtasks=lambda: specs)
    assert list(there.subtasks) == ["read_note"]
    assert "No module named 'no_such_module'" in there.left_out["gone"]


def test_sub_tasks_whose_types_nobody_brings_do_not_take_part() -> None:
    kinds = [crab.ValueTypeSpec(n, "", f"composing:{n}") for n in ("message", "note", "new_note", "page")]
    there = known(value_types=lambda: kinds)
    assert there.left_out["write_note"] == "no plugin brings the value type content"
    assert there.left_out["read_note"] == "no plugin brings the value type message"  # a kind of content


def test_a_sub_task_is_registered_under_its_own_name() -> None:
    specs = [crab.SubTaskSpec("another", "", "composing:read_note")]
    with pytest.raises(crab.DefinitionError, match="registered as 'another' calls itself 'read_note'"):
        known(subtasks=lambda: specs)


def test_the_catalogue_is_put_together_once_and_not_before_it_is_needed() -> None:
    loaded = []
    plugins = composing_plugins(
        subtasks=lambda: loaded.append(1) or [crab.SubTaskSpec("read_note", "", "composing:read_note")]  # type: ignore[func-returns-value]
    )
    family = task_family(plugins, "letter_home")
    assert loaded == []
    with pytest.raises(crab.UnknownNameError, match="find_address"):
        family(0)
    assert catalogue(plugins) is catalogue(plugins)
    assert loaded == [1]
