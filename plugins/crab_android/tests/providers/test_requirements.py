"""What `crab doctor` is told of phones."""

from __future__ import annotations

import pytest

from crab_android.providers import requirements
from crab_android.providers.requirements import simulated_requirements


def test_what_the_simulated_phone_needs_is_there() -> None:
    assert [one.name for one in simulated_requirements() if not one.ok] == []


def test_a_program_that_does_not_answer_is_told_as_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requirements, "_SECONDS", 0.0)
    adb, drawing, _fonts = simulated_requirements()
    assert not adb.ok
    assert not drawing.ok
    assert adb.found.endswith("does not answer within 0 s")
    assert drawing.found == "does not answer within 0 s"
