"""The demo task on real devices: solved through the screens, proven, and refused when it is broken."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from crab_bench.byhand.todo import todo_settings
from crab_core import ActionCall, CheckpointGraph, Task, Turn
from crab_core.player import make_prompter
from crab_core.plugins import Plugins
from crab_core.rig import Rig
from crab_core.validate import Check, Validator

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def validator() -> Iterator[Validator]:
    plugins = Plugins.load()
    with Rig(plugins) as rig:
        yield Validator(rig, make_prompter(plugins, "marks"))


def failed(checks: tuple[Check, ...]) -> list[str]:
    return [check.name for check in checks if not check.ok]


def test_the_demo_plays_and_reports_what_scripts_read(tmp_path: Path) -> None:
    out = tmp_path / "demo"
    done = subprocess.run(
        [sys.executable, "-m", "crab_core", "demo", "--seed", "1", "--out", out, "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert set(facts) == {"run", "episodes", "summary"}
    [episode] = facts["episodes"]
    assert episode["termination"] == "success"
    assert [node["state"] for node in episode["nodes"]] == ["passed"] * 3
    assert [node["step"] for node in episode["nodes"]] == sorted(node["step"] for node in episode["nodes"])
    assert episode["metrics"]["execution_efficiency"] == 1 / episode["metrics"]["steps"]
    assert "frames/" in (out / "report.html").read_text(encoding="utf-8"), "the page shows the screens"
    assert "Tasks app in front" in done.stderr


@pytest.mark.parametrize("seed", [0, 2, 5], ids=["dark mode", "light mode", "hot corner"])
def test_the_task_proves_itself(seed: int, validator: Validator) -> None:
    validation = validator.validate("todo_settings", todo_settings, seed)
    assert [check for check in validation.checks if not check.ok] == []


def test_an_evaluator_that_always_passes_is_found_out(validator: Validator) -> None:
    def broken(seed: int) -> Task:
        task = todo_settings(seed)
        first, second, third = task.graph.nodes.items()
        always = (third[0], third[1] | ~third[1])
        return dataclasses.replace(task, graph=CheckpointGraph.chain(dict([first, second, always])))

    validation = validator.validate("broken", broken, 0)
    assert "nothing holds at the start" in failed(validation.checks)
    assert "the wrong solution 'the second open to-do' does not succeed" in failed(validation.checks)


def test_a_solution_that_stops_short_is_found_out(validator: Validator) -> None:
    def stop_short(turn: Turn) -> Generator[ActionCall, Turn, None]:
        yield ActionCall("ubuntu", "search_app", {"name": "Settings"})

    def broken(seed: int) -> Task:
        return dataclasses.replace(todo_settings(seed), solution=stop_short, mutants={"none": stop_short})

    validation = validator.validate("broken", broken, 0)
    assert failed(validation.checks) == ["the reference solution reaches 1.0"]
