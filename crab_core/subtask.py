"""Sub-tasks: templates from which tasks are made (CRAB, section 4.3)."""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from crab_core.action import ActionCall
from crab_core.answers import AnswerField
from crab_core.effects import May
from crab_core.errors import DefinitionError
from crab_core.graph import CheckpointGraph
from crab_core.turn import Turn

Solving = Generator[ActionCall, Turn, str | None]
"""What a sub-task's solution is: it yields action calls, receives the next turn for each, and returns what it
has found on the screen, when the sub-task has an output."""


@dataclass(frozen=True, kw_only=True)
class SubTask:
    """One thing to do in one environment, with typed inputs and a typed output.

    Every function is called with the inputs by name, texts all of them; `checkpoints`, `may_change` and
    `answers` also with `output` when the sub-task has one.
    """

    id: str
    environment: str
    """Where it is done."""
    description: str
    """Format string over the names of `inputs`: "On the phone, add a to-do saying {content}." """
    inputs: Mapping[str, str] = field(default_factory=dict)
    """Type of each input by name: "content", "path" … An output of that type or a kind of it may feed it."""
    output: str = ""
    """Type of what it gives to the next sub-task; empty when it gives nothing."""
    result: str = ""
    """Noun phrase for the output, over the inputs: "the mail address of {name}"; who is fed by it says so."""
    value: Callable[..., str] | None = None
    """Output function: called with the scene and the inputs, gives what the next one really receives."""
    checkpoints: Callable[..., CheckpointGraph]
    """Evaluator generator: gives the graph that judges it, of one to four checkpoints."""
    world: Callable[..., None] | None = None
    """Set-up: called with the scene and the inputs, adds to the start worlds what the inputs need."""
    solution: Callable[..., Solving] | None = None
    """Reference solution: called with the first turn and the inputs. An input that another sub-task feeds is
    what that one's solution has found, never what the task knows."""
    alternatives: Mapping[str, Callable[..., Solving]] = field(default_factory=dict)
    """Other routes to the same end, by name."""
    mutants: Mapping[str, Callable[..., Solving]] = field(default_factory=dict)
    """Wrong solutions by name; none may succeed, whatever comes before or after it."""
    steps: int = 0
    """How many action calls the reference solution takes from any start, at most."""
    slack: int = 0
    """By how many fewer it may take, as where a calendar is leafed through; the step limit counts on it."""
    may_change: Callable[..., Sequence[May]] | None = None
    """What it may change on its device; None: nothing."""
    answers: Callable[..., Mapping[str, AnswerField]] | None = None
    """Answers that it asks to be submitted, by field; names that no other sub-task uses. None: none."""
    spoils: Collection[str] = ()
    """Sub-tasks, by id, that cannot be done as they say once this one is done: who has put an event on a day
    cannot "find the event of that day" any more. In a composition they come before it."""
    applications: Sequence[str] = ()
    """Applications that it is done with."""

    def __post_init__(self) -> None:
        """Check the texts against the inputs.

        Raises:
            DefinitionError: They do not name the same things, or the output is not described.
        """
        odd = _named(self.description) ^ set(self.inputs)
        if odd:
            raise DefinitionError(
                f"Sub-task {self.id!r}: description and inputs differ in {', '.join(sorted(odd))}.",
                advice="Every input stands in the description, and nothing else in braces.",
            )
        if self.output and not (self.result and self.value):
            raise DefinitionError(
                f"Sub-task {self.id!r} gives a {self.output}, and does not say what that is.",
                advice="Give `result`, a noun phrase, and `value`, the output function.",
            )
        if unknown := _named(self.result) - set(self.inputs):
            raise DefinitionError(
                f"Sub-task {self.id!r}: `result` names {', '.join(sorted(unknown))}, which is no input."
            )

    def describe(self, **values: str) -> str:
        """The description with its inputs filled in.

        Raises:
            DefinitionError: An input is missing or unknown.
        """
        self.check(values)
        return self.description.format(**values)

    def check(self, values: Mapping[str, Any]) -> None:
        """Refuse values that are not those of the inputs.

        Raises:
            DefinitionError: An input is missing or unknown.
        """
        missing, unknown = self.inputs.keys() - values.keys(), values.keys() - self.inputs.keys()
        if missing or unknown:
            takes = ", ".join(self.inputs) or "no inputs"
            wrong = [
                *(f"{n} is missing" for n in sorted(missing)),
                *(f"{n} is none" for n in sorted(unknown)),
            ]
            raise DefinitionError(f"Sub-task {self.id!r} takes {takes}; {', '.join(wrong)}.")


def _named(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
