"""What the benchmark registers."""

from __future__ import annotations

from crab_bench import basics
from crab_bench.answering import registration as answering
from crab_bench.byhand import registration as byhand
from crab_bench.files import registration as files
from crab_bench.phone import registration as phone
from crab_bench.pictures import registration as pictures
from crab_bench.v0.compositions import COMPOSITIONS
from crab_bench.web import registration as web
from crab_core import (
    BenchmarkSpec,
    CommandSpec,
    SubTaskSpec,
    TaskSpec,
    ValueTypeSpec,
    WorldSpec,
    hookimpl,
)

_FAMILIES = (phone, files, web, pictures, answering)


@hookimpl
def crab_register_tasks() -> list[TaskSpec]:
    """All task families."""
    return [
        TaskSpec(
            "todo_settings",
            "Read a to-do on the phone and do what it says in the desktop's Settings.",
            "crab_bench.byhand.todo:todo_settings",
        ),
        *byhand.TASKS,
        *(
            TaskSpec(one.id, one.summary, f"crab_bench.v0.compositions:FAMILIES.{one.id}")
            for one in COMPOSITIONS
        ),
    ]


@hookimpl
def crab_register_subtasks() -> list[SubTaskSpec]:
    """The templates of which tasks are made."""
    return [spec for family in _FAMILIES for spec in family.SUBTASKS]


@hookimpl
def crab_register_value_types() -> list[ValueTypeSpec]:
    """What flows between sub-tasks."""
    return [*basics.VALUE_TYPES, *(spec for family in _FAMILIES for spec in family.VALUE_TYPES)]


@hookimpl
def crab_register_worlds() -> list[WorldSpec]:
    """The worlds from which values are drawn."""
    return [spec for family in _FAMILIES for spec in family.WORLDS]


@hookimpl
def crab_register_benchmarks() -> list[BenchmarkSpec]:
    """Named sets of tasks."""
    return [
        BenchmarkSpec("demo", "The case study of the CRAB paper.", "crab_bench.suites:DEMO"),
        BenchmarkSpec("v0", "Sixty proven tasks on a desktop, a phone, and both.", "crab_bench.suites:V0"),
    ]


@hookimpl
def crab_register_commands() -> list[CommandSpec]:
    """Commands for `crab`."""
    return [
        CommandSpec("demo", "Play one episode across a desktop and a phone.", "crab_bench.demo:demo"),
    ]
