"""What the warden of a session ends, by what its processes use."""

from __future__ import annotations

import os

from crab_ubuntu.host.warden import Usage, Warden, usages


def ended_by(found: list[Usage], memory: int = 1000, processes: int = 100) -> list[int]:
    pids: list[int] = []
    warden = Warden(memory, processes, [1, 2], pids.extend)
    warden.close()
    pids.clear()  # it may have looked at this machine once
    warden.look(found)
    return pids


def usage(pid: int, *, group: int = 0, started: int = 0, threads: int = 1, memory: int = 1) -> Usage:
    return Usage(pid, f"program-{pid}", group or pid, started or pid, threads, memory)


def test_nothing_is_ended_within_the_limits() -> None:
    assert ended_by([usage(pid, memory=100, threads=9) for pid in range(1, 11)]) == []


def test_who_uses_most_memory_goes_when_all_use_too_much() -> None:
    assert ended_by([usage(1, memory=600), usage(3, memory=200), usage(4, memory=300)]) == [4]


def test_the_desktop_itself_goes_last() -> None:
    assert ended_by([usage(1, memory=900), usage(2, memory=200)]) == [1]


def test_a_flood_goes_as_a_whole_and_nothing_else() -> None:
    flood = [usage(pid, group=50) for pid in range(50, 145)]
    assert ended_by([usage(1), usage(3), *flood]) == [-50, *range(50, 145)]


def test_a_flood_that_hides_among_groups_loses_its_younger_half() -> None:
    found = [usage(pid) for pid in range(3, 103)]
    assert ended_by(found) == [*range(-53, -103, -1), *range(53, 103)]


def test_this_process_is_seen_as_it_is() -> None:
    (me,) = [found for found in usages() if found.pid == os.getpid()]
    assert me.group == os.getpgid(0)
    assert me.threads >= 1
    assert me.memory > 1 << 20
    assert me.started > 0
