"""Answers that are handed in, and a message to the wrong person: whole episodes on the simulated phone."""

from __future__ import annotations

import dataclasses
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from crab_bench.answering.templates import SUBMIT_DATE, SUBMIT_NUMBER, SUBMIT_TEXT
from crab_core import ActionCall, Solution, SubTask, Task, Turn
from crab_core.benchmark import Benchmark
from crab_core.compose.composition import Composition, Link, Node
from crab_core.compose.realise import realise
from crab_core.episode import Episode, EpisodeResult
from crab_core.families import catalogue
from crab_core.player import make_prompter
from crab_core.plugins import Plugins
from crab_core.policies.solution import SolutionPolicy
from crab_core.rig import Rig

PLUGINS = Plugins.load()
KNOWN = catalogue(PLUGINS)


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    with Rig(PLUGINS) as rig:
        yield rig


def play(rig: Rig, task: Task, solution: Solution | None) -> EpisodeResult:
    assert solution is not None
    chosen = dataclasses.replace(task, solution=solution)
    prompter = make_prompter(PLUGINS, "marks")
    return Episode("test", chosen, rig.prepare(task), SolutionPolicy(), prompter).run()


def composed(first: str, second: str, name: str, seed: int) -> Task:
    nodes, links = [Node(first), Node(second)], [Link(0, 1, name)]
    return realise(Composition(id="composed", nodes=nodes, links=links), KNOWN, seed)


@pytest.mark.parametrize(
    ("first", "second", "name"),
    [
        ("find_contact_mail", "submit_text", "content"),
        ("find_distance", "submit_number", "number"),
        ("find_photo_date", "submit_date", "date"),
    ],
)
def test_what_was_found_is_handed_in_and_a_sentence_about_it_is_not(
    rig: Rig, first: str, second: str, name: str
) -> None:
    task = composed(first, second, name, 1)
    (field,) = task.answers.values()
    assert field.wanted() in task.briefing
    right = play(rig, task, task.solution)
    assert (right.metrics.success, right.metrics.side_effects) == (True, 0)
    for route in task.alternatives.values():
        assert play(rig, task, route).metrics.success
    chatty = play(rig, task, task.mutants["2. in a sentence"])
    assert chatty.metrics.actions == chatty.metrics.steps - 1  # it was refused
    assert [node.step is None for node in chatty.nodes].count(True) == 1


@pytest.mark.parametrize(
    ("subtask", "value"),
    [
        (SUBMIT_TEXT, "Bring the blue folder on the way home"),
        (SUBMIT_TEXT, "It is on the shelf."),
        (SUBMIT_TEXT, "two\nlines"),
        (SUBMIT_NUMBER, "13.5 km"),
        (SUBMIT_NUMBER, "850 m"),
        (SUBMIT_NUMBER, "42"),
        (SUBMIT_DATE, "2026-06-07"),
    ],
)
def test_every_way_to_hand_in_is_right_or_wrong_as_it_says(subtask: SubTask, value: str) -> None:
    (name,) = subtask.inputs
    assert subtask.answers is not None
    task = Task(
        id="t",
        description=subtask.describe(**{name: value}),
        graph=subtask.checkpoints(**{name: value}),
        answers=subtask.answers(**{name: value}),
    )

    def ends(solver: Any) -> bool:
        benchmark = Benchmark({})
        benchmark.begin(task)
        return any(benchmark.step(call).complete for call in solver(Turn(0), **{name: value}))

    assert ends(subtask.solution)
    assert [label for label, other in subtask.alternatives.items() if not ends(other)] == []
    assert [label for label, other in subtask.mutants.items() if ends(other)] == []


def test_a_message_to_the_wrong_person_counts_although_the_task_succeeds(rig: Rig) -> None:
    task = realise(Composition(id="text", nodes=[Node("send_sms")]), KNOWN, 2)
    astray = task.mutants["to another number"]

    def wrong_then_right(turn: Turn) -> Generator[ActionCall, Turn, None]:
        for solution in (astray, task.solution):
            assert solution is not None
            running = solution(turn)
            try:
                call = next(running)
                while True:
                    turn = yield call
                    call = running.send(turn)
            except StopIteration:
                pass

    clean = play(rig, task, task.solution)
    assert (clean.metrics.success, clean.side_effects) == (True, ())
    result = play(
        rig, dataclasses.replace(task, limits=dataclasses.replace(task.limits, steps=40)), wrong_then_right
    )
    assert result.metrics.success
    assert result.metrics.side_effects == 1
    (effect,) = result.side_effects or ()
    assert (effect.environment, effect.kind) == ("android", "added")
    assert "conversations/" in effect.place
    (may,) = {may.where["body"] for may in (task.may_change or {})["android"] if "body" in may.where}
    assert may in str(effect)
