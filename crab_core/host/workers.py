"""Threads in which a host runs calls, so that a slow one never blocks another.

Calls run at the same time, in the order in which they came, up to a limit. An exclusive call waits for
those that run, runs alone, and holds back those that come after it. Threads are daemons: one that hangs in
a device does not keep the process alive.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any


class Job:
    """One call: `run` is called in a worker thread and must not raise, `done` gets its result in the loop."""

    __slots__ = ("done", "exclusive", "run")

    def __init__(self, run: Callable[[], Any], done: Callable[[Any], None], exclusive: bool) -> None:
        self.run = run
        self.done = done
        self.exclusive = exclusive


class Workers:
    """Runs jobs in threads. All methods belong to the thread of the loop."""

    def __init__(self, limit: int) -> None:
        """Make a crew; it has no threads yet.

        Args:
            limit: How many jobs run at the same time; with 1 they run one after the other, in one thread.
        """
        self._limit = limit
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[Job] = deque()
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._running = 0
        self._alone = False
        self._idle = asyncio.Event()
        self._idle.set()

    def submit(self, run: Callable[[], Any], done: Callable[[Any], None], *, exclusive: bool = False) -> Job:
        """Run `run` in a thread as soon as it may, then `done` with its result in the loop."""
        job = Job(run, done, exclusive)
        self._waiting.append(job)
        self._idle.clear()
        self._dispatch()
        return job

    def cancel(self, job: Job) -> bool:
        """Take back a job that has not begun; whether that was so. A job that runs cannot be stopped."""
        try:
            self._waiting.remove(job)
        except ValueError:
            return False
        self._dispatch()
        return True

    async def drain(self, seconds: float) -> bool:
        """Wait until nothing runs or waits; whether that was so in time."""
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        """Drop what waits and let the threads end; those that run end after their job."""
        self._waiting.clear()
        for _ in self._threads:
            self._queue.put(None)

    def _dispatch(self) -> None:
        while self._waiting and self._may_start(self._waiting[0]):
            job = self._waiting.popleft()
            self._running += 1
            self._alone = job.exclusive
            if self._running > len(self._threads):
                thread = threading.Thread(target=self._work, name="crab-host-worker", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._queue.put(job)
        if not self._running and not self._waiting:
            self._idle.set()

    def _may_start(self, job: Job) -> bool:
        if self._alone or self._running >= self._limit:
            return False
        return not (job.exclusive and self._running)

    def _work(self) -> None:
        while (job := self._queue.get()) is not None:
            result = job.run()
            try:
                self._loop.call_soon_threadsafe(self._finish, job, result)
            except RuntimeError:  # the loop has gone: nobody waits for the result
                return

    def _finish(self, job: Job, result: Any) -> None:
        self._running -= 1
        self._alone = False
        job.done(result)
        self._dispatch()
