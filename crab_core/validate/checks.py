"""What a task has to prove, and what it proved."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a task has to prove."""

    name: str
    ok: bool
    detail: str = ""
    """What was seen; for a failed check, what to look at."""
    seconds: float = 0.0
    """How long it took, its share of bringing the devices up included."""


@dataclass(frozen=True, slots=True)
class Validation:
    """What a task proved with one seed."""

    task: str
    seed: int
    checks: tuple[Check, ...]
    digest: str = ""
    """`Task.digest` of what was proven."""
    steps: int = 0
    """Steps of the reference solution."""
    limit: int = 0
    """Steps that an episode may take."""
    seconds: float = 0.0
    environments: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every check passed."""
        return all(check.ok for check in self.checks)

    @property
    def failed(self) -> tuple[Check, ...]:
        """The checks that did not pass."""
        return tuple(check for check in self.checks if not check.ok)

    def facts(self) -> dict[str, Any]:
        """The same as JSON values."""
        return {"ok": self.ok, **dataclasses.asdict(self)}

    @classmethod
    def from_facts(cls, facts: Mapping[str, Any]) -> Validation:
        """What `facts` gave."""
        checks = tuple(Check(**check) for check in facts["checks"])
        rest = {field.name: facts[field.name] for field in dataclasses.fields(cls) if field.name in facts}
        return cls(**{**rest, "checks": checks, "environments": tuple(facts.get("environments", ()))})
