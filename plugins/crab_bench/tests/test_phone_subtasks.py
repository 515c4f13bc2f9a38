"""The phone's sub-tasks, proven on the simulated phone through the loop that agents are played in."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from crab_android.evaluators import app_in_front
from crab_bench.phone.registration import SUBTASKS
from crab_core import ActionCall, CheckpointGraph, Limits, Scene, Screenshot, Task, Turn, UiTree
from crab_core.compose.catalogue import Catalogue
from crab_core.compose.composition import Composition, Link, Node
from crab_core.compose.draw import Drawer
from crab_core.compose.realise import realise
from crab_core.compose.wish import Wish
from crab_core.episode import Episode, EpisodeResult, Termination
from crab_core.families import catalogue
from crab_core.player import make_prompter
from crab_core.plugins import Plugins
from crab_core.policies.solution import SolutionPolicy
from crab_core.prompter import Marked
from crab_core.rig import Rig
from crab_core.subtask import SubTask

NAMES = [spec.name for spec in SUBTASKS]
SEEDS = range(5)
PLUGINS = Plugins.load()
KNOWN: Catalogue = catalogue(PLUGINS)
PHONE = "android"


def linkable() -> list[tuple[str, str, str]]:
    """All pairs of the phone's sub-tasks of which the first can feed an input of the second."""
    pairs = []
    for one in NAMES:
        for other in NAMES:
            for name, kind in KNOWN.subtask(other).inputs.items():
                if KNOWN.types.fits(KNOWN.subtask(one).output, kind):
                    pairs.append((one, other, name))
    return pairs


class FromTheTree:
    """Marks made from the UI tree alone: nobody looks at pictures here, and drawing on them takes time."""

    name = "from the tree"

    def __init__(self) -> None:
        made = make_prompter(PLUGINS, "marks")
        assert made is not None
        self.inner = made

    def mark(self, screenshot: Screenshot | None, tree: UiTree | None) -> Marked:
        del screenshot
        return self.inner.mark(None, tree)


class Stage:
    """One phone on which tasks are played."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.prompter = FromTheTree()

    def play(self, task: Task, solution: Any) -> EpisodeResult:
        benchmark = self.rig.prepare(task)
        task = dataclasses.replace(task, solution=solution)
        return Episode("test", task, benchmark, SolutionPolicy(), self.prompter).run()


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with Rig(PLUGINS) as rig:
        yield Stage(rig)


def alone(name: str, seed: int) -> Task:
    return realise(Composition(id=name, nodes=[Node(name)]), KNOWN, seed)


def unpassed(result: EpisodeResult) -> list[str]:
    return [f"{node.name}: {node.reason}" for node in result.nodes if node.step is None]


@pytest.mark.parametrize("name", NAMES)
def test_every_sub_task_says_what_it_needs(name: str) -> None:
    subtask: SubTask = KNOWN.subtask(name)
    assert name not in KNOWN.left_out
    assert subtask.environment == PHONE
    assert subtask.solution
    assert subtask.mutants
    assert subtask.alternatives
    assert subtask.applications
    assert 1 <= len(alone(name, 0).graph) <= 4


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_the_reference_solution_succeeds_in_time_and_changes_nothing_else(
    name: str, seed: int, stage: Stage
) -> None:
    task = alone(name, seed)
    result = stage.play(task, task.solution)
    assert result.termination is Termination.SUCCESS, (result.error, unpassed(result))
    assert result.side_effects == ()
    subtask = KNOWN.subtask(name)
    assert subtask.steps - subtask.slack <= result.metrics.steps <= subtask.steps


@pytest.mark.parametrize("name", [n for n in NAMES if KNOWN.subtask(n).may_change is not None])
def test_what_a_sub_task_changes_is_seen_where_its_task_does_not_allow_it(name: str, stage: Stage) -> None:
    task = dataclasses.replace(alone(name, 3), may_change={PHONE: ()})
    result = stage.play(task, task.solution)
    assert result.termination is Termination.SUCCESS, (result.error, unpassed(result))
    assert result.side_effects


def test_a_new_event_or_to_do_comes_after_what_it_would_be_mistaken_for() -> None:
    drawer = Drawer(KNOWN)
    wish = Wish(size=5, devices=frozenset({PHONE}))
    orders = [[node.subtask for node in drawer.draw(wish, seed).nodes] for seed in range(400)]
    both = [order for order in orders if {"add_event", "find_event"} <= set(order)]
    assert both
    assert all(order.index("find_event") < order.index("add_event") for order in both)


@pytest.mark.parametrize("name", NAMES)
def test_another_route_leads_there_too(name: str, stage: Stage) -> None:
    task = alone(name, 1)
    for solution in task.alternatives.values():
        result = stage.play(task, solution)
        assert result.termination is Termination.SUCCESS, (result.error, unpassed(result))
        assert result.side_effects == ()


@pytest.mark.parametrize("name", NAMES)
def test_wrong_solutions_run_to_their_end_and_fail(name: str, stage: Stage) -> None:
    task = alone(name, 2)
    for label, solution in task.mutants.items():
        result = stage.play(task, solution)
        assert result.termination is Termination.FALSE_COMPLETION, (label, result.error)


@pytest.mark.parametrize("name", [name for name in NAMES if KNOWN.subtask(name).output])
def test_what_is_found_on_the_screen_is_what_the_task_knows(name: str, stage: Stage) -> None:
    """Letter for letter, by every route: evaluators of what is fed by it are exact."""
    subtask = KNOWN.subtask(name)
    assert subtask.value is not None
    for seed, route in [(3, subtask.solution), *((4, other) for other in subtask.alternatives.values())]:
        scene = KNOWN.scene([PHONE], seed)
        values = {place: drawn(kind, scene) for place, kind in subtask.inputs.items()}
        found: list[str] = []

        def watched(
            turn: Turn, route: Any = route, values: Any = values, found: Any = found
        ) -> Generator[ActionCall, Turn, None]:
            found.append((yield from route(turn, **values)))

        endless = CheckpointGraph({"never": app_in_front(package="org.crab.nothing")})
        task = dataclasses.replace(
            alone(name, seed), worlds=scene.worlds, graph=endless, limits=Limits(steps=60)
        )
        result = stage.play(task, watched)
        assert result.termination is Termination.FALSE_COMPLETION, result.error
        assert found == [subtask.value(scene, **values)]


def drawn(kind: str, scene: Scene) -> str:
    draw = KNOWN.types[kind].draw
    assert draw is not None
    return draw(scene)


@pytest.mark.parametrize(("one", "other", "place"), linkable())
def test_every_pair_that_can_be_linked_works(one: str, other: str, place: str, stage: Stage) -> None:
    """The second begins wherever the first has left the phone, and takes what that has found."""
    pair = Composition(id="pair", nodes=[Node(one), Node(other)], links=[Link(0, 1, place)])
    task = realise(pair, KNOWN, len(one) + len(other))
    result = stage.play(task, task.solution)
    assert result.termination is Termination.SUCCESS, (result.error, unpassed(result))
    assert result.side_effects == ()
    most = KNOWN.subtask(one).steps + KNOWN.subtask(other).steps
    least = most - KNOWN.subtask(one).slack - KNOWN.subtask(other).slack
    assert least <= result.metrics.steps <= most
