"""`crab tasks` and what `crab validate` does with many: the facts, and nothing of what is expected."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import Done

pytestmark = pytest.mark.commands

Crab = Callable[..., Done]


@pytest.fixture
def letters(tmp_path: Path, counter_plugin: Path) -> str:
    """A path on which one more plugin is installed: it brings a composed task, a suite, and broken things."""
    folder = tmp_path / "installed"
    info = folder / "crab_letters-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crab-letters\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[crab]\nletters = crab_letters\n")
    (folder / "crab_letters.py").write_text(
        """
import crab_core as crab
from crab_counter import add, count, counter_is

def raising(turn, by):
    yield crab.ActionCall("counter", "add", {"amount": int(by)})

def found(turn):
    yield crab.ActionCall("counter", "add", {"amount": 5})
    return "5"

FIND = crab.SubTask(
    id="find_number", environment="counter", description="Add up to the secret number.",
    output="figure", result="the secret number", value=lambda scene: "5", steps=1,
    checkpoints=lambda output: crab.CheckpointGraph({f"raised to {output}": counter_is(int(output))}),
    solution=found, applications=("Abacus",), may_change=lambda output: [crab.May("value")],
)
RAISE = crab.SubTask(
    id="raise_more", environment="counter", description="Raise the number by {by}.",
    inputs={"by": "figure"}, steps=1,
    checkpoints=lambda by: crab.CheckpointGraph({"raised": counter_is(5 + int(by))}),
    solution=raising, may_change=lambda by: [crab.May("value", {"value": 5 + int(by)})],
)
FIGURE = crab.ValueType(name="figure", summary="A number.")
TWICE = crab.Composition(
    id="twice", summary="Twice.", nodes=[crab.Node("find_number"), crab.Node("raise_more")],
    links=[crab.Link(0, 1, "by")],
)
NUMBERS = crab.Suite(name="numbers", tasks=(("count", 7), ("endless", 2)))
SET = crab.Suite(name="set", tasks=(("count", 7), ("absent_device", 1)))

def absent_device(seed):
    return crab.Task(id="absent_device", description="Fly.", worlds={"drone": {}},
                     graph=crab.CheckpointGraph({"flown": crab.benchmark.answer_is("yes")}))

def endless(seed):
    def solve(turn):
        while True:
            yield crab.ActionCall("counter", "add", {"amount": 0})
    import dataclasses
    return dataclasses.replace(count(seed), id="endless", solution=solve, limits=crab.Limits(steps=10**9))

def broken(seed):
    raise crab.DefinitionError("It cannot be.")

@crab.hookimpl
def crab_register_tasks():
    return [crab.TaskSpec("twice", "Raise it twice.", "crab_letters:TWICE"),
            crab.TaskSpec("absent_device", "Needs what nobody has.", "crab_letters:absent_device"),
            crab.TaskSpec("endless", "Never ends.", "crab_letters:endless"),
            crab.TaskSpec("broken", "Cannot be made.", "crab_letters:broken")]

@crab.hookimpl
def crab_register_subtasks():
    return [crab.SubTaskSpec("find_number", "Find it.", "crab_letters:FIND"),
            crab.SubTaskSpec("raise_more", "Raise it.", "crab_letters:RAISE")]

@crab.hookimpl
def crab_register_value_types():
    return [crab.ValueTypeSpec("figure", "A number.", "crab_letters:FIGURE")]

@crab.hookimpl
def crab_register_benchmarks():
    return [crab.BenchmarkSpec("set", "A set.", "crab_letters:SET"),
            crab.BenchmarkSpec("numbers", "Numbers.", "crab_letters:NUMBERS")]
""",
        encoding="utf-8",
    )
    return os.pathsep.join([str(folder), str(counter_plugin)])


ONLY = ("--plugin", "core", "--plugin", "counter", "--plugin", "letters")


def test_a_whole_benchmark_is_played_by_its_name(crab: Crab, letters: str, tmp_path: Path) -> None:
    experiment = tmp_path / "experiment.toml"
    experiment.write_text('tasks = ["endless"]\npolicy = "noop"\n')
    plugins = {"PYTHONPATH": letters}
    done = crab("run", str(experiment), "--suite", "numbers", *ONLY, "--steps", "1", "--json", **plugins)
    assert done.code == 0, done.err
    assert sorted(done.json["summary"]["tasks"]) == ["count", "endless"]
    wrong = crab("run", "--suite", "number", *ONLY, **plugins)
    assert (wrong.code, "Did you mean 'numbers'" in wrong.err) == (2, True)
    both = crab("run", "--suite", "numbers", "--task", "count", *ONLY, **plugins)
    assert (both.code, "either `tasks` or a `suite`" in both.err) == (2, True)


def test_tasks_are_listed_with_what_is_in_them(crab: Crab, letters: str) -> None:
    done = crab("tasks", "list", *ONLY, "--json", PYTHONPATH=letters)
    rows = {row["id"]: row for row in done.json["tasks"]}
    assert list(rows) == ["count", "twice", "absent_device", "endless"]
    assert rows["twice"] == {
        "id": "twice",
        "seed": 0,
        "devices": ["counter"],
        "checkpoints": 2,
        "depth": 2,
        "applications": {"counter": ["Abacus"]},
        "limit": rows["twice"]["limit"],
        "summary": "Raise it twice.",
    }
    assert rows["count"]["seed"] == 7, "the seed of the benchmark that has it"
    assert "broken, seed 0: It cannot be." in done.err


def test_tasks_are_listed_by_suite_device_and_application(crab: Crab, letters: str) -> None:
    def ids(*options: str) -> list[str]:
        done = crab("tasks", "list", *ONLY, *options, "--json", PYTHONPATH=letters)
        return [row["id"] for row in done.json["tasks"]]

    assert ids("--suite", "set") == ["count", "absent_device"]
    assert ids("--device", "drone") == ["absent_device"]
    assert ids("--application", "abacus") == ["twice"]
    done = crab("tasks", "list", *ONLY, "--device", "countre", PYTHONPATH=letters)
    assert done.code == 2
    assert "counter" in done.err


def test_a_composed_task_is_shown_without_what_is_expected(crab: Crab, letters: str, tmp_path: Path) -> None:
    done = crab("tasks", "show", "twice", *ONLY, "--svg", tmp_path / "twice.svg", PYTHONPATH=letters)
    assert done.code == 0, done.err
    for text in (
        "Raise the number by the secret number (step 1).",
        "● 1. find_number  [counter]",
        "by: the secret number (step 1)",
        "counter.counter_is",
        "at most 2 steps, as its sub-tasks declare",
        "with the right value",
        "Abacus (counter)",
    ):
        assert text in done.out
    assert "value=5" not in done.out
    assert "'5'" not in done.out
    assert "10" not in done.out.replace("10 steps", "")
    root = ElementTree.parse(tmp_path / "twice.svg").getroot()
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "twice, seed 0"


def test_a_drawing_takes_the_place_of_nothing(crab: Crab, letters: str, tmp_path: Path) -> None:
    for name, reason in (("task.json", "task.json is no name for a drawing"), ("a.svg", "is there already")):
        there = tmp_path / name
        there.write_text("mine")
        done = crab("tasks", "show", "twice", *ONLY, "--svg", there, PYTHONPATH=letters)
        assert done.code == 2
        assert reason in done.err
        assert there.read_text() == "mine"


def test_what_is_expected_is_shown_when_that_is_wanted(crab: Crab, letters: str) -> None:
    done = crab("tasks", "show", "twice", *ONLY, "--reveal", PYTHONPATH=letters)
    assert "counter.counter_is(value=5)" in done.out
    assert "gives figure: 5" in done.out
    assert "with value 10" in done.out


def test_a_shown_task_as_json(crab: Crab, letters: str) -> None:
    facts = crab("tasks", "show", "twice", *ONLY, "--json", PYTHONPATH=letters).json
    assert facts["sub_tasks"][1]["fed_by"] == [1]
    assert facts["steps"] == {"proven": None, "declared": 2}
    assert facts["limits"] == {"steps": facts["limits"]["steps"], "invalid_actions": 3}
    assert len(facts["edges"]) == 1


def test_the_length_of_the_solution_comes_from_the_newest_validation(crab: Crab) -> None:
    assert "not proven here yet" in crab("tasks", "show", "count", "--seed", "3").out
    assert crab("validate", "count", "--seed", "3").code == 0
    assert "1 steps, as proven" in crab("tasks", "show", "count", "--seed", "3").out
    assert "not proven here yet" in crab("tasks", "show", "count", "--seed", "4").out


def test_a_suite_is_proven_with_more_seeds_and_what_cannot_be_had_is_told(
    crab: Crab, letters: str, tmp_path: Path
) -> None:
    options = ("--suite", "set", "--more-seeds", "1", "--workers", "2", *ONLY)
    table = tmp_path / "table.md"
    done = crab("validate", *options, "--out", "v", "--table", table, PYTHONPATH=letters)
    assert done.code == 3, done.err
    assert "2 of 2 validations passed." in done.out
    assert "Not proven here: absent_device, seed 1: no plugin brings drone" in done.out
    assert "| `count` | 8 | counter |" in table.read_text(encoding="utf-8")
    again = crab("validate", *options, "--resume", "v", "--json", PYTHONPATH=letters)
    assert again.code == 3, again.err
    assert again.err.count("kept from before") == 2
    assert [v["seed"] for v in again.json["validations"]] == [7, 8]
    assert json.loads((tmp_path / "v" / "validation.json").read_bytes()) == again.json


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        (("--more-seeds", "1", "count"), "--suite"),
        (("--suite", "sett"), "set"),
        (("--subtask", "find_numbre"), "find_number"),
        (("count", "--out", "a", "--resume", "."), "--resume"),
        (("count", "--device-option", "warm=1"), "ubuntu.warm=1"),
    ],
)
def test_options_that_do_not_fit_are_refused(
    options: tuple[str, ...], advice: str, crab: Crab, letters: str
) -> None:
    done = crab("validate", *options, *ONLY, PYTHONPATH=letters)
    assert done.code == 2, done
    assert advice in done.err


def test_validations_that_are_stopped_keep_what_is_done(
    environ: dict[str, str], crab: Crab, letters: str, tmp_path: Path
) -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "crab_core", "validate", "count", "endless", *ONLY, "--out", "v"],
        env={**environ, "PYTHONPATH": letters},
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    )
    done, waited = tmp_path / "v" / "validations" / "count.s0.json", threading.Event()
    try:
        while not done.exists() and running.poll() is None:
            waited.wait(0.05)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    finally:
        running.kill()  # it never ends by itself
    assert running.returncode == 130, said
    assert "--resume v" in said
    again = crab("validate", "count", *ONLY, "--resume", "v", PYTHONPATH=letters)
    assert again.code == 0, again.err
    assert "kept from before" in again.err
