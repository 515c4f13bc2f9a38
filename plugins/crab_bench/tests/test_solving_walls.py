"""Solutions know nothing of the tasks that they solve: they import no world, no evaluator, no template."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import pytest

import crab_bench
import crab_core
from crab_core.families import catalogue, task_family
from crab_core.plugins import Plugins

HERE = Path(crab_bench.__file__).parent
TEXT = {
    "__future__",
    "collections",
    "collections.abc",
    "dataclasses",
    "datetime",
    "functools",
    "itertools",
    "re",
    "string",
    "typing",
    "unicodedata",
}
SEEING = {
    "Action",
    "ActionCall",
    "Box",
    "Mark",
    "ROOT",
    "Solution",
    "Solving",
    "Turn",
    "UiNode",
    "UiTree",
    "View",
    "Feedback",
    "Element",
    "ElementMap",
    "Text",
}
"""What an agent sees and says; nothing of `crab_core` that knows a task, a world or an evaluator."""
BUILTINS = {"open", "exec", "eval", "compile", "__import__", "globals", "getattr", "vars"}
MODULES = sorted(
    path
    for path in HERE.rglob("*.py")
    if path.stem.startswith(("solving", "hands")) and "tests" not in path.parts
)


def allowed(module: str, names: list[str]) -> bool:
    if module in TEXT:
        return True
    if module == "crab_core":
        return set(names) <= SEEING
    last = module.rpartition(".")[2]
    within = module.startswith("crab_bench.") and last.startswith(("solving", "hands"))
    return within or (
        module.startswith("crab_bench") and all(name.startswith(("solving", "hands")) for name in names)
    )


def faults(source: str) -> list[str]:
    found: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [f"imports {a.name}" for a in node.names if a.name not in TEXT]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level or not allowed(module, [a.name for a in node.names]):
                found.append(f"imports {', '.join(a.name for a in node.names)} of {module}")
        elif isinstance(node, ast.Name) and node.id in BUILTINS:
            found.append(f"uses {node.id}")
        elif isinstance(node, ast.Attribute) and node.attr.startswith("__"):
            found.append(f"uses {node.attr}")
    return found


def test_there_are_solutions() -> None:
    assert len(MODULES) >= 5


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(HERE)))
def test_a_solution_imports_what_an_agent_has(path: Path) -> None:
    assert faults(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "from crab_bench.phone.world import CONTACTS",
        "from crab_bench.phone import templates",
        "from crab_core import CheckpointGraph",
        "from crab_core.benchmark import Root",
        "import os",
        "open('/etc/passwd')",
        "(lambda: 0).__globals__",
        "from . import world",
    ],
)
def test_what_would_be_cheating_is_found(line: str) -> None:
    assert faults(line)


def module_of(solution: object) -> str:
    while isinstance(solution, functools.partial):
        solution = solution.func
    return str(getattr(solution, "__module__", "?")).rpartition(".")[2]


def test_every_solution_stands_behind_the_wall() -> None:
    plugins = Plugins.load()
    outside = [
        f"{subtask.id}: {name}"
        for subtask in catalogue(plugins).subtasks.values()
        for name, solution in {
            "solution": subtask.solution,
            **subtask.alternatives,
            **subtask.mutants,
        }.items()
        if not module_of(solution).startswith("solving")
    ]
    for name in plugins.tasks:
        if isinstance(plugins.tasks[name].load(), crab_core.Composition):
            continue  # made of the solutions of its sub-tasks
        task = task_family(plugins, name)(0)
        ways = {"solution": task.solution, **task.alternatives, **task.mutants}
        outside += [f"{name}: {way}" for way, one in ways.items() if not module_of(one).startswith("solving")]
    assert outside == []


def test_every_name_that_is_allowed_is_there() -> None:
    assert set(crab_core.__all__) >= SEEING
