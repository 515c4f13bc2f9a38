"""How an episode goes and ends: what those who watch it are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from crab_core.benchmark import StepResult
from crab_core.effects import SideEffect
from crab_core.graph import NodeRecord
from crab_core.metrics import Metrics
from crab_core.model import Usage
from crab_core.policy import Decision
from crab_core.task import Task
from crab_core.turn import Turn


class Termination(StrEnum):
    """Why an episode ended."""

    SUCCESS = "success"
    """Every checkpoint has passed."""
    FALSE_COMPLETION = "false_completion"
    """The agent said that it was done, and it was not."""
    STEP_LIMIT = "step_limit"
    INVALID_ACTION = "invalid_action"
    """Too many invalid calls in a row."""
    REPETITION_LIMIT = "repetition_limit"
    """The same call again and again, and nothing changed."""
    TIME_LIMIT = "time_limit"
    BUDGET = "budget"
    """More model tokens, or more money for them, than allowed."""
    ENVIRONMENT_ERROR = "environment_error"
    """A device failed; the episode is unscored."""
    AGENT_ERROR = "agent_error"
    """The policy failed; unscored when it was its model's provider."""
    STOPPED = "stopped"
    """A person stopped it; the episode is unscored."""


class Status(StrEnum):
    """Whether an episode counts."""

    SCORED = "scored"
    UNSCORED = "unscored"
    """Something other than the agent failed: to be attempted again, never a score of 0."""


@dataclass(frozen=True, slots=True)
class EpisodeStarted:
    """An episode begins; its devices stand in their start worlds."""

    id: str
    task: Task
    attempt: int
    """Counted from 1; more than 1 when earlier attempts were unscored."""
    passed: Sequence[str]
    """Checkpoints that are true already."""


@dataclass(frozen=True, slots=True)
class StepFinished:
    """One action call is done and judged; or, with `result` None, the last look after the end."""

    id: str
    turn: Turn
    """What the agent saw when it decided."""
    result: StepResult | None
    decision: Decision | None
    """Set for the first call of a turn; what follows in the same turn shares it. With the last look it holds
    the model calls of a turn that was cut off."""
    nodes: tuple[NodeRecord, ...]
    """The checkpoints that were judged after the call, as they stand now."""
    seconds: float
    """Since the first turn, without what was waited for approval."""
    waited: float = 0.0
    """Seconds for which the call waited for approval: as long as a person took."""


@dataclass(frozen=True, slots=True)
class EpisodeResult:
    """How an episode ended."""

    id: str
    task: str
    seed: int
    attempt: int
    status: Status
    termination: Termination
    metrics: Metrics
    nodes: tuple[NodeRecord, ...]
    usage: Usage = Usage()
    """Of all models together."""
    agents: Mapping[str, Usage] = field(default_factory=dict)
    """The same by who asked: "main", "tool", "critic" …"""
    error: str = ""
    """What failed, with its traceback, for errors of environment and agent."""
    edges_left: int = 0
    longest_unfinished_path: int = 0
    side_effects: tuple[SideEffect, ...] | None = None
    """What was changed that the task does not allow; None where that is not known."""
    side_effects_note: str = ""
    """Why it is not known, or what of it is not."""
