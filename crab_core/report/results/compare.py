"""Runs compared: one row an agent system, as JSON values."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

from crab_core.errors import UsageError
from crab_core.metrics import Estimate, mean, proportion
from crab_core.report import wording
from crab_core.report.attempts import Attempt, RunRecord, read_record
from crab_core.report.results.platforms import place, platform_of
from crab_core.report.results.remarks import remarks
from crab_core.report.results.systems import System, SystemRun, labels, system_of
from crab_core.report.results.trials import trials
from crab_core.report.summary import averages
from crab_core.report.usage import cost_of, total, usage_json

ALL: Final = "all"
"""Stands for every platform or task in rows that sum them up."""


class By(StrEnum):
    """What the rows of an agent system are split by."""

    PLATFORM = "platform"
    TASK = "task"
    RUN = "run"


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """One attempt with what rows are made by."""

    run: SystemRun
    attempt: Attempt


def read_results(paths: Sequence[Path], by: Sequence[By] = ()) -> dict[str, Any]:
    """The results of run directories; nothing in them is locked or changed, and the runs may still go on.

    Raises:
        RecordError: One is no run directory, or a file in it cannot be read.
        UsageError: One is named twice.
    """
    known: set[Path] = set()
    for path in paths:
        if path.resolve() in known:
            raise UsageError(f"The run {path} is named twice; its episodes would count twice.")
        known.add(path.resolve())
    return results([read_record(path) for path in paths], by)


def results(records: Sequence[RunRecord], by: Sequence[By] = ()) -> dict[str, Any]:
    """Compare agent systems over runs.

    Runs of the same system are taken together unless rows are by run. The last attempt of each planned
    episode counts, if it is scored; of a run that repeats until success, the first trial.

    Returns:
        JSON values:

        - `by`: what rows are split by.
        - `rows`: people last, the others in the order of the runs. Each has `model`, `structure`, `policy`,
          `settings`; what it is split by, under `run`, `platform`, `task` ("all" in rows that sum up);
          `runs`; `episodes` (`planned`, `scored`, `unscored`, `left`, `replaced`); `success_rate`,
          `completion_ratio`, `execution_efficiency`, `cost_efficiency`; `side_effect_rate` and `side_effects`
          (over episodes where they are known); `terminations` (the share of each way
          to fail among scored episodes); `per_episode` (`steps`, `tokens`, `cost` in US dollars, `seconds`);
          all of these as `mean`, `low`, `high` at 95 % and `n`. `total` has the sums over every attempt,
          replaced ones included; `cost` is null when a price is not known.
        - `trials`: see `trials`; empty unless a run repeats until success.
        - `notes`: what a reader should know, in sentences.
    """
    runs = [SystemRun(record, system_of(record)) for record in records]
    systems = list(dict.fromkeys(run.system for run in runs))
    shown = labels(systems)
    rows, repeated, batches = [], [], []
    for system in sorted(systems, key=lambda system: system.human):
        own = [run for run in runs if run.system == system]
        label = _label(system, shown[system])
        own_batches = [[run] for run in own] if By.RUN in by else [own]
        batches += own_batches
        rows += [{**label, **row} for batch in own_batches for row in _rows(batch, by)]
        repeating = [run.record for run in own if run.record.repeats]
        if repeating:
            repeated.append({**label, **trials(repeating)})
    notes = remarks(batches, sum(one["undecided"] for one in repeated))
    return {"by": [str(one) for one in by], "rows": rows, "trials": repeated, "notes": notes}


def _rows(batch: Sequence[SystemRun], by: Sequence[By]) -> Iterator[dict[str, Any]]:
    """The rows of the runs of one system that are taken together."""
    splits = [one for one in by if one is not By.RUN]
    played = [Played(run, attempt) for run in batch for attempt in run.record.attempts]
    name = {"run": str(batch[0].record.path)} if By.RUN in by else {}
    for parts, group in _split(played, splits):
        whole = all(part == ALL for part in parts.values())
        yield {**name, **parts, **_numbers(group, batch if whole else None)}


def _split(played: Sequence[Played], by: Sequence[By]) -> Iterator[tuple[dict[str, str], list[Played]]]:
    """Groups by platform or task, in order; one that sums up is the last of each level."""
    if not by:
        yield {}, list(played)
        return
    first, *rest = by
    key = _KEYS[first]
    names = dict.fromkeys(key(one) for one in played)
    for name in sorted(names, key=place) if first is By.PLATFORM else names:
        for parts, group in _split([one for one in played if key(one) == name], rest):
            yield {str(first): name, **parts}, group
    yield {str(first): ALL, **{str(one): ALL for one in rest}}, list(played)


_KEYS: Final[Mapping[By, Callable[[Played], str]]] = {
    By.PLATFORM: lambda one: platform_of(one.attempt, one.run.record.facts),
    By.TASK: lambda one: one.attempt.plan.task,
}


def _label(system: System, structure: str) -> dict[str, Any]:
    return {
        "model": system.model,
        "structure": structure,
        "policy": system.policy,
        "settings": dict(system.settings),
    }


# -- numbers -----------------------------------------------------------------------------------------


def _numbers(played: Sequence[Played], whole: Sequence[SystemRun] | None) -> dict[str, Any]:
    """What a row says of its attempts.

    Args:
        played: The attempts.
        whole: The runs, when the row has all of them: their episodes that have not begun count as left.
    """
    attempts = [one.attempt for one in played if one.run.record.compares(one.attempt.plan)]
    counting = [attempt for attempt in attempts if attempt.last]
    scored = [attempt for attempt in counting if attempt.scored]
    unscored = sum(attempt.done and not attempt.scored for attempt in counting)
    planned = len(counting)
    if whole is not None:
        planned = sum(run.record.compares(plan) for run in whole for plan in run.record.plans)
    return {
        "runs": list(dict.fromkeys(str(one.run.record.path) for one in played)),
        "episodes": {
            "planned": planned,
            "scored": len(scored),
            "unscored": unscored,
            "left": planned - len(scored) - unscored,
            "replaced": len(attempts) - len(counting),
        },
        **{key: dataclasses.asdict(value) for key, value in averages(scored).items()},
        "terminations": {
            reason: dataclasses.asdict(
                proportion(sum(attempt.termination == reason for attempt in scored), len(scored))
            )
            for reason in wording.ENDS
        },
        "per_episode": {key: dataclasses.asdict(value) for key, value in _usage(scored).items()},
        "total": _total([one.attempt for one in played]),
    }


def _usage(scored: Sequence[Attempt]) -> dict[str, Estimate]:
    costs = [cost_of(attempt.usage) for attempt in scored]
    return {
        **{key: mean([attempt.metrics[key] for attempt in scored]) for key in ("steps", "tokens", "seconds")},
        # The mean of the known ones would be of other episodes than the row's.
        "cost": mean([] if None in costs else [cost for cost in costs if cost is not None]),
    }


def _total(attempts: Sequence[Attempt]) -> dict[str, Any]:
    return {
        "attempts": len(attempts),
        "steps": sum(attempt.metrics["steps"] for attempt in attempts),
        "seconds": sum(attempt.metrics["seconds"] for attempt in attempts),
        **usage_json(total(attempts)),
    }
