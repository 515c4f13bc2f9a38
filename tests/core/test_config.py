"""Experiments: what a configuration may say, and how it is refused."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

import crab_core as crab
from crab_core.config import RunConfig


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"tasks": []}, "name either `tasks` or a `suite`"),
        ({"suite": "walks"}, "name either `tasks` or a `suite`"),
        ({"seeds": []}, "seeds"),
        ({"seeds": [1, 1]}, "1 is given twice"),
        ({"tasks": ["a", "a"]}, "a is given twice"),
        ({"trials": 0}, "trials"),
        ({"limits": {"steps": 0}}, r"limits\.steps"),
        ({"polcy": "noop"}, "polcy"),
        ({"environments": {"counter": {"providr": "x"}}}, r"environments\.counter\.providr"),
    ],
)
def test_a_wrong_configuration_names_the_field(facts: dict[str, Any], said: str) -> None:
    with pytest.raises(crab.UsageError, match=said):
        RunConfig.from_facts({"tasks": ["climbing"], **facts})


def test_an_experiment_is_a_toml_file(tmp_path: Path) -> None:
    path = tmp_path / "experiment.toml"
    path.write_text(
        textwrap.dedent(
            """
            name = "three seeds"
            tasks = ["climbing"]
            seeds = [0, 1, 2]
            policy = "random"
            plugins = ["toys"]

            [limits]
            steps = 20

            [environments.counter]
            options = { speed = 2 }
            """
        )
    )
    read = RunConfig.from_file(path)
    assert (read.name, read.seeds, read.limits.steps) == ("three seeds", (0, 1, 2), 20)
    assert read.environments["counter"].options == {"speed": 2}
    assert RunConfig.from_facts(read.model_dump(mode="json")) == read


@pytest.mark.parametrize("content", [None, b"tasks = [", b"\xff\xfe"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "experiment.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(crab.UsageError, match=r"experiment\.toml"):
        RunConfig.from_file(path)
