"""The two tasks by hand that need a phone alone, played on the simulated phone."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest

from crab_bench.byhand.busy import busy_minutes
from crab_bench.byhand.invitation import answer_invitation
from crab_core import Screenshot, Solution, Task, UiTree
from crab_core.episode import Episode, EpisodeResult, Termination
from crab_core.player import make_prompter
from crab_core.plugins import Plugins
from crab_core.policies.solution import SolutionPolicy
from crab_core.prompter import Marked
from crab_core.rig import Rig
from crab_core.task import instantiate

FAMILIES = (busy_minutes, answer_invitation)
PLUGINS = Plugins.load()


class FromTheTree:
    """Marks made from the UI tree alone; nobody looks at pictures here."""

    name = "from the tree"

    def __init__(self) -> None:
        made = make_prompter(PLUGINS, "marks")
        assert made is not None
        self.inner = made

    def mark(self, screenshot: Screenshot | None, tree: UiTree | None) -> Marked:
        del screenshot
        return self.inner.mark(None, tree)


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    with Rig(PLUGINS) as made:
        yield made


def play(rig: Rig, task: Task, solution: Solution | None) -> EpisodeResult:
    benchmark = rig.prepare(task)
    task = dataclasses.replace(task, solution=solution)
    return Episode("test", task, benchmark, SolutionPolicy(), FromTheTree()).run()


families = pytest.mark.parametrize("family", FAMILIES)


@families
@pytest.mark.parametrize("seed", range(4))
def test_every_route_leads_there_and_changes_nothing_else(family: object, seed: int, rig: Rig) -> None:
    task = instantiate(family, seed)  # type: ignore[arg-type]
    for solution in (task.solution, *task.alternatives.values()):
        result = play(rig, task, solution)
        assert result.termination is Termination.SUCCESS, (result.error, result.nodes)
        assert result.side_effects == ()
        assert task.limits.steps <= 2 * result.metrics.steps + 8


@families
@pytest.mark.parametrize("seed", range(4))
def test_wrong_solutions_run_to_their_end_and_fail(family: object, seed: int, rig: Rig) -> None:
    task = instantiate(family, seed)  # type: ignore[arg-type]
    for name, solution in task.mutants.items():
        result = play(rig, task, solution)
        assert result.termination is Termination.FALSE_COMPLETION, (name, result.error)
