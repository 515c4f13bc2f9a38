"""The demo task: what its seed draws, and that the solution understands every wording."""

from __future__ import annotations

import pytest

from crab_bench.byhand.changes import CHANGES
from crab_bench.byhand.solving_todo import asked_for, open_todos
from crab_bench.byhand.todo import todo_settings
from crab_core import Box, ElementMap, Mark, Task, View

SEEDS = range(60)


def todos(task: Task) -> list[dict[str, object]]:
    return list(task.worlds["android"]["tasks"])


def first_open(task: Task) -> str:
    return str(next(todo["title"] for todo in todos(task) if not todo["done"]))


def test_the_same_seed_gives_the_same_task() -> None:
    assert todo_settings(7).digest == todo_settings(7).digest
    assert todo_settings(7).worlds == todo_settings(7).worlds


def test_every_change_isasked_for_by_some_seed() -> None:
    asked = {todo_settings(seed).graph.names[-1] for seed in SEEDS}
    assert asked == {f"{change.name} set" for change in CHANGES}


def test_every_wording_is_used_by_some_seed() -> None:
    seen = {first_open(todo_settings(seed)) for seed in range(400)}
    assert seen == {wording for change in CHANGES for wording in change.wordings}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_first_open_to_do_asks_for_what_is_judged(seed: int) -> None:
    task = todo_settings(seed)
    assert task.graph.names[-1] == f"{asked_for(first_open(task)).name} set"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_done_to_do_before_it_and_an_open_one_after_it_ask_for_something_else(seed: int) -> None:
    task = todo_settings(seed)
    titles = [str(todo["title"]) for todo in todos(task)]
    wordings = {w: change.name for change in CHANGES for w in change.wordings}
    asking = [wordings[title] for title in titles if title in wordings]
    asked = task.graph.names[-1].removesuffix(" set")
    assert len(asking) == 3
    assert asking[1] == asked
    assert asking[0] == asking[2] != asked


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.name)
def test_every_wording_is_understood(change: object) -> None:
    for wording in change.wordings:  # type: ignore[attr-defined]
        assert asked_for(wording).name == change.name


def test_a_to_do_that_asks_for_no_setting_is_not_guessed() -> None:
    with pytest.raises(LookupError, match="Water the plants"):
        asked_for("Water the plants")


def test_the_start_world_never_fulfils_what_isasked_for() -> None:
    for seed in SEEDS:
        task = todo_settings(seed)
        change = next(c for c in CHANGES if f"{c.name} set" == task.graph.names[-1])
        for schema, keys in change.start.items():
            for key, value in keys.items():
                assert task.worlds["ubuntu"]["gsettings"][schema][key] == value


def test_open_to_dos_are_rows_whose_own_check_box_is_not_checked() -> None:
    def row(number: int, title: str, top: int, states: set[str]) -> list[Mark]:
        tick = Mark(
            number + 1, Box(10, top + 10, 40, 40), "Mark as done", "check box", states=frozenset(states)
        )
        return [Mark(number, Box(0, top, 400, 60), title, "list item"), tick]

    marks = [*row(1, "second", 100, {"checkable"}), *row(3, "first", 0, {"checkable", "checked"})]
    assert open_todos(View("android", elements=ElementMap(tuple(marks)))) == ["second"]
