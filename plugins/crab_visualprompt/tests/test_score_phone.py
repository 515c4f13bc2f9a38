"""The whole way: a phone is walked through, its screens are scored and become a set of examples."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def crab(folder: Path, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "crab_core", *arguments, "--json"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    facts: dict[str, Any] = json.loads(done.stdout)
    return facts


@pytest.mark.commands
def test_screens_of_a_phone_are_captured_scored_and_made_into_examples(tmp_path: Path) -> None:
    settings = ("--place", "com.android.settings", "--clicks", "1", "--screens", "4")
    assert crab(tmp_path, "vision", "capture", "kept", "-e", "android", *settings)["screens"] >= 2
    scores = crab(tmp_path, "vision", "score", "kept", "--prompter", "marks")["scores"]
    marks, *baselines = scores
    assert marks["recall"]["value"] > 0.95
    assert all(one["recall"]["value"] < 0.5 for one in baselines)
    written = crab(tmp_path, "dataset", "ground-ui", "kept", "--out", "set")
    assert written["examples"] >= 8
    (found,) = crab(tmp_path, "dataset", "score", "set")["accuracy"]
    assert (found["platform"], found["examples"]) == ("android", written["examples"])
