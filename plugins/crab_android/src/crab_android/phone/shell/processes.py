"""What runs on a phone for its shells: the commands in the background, with their numbers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

INTERRUPT, KILL, TERMINATE = 2, 9, 15
_FIRST = 4300


@dataclass(eq=False)
class Process:
    """A command in the background.

    Attributes:
        pid: its number.
        name: the command line.
        task: what runs it.
        interrupted: set by the signal that asks it to end by itself.
        graceful: whether it then ends by itself.
        detached: whether it outlives the shell that started it, for it does not use that shell's output.
        code: its exit code, once it has ended.
    """

    pid: int
    name: str = "sh"
    task: asyncio.Task[Any] | None = None
    interrupted: asyncio.Event = field(default_factory=asyncio.Event)
    graceful: bool = False
    code: int | None = None
    detached: bool = False

    async def ended(self) -> int:
        """Wait for its end; returns its exit code."""
        if self.task is not None:
            await asyncio.wait([self.task])
        return self.code if self.code is not None else 0

    def signal(self, number: int) -> None:
        """End it; a command that finishes its work when interrupted is only told to."""
        if number in (INTERRUPT, TERMINATE) and self.graceful:
            self.interrupted.set()
        elif self.task is not None and number:
            self.code = 128 + number
            self.task.cancel()


class ProcessTable:
    """The commands in the background of one phone."""

    def __init__(self) -> None:
        self.running: dict[int, Process] = {}
        self._next = _FIRST

    def number(self) -> int:
        """A process number that was not given before."""
        self._next += 1
        return self._next

    def start(self, name: str, run: Coroutine[Any, Any, int], process: Process) -> Process:
        """Run a command in the background.

        Args:
            name: its command line.
            run: what it does.
            process: its entry, which the command may know already.
        """
        process.name = name
        self.running[process.pid] = process
        process.task = asyncio.get_running_loop().create_task(run)
        process.task.add_done_callback(lambda task: self._ended(process, task))
        return process

    def end_all(self) -> None:
        """End everything: nobody listens to the phone any more."""
        for process in list(self.running.values()):
            process.signal(KILL)

    def _ended(self, process: Process, task: asyncio.Task[int]) -> None:
        self.running.pop(process.pid, None)
        if process.code is None:
            failed = task.cancelled() or task.exception() is not None
            process.code = 143 if failed else task.result()
