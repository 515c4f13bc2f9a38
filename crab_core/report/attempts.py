"""The attempts of a run as its directory tells them, read without locking or changing anything.

The ledger decides which attempts there were and how they ended; the episode folders tell the rest. A folder
may be missing (the devices never came up) or end in the middle (the run goes on, or was killed).
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from crab_core.episode import Status, Termination
from crab_core.errors import RecordError
from crab_core.executor import Plan, planned
from crab_core.ledger import read_lines
from crab_core.metrics import measure
from crab_core.model import Usage
from crab_core.record import read_run
from crab_core.report import progress
from crab_core.report.alive import is_held

UNTIL_SUCCESS: Final = "until_success"
"""The `repeat` of a run whose further trials are played only while a task has not succeeded."""


class Unfinished(StrEnum):
    """The status of an attempt that has no end in the ledger."""

    RUNNING = "running"
    """A process works in the run directory, and this is the last attempt of its episode."""
    INTERRUPTED = "interrupted"
    """The process that played it is gone; resuming the run plays the episode again."""


@dataclass(frozen=True)
class Attempt:
    """One attempt at one planned episode."""

    plan: Plan
    number: int
    """Counted from 1."""
    status: str
    """A `Status` or `Unfinished`."""
    termination: str | None
    """A `Termination`; None while there is none."""
    last: bool
    """Whether it is the last attempt of its episode: the one that counts."""
    done: bool
    """Whether its episode needs no further attempt."""
    folder: Path
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What `episode.json` says; empty when there is none."""

    @property
    def id(self) -> str:
        """Names the attempt, its folder and its place in reports."""
        return self.folder.name

    @property
    def task(self) -> str:
        """The id of the task; the name of its family when the attempt was never recorded."""
        return str(self.facts.get("task", self.plan.task))

    @property
    def scored(self) -> bool:
        """Whether it counts in averages."""
        return self.last and self.status == Status.SCORED

    @cached_property
    def steps(self) -> Sequence[dict[str, Any]]:
        """The lines of `steps.jsonl`, the last look included; read when first asked for."""
        return list(read_lines(self.folder / "steps.jsonl"))

    @cached_property
    def nodes(self) -> list[dict[str, Any]]:
        """Every checkpoint as it stands last."""
        if "nodes" in self.facts:
            return list(self.facts["nodes"])
        states = progress.at_start(self.facts)
        for states in progress.moves(self.facts, self.steps):  # noqa: B007 - the last one is wanted
            pass
        return list(states.values())

    @cached_property
    def metrics(self) -> dict[str, Any]:
        """The metrics as recorded; of an attempt without an end, those of what was recorded so far."""
        if "metrics" in self.facts:
            return dict(self.facts["metrics"])
        calls = [step for step in self.steps if step["step"] is not None]
        so_far = measure(
            passed=sum(node["state"] == "passed" for node in self.nodes),
            total=max(len(self.nodes), 1),
            actions=sum(step["error"] is None for step in calls),
            steps=len(calls),
            tokens=self.usage.total,
            seconds=self.steps[-1]["seconds"] if self.steps else 0.0,
            waited=sum(step.get("waited", 0.0) for step in self.steps),
        )
        return dataclasses.asdict(so_far)

    @cached_property
    def usage(self) -> Usage:
        """What its model calls took and cost; of an attempt without an end, what was recorded so far."""
        if "usage" in self.facts:
            return usage_of(self.facts["usage"])
        return sum((usage_of(step["usage"]) for step in self.steps if step["usage"]), Usage())

    @cached_property
    def exchanges(self) -> Sequence[dict[str, Any]]:
        """Every model call of it, oldest first, as `crab_core.exchange.exchange_json` wrote it."""
        return [exchange for step in self.steps for exchange in step.get("exchange") or ()]

    @cached_property
    def agents(self) -> Mapping[str, Usage]:
        """Its usage by who asked; empty when the record does not tell."""
        if "agents" in self.facts:
            return {name: usage_of(usage) for name, usage in self.facts["agents"].items()}
        agents: dict[str, Usage] = {}
        for exchange in self.exchanges:
            if exchange.get("agent") and exchange.get("reply"):
                usage = usage_of(exchange["reply"]["usage"])
                agents[exchange["agent"]] = agents.get(exchange["agent"], Usage()) + usage
        return agents


@dataclass(frozen=True)
class RunRecord:
    """A run directory as it stands at one moment."""

    path: Path
    facts: Mapping[str, Any]
    """What `run.json` says."""
    plans: Sequence[Plan]
    attempts: Sequence[Attempt]
    """In the order of the plan; attempts at the same episode in the order in which they were made."""
    held: bool
    """Whether a process works in the directory now."""

    @property
    def repeats(self) -> bool:
        """Whether further trials are played only while a task has not succeeded."""
        return bool(self.facts["config"].get("repeat") == UNTIL_SUCCESS)

    def compares(self, plan: Plan) -> bool:
        """Whether averages count an episode: trials played because one failed would pull them down."""
        return not self.repeats or plan.trial == 1

    @property
    def state(self) -> str:
        """`finished`, `running`, or `incomplete`: no process works in it although episodes are left."""
        if sum(attempt.last and attempt.done for attempt in self.attempts) >= len(self.plans):
            return "finished"
        return "running" if self.held else "incomplete"


def usage_of(facts: Mapping[str, Any]) -> Usage:
    """A usage from a record; what older records did not know is not known."""
    known = {field.name for field in dataclasses.fields(Usage)}
    return Usage(**{key: value for key, value in facts.items() if key in known})


def read_record(path: Path) -> RunRecord:
    """Read a run directory, also while a run goes on in it.

    Raises:
        RecordError: It is none, or a file in it cannot be read.
    """
    facts = read_run(path)
    held = is_held(path / ".lock")
    entries: dict[str, list[dict[str, Any]]] = {}
    for entry in read_lines(path / "ledger.jsonl"):
        if entry["event"] != "skipped":
            entries.setdefault(entry["episode"], []).append(entry)
    try:
        plans = _needed(_plans(facts), facts["config"], entries)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{path / 'run.json'} has no plan of episodes: {error!r}.") from error
    attempts = [a for plan in plans for a in _attempts(path, plan, entries.get(plan.id, ()), held)]
    return RunRecord(path, facts, plans, attempts, held)


def _plans(facts: Mapping[str, Any]) -> list[Plan]:
    pairs = (name.rpartition("@") for name in facts["tasks"])
    return planned([(task, int(seed)) for task, _, seed in pairs], facts["config"]["trials"])


def _needed(
    plans: list[Plan], config: Mapping[str, Any], entries: Mapping[str, Sequence[Mapping[str, Any]]]
) -> list[Plan]:
    """The planned episodes without those that a run leaves out because the task has succeeded before."""
    if config.get("repeat") != UNTIL_SUCCESS:
        return plans
    needed, succeeded = [], set()
    for plan in plans:
        if plan.id in entries or (plan.task, plan.seed) not in succeeded:
            needed.append(plan)
        if any(entry.get("termination") == Termination.SUCCESS for entry in entries.get(plan.id, ())):
            succeeded.add((plan.task, plan.seed))
    return needed


def _attempts(path: Path, plan: Plan, entries: Sequence[Mapping[str, Any]], held: bool) -> Iterator[Attempt]:
    began = [e["attempt"] for e in entries if e["event"] == "began"]
    ended = {e["attempt"]: e for e in entries if e["event"] == "ended"}
    done = any(e["status"] == Status.SCORED or not e["retry"] for e in ended.values())
    for number in began:
        last = number == began[-1]
        end = ended.get(number)
        unfinished = Unfinished.RUNNING if held and last else Unfinished.INTERRUPTED
        folder = path / "episodes" / f"{plan.id}.a{number}"
        facts = _episode_facts(folder)
        yield Attempt(
            plan,
            number,
            end["status"] if end else str(unfinished),
            end["termination"] if end else None,
            last,
            done,
            folder,
            facts,
        )


def _episode_facts(folder: Path) -> dict[str, Any]:
    path = folder / "episode.json"
    try:
        facts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise RecordError(f"{path} cannot be read: {error}.") from error
    return facts
