"""Tasks and sub-tasks: what is asked, how it is judged, and what tells two of them apart."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from toys import at_least, climb, climbing, counter_is

from crab_core import CheckpointGraph, DefinitionError, Limits, SubTask, Task, evaluator
from crab_core.task import instantiate


def task(expression: Any = None, **facts: Any) -> Task:
    facts = {"id": "t", "description": "…", "worlds": {"counter": {}}, **facts}
    return Task(graph=CheckpointGraph({"a": at_least(1) if expression is None else expression}), **facts)


def test_a_task_lists_every_environment_that_it_judges() -> None:
    with pytest.raises(DefinitionError, match="counter"):
        task(worlds={})


def test_a_misspelt_checkpoint_at_the_start_is_refused() -> None:
    with pytest.raises(DefinitionError, match="Did you mean 'at least 1'"):
        climb(1, true_at_start=frozenset({"at lest 1"}))


def test_a_task_carries_the_seed_that_it_was_made_from() -> None:
    assert instantiate(climbing, 7).seed == 7


def test_equal_tasks_have_equal_digests() -> None:
    assert climbing(3).digest == climbing(3).digest
    assert climbing(3).digest != climbing(4).digest


@pytest.mark.parametrize(
    "other",
    [
        lambda: task(id="u"),
        lambda: task(description="other"),
        lambda: task(worlds={"counter": {"start": 1}}),
        lambda: task(limits=Limits(steps=3)),
        lambda: task(seed=1),
        lambda: task(at_least(2)),
        lambda: task(counter_is(1)),
        lambda: task(~at_least(1)),
        lambda: task(at_least(1) & at_least(1)),
        lambda: task(at_least(1) | at_least(1)),
    ],
)
def test_whatever_decides_what_is_asked_or_judged_is_in_the_digest(other: Any) -> None:
    assert other().digest != task().digest


def test_and_and_or_have_different_digests() -> None:
    assert task(at_least(1) & counter_is(2)).digest != task(at_least(1) | counter_is(2)).digest


@evaluator(env="counter")
def one_of(names: set[str]) -> bool:
    return bool(names)


def test_a_digest_is_the_same_in_every_process() -> None:
    program = (
        "from crab_core import *\n"
        "@evaluator(env='e')\n"
        "def one_of(names: set[str]) -> bool: return True\n"
        "graph = CheckpointGraph({'a': one_of({'red', 'green', 'blue', 'white'})})\n"
        "print(Task(id='t', description='', worlds={'e': {}}, graph=graph).digest)\n"
    )
    digests = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
            timeout=30,
        ).stdout
        for seed in (1, 2, 3)
    }
    assert len(digests) == 1


# -- sub-tasks -------------------------------------------------------------------------------------


def note(description: str = "Keep a note saying {content}.", **facts: Any) -> SubTask:
    def checkpoints(content: str) -> CheckpointGraph:
        return CheckpointGraph({"kept": at_least(len(content))})

    return SubTask(
        id="keep_note",
        environment="counter",
        description=description,
        inputs={"content": "text"},
        checkpoints=checkpoints,
        **facts,
    )


def test_a_description_is_filled_in_with_the_inputs() -> None:
    assert note().describe(content="{milk}") == "Keep a note saying {milk}."


@pytest.mark.parametrize("values", [{}, {"text": "x"}, {"content": "x", "more": 1}])
def test_inputs_that_are_missing_or_unknown_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(DefinitionError, match="takes content"):
        note().describe(**values)


@pytest.mark.parametrize("description", ["Keep a note.", "Keep {content} in {folder}.", "Keep {contents}."])
def test_a_description_that_does_not_fit_the_inputs_is_refused_when_written(description: str) -> None:
    with pytest.raises(DefinitionError, match="keep_note"):
        note(description)
