"""Tasks: a description, a graph of checkpoints, start worlds, limits, and a reference solution."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from crab_core import environment
from crab_core.action import ActionCall
from crab_core.answers import AnswerField, told
from crab_core.effects import May
from crab_core.environment import World
from crab_core.errors import DefinitionError, UnknownNameError
from crab_core.graph import CheckpointGraph
from crab_core.turn import Turn

ROOT: Final = environment.ROOT
"""Name of the environment that every benchmark adds: submit, complete, wait."""

Solution = Callable[[Turn], Generator[ActionCall, Turn, None]]
"""A reference solution: sees what an agent sees, yields action calls, and receives the next turn for each.

It is a generator function; it gets the first turn as its argument. When it ends, the task is completed.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """When an episode ends although nobody said so."""

    steps: int = 15
    """Action calls, invalid ones counted; CRAB's own default."""
    invalid_actions: int = 3
    """Invalid calls in a row."""
    repetitions: int | None = None
    """The same call in a row, its screen unchanged; None for no limit."""
    seconds: float | None = None
    """Wall time from the first turn on."""
    tokens: int | None = None
    """Model tokens, input and output, of all agents together."""
    dollars: float | None = None
    """Price of all model calls together, in US dollars."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One task, ready to be attempted: everything that its seed decides is decided."""

    id: str
    description: str
    """What the agent is told."""
    graph: CheckpointGraph
    worlds: Mapping[str, World] = field(default_factory=dict)
    """Start world of each environment, by name; every environment of the task is listed."""
    limits: Limits = Limits()
    solution: Solution | None = None
    """The reference solution; a task without one cannot be validated."""
    mutants: Mapping[str, Solution] = field(default_factory=dict)
    """Wrong solutions by name, each of which must not succeed."""
    alternatives: Mapping[str, Solution] = field(default_factory=dict)
    """Solutions that take another route, by name; each must succeed as well."""
    may_change: Mapping[str, Sequence[May]] | None = None
    """What may change, by environment; whatever else does is a side effect. None: nobody has said, nothing is
    compared."""
    answers: Mapping[str, AnswerField] = field(default_factory=dict)
    """Fields that are asked for, by name; "" for the only one. Empty: `submit` takes any text."""
    true_at_start: frozenset[str] = frozenset()
    """Checkpoints that may hold before anything was done; any other that does is a fault of the task."""
    seed: int = 0
    """The seed from which a family made this task."""
    applications: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Applications that the task needs, by environment."""

    def __post_init__(self) -> None:
        """Check that the parts fit.

        Raises:
            DefinitionError: The graph judges an environment that the task does not list, or an answer
                that it does not ask for, or `true_at_start` names a checkpoint that there is not.
        """
        for name in self.true_at_start - self.graph.nodes.keys():
            unknown = UnknownNameError("checkpoint", name, self.graph.nodes)
            raise DefinitionError(f"Task {self.id!r}, true_at_start: {unknown}")
        for call in self.graph.calls:
            asked = call.arguments.get("field") if call.environment == ROOT else None
            if asked is not None and asked not in self.answers and (asked or len(self.answers) > 1):
                unknown = UnknownNameError("answer field", asked, self.answers)
                raise DefinitionError(
                    f"Task {self.id!r} judges an answer that it does not ask for: {unknown}"
                )
        unlisted = sorted(self.graph.environments - set(self.worlds) - {ROOT})
        if unlisted:
            raise DefinitionError(
                f"Task {self.id!r} judges {', '.join(unlisted)}, which it does not list.",
                advice="Add it to `worlds`; an empty world is {}.",
            )

    @property
    def environments(self) -> tuple[str, ...]:
        """Names of the environments that the task uses, without root."""
        return tuple(self.worlds)

    @property
    def briefing(self) -> str:
        """What the agent is told: the description, and in which form answers are wanted."""
        return "\n\n".join(part for part in (self.description, told(self.answers)) if part)

    @property
    def digest(self) -> str:
        """SHA-256 over everything that decides what is asked and how it is judged."""
        facts = {
            "id": self.id,
            "seed": self.seed,
            "description": self.description,
            "checkpoints": {name: node.structure() for name, node in self.graph.nodes.items()},
            "edges": self.graph.edges,
            "worlds": self.worlds,
            "limits": asdict(self.limits),
            "may_change": self.may_change,
            **({"answers": {n: f.as_json() for n, f in self.answers.items()}} if self.answers else {}),
        }
        return hashlib.sha256(json.dumps(_plain(facts), sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """JSON values of anything that pydantic can serialise; sets in an order that every process shares."""
    if isinstance(value, Mapping):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, set | frozenset):
        return sorted((_plain(part) for part in value), key=json.dumps)
    from pydantic_core import to_jsonable_python

    return to_jsonable_python(value)


TaskFamily = Callable[[int], Task]
"""Makes a task from a seed; what a `TaskSpec` names."""


def instantiate(family: TaskFamily, seed: int) -> Task:
    """The task that a family makes from a seed; it carries the seed."""
    return dataclasses.replace(family(seed), seed=seed)
