"""Whether a run goes on is told from what the kernel says of its lock."""

from __future__ import annotations

from pathlib import Path

from crab_core.record import RunDirectory
from crab_core.report.alive import is_held


def test_a_directory_is_held_while_it_is_open(tmp_path: Path) -> None:
    directory = RunDirectory(tmp_path / "run")
    assert is_held(tmp_path / "run" / ".lock")
    directory.close()
    assert not is_held(tmp_path / "run" / ".lock")


def test_a_lock_of_another_directory_does_not_count(tmp_path: Path) -> None:
    other = RunDirectory(tmp_path / "other")
    RunDirectory(tmp_path / "run").close()
    assert not is_held(tmp_path / "run" / ".lock")
    other.close()


def test_a_directory_without_lock_is_not_held(tmp_path: Path) -> None:
    assert not is_held(tmp_path / ".lock")


def test_it_counts_as_held_where_the_kernel_does_not_tell(tmp_path: Path) -> None:
    (tmp_path / ".lock").touch()
    assert is_held(tmp_path / ".lock", proc=tmp_path / "no-proc")
