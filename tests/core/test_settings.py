"""Settings: the only place where environment variables are read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import crab_core
from crab_core.settings import Settings


def test_without_variables_there_are_defaults() -> None:
    assert Settings.load({}) == Settings(runs=Path("runs"), plugins=None, tracebacks=False)


def test_every_variable_is_read() -> None:
    loaded = Settings.load({"CRAB_RUNS": "/data", "CRAB_PLUGINS": "ubuntu, bench,", "CRAB_TRACEBACKS": "1"})
    assert loaded == Settings(Path("/data"), ("ubuntu", "bench"), True)


@pytest.mark.parametrize("off", ["", "0"])
def test_empty_variables_are_as_good_as_none(off: str) -> None:
    assert Settings.load({"CRAB_RUNS": "", "CRAB_PLUGINS": " , ", "CRAB_TRACEBACKS": off}) == Settings()


def test_variables_of_this_process_are_read_when_none_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CRAB_RUNS", "/elsewhere")
    assert Settings.load().runs == Path("/elsewhere")


def test_every_variable_is_documented_and_read_nowhere_else() -> None:
    package = Path(crab_core.__file__).parent
    reading = re.compile(r"os\.environ\b|os\.getenv|\bgetenv\(")
    readers = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if reading.search(path.read_text(encoding="utf-8"))
    }
    assert readers == {"settings.py"}
    source = (package / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r"environ\.get\(\"(CRAB_\w+)\"", source))
    assert read == set(re.findall(r"`(CRAB_\w+)`", source))
