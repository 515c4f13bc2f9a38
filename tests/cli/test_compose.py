"""`crab compose` as its users run it, with the sub-tasks that are installed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Done

Crab = Callable[..., Done]

pytestmark = pytest.mark.commands


def test_it_shows_what_is_installed_and_what_the_phone_and_the_desktop_share(crab: Crab) -> None:
    shown = crab("compose", "--json").json
    assert {"ubuntu"} <= set(shown["devices"])
    assert shown["edges"] > len(shown["subtasks"])


def test_without_the_desktop_its_sub_tasks_do_not_take_part(crab: Crab) -> None:
    shown = crab("compose", "--json", "--plugin", "crab-bench", "--plugin", "crab-android").json
    assert "ubuntu" not in shown["devices"]
    assert any("no plugin brings the environment 'ubuntu'" in reason for reason in shown["left_out"].values())


def test_it_composes_a_file_of_its_own_for_each_task(crab: Crab, tmp_path: Path) -> None:
    done = crab("compose", "--count", "2", "--size", "3", "--out", "tasks")
    assert done.code == 0, done.err
    assert "2 of 2 tasks composed" in done.out
    for path in (tmp_path / "tasks").glob("*.json"):
        facts = json.loads(path.read_text())
        assert len(facts["sub_tasks"]) == len(facts["adjlist"]) == 3
    again = crab("compose", "--count", "2", "--size", "3", "--out", "tasks")
    assert again.code == 2
    assert "nothing is overwritten" in again.err


def test_a_file_that_does_not_fit_is_refused_before_anything_is_started(crab: Crab, tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text("{}")
    for command in (["validate", "odd.json"], ["run", "--task", "odd.json"]):
        done = crab(*command)
        assert done.code == 2
        assert "odd.json does not fit its sub-tasks" in done.err
