"""Sub-tasks: templates from which tasks are made (CRAB, section 4.3)."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from crab_core.environment import World
from crab_core.errors import DefinitionError
from crab_core.graph import CheckpointGraph


@dataclass(frozen=True, kw_only=True)
class SubTask:
    """One thing to do in one environment, with typed inputs and a typed output."""

    id: str
    environment: str
    """Where it is done."""
    description: str
    """Format string over the names of `inputs`: "Add a to-do saying {content}." """
    inputs: Mapping[str, str] = field(default_factory=dict)
    """Type of each input by name: "content", "path" … An output of the same type may feed it."""
    output: str = ""
    """Type of what it gives to the next sub-task; empty when it gives nothing."""
    checkpoints: Callable[..., CheckpointGraph]
    """Evaluator generator: called with the inputs by name, gives the graph that judges it."""
    world: Callable[..., World] | None = None
    """Start world that the inputs need, called with the inputs by name."""
    applications: Sequence[str] = ()
    """Applications that it is done with."""

    def __post_init__(self) -> None:
        """Check the description against the inputs.

        Raises:
            DefinitionError: They do not name the same things.
        """
        named = {name for _, name, _, _ in string.Formatter().parse(self.description) if name}
        if named != set(self.inputs):
            odd = ", ".join(sorted(named ^ set(self.inputs)))
            raise DefinitionError(
                f"Sub-task {self.id!r}: description and inputs differ in {odd}.",
                advice="Every input stands in the description, and nothing else in braces.",
            )

    def describe(self, **values: Any) -> str:
        """The description with its inputs filled in.

        Raises:
            DefinitionError: An input is missing or unknown.
        """
        odd = set(values) ^ set(self.inputs)
        if odd:
            raise DefinitionError(f"Sub-task {self.id!r} takes {', '.join(self.inputs) or 'no inputs'}.")
        return self.description.format(**values)
