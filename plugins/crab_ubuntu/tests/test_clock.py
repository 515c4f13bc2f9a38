"""What the variables of a clock do to programs; a whole desktop with one is in test_worlds_desktop.py."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pytest

from crab_core import EnvironmentUnavailable, UsageError
from crab_ubuntu.worlds import clock
from crab_ubuntu.worlds.clock import clock_environment, read_clock
from crab_ubuntu.worlds.world import read_world


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2024-02-29T09:30:00", 9),
        ("2024-02-29T09:30:00Z", 9),
        ("2024-02-29T09:30:00+02:00", 7),
        ("2024-02-29", 0),
    ],
)
def test_a_clock_is_in_utc_unless_it_names_a_zone(text: str, hour: int) -> None:
    assert read_clock(text).astimezone(UTC).hour == hour
    assert read_world({"clock": text}).clock == text


@pytest.mark.parametrize(
    "text", ["tomorrow", "2023-02-29T10:00:00", "10:00", "1969-12-31T23:59:59", "0001-01-01"]
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="no time of a clock") as caught:
        read_world({"clock": text})
    assert "2026-05-14T10:00:00" in caught.value.advice


def test_a_world_without_a_clock_leaves_programs_alone() -> None:
    assert read_world({}).clock == ""
    assert clock_environment("") == {}


def test_programs_are_told_the_clock_s_time_that_goes_on_and_the_dates_of_files_are_true(
    tmp_path: object,
) -> None:
    variables = {**os.environ, **clock_environment("2024-02-29T23:59:59")}
    program = (
        "import os, time; from datetime import datetime, UTC; start = time.monotonic()\n"
        "first = datetime.now(UTC)\n"
        "while time.monotonic() < start + 1.2: pass\n"
        "open('made', 'w').close()\n"
        "print(first.isoformat(), datetime.now(UTC).isoformat(), os.stat('made').st_mtime)"
    )
    begun = time.time()
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=variables,
        cwd=str(tmp_path),
        capture_output=True,
        text=True,
        check=True,
    )
    first, last, made = done.stdout.split()
    start = datetime(2024, 2, 29, 23, 59, 58, tzinfo=UTC)
    assert start <= datetime.fromisoformat(first) <= start + timedelta(minutes=1)
    assert datetime.fromisoformat(last) - datetime.fromisoformat(first) >= timedelta(seconds=1.1)
    assert abs(float(made) - begun) < 60


def test_without_libfaketime_a_clock_cannot_be_and_the_advice_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock, "PLACES", "usr/lib/*/faketime/nothing.so")
    with pytest.raises(EnvironmentUnavailable, match="libfaketime is not installed") as caught:
        clock_environment("2024-02-29T09:30:00")
    assert "apt-get install" in caught.value.advice
    assert "libfaketime" in caught.value.advice
