"""Recorded runs for the tests of reports."""

from __future__ import annotations

from pathlib import Path

import pictured
import pytest


@pytest.fixture(scope="session")
def mixed_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A success, a false completion, too many invalid calls, a device that fails twice. Do not change it."""
    return pictured.play(tmp_path_factory.mktemp("mixed") / "run", 1, 2, 3, 4, attempts=2)
