"""One sub-task of a task in the making."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crab_core.subtask import SubTask


@dataclass
class Part:
    """One sub-task of a task in the making: where its inputs come from, and what they are."""

    subtask: SubTask
    sources: Mapping[str, int] = field(default_factory=dict)
    """Input to the position of the part that feeds it."""
    values: dict[str, str] = field(default_factory=dict)
    """Every input as the task knows it."""
    told: dict[str, str] = field(default_factory=dict)
    """Every input as it stands in the description."""
    output: str = ""
    """What it gives, as the task knows it."""

    @property
    def facts(self) -> dict[str, str]:
        """What evaluators and declarations are called with."""
        return {**self.values, **({"output": self.output} if self.subtask.output else {})}

    @property
    def shown(self) -> tuple[str, ...]:
        """The values that the description has to show: those of the inputs that nothing feeds."""
        return tuple(told for name, told in self.told.items() if name not in self.sources)
