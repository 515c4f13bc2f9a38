"""Composed tasks in files: round trips, and files that do not fit their sub-tasks."""

from __future__ import annotations

import copy
import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from composing import DIAMOND, composing_plugins, composition, known

import crab_core as crab
from crab_core.compose.candidates import candidates, tried
from crab_core.compose.draw import Drawer
from crab_core.compose.realise import draft, realise
from crab_core.compose.wish import Shape, Wish
from crab_core.compose.writing import from_json, read, to_json
from crab_core.config import RunConfig
from crab_core.families import task_family
from crab_core.run import Run


def written(made: crab.Composition = DIAMOND, seed: int = 3) -> dict[str, Any]:
    return to_json(draft(made, known(), seed))


# -- writing and reading ---------------------------------------------------------------------------


def test_a_file_says_what_the_papers_files_say_and_which_input_a_link_feeds() -> None:
    chain = composition("find_address", "send_letter", links=[(0, 1, "to")])
    facts = written(chain)
    name, text = facts["sub_tasks"][0]["attribute"]["name"], facts["sub_tasks"][1]["attribute"]["text"]
    where = facts["sub_tasks"][0]["output"]
    assert facts == {
        "format": 1,
        "id": "toy",
        "description": f'1. At the post, look up "{name}".\n2. At the post, send "{text}" to the address of '
        f'"{name}" (step 1).',
        "sub_tasks": [
            {"id": "find_address", "attribute": {"name": name}, "output": where},
            {"id": "send_letter", "attribute": {"to": where, "text": text}, "output": ""},
        ],
        "adjlist": [[1], []],
        "links": [{"source": 0, "target": 1, "input": "to"}],
        "seed": 3,
    }
    assert where.endswith(" Road")


def test_the_adjacency_is_directed() -> None:
    # The original read it as undirected: what feeds and what is fed could not be told apart.
    assert written()["adjlist"] == [[1, 2], [3], [3], []]


@pytest.mark.parametrize("shape", list(Shape))
def test_what_is_written_and_read_is_the_same_task(shape: Shape) -> None:
    there = known()
    for seed in range(15):
        drawn = Drawer(there).draw(Wish(shape=shape), seed)
        again = from_json(json.loads(json.dumps(to_json(draft(drawn, there, seed)))), there)
        assert realise(again, there, seed).digest == realise(drawn, there, seed).digest
        assert realise(again, there, 99).worlds == realise(drawn, there, seed).worlds


def test_a_file_makes_the_same_task_for_every_seed(tmp_path: Path) -> None:
    path = tmp_path / "task.json"
    path.write_text(json.dumps(written()))
    family = task_family(composing_plugins(), str(path))
    assert family(0).worlds == family(1).worlds
    assert family(0).description == family(1).description


def test_a_value_that_was_changed_by_hand_is_judged_as_it_is_written() -> None:
    chain = composition("find_address", "send_letter", links=[(0, 1, "to")])
    facts = written(chain)
    old = facts["sub_tasks"][1]["attribute"]["text"]
    facts["sub_tasks"][1]["attribute"]["text"] = "Come home soon"
    facts["description"] = facts["description"].replace(old, "Come home soon")
    task = realise(from_json(facts, known()), known(), 0)
    assert "'Come home soon'" in str(task.graph.nodes["2. sent"].structure())


# -- files that do not fit -------------------------------------------------------------------------


def _set(*path: Any, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(facts: dict[str, Any]) -> None:
        *way, last = path
        place: Any = facts
        for step in way:
            place = place[step]
        place[last] = to

    return change


def _drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(facts: dict[str, Any]) -> None:
        *way, last = path
        place: Any = facts
        for step in way:
            place = place[step]
        del place[last]

    return change


WRONG = {
    "an unknown sub-task": (
        _set("sub_tasks", 1, "id", to="write_nota"),
        "no sub-task named 'write_nota'. Did you mean 'write_note'",
    ),
    "a missing attribute": (
        _drop("sub_tasks", 1, "attribute", "title"),
        "'write_note' takes.*title is missing",
    ),
    "a missing attribute that is fed": (_drop("sub_tasks", 1, "attribute", "text"), "text is missing"),
    "an unknown attribute": (_set("sub_tasks", 0, "attribute", "colour", to="red"), "colour is none"),
    "an attribute that is no text": (_set("sub_tasks", 0, "attribute", "title", to=3), "attribute.title"),
    "a wrong type along an edge": (
        lambda facts: (
            facts["links"][2].update(source=0, target=3, input="page")
            or facts.update(adjlist=[[1, 2, 3], [], [3], []])
        ),
        "'read_note' gives a value of type message, and 'page' of 'staple_note' is a value of type page",
    ),
    "an edge that no link explains": (
        _set("adjlist", 0, to=[1, 2, 3]),
        "adjlist. leads from 0 to 3, and .links",
    ),
    "a link without an edge": (_set("adjlist", 1, to=[]), "links. leads from 1 to 3, and .adjlist"),
    "an undirected adjacency": (
        _set("adjlist", to=[[1, 2], [0, 3], [0, 3], [1, 2]]),
        "leads in a circle: .*0",
    ),
    "a circle": (_set("adjlist", to=[[1, 2], [3], [3], [0]]), "leads in a circle"),
    "an order that goes backwards": (
        lambda facts: facts.update(
            adjlist=[[], [0], [], []], links=[{"source": 1, "target": 0, "input": "title"}]
        ),
        "Sub-task 0 stands before sub-task 1",
    ),
    "an edge to nowhere": (_set("adjlist", 3, to=[7]), "There is no sub-task 7"),
    "too few lists": (_set("adjlist", to=[[1, 2]]), "1 lists for 4 sub-tasks"),
    "an edge said twice": (_set("adjlist", 0, to=[1, 1, 2]), "an edge twice"),
    "another version": (_set("format", to=2), "the format 2, and this Crab reads 1"),
    "an output that the values do not give": (
        _set("sub_tasks", 0, "output", to="a guess"),
        "says that it gives 'a guess'; from its values comes 'text",
    ),
    "a fed attribute that is not what feeds it": (
        _set("sub_tasks", 1, "attribute", "text", to="a guess"),
        "'text' is 'a guess'; sub-task 0 feeds it 'text",
    ),
    "a description without a value": (_set("description", to="Do it."), "does not say .note"),
    "a field that nobody knows": (_set("answer", to=42), "answer: Extra inputs are not permitted"),
    "no sub-tasks": (_set("sub_tasks", to=[]), "sub_tasks: List should have at least 1 item"),
    "no seed": (_drop("seed"), "seed: Field required"),
    "an input that is fed twice": (
        lambda facts: facts["links"].append({"source": 2, "target": 3, "input": "page"}),
        "'page' of node 3 has two sources",
    ),
    "a value that is not in the world": (
        lambda facts: facts["sub_tasks"][0]["attribute"].update(title="note 77"),
        "title 'note 77': the start world of this seed has no such thing",
    ),
    "an id that is a path": (lambda facts: facts.update(id="../../x"), "id: String should match pattern"),
    "an id of two lines": (
        lambda facts: facts.update(id="a\nb"),
        "id: String should match pattern",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_file_that_does_not_fit_is_refused_with_the_reason(name: str, tmp_path: Path) -> None:
    change, reason = WRONG[name]
    facts = copy.deepcopy(written())
    change(facts)
    path = tmp_path / "task.json"
    path.write_text(json.dumps(facts))
    with pytest.raises(crab.DefinitionError, match=r"task\.json does not fit its sub-tasks") as refused:
        read(path, known())
    with pytest.raises(Exception, match=reason):
        raise AssertionError(str(refused.value))


@pytest.mark.parametrize("text", ["{", "", "\udcff"])
def test_what_is_no_json_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "task.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(crab.UsageError, match=r"is no JSON|cannot be read"):
        read(path, known())
    with pytest.raises(crab.UsageError, match="cannot be read"):
        read(tmp_path / "none.json", known())


@pytest.mark.parametrize("facts", [[], 3, None, "x"])
def test_json_that_is_no_object_is_refused(facts: Any) -> None:
    with pytest.raises(crab.DefinitionError, match="the file: Input should be"):
        from_json(facts, known())


# -- trying without a device -----------------------------------------------------------------------


def test_candidates_are_the_same_for_the_same_seed_and_sound() -> None:
    def some(seed: int) -> list[Any]:
        found = candidates(known(), Wish(size=4), seed)
        return [next(found) for _ in range(8)]

    one = some(1)
    assert [c.composition for c in one] == [c.composition for c in some(1)]
    assert [c.composition for c in one] != [c.composition for c in some(2)]
    sound = [c for c in one if not c.problems]
    assert len(sound) >= 4
    assert len({c.composition.id for c in one}) == 8


def test_what_was_drawn_before_is_said() -> None:
    found = candidates(known(), Wish(shape=Shape.DIAMOND, size=3, devices=frozenset({"pad"})), 0)
    problems = [next(found).problems for _ in range(60)]
    assert any("it is the same as composed-0-0" in str(p) for p in problems)


def test_a_world_that_is_not_decided_by_the_seed_is_found() -> None:
    counts = iter(range(1000))
    there = known()
    odd = {"odd": lambda chance: {"counted": next(counts)}}
    there = dataclasses.replace(there, worlds={"pad": {**there.worlds["pad"], **odd}})
    assert "made again, it is another task" in tried(composition("read_note"), there, 0).problems


def test_what_cannot_be_solved_or_got_wrong_is_found() -> None:
    there = known()
    bare = dataclasses.replace(there.subtasks["read_note"], solution=None, mutants={})
    there = dataclasses.replace(there, subtasks={**there.subtasks, "read_note": bare})
    assert tried(composition("read_note"), there, 0).problems == (
        "read_note has no reference solution",
        "none of its sub-tasks has a wrong solution",
    )


def test_a_sub_task_that_is_done_along_with_another_is_found() -> None:
    twice = crab.Composition(
        id="toy", nodes=[crab.Node("shout_text", {"text": "Ahoy"}), crab.Node("shout_text", {"text": "ahoy"})]
    )
    assert tried(twice, known(), 0).problems == ("shout_text asks for nothing that shout_text does not",)


def test_a_file_that_wants_the_same_of_two_sub_tasks_is_refused() -> None:
    def written(*texts: str) -> dict[str, Any]:
        nodes = [crab.Node("shout_text", {"text": text}) for text in texts]
        return to_json(draft(crab.Composition(id="toy", nodes=nodes), known(), 0))

    assert from_json(written("Ahoy", "there"), known()).nodes[1].values == {"text": "there"}
    with pytest.raises(crab.DefinitionError, match=r"want the same: shout_text asks for nothing that shout"):
        from_json(written("Ahoy", "Ahoy"), known())


def test_a_family_that_fails_with_another_seed_is_found() -> None:
    there = known()
    moody = dataclasses.replace(
        there.subtasks["read_note"], value=lambda scene, title: {"note 0": "a"}.get(title) or scene.nothing
    )
    there = dataclasses.replace(there, subtasks={**there.subtasks, "read_note": moody})
    assert any(
        "value raised AttributeError" in str(tried(composition("read_note"), there, s).problems)
        for s in range(9)
    )


# -- played from a file ----------------------------------------------------------------------------


def test_a_file_is_played_and_resumed_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "my task.json"
    path.write_text(json.dumps(written()))
    monkeypatch.chdir(tmp_path)
    plugins = composing_plugins()
    config = RunConfig.from_facts({"tasks": ["my task.json"]})
    with Run.create(tmp_path / "run", config, plugins) as run:
        [result] = run.execute()
    assert result.metrics.success
    assert result.id == "my-task.s0.a1"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    with Run.resume(tmp_path / "run", composing_plugins()) as run:
        assert run.left() == []
    changed = written(seed=4)
    path.write_text(json.dumps(changed))
    with pytest.raises(crab.RecordError, match="changed since this run began"):
        Run.resume(tmp_path / "run", composing_plugins())


def test_two_files_of_one_name_are_not_played_in_one_run() -> None:
    with pytest.raises(crab.UsageError, match="the same name in the record"):
        RunConfig.from_facts({"tasks": ["a/task.json", "b/task.json"]})


def test_a_file_that_says_something_twice_or_is_too_deep_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "task.json"
    text = json.dumps(written())
    for wrong, reason in (
        (f'{text[:-1]}, "seed": 4}}', "'seed' stands twice in one object"),
        ("[" * 100_000, "is no JSON"),
        ("\ufeff" + text, "is no JSON"),
    ):
        path.write_text(wrong, encoding="utf-8")
        with pytest.raises(crab.UsageError, match=reason):
            read(path, known())
    with pytest.raises(crab.UsageError, match="cannot be read: Is a directory"):
        read(tmp_path, known())
