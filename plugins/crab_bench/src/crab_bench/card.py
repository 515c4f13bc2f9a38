"""The benchmark's card: what its tasks are made of, counted, beside the paper's figures."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from crab_core import CheckpointGraph, Task

PAPER_NODES: Final = {1: 5, 2: 16, 3: 29, 4: 26, 5: 14, 6: 18, 7: 7, 8: 1, 10: 3, 11: 1}
"""Tasks by number of checkpoints in the paper (arXiv 2407.01511, appendix, table of node counts)."""

_PLATFORMS: Final[dict[tuple[str, ...], str]] = {("android",): "phone", ("ubuntu",): "desktop"}


@dataclass(frozen=True, slots=True)
class Card:
    """What a set of tasks is made of."""

    platforms: Mapping[str, int]
    """Tasks by "phone", "desktop" and "both"."""
    composed: int
    by_hand: int
    subtasks: int
    """Templates from which they are composed."""
    evaluators: int
    """Different evaluators that judge them."""
    nodes: Mapping[int, int]
    """Tasks by number of checkpoints."""
    depths: Mapping[int, int]
    """Tasks by the checkpoints on the longest path."""
    applications: Sequence[str]
    applications_per_task: float
    alternatives: int
    """Tasks that have a second solution."""

    @property
    def total(self) -> int:
        """How many tasks there are."""
        return sum(self.platforms.values())


def depth(graph: CheckpointGraph) -> int:
    """How many checkpoints the longest path holds."""
    import networkx

    return len(networkx.dag_longest_path(graph.to_networkx()))


def card(tasks: Iterable[Task], composed: Callable[[str], bool], subtasks: int) -> Card:
    """Count a set of tasks.

    Args:
        tasks: The tasks, instantiated with their standard seeds.
        composed: Whether the task of this id is composed of sub-tasks.
        subtasks: How many templates they are composed from.
    """
    found = list(tasks)
    used = [{(e, _plain(name)) for e, names in task.applications.items() for name in names} for task in found]
    return Card(
        platforms=Counter(_PLATFORMS.get(tuple(sorted(task.environments)), "both") for task in found),
        composed=sum(composed(task.id) for task in found),
        by_hand=sum(not composed(task.id) for task in found),
        subtasks=subtasks,
        evaluators=len({(call.environment, call.name) for task in found for call in task.graph.calls}),
        nodes=Counter(len(task.graph) for task in found),
        depths=Counter(depth(task.graph) for task in found),
        applications=sorted({f"{name} ({e})" for apps in used for e, name in apps}),
        applications_per_task=statistics.fmean(len(apps) for apps in used),
        alternatives=sum(bool(task.alternatives) for task in found),
    )


def _plain(name: str) -> str:
    """An application's name as it is counted: tasks may write it as they like."""
    return name.casefold()


def markdown(one: Card) -> str:
    """The card as a table, beside the paper's figures."""
    nodes = sum(n * count for n, count in one.nodes.items()) / one.total
    paper = sum(n * count for n, count in PAPER_NODES.items()) / sum(PAPER_NODES.values())
    rows = [
        ("tasks", str(one.total), "120"),
        ("phone, desktop, both", _three(one.platforms), "29, 73, 18"),
        ("composed, by hand", f"{one.composed}, {one.by_hand}", "104, 16"),
        ("sub-task templates", str(one.subtasks), "36"),
        ("evaluators in use", str(one.evaluators), "59"),
        ("checkpoints a task, mean", f"{nodes:.1f}", f"{paper:.1f}"),
        ("tasks by checkpoints", _counts(one.nodes), _counts(PAPER_NODES)),
        ("tasks by depth", _counts(one.depths), "not told"),
        ("applications", str(len(one.applications)), "not counted"),
        ("applications a task, mean", f"{one.applications_per_task:.1f}", "not told"),
        ("tasks with a second solution", str(one.alternatives), "none"),
    ]
    lines = ["| | v0 | paper |", "|---|---|---|", *(f"| {a} | {b} | {c} |" for a, b, c in rows)]
    return "\n".join(lines)


def _three(platforms: Mapping[str, int]) -> str:
    return ", ".join(str(platforms.get(name, 0)) for name in ("phone", "desktop", "both"))


def _counts(counts: Mapping[int, int]) -> str:
    return " ".join(f"{n}:{count}" for n, count in sorted(counts.items()))
