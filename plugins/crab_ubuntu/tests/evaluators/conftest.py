"""A home to judge, without a desktop."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crab_core import Verdict
from crab_ubuntu.environment import UbuntuEnvironment

Judge = Callable[..., Verdict]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder that paths of arguments begin in."""
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="session")
def judge() -> Judge:
    """Asks an evaluator by name; every verdict must say why."""
    space = UbuntuEnvironment().evaluator_space

    def ask(evaluator: str, **arguments: Any) -> Verdict:
        verdict = space[evaluator].judge(arguments)
        assert verdict.reason
        return verdict

    return ask


@pytest.fixture
def git(home: Path) -> Callable[..., None]:
    """Runs git in a folder of the home, as Ann Lee."""

    def run(folder: str, *words: str) -> None:
        who = ["-c", "user.name=Ann Lee", "-c", "user.email=ann@crab.test", "-c", "commit.gpgsign=false"]
        environment = {"HOME": str(home), "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"}
        subprocess.run(
            ["git", *who, *words], cwd=home / folder, check=True, capture_output=True, env=environment
        )

    return run
