"""Suites: named sets of tasks with fixed seeds; what a `BenchmarkSpec` names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """A benchmark as a list of tasks, so that everybody plays the same ones."""

    name: str
    tasks: tuple[tuple[str, int], ...]
    """Names of task families, each with its seed."""
