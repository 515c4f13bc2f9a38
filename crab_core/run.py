"""Runs: a set of episodes with one configuration, recorded so that any of it can be resumed."""

from __future__ import annotations

import platform
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from crab_core.approval import Approver, Asker
from crab_core.config import RunConfig
from crab_core.episode import EpisodeResult, EpisodeStarted, Observer, StepFinished
from crab_core.errors import RecordError, UnknownNameError
from crab_core.executor import Executor, Plan, Work, planned
from crab_core.player import Player
from crab_core.plugins import Plugins
from crab_core.policy import Policy
from crab_core.record import Recorder, RunDirectory, read_run
from crab_core.rig import provider_spec
from crab_core.suite import Suite


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run begins or is resumed."""

    directory: Path
    config: RunConfig
    episodes: int
    """How many episodes are planned in all."""
    left: int
    """How many of them are still to be played."""


@dataclass(frozen=True, slots=True)
class RunFinished:
    """A run has ended."""

    directory: Path
    results: Sequence[EpisodeResult]
    """Of the episodes that were played now."""
    stopped: bool
    """Whether a person stopped it."""


class InTurn:
    """Observers that are told of one event at a time, also when episodes are played side by side."""

    def __init__(self, observers: Sequence[Observer]) -> None:
        self._observers = tuple(observers)
        self._lock = threading.Lock()

    def episode_started(self, event: EpisodeStarted) -> None:
        """Tell all of them."""
        with self._lock:
            for observer in self._observers:
                observer.episode_started(event)

    def step_finished(self, event: StepFinished) -> None:
        """Tell all of them."""
        with self._lock:
            for observer in self._observers:
                observer.step_finished(event)

    def episode_finished(self, result: EpisodeResult) -> None:
        """Tell all of them."""
        with self._lock:
            for observer in self._observers:
                observer.episode_finished(result)


class Run:
    """One run in its directory. Use it as a context manager: devices and files are given back."""

    def __init__(
        self,
        directory: RunDirectory,
        config: RunConfig,
        plugins: Plugins,
        observers: Sequence[Observer] = (),
        asker: Asker | None = None,
        person: Callable[[], Policy] | None = None,
    ) -> None:
        self.directory = directory
        self.config = config
        self._plugins = plugins
        self._recorder = Recorder(directory)
        self._approver = Approver(config.approve, opinion=plugins.approve_action, asker=asker)
        told = (self._recorder, InTurn([*observers, plugins]))
        self._player = Player(directory, config, plugins, told, self._approver, person)
        self._player.stop.ends(self._approver.close)

    @classmethod
    def create(
        cls,
        path: Path,
        config: RunConfig,
        plugins: Plugins,
        observers: Sequence[Observer] = (),
        asker: Asker | None = None,
        person: Callable[[], Policy] | None = None,
    ) -> Run:
        """Begin a run in a new or empty folder.

        Raises:
            RecordError: The folder holds a run already.
            UnknownNameError: The configuration names something that is not registered.
        """
        directory = RunDirectory(path)
        run = cls(directory, config, plugins, observers, asker, person)
        try:
            if directory.configuration is not None:
                raise RecordError(
                    f"{path} holds a run already.",
                    advice="Go on with it by `crab run --resume`, or name another directory.",
                )
            directory.write_run(run._facts())
        except BaseException:
            run.close()
            raise
        return run

    @classmethod
    def resume(
        cls,
        path: Path,
        plugins: Plugins,
        observers: Sequence[Observer] = (),
        asker: Asker | None = None,
        person: Callable[[], Policy] | None = None,
    ) -> Run:
        """Go on with a run; what is scored stays, what was cut off is played again.

        Raises:
            RecordError: There is no run, or its tasks are no longer the same.
        """
        facts = read_run(path)
        if not isinstance(facts.get("config"), dict) or not isinstance(facts.get("tasks"), dict):
            raise RecordError(f"{path / 'run.json'} is not the record of a run.")
        config = RunConfig.from_facts(facts["config"], str(path))
        run = cls(RunDirectory(path), config, plugins, observers, asker, person)
        try:
            digests = run._digests()
            known = facts["tasks"]
            changed = sorted(name for name in {*known, *digests} if digests.get(name) != known.get(name))
            if changed:
                raise RecordError(
                    f"{', '.join(changed)} changed since this run began; results would not compare.",
                    advice="Install the versions in run.json, or start a new run.",
                )
        except BaseException:
            run.close()
            raise
        return run

    # -- playing -----------------------------------------------------------------------------------

    def plans(self) -> list[Plan]:
        """All episodes of the run, in order."""
        return planned(self._tasks, self.config.trials)

    def left(self) -> list[Plan]:
        """The episodes that are still to be played."""
        return [plan for plan in self.plans() if not self.directory.ledger.done(plan.id)]

    def execute(self) -> list[EpisodeResult]:
        """Play what is left.

        Returns:
            The last attempt of each episode played now, in the order in which they ended.

        Raises:
            KeyboardInterrupt: A person stopped it; the record is whole.
        """
        executor = self._executor()
        plans = self.plans()
        left = self.left()
        work = Work(self._chains(left), self._player.play, self._player.leave, self._player.stop)
        self._plugins.run_started(RunStarted(self.directory.path, self.config, len(plans), len(left)))
        results: list[EpisodeResult] = []
        stopped = True
        try:
            results.extend(executor.execute(work))
            stopped = False
        finally:
            self._player.stop.set()
            self._plugins.run_finished(RunFinished(self.directory.path, results, stopped))
        return results

    def _executor(self) -> Executor:
        name = self.config.executor or ("serial" if self.config.workers == 1 else "threads")
        executor: Executor = self._plugins.executors[name].load()(workers=self.config.workers)
        return executor

    def _chains(self, plans: Sequence[Plan]) -> list[Sequence[Plan]]:
        """What must be played in order: the trials of a task, when they end with the first success."""
        if self.config.repeat == "always":
            return [[plan] for plan in plans]
        chains: dict[tuple[str, int], list[Plan]] = {}
        for plan in plans:
            chains.setdefault((plan.task, plan.seed), []).append(plan)
        return list(chains.values())

    # -- parts -------------------------------------------------------------------------------------

    @cached_property
    def _tasks(self) -> list[tuple[str, int]]:
        """What is played, each task with a seed.

        Raises:
            UnknownNameError: There is no such benchmark.
        """
        config = self.config
        if not config.suite:
            return [(task, seed) for task in config.tasks for seed in config.seeds or (0,)]
        suite: Suite = self._plugins.benchmarks[config.suite].load()
        return [(task, seed) for task, standard in suite.tasks for seed in config.seeds or (standard,)]

    def _digests(self) -> dict[str, str]:
        return {f"{name}@{seed}": self._player.task(name, seed).digest for name, seed in self._tasks}

    def _facts(self) -> dict[str, Any]:
        self._check_names()
        return {
            "format": 1,
            "name": self.config.name,
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "config": self.config.model_dump(mode="json"),
            "tasks": self._digests(),
            "plugins": {p.name: f"{p.distribution} {p.version}" for p in self._plugins.loaded},
            "python": platform.python_version(),
            "platform": platform.platform(),
            "devices": {},
            "platforms": self._platforms(),
        }

    def _environments(self) -> dict[str, str]:
        """The environments of all tasks, and what each is registered as."""
        tasks = (self._player.task(name, seed) for name, seed in self._tasks)
        chosen = {name: choice.environment for name, choice in self.config.environments.items()}
        return {name: chosen.get(name) or name for task in tasks for name in task.environments}

    def _platforms(self) -> dict[str, str]:
        """The platform of each environment, by which results are told apart."""
        registered = self._plugins.environments
        return {name: registered[kind].load().platform for name, kind in self._environments().items()}

    def _check_names(self) -> None:
        """Find what is misspelt before anything is started."""
        with closing(self._player.policy()) as policy:
            for name in policy.models:
                self._player.model(name)
        self._player.prompter()
        self._executor()
        used = self._environments()
        for name, chosen in self.config.environments.items():
            if name not in used:
                raise UnknownNameError("environment of these tasks", name, used)
            kind = self._plugins.environments[used[name]].name
            provider_spec(self._plugins, kind, chosen.provider)

    def close(self) -> None:
        """Give back devices and files; safe to call twice."""
        self._player.close()
        self._approver.close()
        self._recorder.close()
        self.directory.close()

    def __enter__(self) -> Run:
        """The run itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give everything back."""
        self.close()
