"""Executors: how the episodes of a run are worked off."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Protocol, TypeVar

from crab_core.episode import EpisodeResult
from crab_core.errors import UsageError
from crab_core.ledger import safe_name

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Plan:
    """One episode that a run has to play."""

    id: str
    """Unique in the run; attempts add their number to it."""
    task: str
    seed: int
    trial: int
    """Counted from 1; the same task and seed may be played several times."""


def plan_id(task: str, seed: int, trial: int, trials: int) -> str:
    """The id of a planned episode, which can be the name of a folder.

    A task that is a file is named without its folder.
    """
    task = PurePath(task).stem if task.endswith(".json") else task
    return safe_name(f"{task}.s{seed}" + (f".t{trial}" if trials > 1 else ""))


def planned(tasks: Iterable[tuple[str, int]], trials: int) -> list[Plan]:
    """All episodes of a run, in order.

    Args:
        tasks: Names, each with a seed.
        trials: How often each of them is played.
    """
    return [
        Plan(plan_id(task, seed, trial, trials), task, seed, trial)
        for task, seed in tasks
        for trial in range(1, trials + 1)
    ]


Play = Callable[[Plan], EpisodeResult | None]
"""Plays one planned episode to its last attempt; None when there was nothing to play."""


class Stop(threading.Event):
    """An event that ends, when it is set, what threads wait for elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self._first: list[Callable[[], None]] = []

    def ends(self, end: Callable[[], None]) -> None:
        """Call something whenever it is set; that has to be safe to call twice."""
        self._first.append(end)

    def set(self) -> None:
        """Set it, and end what was given to `ends`."""
        super().set()
        for end in self._first:
            end()


@dataclass(frozen=True, slots=True)
class Work:
    """What an executor is given."""

    chains: Sequence[Sequence[Plan]]
    """The episodes of one chain are played one after the other; chains may be played side by side."""
    play: Play
    """Keeps devices for the thread that calls it."""
    leave: Callable[[], None]
    """To be called by every thread that has called `play`, at its end: gives back its devices."""
    stop: threading.Event = field(default_factory=threading.Event)
    """To be set when a person has stopped the run: episodes then end at their next turn."""


class Executor(Protocol):
    """Works off planned episodes; made with the number of `workers` that the run may use."""

    def execute(self, work: Work) -> Iterator[EpisodeResult]:
        """Play the episodes and give their results as they come in."""


class SerialExecutor:
    """One episode after the other, in this thread."""

    def __init__(self, workers: int = 1) -> None:
        """Take one worker and no more.

        Raises:
            UsageError: There are more.
        """
        if workers != 1:
            raise UsageError(
                "The executor 'serial' plays one episode at a time.",
                advice="Leave `executor` or `workers` out.",
            )

    def execute(self, work: Work) -> Iterator[EpisodeResult]:
        """Play in the order of the plan."""
        try:
            for chain in work.chains:
                for plan in chain:
                    result = work.play(plan)
                    if result is not None:
                        yield result
        finally:
            work.leave()


class ThreadExecutor:
    """Several episodes at once, each with devices of its own, in threads of this process."""

    def __init__(self, workers: int = 2) -> None:
        """Remember how many episodes may be played at once."""
        self._workers = workers

    def execute(self, work: Work) -> Iterator[EpisodeResult]:
        """Play the chains in their order, as threads become free.

        Raises:
            BaseException: What a worker raised; the others end at their next turn before it is raised here.
        """
        waiting: queue.SimpleQueue[Sequence[Plan]] = queue.SimpleQueue()
        for chain in work.chains:
            waiting.put(chain)

        def play(give: Callable[[EpisodeResult], None]) -> None:
            while not work.stop.is_set():
                try:
                    chain = waiting.get_nowait()
                except queue.Empty:
                    break
                for plan in chain:
                    if work.stop.is_set():
                        break
                    result = work.play(plan)
                    if result is not None:
                        give(result)

        number = min(self._workers, len(work.chains))
        yield from in_threads(play, number, "crab-worker", work.stop, work.leave)


def in_threads(
    work: Callable[[Callable[[Result], None]], None],
    number: int,
    name: str,
    stop: threading.Event,
    leave: Callable[[], None] = lambda: None,
) -> Iterator[Result]:
    """Let threads work side by side, and give what they have done as it comes.

    Args:
        work: What each thread does; it is given what takes its results, and ends soon when `stop` is set.
        number: Of threads.
        name: What they are called; a number follows.
        stop: Set when one has failed, or nobody wants more.
        leave: What each thread does at its end, also when it has failed.

    Raises:
        BaseException: The first that was raised in a thread, when all have ended.
    """
    done: queue.SimpleQueue[tuple[Result] | BaseException | None] = queue.SimpleQueue()

    def run() -> None:
        try:
            work(lambda result: done.put((result,)))
        except BaseException as error:  # noqa: BLE001 - raised again where the results are waited for
            done.put(error)
        finally:
            try:
                leave()
            except Exception as error:  # noqa: BLE001 - raised again where the results are waited for
                done.put(error)
            done.put(None)

    threads = [threading.Thread(target=run, name=f"{name}-{i}") for i in range(1, number + 1)]
    for thread in threads:
        thread.start()
    try:
        running, failure = number, None
        while running:
            came = done.get()
            if came is None:
                running -= 1
            elif isinstance(came, BaseException):
                failure = failure or came
                stop.set()
            else:
                yield came[0]
        if failure is not None:
            raise failure
    finally:
        stop.set()
        for thread in threads:
            thread.join()
