"""The benchmark's card tells the truth: its figures are counted from the tasks."""

from __future__ import annotations

from pathlib import Path

import pytest

from crab_bench.card import Card, card, markdown
from crab_core import Composition, Task
from crab_core.families import catalogue, task_family
from crab_core.plugins import Plugins

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return Plugins.load()


@pytest.fixture(scope="module")
def tasks(plugins: Plugins) -> list[Task]:
    return [task_family(plugins, name)(seed) for name, seed in plugins.benchmarks["v0"].load().tasks]


@pytest.fixture(scope="module")
def counted(plugins: Plugins, tasks: list[Task]) -> Card:
    def composed(name: str) -> bool:
        return isinstance(plugins.tasks[name].load(), Composition)

    return card(tasks, composed, len(catalogue(plugins).subtasks))


def test_the_readme_has_the_card(counted: Card) -> None:
    assert markdown(counted) in README


def test_the_standard_set_is_what_was_promised(counted: Card, tasks: list[Task]) -> None:
    assert counted.total == len({task.id for task in tasks}) == 60
    assert counted.platforms["phone"] >= 15
    assert counted.platforms["desktop"] >= 30
    assert counted.platforms["both"] >= 12
    assert (counted.composed, counted.by_hand) == (50, 10)
    assert counted.alternatives >= 20
    assert max(counted.nodes) == 11


def test_every_task_says_what_may_change_and_has_a_wrong_solution(tasks: list[Task]) -> None:
    assert [task.id for task in tasks if task.may_change is None] == []
    assert [task.id for task in tasks if not task.mutants or task.solution is None] == []
    assert [task.id for task in tasks if set(task.may_change or ()) - set(task.worlds)] == []


def test_every_task_names_its_applications_on_each_device(tasks: list[Task]) -> None:
    assert [task.id for task in tasks if set(task.applications) != set(task.worlds)] == []


@pytest.mark.parametrize("seed", range(8))
def test_every_task_instantiates_from_any_seed(plugins: Plugins, seed: int) -> None:
    for name, _ in plugins.benchmarks["v0"].load().tasks:
        task = task_family(plugins, name)(seed)
        assert task.graph
        assert task_family(plugins, name)(seed).digest == task.digest


def test_tasks_differ_from_seed_to_seed(plugins: Plugins) -> None:
    for name, _ in plugins.benchmarks["v0"].load().tasks:
        assert len({task_family(plugins, name)(seed).digest for seed in range(4)}) == 4


def test_every_sub_task_is_judged_by_one_to_four_checkpoints(plugins: Plugins) -> None:
    known = catalogue(plugins)
    assert known.left_out == {}
    for subtask in known.subtasks.values():
        assert subtask.mutants, subtask.id
        assert subtask.solution is not None, subtask.id
        assert subtask.steps > 0, subtask.id


def test_the_readme_names_every_sub_task(plugins: Plugins) -> None:
    assert [name for name in plugins.subtasks if f"`{name}`" not in README] == []


def test_the_readme_names_every_task_by_hand(plugins: Plugins) -> None:
    by_hand = [n for n in plugins.tasks if not isinstance(plugins.tasks[n].load(), Composition)]
    assert [name for name in by_hand if f"`{name}`" not in README] == []
