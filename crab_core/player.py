"""Plays the planned episodes of a run, each until it is scored or has no attempts left."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from crab_core.config import RunConfig
from crab_core.episode import (
    Approve,
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
)
from crab_core.executor import Plan, Stop, plan_id
from crab_core.families import task_family
from crab_core.graph import GraphEvaluator
from crab_core.metering import EpisodeModels, Memory
from crab_core.metrics import measure
from crab_core.model import ModelBackend
from crab_core.model_memory import AbsentModel, RecordedReplies, ReplyCache
from crab_core.model_pool import ModelPool
from crab_core.past import read_trial
from crab_core.plugins import Plugins
from crab_core.policy import PastTrial, Policy
from crab_core.prompter import VisualPrompter
from crab_core.record import RunDirectory, last_attempt
from crab_core.rig import Rig
from crab_core.task import Task, instantiate


class Player:
    """Plays episodes; several threads may do so at once, each with devices of its own."""

    def __init__(
        self,
        directory: RunDirectory,
        config: RunConfig,
        plugins: Plugins,
        observers: Sequence[Observer],
        approve: Approve | None = None,
        person: Callable[[], Policy] | None = None,
    ) -> None:
        """Start nothing yet.

        Args:
            directory: Where ledger and records are.
            config: What is played.
            plugins: Where everything is registered.
            observers: Who is told.
            approve: Who may deny calls.
            person: Seats a person, who plays in place of the policy that is registered.
        """
        self.stop = Stop()
        """Ends episodes at their next turn, and before it what they wait for."""
        self.pool = ModelPool(plugins, {name: c.choice() for name, c in config.models.items()})
        self._directory = directory
        self._config = config
        self._plugins = plugins
        self._observers = observers
        self._approve = approve
        self._person = person
        self._tasks: dict[tuple[str, int], Task] = {}
        self._threads = threading.local()
        self._lock = threading.Lock()

    # -- devices -----------------------------------------------------------------------------------

    @property
    def rig(self) -> Rig:
        """The devices of this thread."""
        if not hasattr(self._threads, "rig"):
            choices = {name: c.choice() for name, c in self._config.environments.items()}
            self._threads.rig = Rig(self._plugins, choices)
        rig: Rig = self._threads.rig
        return rig

    def leave(self) -> None:
        """Give back the devices of this thread; safe to call twice."""
        self.rig.discard()

    def close(self) -> None:
        """Give back the models and the devices of this thread; safe to call twice."""
        self.leave()
        self.pool.close()

    # -- playing -----------------------------------------------------------------------------------

    def play(self, plan: Plan) -> EpisodeResult | None:
        """Play one episode until it is scored or has no attempts left.

        Returns:
            The last attempt; None when there was nothing to play.

        Raises:
            KeyboardInterrupt: A person stopped it; the ledger says so.
        """
        ledger = self._directory.ledger
        if not ledger.done(plan.id) and self._succeeded_before(plan):
            ledger.skipped(plan.id)
        result: EpisodeResult | None = None
        while not ledger.done(plan.id):
            attempt = ledger.attempts(plan.id) + 1
            ledger.began(plan.id, attempt)
            try:
                result, again = self._attempt(plan, attempt)
            except KeyboardInterrupt:
                ledger.ended(plan.id, attempt, Status.UNSCORED, Termination.STOPPED, retry=True)
                raise
            retry = again and ledger.failures(plan.id) + 1 < self._config.attempts
            ledger.ended(plan.id, attempt, result.status, result.termination, retry=retry)
        return result

    def _attempt(self, plan: Plan, attempt: int) -> tuple[EpisodeResult, bool]:
        """One attempt, and whether trying again makes sense if it is unscored."""
        task = self.task(plan.task, plan.seed)
        episode_id = f"{plan.id}.a{attempt}"
        try:
            benchmark = self.rig.prepare(task)
            self._note_devices()
            memory = self._memory(plan)
            with closing(self.policy()) as policy:
                result = Episode(
                    episode_id,
                    task,
                    benchmark,
                    policy,
                    self.prompter(),
                    self._observers,
                    attempt,
                    self._approve,
                    models=self._models(task, memory),
                    past=self._past(plan),
                    stop=self.stop,
                    time_up_after=memory.time_up_after if isinstance(memory, RecordedReplies) else None,
                ).run()
        except (EnvironmentUnavailable, DeviceError, HostError) as error:
            self.rig.discard()
            again = not isinstance(error, EnvironmentUnavailable)
            return self._not_started(episode_id, task, attempt, error), again
        if result.termination is Termination.ENVIRONMENT_ERROR:
            self.rig.discard()
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

    def _note_devices(self) -> None:
        """Write what the devices are made of into `run.json`, when it is first known."""
        with self._lock:
            facts = self._directory.configuration or {}
            devices = {**facts.get("devices", {}), **self.rig.facts()}
            if devices != facts.get("devices"):
                self._directory.write_run({**facts, "devices": devices})

    # -- earlier trials ----------------------------------------------------------------------------

    def _earlier(self, plan: Plan) -> list[str]:
        """Ids of the trials before this one, when each is there only because those before it failed."""
        if self._config.repeat == "always":
            return []
        return [plan_id(plan.task, plan.seed, trial, self._config.trials) for trial in range(1, plan.trial)]

    def _succeeded_before(self, plan: Plan) -> bool:
        terminations = (self._directory.ledger.termination(earlier) for earlier in self._earlier(plan))
        return Termination.SUCCESS in terminations

    def _past(self, plan: Plan) -> tuple[PastTrial, ...]:
        trials = []
        for number, earlier in enumerate(self._earlier(plan), start=1):
            termination = self._directory.ledger.termination(earlier)
            if termination is not None:
                folder = last_attempt(self._directory.path, earlier)
                trials.append(read_trial(folder, number, termination))
        return tuple(trials)

    # -- parts -------------------------------------------------------------------------------------

    def task(self, name: str, seed: int) -> Task:
        """The task of a family and a seed, with the limits of this run."""
        if (name, seed) not in self._tasks:
            task = instantiate(task_family(self._plugins, name), seed)
            overrides = self._config.limits.model_dump(exclude_none=True)
            limits = dataclasses.replace(task.limits, **overrides)
            self._tasks[name, seed] = dataclasses.replace(task, limits=limits)
        return self._tasks[name, seed]

    def policy(self) -> Policy:
        """A policy for one episode."""
        if self._person is not None:
            return self._person()
        return make_policy(self._plugins, self._config.policy, self._config.policy_options)

    def prompter(self) -> VisualPrompter | None:
        """The visual prompter; None for no marks."""
        return make_prompter(self._plugins, self._config.prompter, self._config.prompter_options)

    def _models(self, task: Task, memory: Memory | None) -> EpisodeModels:
        limits = task.limits
        if isinstance(memory, RecordedReplies):  # time is up where it was up in the record
            limits = dataclasses.replace(limits, seconds=None)
        return EpisodeModels(self.model, limits, memory, stop=self.stop)

    def model(self, name: str) -> ModelBackend:
        """The model of a name, or what stands for it when its replies are replayed."""
        if self._config.replay:
            return AbsentModel(self.pool.full_name(name), self.pool.options(name).get("image_size"))
        return self.pool.find(name)

    def _memory(self, plan: Plan) -> Memory | None:
        if self._config.replay:
            return RecordedReplies(last_attempt(Path(self._config.replay), plan.id))
        if self._config.cache:
            return ReplyCache(Path(self._config.cache), self.pool.identity, plan.trial)
        return None


def make_policy(plugins: Plugins, name: str, options: Mapping[str, Any]) -> Policy:
    """A policy by its registered name.

    Raises:
        UnknownNameError: There is none of this name.
        UsageError: It does not take these options.
    """
    policy: Policy = plugins.policies[name].make(options=options)
    return policy


def make_prompter(
    plugins: Plugins, name: str, options: Mapping[str, Any] | None = None
) -> VisualPrompter | None:
    """A visual prompter by its registered name; the first registered one when the name is empty.

    Raises:
        UnknownNameError: There is none of this name.
        UsageError: It does not take these options.
    """
    if name == "none" or (not name and not plugins.prompters):
        return None
    spec = plugins.prompters[name or next(iter(plugins.prompters))]
    prompter: VisualPrompter = spec.make(options=options or {})
    return prompter
