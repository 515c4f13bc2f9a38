"""Private folders of desktops: who still owns one keeps it, and what is left goes, if need be later."""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest

from crab_ubuntu.providers import folders
from crab_ubuntu.providers.folders import OWNED, PrivateFolder


@pytest.fixture
def place(short_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they are made."""
    monkeypatch.setattr(tempfile, "tempdir", str(short_path))
    return short_path


def left(place: Path) -> Path:
    """A folder whose owner was killed: nobody holds its lock."""
    folder = place / f"{folders.PREFIX}left"
    (folder / "shared" / "deep").mkdir(parents=True)
    (folder / "hosts").touch()
    (folder / OWNED).touch()
    return folder


def test_what_is_owned_stays_and_what_was_left_goes(place: Path) -> None:
    gone, mine = left(place), PrivateFolder()
    other = PrivateFolder()
    assert not gone.exists()
    assert sorted(place.iterdir()) == sorted([mine.path, other.path])
    for folder in (mine, other):
        folder.remove()
    assert list(place.iterdir()) == []


def test_a_folder_that_is_being_made_is_not_taken_for_left(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = fcntl.flock

    def after_another_start(descriptor: int, how: int) -> None:
        monkeypatch.setattr(fcntl, "flock", lock)
        folders._sweep(place)
        lock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", after_another_start)
    made = PrivateFolder()
    assert {path.name for path in made.path.iterdir()} == {OWNED, "hosts", "shared"}
    made.remove()


def test_what_a_dying_session_still_writes_goes_with_a_later_start(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, remove = left(place), shutil.rmtree

    def busy(path: Path, **options: Any) -> None:
        if path.name == "shared":
            remove(path / "deep", **options)
        else:
            remove(path, **options)

    monkeypatch.setattr(shutil, "rmtree", busy)
    folders._sweep(place)
    assert (folder / OWNED).exists()
    monkeypatch.undo()
    folders._sweep(place)
    assert not folder.exists()
