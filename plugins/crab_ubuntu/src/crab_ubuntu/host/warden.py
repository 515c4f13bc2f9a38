"""Keeps a session within its limits of memory and processes, from outside: its host goes on working."""

from __future__ import annotations

import os
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

PERIOD = 0.25
"""Seconds between two looks: what memory can grow by meanwhile is the margin that a machine needs."""
PAGE = os.sysconf("SC_PAGE_SIZE")
GREAT = 4
"""A group that has more than one of so many processes is the one that floods."""
CROWDED = 0.9
"""Share of the allowed processes from which a session counts as flooded."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What one process of the session uses."""

    pid: int
    """As the session sees it."""
    name: str
    group: int
    """Its process group: what one command line has started."""
    started: int
    """Ticks of the clock since the machine started."""
    threads: int
    memory: int
    """Bytes of its own: resident, not shared."""


class Warden:
    """Looks now and then, in a thread of its own, and has ended what goes too far."""

    def __init__(
        self, memory: int, processes: int, essential: Collection[int], end: Callable[[list[int]], None]
    ) -> None:
        """Start looking.

        Args:
            memory: Bytes that all processes together may use.
            processes: How many processes and threads the kernel allows.
            essential: Processes of the desktop itself, which go last.
            end: Kills processes of the session; a negative number is a process group.
        """
        self._memory = memory
        self._processes = processes
        self._essential = frozenset(essential)
        self._end = end
        self._over = threading.Event()
        self.ended: list[str] = []
        """What was ended, and why, in words."""
        self._thread = threading.Thread(target=self._watch, name="warden", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop looking; safe to call twice."""
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(PERIOD):
            self.look(list(usages()))

    def look(self, found: list[Usage]) -> None:
        """Have ended what is too much: the greatest process, or all that one terminal has started."""
        others = [usage for usage in found if usage.pid not in self._essential]
        if sum(usage.memory for usage in found) > self._memory and found:
            greatest = max(others or found, key=lambda usage: usage.memory)
            self.ended.append(f"{greatest.name}: all memory was used")
            self._end([greatest.pid])
        elif sum(usage.threads for usage in found) > CROWDED * self._processes and others:
            flood = _flood(others)
            self.ended.append(f"{len(flood)} processes such as {flood[0].name}: there were too many")
            groups = {usage.group for usage in flood}
            desktop = {usage.group for usage in found if usage.pid in self._essential}
            self._end([-group for group in sorted(groups - desktop - {0, 1})] + [u.pid for u in flood])


def _flood(found: list[Usage]) -> list[Usage]:
    """The processes of the greatest group; the younger half of all where none is great."""
    (group, count), *_ = Counter(usage.group for usage in found).most_common(1)
    if count > len(found) / GREAT:
        return [usage for usage in found if usage.group == group]
    return sorted(found, key=lambda usage: usage.started)[len(found) // 2 :]


def usages(folder: Path = Path("/proc")) -> Iterator[Usage]:
    """What the processes that can be seen use."""
    for entry in folder.iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text(errors="replace")
            _, resident, shared, *_ = (entry / "statm").read_text().split()
        except OSError:
            continue  # it has ended meanwhile
        name = stat[stat.index("(") + 1 : stat.rindex(")")]
        words = stat[stat.rindex(")") + 2 :].split()  # from the third field of proc(5) on
        group, threads, started = int(words[2]), int(words[17]), int(words[19])
        yield Usage(int(entry.name), name, group, started, threads, (int(resident) - int(shared)) * PAGE)
