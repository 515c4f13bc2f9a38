"""Which user a desktop runs as on this machine."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from crab_ubuntu.providers import privileges
from crab_ubuntu.providers.privileges import SPARE_USERS, mapped, reachable_by_all, spare_user


def test_root_gives_a_desktop_to_nobody_and_others_keep_it(monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() == 0:
        assert spare_user() in SPARE_USERS
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert spare_user() is None


def test_a_user_id_that_has_processes_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(privileges, "mapped", lambda _: {61200, 61201})
    monkeypatch.setattr(privileges, "_owner", lambda _: 61200)
    assert spare_user() == 61201
    monkeypatch.setattr(privileges, "mapped", lambda _: {61200})
    assert spare_user() is None


def test_only_users_of_this_namespace_are_known() -> None:
    assert mapped("         0          0 4294967295\n") == set(SPARE_USERS)
    assert mapped("0 1000 1\n") == set()
    assert mapped("0 1000 1\n1 100000 61184\n") == {61184}


def test_what_lies_below_a_closed_folder_is_not_reached_by_all(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "file").touch()
    assert reachable_by_all(Path("/usr/bin/env"))
    assert not reachable_by_all(closed / "file")
