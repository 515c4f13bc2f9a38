"""Runs: a set of episodes with one configuration, recorded so that any of it can be resumed."""

from __future__ import annotations

import dataclasses
import platform
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from crab_core.action import ActionCall
from crab_core.approval import Permission
from crab_core.config import RunConfig
from crab_core.episode import (
    Episode,
    EpisodeResult,
    EpisodeStarted,
    Observer,
    Status,
    Termination,
)
from crab_core.errors import (
    CrabError,
    DeviceError,
    EnvironmentUnavailable,
    HostError,
    RecordError,
    UnknownNameError,
    UsageError,
)
from crab_core.executor import Plan
from crab_core.graph import GraphEvaluator
from crab_core.metrics import measure
from crab_core.plugins import Plugins
from crab_core.policy import Policy
from crab_core.prompter import VisualPrompter
from crab_core.record import Recorder, RunDirectory, read_run, safe_name
from crab_core.rig import Rig, provider_spec
from crab_core.task import Task, instantiate


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


class Run:
    """One run in its directory. Use it as a context manager: devices and files are given back."""

    def __init__(
        self, directory: RunDirectory, config: RunConfig, plugins: Plugins, observers: Sequence[Observer] = ()
    ) -> None:
        self.directory = directory
        self.config = config
        self._plugins = plugins
        self._recorder = Recorder(directory)
        self._observers = (self._recorder, *observers, plugins)
        self._rig = Rig(plugins, {name: c.choice() for name, c in config.environments.items()})
        self._tasks: dict[tuple[str, int], Task] = {}

    @classmethod
    def create(
        cls, path: Path, config: RunConfig, plugins: Plugins, observers: Sequence[Observer] = ()
    ) -> Run:
        """Begin a run in a new or empty folder.

        Raises:
            RecordError: The folder holds a run already.
            UnknownNameError: The configuration names something that is not registered.
        """
        directory = RunDirectory(path)
        run = cls(directory, config, plugins, observers)
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
    def resume(cls, path: Path, plugins: Plugins, observers: Sequence[Observer] = ()) -> Run:
        """Go on with a run; what is scored stays, what was cut off is played again.

        Raises:
            RecordError: There is no run, or its tasks are no longer the same.
        """
        facts = read_run(path)
        if not isinstance(facts.get("config"), dict) or not isinstance(facts.get("tasks"), dict):
            raise RecordError(f"{path / 'run.json'} is not the record of a run.")
        config = RunConfig.from_facts(facts["config"], str(path))
        run = cls(RunDirectory(path), config, plugins, observers)
        try:
            digests = run._digests()
            changed = sorted(name for name, digest in facts["tasks"].items() if digests.get(name) != digest)
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
        return [
            Plan(plan_id(task, seed, trial, self.config.trials), task, seed, trial)
            for task in self.config.tasks
            for seed in self.config.seeds
            for trial in range(1, self.config.trials + 1)
        ]

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
        executor = self._plugins.executors[self.config.executor].load()()
        plans = self.plans()
        left = self.left()
        self._plugins.run_started(RunStarted(self.directory.path, self.config, len(plans), len(left)))
        results: list[EpisodeResult] = []
        stopped = True
        try:
            results.extend(executor.execute(left, self._play))
            stopped = False
        finally:
            self._rig.discard()
            self._plugins.run_finished(RunFinished(self.directory.path, results, stopped))
        return results

    def _play(self, plan: Plan) -> EpisodeResult | None:
        """Play one episode until it is scored or has no attempts left."""
        ledger = self.directory.ledger
        result: EpisodeResult | None = None
        while not ledger.done(plan.id):
            attempt = ledger.attempts(plan.id) + 1
            ledger.began(plan.id, attempt)
            try:
                result, again = self._attempt(plan, attempt)
            except KeyboardInterrupt:
                ledger.ended(plan.id, attempt, Status.UNSCORED, Termination.STOPPED, retry=True)
                raise
            retry = again and ledger.failures(plan.id) + 1 < self.config.attempts
            ledger.ended(plan.id, attempt, result.status, result.termination, retry=retry)
        return result

    def _attempt(self, plan: Plan, attempt: int) -> tuple[EpisodeResult, bool]:
        """One attempt, and whether trying again makes sense if it is unscored."""
        task = self._task(plan.task, plan.seed)
        episode_id = f"{plan.id}.a{attempt}"
        try:
            benchmark = self._rig.prepare(task)
            self._note_devices()
            with closing(self._policy()) as policy:
                result = Episode(
                    episode_id,
                    task,
                    benchmark,
                    policy,
                    self._prompter(),
                    self._observers,
                    attempt,
                    self._approve,
                ).run()
        except (EnvironmentUnavailable, DeviceError, HostError) as error:
            self._rig.discard()
            again = not isinstance(error, EnvironmentUnavailable)
            return self._not_started(episode_id, task, attempt, error), again
        if result.termination is Termination.ENVIRONMENT_ERROR:
            self._rig.discard()
        return result, True

    def _not_started(self, episode_id: str, task: Task, attempt: int, error: CrabError) -> EpisodeResult:
        """The record of an episode whose devices could not be had."""
        graph = GraphEvaluator(task.graph)
        result = EpisodeResult(
            episode_id,
            task.id,
            task.seed,
            attempt,
            Status.UNSCORED,
            Termination.ENVIRONMENT_ERROR,
            measure(passed=0, total=len(task.graph), actions=0, steps=0, tokens=0, seconds=0.0),
            graph.records(),
            error=str(error),
            edges_left=graph.edges_left,
            longest_unfinished_path=graph.longest_unfinished_path(),
        )
        for observer in self._observers:
            observer.episode_started(EpisodeStarted(episode_id, task, attempt, ()))
            observer.episode_finished(result)
        return result

    # -- parts -------------------------------------------------------------------------------------

    def _task(self, name: str, seed: int) -> Task:
        if (name, seed) not in self._tasks:
            task = instantiate(self._plugins.tasks[name].load(), seed)
            overrides = self.config.limits.model_dump(exclude_none=True)
            limits = dataclasses.replace(task.limits, **overrides)
            self._tasks[name, seed] = dataclasses.replace(task, limits=limits)
        return self._tasks[name, seed]

    def _policy(self) -> Policy:
        return make_policy(self._plugins, self.config.policy, self.config.policy_options)

    def _prompter(self) -> VisualPrompter | None:
        return make_prompter(self._plugins, self.config.prompter)

    def _approve(self, call: ActionCall, task: str) -> str | None:
        decision = self._plugins.approve_action(call, task)
        if decision.permission is Permission.ALLOW:
            return None
        if decision.permission is Permission.ASK:
            return decision.reason or "nobody is here to be asked"
        return decision.reason or "not allowed"

    def _digests(self) -> dict[str, str]:
        return {
            f"{name}@{seed}": self._task(name, seed).digest
            for name in self.config.tasks
            for seed in self.config.seeds
        }

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
        }

    def _check_names(self) -> None:
        """Find what is misspelt before anything is started."""
        make_policy(self._plugins, self.config.policy, self.config.policy_options).close()
        make_prompter(self._plugins, self.config.prompter)
        _ = self._plugins.executors[self.config.executor]
        used = {
            e for t in self.config.tasks for s in self.config.seeds for e in self._task(t, s).environments
        }
        for name, chosen in self.config.environments.items():
            if name not in used:
                raise UnknownNameError("environment of these tasks", name, used)
            kind = self._plugins.environments[chosen.environment or name].name
            provider_spec(self._plugins, kind, chosen.provider)

    def _note_devices(self) -> None:
        """Write what the devices are made of into `run.json`, when it is first known."""
        facts = self.directory.configuration or {}
        devices = {**facts.get("devices", {}), **self._rig.facts()}
        if devices != facts.get("devices"):
            self.directory.write_run({**facts, "devices": devices})

    def close(self) -> None:
        """Give back devices and files; safe to call twice."""
        self._rig.discard()
        self._recorder.close()
        self.directory.close()

    def __enter__(self) -> Run:
        """The run itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give everything back."""
        self.close()


def plan_id(task: str, seed: int, trial: int, trials: int) -> str:
    """The id of a planned episode, which can be the name of a folder."""
    return safe_name(f"{task}.s{seed}" + (f".t{trial}" if trials > 1 else ""))


def make_policy(plugins: Plugins, name: str, options: Mapping[str, Any]) -> Policy:
    """A policy by its registered name.

    Raises:
        UnknownNameError: There is none of this name.
        UsageError: It does not take these options.
    """
    factory = plugins.policies[name].load()
    try:
        policy: Policy = factory(**options)
    except TypeError as error:
        raise UsageError(f"Policy {name!r} cannot be made with these options: {error}.") from error
    return policy


def make_prompter(plugins: Plugins, name: str) -> VisualPrompter | None:
    """A visual prompter by its registered name; the first registered one when the name is empty.

    Raises:
        UnknownNameError: There is none of this name.
    """
    if name == "none" or (not name and not plugins.prompters):
        return None
    spec = plugins.prompters[name or next(iter(plugins.prompters))]
    prompter: VisualPrompter = spec.load()()
    return prompter
