"""A run from the command line, when nothing of it could be scored."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest
from scripted import ScriptedModel
from toys import listing, toy_plugins

import crab_core as crab
from crab_core.cli.playing import play
from crab_core.config import RunConfig


class Away(ScriptedModel):
    """A model whose service is not there."""

    def __init__(self, model: str) -> None:
        gone = crab.ModelUnavailable("Nobody is there.", advice="Look for it.")
        super().__init__(gone, name=f"toy:{model}", loop=True)


def away(out: Path, *, as_json: bool) -> None:
    plugins = toy_plugins(models=listing(crab.ModelSpec("toy", "A toy.", "test_playing:Away")))
    facts = {"tasks": ["climbing"], "policy": "single", "policy_options": {"model": "toy:one"}, "attempts": 1}
    play(RunConfig.from_facts(facts), plugins, out=out, as_json=as_json, quiet=True)


def test_with_json_the_error_stands_in_the_one_object(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(click.exceptions.Exit) as left:
        away(tmp_path / "run", as_json=True)
    assert left.value.exit_code == 3
    facts = json.loads(capsys.readouterr().out)
    assert facts["summary"]["episodes"]["unscored"] == 1
    assert facts["error"]["kind"] == "EnvironmentUnavailable"
    assert facts["error"]["message"] == "No episode could be scored. Nobody is there. Look for it."


def test_without_json_it_is_told_after_the_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(crab.EnvironmentUnavailable, match=r"No episode could be scored\. Nobody is there\."):
        away(tmp_path / "run", as_json=False)
    assert "1 unscored" in capsys.readouterr().out
