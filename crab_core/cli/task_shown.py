"""What `crab tasks show` tells of a task; nothing of what is expected, unless that is wanted."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from crab_core.compose.composition import Composition
from crab_core.compose.part import Part
from crab_core.compose.realise import draft
from crab_core.compose.writing import read
from crab_core.drawing import Label, to_svg, to_text
from crab_core.effects import May
from crab_core.families import FILE, catalogue
from crab_core.graph import GraphEvaluator
from crab_core.plugins import Plugins
from crab_core.settings import Settings
from crab_core.task import Task

_RECORDS = 20
"""How many of the newest validations are looked through for the length of a solution."""


@dataclass(frozen=True)
class Shown:
    """A task with what is known about it."""

    name: str
    summary: str
    task: Task
    parts: Sequence[Part]
    """Its sub-tasks, when it is composed."""
    steps: int | None
    """Steps of the reference solution, as a validation found them."""
    reveal: bool

    @classmethod
    def of(cls, plugins: Plugins, name: str, task: Task, steps: int | None, *, reveal: bool) -> Shown:
        """Look up what belongs to a task."""
        summary = plugins.tasks[name].summary if name in plugins.tasks else ""
        found: Any = (
            read(Path(name), catalogue(plugins)) if name.endswith(FILE) else plugins.tasks[name].load()
        )
        parts: Sequence[Part] = ()
        if isinstance(found, Composition):
            parts = draft(found, catalogue(plugins), task.seed).parts
        return cls(name, summary, task, parts, steps, reveal)

    # -- parts -----------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """Its name, and the seed it was made from; a file is one task, whatever the seed."""
        return self.name if self.name.endswith(FILE) else f"{self.name}, seed {self.task.seed}"

    @property
    def declared_steps(self) -> int | None:
        """Upper bound of the solution's steps, as its sub-tasks declare it."""
        return sum(part.subtask.steps for part in self.parts) or None

    def said(self, text: str) -> str:
        """A text without what only the right way through the task finds out."""
        if self.reveal:
            return text
        for number, part in enumerate(self.parts, 1):
            if len(part.output) > 1 and part.output not in self.task.description:
                text = text.replace(part.output, f"‹what step {number} finds›")
        return text

    def checkpoints(self) -> dict[str, Label]:
        """Every checkpoint with what judges it."""
        labels = {}
        for name, node in self.task.graph.nodes.items():
            environments = dict.fromkeys(leaf.environment for leaf in node.leaves())
            judged = _judged(node.structure(), reveal=self.reveal)
            labels[name] = Label(self.said(name), [judged], ", ".join(environments))
        return labels

    def composition(self) -> tuple[dict[str, Label], list[tuple[str, str]]]:
        """The sub-tasks, and which feeds which."""
        labels, edges = {}, []
        for number, part in enumerate(self.parts):
            given = [f"{name}: {self.said(part.told[name])}" for name in part.subtask.inputs]
            if part.subtask.output:
                finds = f"gives {part.subtask.output}"
                given.append(f"{finds}: {part.output}" if self.reveal else finds)
            labels[str(number)] = Label(f"{number + 1}. {part.subtask.id}", given, part.subtask.environment)
            edges += [(str(source), str(number)) for source in sorted(set(part.sources.values()))]
        return labels, edges

    def allowed(self) -> dict[str, list[str]] | None:
        """What may change, by device, in words; None when nobody has said."""
        if self.task.may_change is None:
            return None
        return {
            device: [self._may(one) for one in self.task.may_change.get(device, ())]
            for device in self.task.environments
        }

    def _may(self, may: May) -> str:
        text = self.said(may.path)
        if len(may.kinds) < 3:
            text += f" may be {' or '.join(may.kinds)}"
        if may.where and self.reveal:
            text += f" with {', '.join(f'{name} {value!r}' for name, value in may.where.items())}"
        elif may.where:
            text += f" with the right {', '.join(may.where)}"
        return text

    def drawing(self) -> str:
        """The checkpoints as SVG."""
        return to_svg(self.checkpoints(), self.task.graph.edges, self.title)

    # -- as a whole --------------------------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        """Everything as JSON values."""
        task = self.task
        labels, links = self.composition()
        allowed = self.allowed()
        return {
            "id": self.name,
            "seed": task.seed,
            "digest": task.digest,
            "summary": self.summary,
            "description": task.description,
            "devices": list(task.environments),
            "applications": {device: list(names) for device, names in task.applications.items()},
            "limits": {name: value for name, value in asdict(task.limits).items() if value is not None},
            "answers": {name: field.wanted() for name, field in task.answers.items()},
            "checkpoints": [
                {"name": label.title, "judged_by": label.lines[0], "environment": label.group}
                for label in self.checkpoints().values()
            ],
            "edges": [[self.said(one), self.said(other)] for one, other in task.graph.edges],
            "depth": GraphEvaluator(task.graph).longest_unfinished_path(),
            "sub_tasks": [
                {
                    "id": self.parts[int(key)].subtask.id,
                    "environment": label.group,
                    "facts": list(label.lines),
                    "fed_by": [int(one) + 1 for one, other in links if other == key],
                }
                for key, label in labels.items()
            ],
            "may_change": allowed,
            "steps": {"proven": self.steps, "declared": self.declared_steps},
            "alternatives": list(task.alternatives),
            "mutants": list(task.mutants),
        }


def show_task(shown: Shown) -> str:
    """A task for people."""
    task = shown.task
    blocks = [click.style(shown.name, bold=True) + shown.title.removeprefix(shown.name), task.description]
    if shown.summary:
        blocks[0] += f"\n{shown.summary}"
    if shown.parts:
        blocks.append(_titled("Composed of", to_text(*shown.composition())))
    blocks.append(_titled("Checkpoints", to_text(shown.checkpoints(), task.graph.edges)))
    blocks.append("\n".join(f"{click.style(f'{name}:', bold=True)} {text}" for name, text in _lines(shown)))
    allowed = shown.allowed()
    if allowed is None:
        blocks.append(_titled("May change", "nobody has said"))
    else:
        lines = [f"{device}: {text}" for device, texts in allowed.items() for text in texts or ["nothing"]]
        blocks.append(_titled("May change", "\n".join(lines)))
    return "\n\n".join(blocks)


def _lines(shown: Shown) -> list[tuple[str, str]]:
    task = shown.task
    applications = [f"{', '.join(names)} ({device})" for device, names in task.applications.items()]
    limits = [
        f"{value} {name.replace('_', ' ')}"
        for name, value in asdict(task.limits).items()
        if value is not None
    ]
    lines = [
        ("Devices", ", ".join(task.environments)),
        ("Applications", ", ".join(applications) or "none named"),
        ("Limits", ", ".join(limits)),
        ("Solution", _solution(shown)),
    ]
    if task.alternatives:
        lines.append(("Other solutions", "; ".join(task.alternatives)))
    if task.mutants:
        lines.append(("Wrong solutions", "; ".join(task.mutants)))
    for name, field in task.answers.items():
        lines.append((f"Answer {name!r}" if name else "Answer", field.wanted()))
    return lines


def _solution(shown: Shown) -> str:
    if shown.steps is not None:
        return f"{shown.steps} steps, as proven by crab validate"
    if shown.declared_steps:
        return f"at most {shown.declared_steps} steps, as its sub-tasks declare"
    return "not proven here yet" if shown.task.solution else "none"


def _titled(title: str, text: str) -> str:
    return click.style(title, bold=True) + "\n" + "\n".join(f"  {line}" for line in text.splitlines())


def _judged(structure: Sequence[Any], *, reveal: bool) -> str:
    """What judges a checkpoint, in words."""
    kind, *parts = structure
    if kind in ("all", "any") and len(parts) == 2:
        one, other = (_judged(part, reveal=reveal) for part in parts)
        return f"{one} {'and' if kind == 'all' else 'or'} {other}"
    if kind == "not" and len(parts) == 1:
        return f"not {_judged(parts[0], reveal=reveal)}"
    name, arguments = parts
    bound: Mapping[str, Any] = arguments if reveal else {}
    told = ", ".join(f"{key}={value!r}" for key, value in bound.items())
    return f"{kind}.{name}({told})" if told else f"{kind}.{name}"


def proven_steps(task: Task, record: Path | None) -> int | None:
    """Steps of the reference solution by a record of `crab validate`; None when it does not tell.

    Args:
        task: Of the same digest it must have been.
        record: The record or its folder; the newest ones are looked through when it is None.
    """
    if record is not None:
        files = [record / "validation.json" if record.is_dir() else record]
    else:
        found = Settings.load().runs.glob("validation-*/validation.json")
        files = sorted(found, key=lambda file: file.stat().st_mtime, reverse=True)[:_RECORDS]
    for file in files:
        try:
            validations = json.loads(file.read_bytes())["validations"]
        except (OSError, ValueError, KeyError):
            continue
        for one in validations:
            if one.get("digest") == task.digest and one.get("steps"):
                return int(one["steps"])
    return None
