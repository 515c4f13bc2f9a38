"""Pauses are told to all processes that use the same key."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from crab_models.limiter import Limiter, PauseTooLong, shared
from crab_models.pauses import LONGEST, Pauses
from crab_models.settings import Secret

KEY = Secret("sk-planted-5f1d0c77aa42")
HOME = "https://models.example/v1"


def limiter(folder: Path) -> Limiter:
    """As in a process of its own."""
    return Limiter(pauses=Pauses(folder / "one"))


def test_a_pause_of_one_process_is_one_of_the_others(tmp_path: Path) -> None:
    told, other = limiter(tmp_path), limiter(tmp_path)
    with other.slot():
        pass
    told.rate_limited(time.monotonic(), 30.0)
    assert 0.0 < other.paused() < 31.0
    with pytest.raises(PauseTooLong), other.slot(patience=1.0):
        pass


def test_a_process_of_its_own_is_heard(tmp_path: Path) -> None:
    program = "import sys, pathlib; from crab_models.pauses import Pauses; "
    program += "Pauses(pathlib.Path(sys.argv[1])).tell(50)"
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "one")], check=True)
    assert 0.0 < limiter(tmp_path).paused() < 51.0


def test_a_shorter_pause_takes_nothing_back(tmp_path: Path) -> None:
    first, second = limiter(tmp_path), limiter(tmp_path)
    first.rate_limited(0.0, 30.0)
    second.rate_limited(0.0, 1.0)
    assert limiter(tmp_path).paused() > 1.0


def test_a_long_pause_is_believed_for_a_while_only(tmp_path: Path) -> None:
    told = limiter(tmp_path)
    told.rate_limited(0.0, 7200.0)
    assert told.paused() > 7000.0
    assert 0.0 < limiter(tmp_path).paused() < LONGEST + 1.0


@pytest.mark.parametrize("content", ["", "soon", "nan", "inf", "1e300", "12.5", "\xff"])
def test_a_file_that_says_nothing_stops_nobody(tmp_path: Path, content: str) -> None:
    (tmp_path / "one").write_text(content, encoding="latin-1")
    assert limiter(tmp_path).paused() == 0.0


def test_a_folder_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = Limiter(pauses=Pauses(tmp_path / "file" / "one"))
    told.rate_limited(0.0, 30.0)
    assert told.paused() > 25.0


def test_who_shares_a_key_at_a_service_shares_a_file_that_does_not_tell_it(tmp_path: Path) -> None:
    shared("openai", HOME, KEY, folder=tmp_path).rate_limited(0.0, 30.0)
    assert shared("openai", HOME, KEY, folder=tmp_path).paused() > 20.0
    assert shared("openai", HOME, Secret("another-key"), folder=tmp_path).paused() == 0.0
    (file,) = tmp_path.iterdir()
    assert KEY.reveal() not in file.name + file.read_text()


@pytest.mark.parametrize(
    ("address", "key"), [("http://127.0.0.1:8000/v1", KEY), ("http://localhost/v1", KEY), (HOME, Secret(""))]
)
def test_a_service_of_this_machine_or_without_a_key_is_nobody_elses(
    tmp_path: Path, address: str, key: Secret
) -> None:
    shared("openai", address, key, folder=tmp_path).rate_limited(0.0, 30.0)
    assert list(tmp_path.iterdir()) == []
