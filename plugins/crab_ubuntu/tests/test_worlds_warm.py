"""Desktops that were made ahead of need are like any other, and none leaves anything behind."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from crab_ubuntu.providers.sandbox import SandboxProvider
from crab_ubuntu.testing import Person, pixels

pytestmark = pytest.mark.desktop

PANEL = 28
"""Height of the bar with the clock, in pixels."""
WORLD = {
    "files": {"Documents/a.txt": "hello"},
    "windows": [{"app": "org.gnome.Nautilus", "open": ["Documents"]}],
}


def left_over(pids: list[int]) -> list[int]:
    """Those that still run; one that ended may wait for the machine's first process to be told."""
    return [pid for pid in pids if state(pid) not in "ZX"]


def state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "X"


def kind(descriptor: Path) -> str:
    try:
        return str(descriptor.readlink()).split(":")[0]
    except OSError:
        return "the listing's own"


def traces(folder: Path) -> dict[str, object]:
    """What this process has of desktops."""
    return {
        "mounts": Path("/proc/self/mountinfo").read_text(),
        "folders": sorted(path.name for path in folder.iterdir()),
        "threads": sorted(thread.name for thread in threading.enumerate()),
        "descriptors": sorted(kind(path) for path in Path("/proc/self/fd").iterdir()),
        "children": Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text(),
    }


@pytest.fixture
def folder(short_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go."""
    monkeypatch.setattr(tempfile, "tempdir", str(short_path))
    return short_path


@pytest.fixture(scope="module")
def cold() -> Iterator[Person]:
    provider = SandboxProvider(api_actions=True)
    try:
        yield Person(provider.start(WORLD))
    finally:
        provider.close()


def processes(person: Person) -> list[str]:
    """Names of the processes inside, without those that look."""
    said: str = person.device.act("run_shell", {"command": "ps -eo comm= | sort"})["stdout"]
    return [line for line in said.split("\n") if line not in ("ps", "sort", "sh", "bash")]


def test_a_warm_desktop_is_like_a_cold_one_and_nothing_is_left_of_either(cold: Person, folder: Path) -> None:
    before = traces(folder)
    provider = SandboxProvider(api_actions=True, warm=1)
    try:
        assert provider.wait_until_warm(180)
        warm = Person(provider.start(WORLD))
        first = provider.process.pids()
        warm.until(lambda: warm.device.state() == cold.device.state(), "the states differ")
        warm.until(
            lambda: np.array_equal(pixels(warm.picture())[PANEL:], pixels(cold.picture())[PANEL:]),
            "the pictures differ",
        )
        warm.until(
            lambda: processes(warm) == processes(cold), lambda: f"{processes(warm)}, {processes(cold)}"
        )
        said = warm.device.act("run_shell", {"command": "date +%s"})["stdout"]
        assert abs(int(said) - time.time()) < 600, "without a clock it is the machine's"
        assert provider.wait_until_warm(180)
        warm = Person(provider.reset({}))
        second = provider.process.pids()
        warm.until(lambda: left_over(first) == [], "the old one is still there")
        assert warm.judge("folder_contents", path="Documents", names=[]).passed
        assert warm.device.state()["windows"] == []
        assert not set(first) & set(second)
    finally:
        provider.close()
    cold.until(lambda: left_over([*first, *second]) == [], "a process is still there")
    cold.until(lambda: traces(folder) == before, lambda: f"{traces(folder)} is not {before}")


def test_one_that_died_while_it_waited_is_replaced_and_leaves_nothing(folder: Path) -> None:
    provider = SandboxProvider(warm=1)
    try:
        assert provider.wait_until_warm(180)
        assert provider._pool is not None
        waiting = provider._pool._ready[0].process
        pids = waiting.pids()
        os.kill(waiting.pid, 9)
        waiting._keeper.join()
        person = Person(provider.start({}))
        person.until(lambda: left_over(pids) == [], "it is still there")
        assert person.device.observe()["screenshot"]
    finally:
        provider.close()
    assert list(folder.iterdir()) == []
