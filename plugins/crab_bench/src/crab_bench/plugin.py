"""What the benchmark registers."""

from __future__ import annotations

from crab_core import BenchmarkSpec, CommandSpec, TaskSpec, hookimpl


@hookimpl
def crab_register_tasks() -> list[TaskSpec]:
    """All task families."""
    return [
        TaskSpec(
            "todo_settings",
            "Read a to-do on the phone and do what it says in the desktop's Settings.",
            "crab_bench.tasks.todo_settings:todo_settings",
        )
    ]


@hookimpl
def crab_register_benchmarks() -> list[BenchmarkSpec]:
    """Named sets of tasks."""
    return [BenchmarkSpec("demo", "The case study of the CRAB paper.", "crab_bench.suites:DEMO")]


@hookimpl
def crab_register_commands() -> list[CommandSpec]:
    """Commands for `crab`."""
    return [
        CommandSpec("demo", "Play one episode across a desktop and a phone.", "crab_bench.demo:demo"),
    ]
