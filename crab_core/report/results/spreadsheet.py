"""Results as CSV: one row an agent system, every number with its interval, nothing rounded."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any, Final

_BOUNDS: Final = ("mean", "low", "high")
_METRICS: Final = ("success_rate", "completion_ratio", "execution_efficiency", "cost_efficiency")
_SIDE_EFFECTS: Final = ("side_effect_rate", "side_effects")


def comma_separated(results: Mapping[str, Any]) -> str:
    """The rows of the results with a line of headings; it ends without a line break.

    Shares are of 1, cost is in US dollars, time in seconds. What is not known is empty.
    """
    rows = [dict(_fields(row, results["by"])) for row in results["rows"]]
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue().rstrip("\n")


def _fields(row: Mapping[str, Any], by: list[str]) -> Iterator[tuple[str, Any]]:
    for key in ("model", "structure", "policy", *by):
        yield key, row[key]
    yield from row["episodes"].items()
    for key in (*_METRICS, *_SIDE_EFFECTS):
        yield from _estimate(key, row[key])
    for key, estimate in row["terminations"].items():
        yield from _estimate(key, estimate)
    for key, estimate in row["per_episode"].items():
        yield from _estimate(f"{key}_per_episode", estimate)
    for key, value in row["total"].items():
        yield f"{key}_in_all", value


def _estimate(name: str, estimate: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for bound in _BOUNDS:
        yield name if bound == "mean" else f"{name}_{bound}", estimate[bound]
