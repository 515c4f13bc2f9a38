"""The command as its users run it: a process of its own, with a third party's plugin installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        return json.loads(self.out)


@pytest.fixture(scope="session")
def counter_plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that, on the path, is an installed distribution with the entry point of the counter."""
    folder = tmp_path_factory.mktemp("installed")
    source = ROOT / "tests" / "third_party_plugin" / "crab_counter.py"
    (folder / "crab_counter.py").write_bytes(source.read_bytes())
    info = folder / "crab_counter-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: crab-counter\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[crab]\ncounter = crab_counter\n")
    return folder


@pytest.fixture
def environ(counter_plugin: Path, tmp_path: Path) -> dict[str, str]:
    path = os.pathsep.join([str(counter_plugin), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path, "CRAB_RUNS": str(tmp_path / "runs")}


@pytest.fixture
def crab(environ: dict[str, str], tmp_path: Path) -> Callable[..., Done]:
    def run(*arguments: str | Path, **more: str) -> Done:
        command = [sys.executable, "-m", "crab_core", *(str(a) for a in arguments)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=tmp_path, env={**environ, **more}
        )
        return Done(done.returncode, done.stdout, done.stderr)

    return run
