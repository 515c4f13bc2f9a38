"""Whether many resets in a row leave anything behind, and how long each takes."""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from crab_ubuntu.providers.sandbox import SandboxProvider

RESETS = 200
FIRST = 5
"""After so many, everything that is made once has been made."""
WORLD: dict[str, Any] = {"files": {"Documents/a.txt": "hello"}, "apps": ["org.gnome.gedit"]}


def desktop_resets() -> dict[str, Any]:
    """Seconds of a reset with one desktop warm, and what 200 of them leave: nothing."""
    with tempfile.TemporaryDirectory(prefix="crab-resets-") as name:
        usual, tempfile.tempdir = tempfile.tempdir, name
        try:
            return _measure(Path(name))
        finally:
            tempfile.tempdir = usual


def _measure(folder: Path) -> dict[str, Any]:
    provider = SandboxProvider(warm=1)
    seconds: list[float] = []
    traces: dict[str, Any] = {"before": _traces(folder)}
    late: list[int] = []
    try:
        provider.start(WORLD)
        for number in range(RESETS):
            provider.wait_until_warm()
            if number == FIRST:
                traces["first"] = _traces(folder)
            pids = provider.process.pids()
            begun = time.perf_counter()
            provider.reset(WORLD if number % 10 == 0 else {})
            seconds.append(time.perf_counter() - begun)
            late += [pid for pid in pids if _runs(pid)]
        provider.wait_until_warm()
        traces["last"] = _traces(folder)
    finally:
        provider.close()
    traces["closed"] = _traces(folder)
    cuts = statistics.quantiles(seconds, n=20)
    return {
        "value": statistics.median(seconds),
        "unit": "s",
        "runs": RESETS,
        "p95": cuts[-1],
        "longest": max(seconds),
        "processes left when a reset returned": len(late),
        **traces,
    }


def _runs(pid: int) -> bool:
    """Whether it has not ended; the machine's first process may not have been told yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def _traces(folder: Path) -> dict[str, Any]:
    """What this process has: everything that a desktop could leave behind."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return {
        "processes": len(_below(Path("/proc/self"))),
        "mounts": len(Path("/proc/self/mountinfo").read_text().splitlines()),
        "descriptors": dict(Counter(_kind(path) for path in Path("/proc/self/fd").iterdir())),
        "threads": threading.active_count(),
        "temporary files": sum(1 for _ in folder.rglob("*")),
        "MiB": int(status["VmRSS"].split()[0]) // 1024,
    }


def _below(process: Path) -> list[str]:
    """Process ids of all children, and theirs."""
    found: list[str] = []
    for children in process.glob("task/*/children"):
        try:
            names = children.read_text().split()
        except OSError:
            continue  # a thread that has ended meanwhile
        for name in names:
            found += [name, *_below(Path(f"/proc/{name}"))]
    return found


def _kind(descriptor: Path) -> str:
    try:
        target = str(descriptor.readlink())
    except OSError:
        return "the listing's own"
    return "file" if target.startswith("/") else target.split(":", maxsplit=1)[0]
