"""Composed tasks: values along links, graphs joined, solutions that know no more than they found."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from composing import DIAMOND, composing_plugins, composition, known, staple_note, write_note

import crab_core as crab
from crab_core.answers import answer_text
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.part import Part
from crab_core.compose.realise import draft, realise, step_limit
from crab_core.families import subtask_family, task_family
from crab_core.rig import Rig
from crab_core.validate import Validation, Validator
from crab_core.values import ValueTypes


def validate(family: Any, seed: int = 0) -> Validation:
    with Rig(composing_plugins()) as rig:
        return Validator(rig).validate("toy", family, seed)


def failed(validation: Validation) -> dict[str, str]:
    return {check.name: check.detail for check in validation.checks if not check.ok}


def with_subtask(subtask: crab.SubTask) -> Catalogue:
    """The toys with one of them replaced."""
    there = known()
    return dataclasses.replace(there, subtasks={**there.subtasks, subtask.id: subtask}, _made={})


# -- values ----------------------------------------------------------------------------------------


def test_an_output_reaches_the_evaluators_of_what_it_feeds() -> None:
    task = realise(composition("read_note", "write_note", links=[(0, 1, "text")]), known(), 3)
    [told] = [text for title, text in task.worlds["pad"]["notes"].items() if f'"{title}"' in task.description]
    [judged] = {leaf.call().arguments["text"] for leaf in task.graph.nodes["2. there"].leaves()}
    assert judged == told


def test_the_description_says_where_a_value_comes_from_and_not_what_it_is() -> None:
    made = draft(composition("read_note", "write_note", links=[(0, 1, "text")]), known(), 3)
    title = made.parts[0].values["title"]
    assert made.description == (
        f'1. On the pad, read the note "{title}".\n'
        f"2. On the pad, write a note «{made.parts[1].values['title']}» that says what the note "
        f'"{title}" says (step 1).'
    )
    assert made.parts[0].output not in made.description


def test_what_is_told_by_a_step_is_not_told_again_by_those_after_it() -> None:
    made = draft(DIAMOND, known(), 0)
    assert made.parts[3].told == {"page": made.parts[3].told["page"], "text": "the shout (step 3)"}
    nameless = dataclasses.replace(known().subtasks["shout_text"], result="{text}, but loud")
    made = draft(DIAMOND, with_subtask(nameless), 0)
    assert made.parts[3].told["text"] == "the result (step 3)"


def test_another_seed_is_another_task_and_the_same_seed_the_same() -> None:
    there = known()
    digests = [realise(DIAMOND, there, seed).digest for seed in (1, 1, 2)]
    assert digests[0] == digests[1] != digests[2]


def test_a_task_does_not_depend_on_the_order_in_which_plugins_register() -> None:
    one, other = known(), known(backwards=True)
    assert list(one.subtasks) == list(other.subtasks)
    assert realise(DIAMOND, one, 5).digest == realise(DIAMOND, other, 5).digest


def test_a_world_does_not_depend_on_the_order_of_its_parts() -> None:
    parts = {name: lambda chance, name=name: {"list": [name]} for name in ("b", "a", "c")}
    there = known()
    made = [
        dataclasses.replace(there, worlds={"pad": {name: parts[name] for name in order}}, _made={}).scene(
            ["pad"], 0
        )
        for order in ("abc", "cab")
    ]
    assert made[0].worlds == made[1].worlds == {"pad": {"list": ["a", "b", "c"]}}


def test_a_fixed_value_stands_and_the_drawing_of_another_one_leaves_nothing() -> None:
    there = known()
    fixed = crab.Composition(id="toy", nodes=[crab.Node("paste_note", {"text": "my own"})])
    task = realise(fixed, there, 0)
    assert "clipboard" not in task.worlds["pad"]
    assert "my own" in task.description


def test_a_fixed_value_that_the_seed_draws_by_itself_is_put_where_it_has_to_be() -> None:
    there = known()
    drawn = draft(composition("paste_note"), there, 4).parts[0].values["text"]
    fixed = crab.Composition(id="toy", nodes=[crab.Node("paste_note", {"text": drawn})])
    assert realise(fixed, there, 4).worlds["pad"]["clipboard"] == drawn


def test_worlds_that_are_handed_out_are_not_shared() -> None:
    there = known()
    realise(DIAMOND, there, 0).worlds["pad"]["notes"].clear()  # type: ignore[attr-defined]
    assert realise(DIAMOND, there, 0).worlds["pad"]["notes"]


def test_a_composition_with_a_seed_of_its_own_is_one_task() -> None:
    there = known()
    own = dataclasses.replace(DIAMOND, seed=9)
    assert realise(own, there, 1).description == realise(own, there, 2).description


# -- graphs ----------------------------------------------------------------------------------------


def test_in_a_diamond_every_sink_is_joined_to_every_source_along_the_links() -> None:
    graph = realise(DIAMOND, known(), 0).graph
    assert set(graph.edges) == {
        ("1. read", "2. there"),
        ("1. read", "3. shouted"),
        ("2. there", "2. there still"),
        ("2. there still", "4. added"),
        ("3. shouted", "4. added"),
    }
    assert graph.sources == ("1. read",)
    assert graph.sinks == ("4. added",)


def test_what_is_not_linked_may_be_done_in_any_order() -> None:
    graph = realise(composition("read_note", "find_address"), known(), 0).graph
    assert graph.edges == ()


def test_two_links_between_the_same_sub_tasks_join_them_once() -> None:
    two = composition("read_note", "find_address", "send_letter", links=[(1, 2, "to"), (1, 2, "text")])
    assert realise(two, known(), 0).graph.edges == (("2. looked up", "3. sent"),)


# -- solutions -------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_diamond_proves_itself(seed: int) -> None:
    there = known()
    validation = validate(lambda s: realise(DIAMOND, there, s), seed)
    assert validation.ok, failed(validation)


def test_a_task_across_devices_proves_itself() -> None:
    validation = validate(task_family(composing_plugins(), "letter_home"), 1)
    assert validation.ok, failed(validation)


@pytest.mark.parametrize("name", ["read_note", "write_note", "copy_note", "find_address", "shout_text"])
def test_a_sub_task_is_a_task_of_its_own(name: str) -> None:
    validation = validate(subtask_family(composing_plugins(), name))
    assert validation.ok, failed(validation)


def test_a_solution_is_fed_with_what_was_found_never_with_what_the_task_knows() -> None:
    def guess(turn: crab.Turn, title: str) -> crab.Solving:
        yield crab.ActionCall("pad", "read", {"title": title})
        return "a guess"

    fed: list[str] = []

    def listen(turn: crab.Turn, title: str, text: str) -> crab.Solving:
        fed.append(text)
        yield crab.ActionCall("pad", "write", {"title": title, "text": text})
        return title

    there = with_subtask(dataclasses.replace(known().subtasks["read_note"], solution=guess))
    there = dataclasses.replace(
        there, subtasks={**there.subtasks, "write_note": dataclasses.replace(write_note, solution=listen)}
    )
    chain = composition("read_note", "write_note", links=[(0, 1, "text")])
    validation = validate(lambda seed: realise(chain, there, seed))
    assert set(fed) == {"a guess", ""}  # the reference solution's, and that of the one that reads nothing
    assert "the reference solution reaches 1.0" in failed(validation)


def test_a_solution_that_returns_nothing_as_found_is_a_fault() -> None:
    def forgets(turn: crab.Turn, title: str) -> crab.Solving:
        yield crab.ActionCall("pad", "read", {"title": title})

    there = with_subtask(dataclasses.replace(known().subtasks["read_note"], solution=forgets))
    chain = composition("read_note", "write_note", links=[(0, 1, "text")])
    found = failed(validate(lambda seed: realise(chain, there, seed)))
    assert "'read_note' returned nothing as found" in found["the reference solution reaches 1.0"]


def test_what_a_wrong_solution_misleads_may_give_up_and_the_others_go_on() -> None:
    there = known()
    # The wrong title of the mutant leads `staple_note` to a page that is not there; the letter is sent still.
    lost = dataclasses.replace(
        write_note, mutants={"elsewhere": lambda turn, title, text: _elsewhere(turn, text)}
    )

    def picky(turn: crab.Turn, page: str, text: str) -> crab.Solving:
        if not page.startswith("page"):
            raise LookupError(f"{page} is not on the screen")
        yield crab.ActionCall("pad", "read", {"title": page})
        yield crab.ActionCall("pad", "write", {"title": page, "text": f"?\n{text}"})
        return page

    subtasks = {
        **there.subtasks,
        "write_note": lost,
        "staple_note": dataclasses.replace(staple_note, solution=picky),
    }
    there = dataclasses.replace(there, subtasks=subtasks)
    tree = composition("write_note", "staple_note", "find_address", links=[(0, 1, "page")])
    task = realise(tree, there, 0)
    assert list(task.mutants) == ["1. elsewhere", "2. replaced", "3. another"]
    validation = validate(lambda seed: realise(tree, there, seed))
    assert validation.ok, failed(validation)


def _elsewhere(turn: crab.Turn, text: str) -> crab.Solving:
    yield crab.ActionCall("pad", "write", {"title": "nowhere", "text": text})
    return "nowhere"


def test_another_route_is_the_first_one_of_each_that_knows_one() -> None:
    task = realise(composition("copy_note", "paste_note", links=[(0, 1, "text")]), known(), 0)
    assert list(task.alternatives) == ["2. by hand"]
    assert realise(composition("read_note"), known(), 0).alternatives == {}


def test_the_step_limit_is_twice_what_the_solution_takes_at_least_and_five() -> None:
    def parts(*steps: int, slack: int = 0) -> list[Part]:
        return [Part(dataclasses.replace(staple_note, steps=many, slack=slack)) for many in steps]

    assert step_limit(parts(8)) == 2 * 8 + 5
    assert step_limit(parts(8, slack=2)) == 2 * 6 + 5
    assert step_limit(parts(8, 3, slack=1)) == 2 * (7 + 2) + 5
    assert step_limit(parts(*[40] * 5, slack=30)) == 200  # never less than the solution may take
    assert step_limit(parts(0)) == crab.Limits().steps  # nobody has said


def test_changes_that_sub_tasks_may_make_are_those_of_the_task() -> None:
    task = realise(composition("write_note", "find_address"), known(), 0)
    title = task.description.split("«")[1].split("»")[0]
    assert task.may_change == {"pad": (crab.May(f"notes/{title}"),), "post": ()}
    assert task.applications == {"pad": ("Notes",), "post": ("Book",)}


def test_answers_that_sub_tasks_ask_for_are_those_of_the_task() -> None:
    tells = dataclasses.replace(
        known().subtasks["find_address"],
        answers=lambda name, output: {"address": crab.TextAnswer(output)},
        checkpoints=lambda name, output: crab.CheckpointGraph({"told": answer_text(output)}),
    )
    task = realise(composition("find_address", "read_note"), with_subtask(tells), 0)
    assert list(task.answers) == ["address"]
    with pytest.raises(crab.DefinitionError, match="the same field: address"):
        realise(composition("find_address", "find_address"), with_subtask(tells), 0)


# -- what cannot be composed -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (
            composition("read_note", "paste_note", links=[(0, 1, "text")]),
            "gives a value of type message, and",
        ),
        (
            composition("read_note", "write_note", links=[(0, 1, "words")]),
            "has no input words; it takes title",
        ),
        (composition("send_letter"), "which only another sub-task gives"),
        (composition("send_letter", "read_note", links=[(0, 1, "title")]), "gives nothing, and 'title'"),
    ],
)
def test_a_composition_that_does_not_fit_is_refused_with_the_reason(
    wrong: crab.Composition, reason: str
) -> None:
    with pytest.raises(crab.DefinitionError, match=reason):
        realise(wrong, known(), 0)


@pytest.mark.parametrize(
    ("names", "links", "reason"),
    [
        (["copy_note", "copy_note", "paste_note"], [(0, 2, "text")], "was replaced there"),
        (["paste_note", "paste_note"], [], "is in use"),
        (["copy_note", "paste_note"], [], "is in use"),
    ],
)
def test_nothing_may_take_a_value_from_the_clipboard_before_it_is_used(
    names: list[str], links: list[tuple[int, int, str]], reason: str
) -> None:
    with pytest.raises(crab.DefinitionError, match=reason):
        realise(composition(*names, links=links), known(), 0)


def test_a_clipboard_may_be_used_by_one_after_the_other() -> None:
    both = composition("paste_note", "copy_note", "paste_note", links=[(1, 2, "text")])
    there = known()
    validation = validate(lambda seed: realise(both, there, seed))
    assert validation.ok, failed(validation)


def test_a_kind_of_a_type_lies_where_the_type_lies() -> None:
    types = ValueTypes(
        [
            crab.ValueType(name="copied", summary="", place="clipboard"),
            crab.ValueType(name="copied_link", summary="", parent="copied"),
            crab.ValueType(name="link", summary=""),
        ]
    )
    assert [types.place(name) for name in ("copied", "copied_link", "link", "")] == ["clipboard"] * 2 + [
        "",
        "",
    ]


def test_a_template_with_an_input_that_is_not_there_is_refused_when_it_is_made() -> None:
    with pytest.raises(crab.DefinitionError, match="description and inputs differ in titel"):
        dataclasses.replace(write_note, description="Write {titel}: {text}, {title}.")


def test_whose_fault_it_is_when_a_function_of_a_sub_task_raises_is_said() -> None:
    broken = dataclasses.replace(write_note, value=lambda scene, title, text: scene.nothing)
    with pytest.raises(
        crab.DefinitionError, match="'write_note' cannot be made: value raised AttributeError"
    ):
        realise(composition("write_note"), with_subtask(broken), 0)


def test_a_value_that_is_no_text_is_refused() -> None:
    odd = dataclasses.replace(write_note, value=lambda scene, title, text: 7)
    with pytest.raises(crab.DefinitionError, match="is 7, which is no text"):
        realise(composition("write_note"), with_subtask(odd), 0)


def lines_only() -> Catalogue:
    """The toys, where a content is one line."""
    there = known()
    kinds = {name: there.types[name] for name in there.types}
    kinds["content"] = dataclasses.replace(
        kinds["content"], form=lambda text: "is no line" if "\n" in text else ""
    )
    return dataclasses.replace(there, types=ValueTypes(kinds.values()), _made={})


def test_what_takes_a_line_is_fed_no_text_of_several() -> None:
    there = lines_only()
    made = crab.Composition(
        id="toy", nodes=[crab.Node("read_note"), crab.Node("write_note")], links=[crab.Link(0, 1, "text")]
    )
    assert draft(made, there, 0).parts[1].values["text"].startswith("text ")
    read = dataclasses.replace(there.subtasks["read_note"], value=lambda scene, title: "two\nlines")
    there = dataclasses.replace(there, subtasks={**there.subtasks, "read_note": read})
    with pytest.raises(
        crab.DefinitionError, match=r"'read_note' gives 'two\\nlines' as a value of type message, which is no"
    ):
        draft(made, there, 0)


def test_a_line_is_not_fixed_as_several() -> None:
    made = crab.Composition(id="toy", nodes=[crab.Node("write_note", {"text": "two\nlines"})])
    with pytest.raises(
        crab.DefinitionError, match=r"'text' of 'write_note' is 'two\\nlines', which is no line"
    ):
        draft(made, lines_only(), 0)
    assert draft(made, known(), 0).parts[0].values["text"] == "two\nlines"


def test_two_parts_of_a_task_that_want_different_worlds_are_refused() -> None:
    def set_up(scene: crab.Scene, title: str, text: str) -> None:
        scene.add("pad", {"mode": text})

    there = with_subtask(dataclasses.replace(write_note, world=set_up))
    with pytest.raises(crab.DefinitionError, match=r"different things at pad\.mode"):
        realise(composition("write_note", "write_note"), there, 0)


def test_a_scene_without_a_further_value_is_said() -> None:
    with pytest.raises(crab.NothingToDrawError, match="no further note to draw"):
        realise(composition(*["read_note"] * 7), known(), 0)
