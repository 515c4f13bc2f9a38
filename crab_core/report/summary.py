"""A run in numbers: what `crab report --json` prints, and what tables and pages are made from."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from crab_core.episode import Status
from crab_core.metrics import Estimate, mean, proportion
from crab_core.report import usage
from crab_core.report.attempts import Attempt, RunRecord, Unfinished, read_record
from crab_core.report.results.systems import system_of
from crab_core.report.results.trials import trials

MEANS: Final = ("completion_ratio", "execution_efficiency", "cost_efficiency")
"""Metrics that are averaged over scored episodes, beside the success rate."""


def averages(scored: Sequence[Attempt]) -> dict[str, Estimate]:
    """Every average over scored attempts: success rate, `MEANS`, and side effects where they are known."""
    metrics = [attempt.metrics for attempt in scored]
    counts = [m["side_effects"] for m in metrics if m.get("side_effects") is not None]
    return {
        "success_rate": proportion(sum(m["success"] for m in metrics), len(metrics)),
        **{key: mean([m[key] for m in metrics if m[key] is not None]) for key in MEANS},
        "side_effect_rate": proportion(sum(number > 0 for number in counts), len(counts)),
        "side_effects": mean(counts),
    }


def report(path: Path) -> dict[str, Any]:
    """Sum up a run directory; nothing in it is locked or changed, and the run may still go on.

    Returns:
        JSON values:

        - `run`: what `run.json` says, with `path`, `state` (`finished`, `running`; `incomplete` when episodes
          are left and no process works on them), `model` (empty without one) and `settings` (what else was
          chosen, by dotted name).
        - `episodes`: every attempt in the order of the plan. `status` is `scored`, `unscored`, `running`, or
          `interrupted` for one whose process was killed; `termination` is null for the last two, and their
          `metrics` are of what was recorded so far. `counts` is false for attempts that a later one replaced.
          `usage` and `agents` (the same by who asked) are tokens and US dollars; a `cost` of null is not
          known. `side_effects` lists what was changed that the task does not allow (environment, place, kind,
          before, after); null where that is not known, and `side_effects_note` says why, or what is missing.
        - `summary`: see `summarise`.

    Raises:
        RecordError: It is no run directory, or a file in it cannot be read.
    """
    return report_of(read_record(path))


def report_of(record: RunRecord) -> dict[str, Any]:
    """The same from a record that was read already."""
    system = system_of(record)
    more = {"model": system.model, "settings": dict(system.settings)}
    return {
        "run": {**record.facts, "path": str(record.path), "state": record.state, **more},
        "episodes": [_episode(attempt) for attempt in record.attempts],
        "summary": summarise(record),
    }


def summarise(record: RunRecord) -> dict[str, Any]:
    """Averages and counts over the last attempt of each planned episode.

    Returns:
        - `episodes`: `planned` = `scored` + `unscored` + `left`. Unscored ones were given up after their last
          attempt; left ones are still to be played: not begun, being played (`running` of them), interrupted,
          stopped, or to be tried again.
        - `success_rate` (Wilson interval), `completion_ratio`, `execution_efficiency`, `cost_efficiency`
          (bootstrap intervals): `mean`, `low`, `high` at 95 % and `n`, over scored episodes with the metric;
          of a run that repeats until success, over first trials. `side_effect_rate` (Wilson) and
          `side_effects` (bootstrap) likewise, over those whose side effects are known.
        - `trials`: what its further trials gained, see `results.trials`; null for other runs.
        - `terminations`: how many last attempts ended in each way.
        - `tasks`: the counts and averages of each task.
        - `steps`, `tokens`, `seconds`, `cost`: sums over every attempt, replaced ones included: what the run
          cost. `agents` has tokens, money, calls, seconds and models by who asked.
    """
    counting = [attempt for attempt in record.attempts if attempt.last]
    tasks = dict.fromkeys(attempt.task for attempt in counting)
    scored = [attempt for attempt in counting if attempt.scored]
    given_up = [attempt for attempt in counting if attempt.done and not attempt.scored]
    return {
        "episodes": {
            "planned": len(record.plans),
            "scored": len(scored),
            "unscored": len(given_up),
            "left": len(record.plans) - len(scored) - len(given_up),
            "running": sum(attempt.status == Unfinished.RUNNING for attempt in counting),
        },
        **_averages([attempt for attempt in scored if record.compares(attempt.plan)]),
        "trials": trials([record]) if record.repeats else None,
        "terminations": _terminations(counting),
        "tasks": {task: _task([a for a in counting if a.task == task], record) for task in tasks},
        **{key: sum(a.metrics[key] for a in record.attempts) for key in ("steps", "tokens", "seconds")},
        "cost": usage.cost_of(usage.total(record.attempts)),
        "agents": usage.by_agent(record.attempts),
    }


def _task(attempts: Sequence[Attempt], record: RunRecord) -> dict[str, Any]:
    scored = [attempt for attempt in attempts if attempt.scored]
    return {
        "scored": len(scored),
        "unscored": sum(attempt.status == Status.UNSCORED for attempt in attempts),
        **_averages([attempt for attempt in scored if record.compares(attempt.plan)]),
        "terminations": _terminations(attempts),
    }


def _averages(scored: Sequence[Attempt]) -> dict[str, dict[str, Any]]:
    return {key: _estimate(estimate) for key, estimate in averages(scored).items()}


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return dataclasses.asdict(estimate)


def _terminations(attempts: Iterable[Attempt]) -> dict[str, int]:
    return dict(Counter(a.termination for a in attempts if a.termination is not None).most_common())


def _episode(attempt: Attempt) -> dict[str, Any]:
    entry = {
        "id": attempt.id,
        "task": attempt.task,
        "seed": attempt.plan.seed,
        "attempt": attempt.number,
        "status": attempt.status,
        "termination": attempt.termination,
        "metrics": attempt.metrics,
        "nodes": attempt.nodes,
        "usage": usage.usage_json(attempt.usage),
        "agents": {name: usage.usage_json(part) for name, part in attempt.agents.items()},
        "side_effects": attempt.facts.get("side_effects"),
        "side_effects_note": attempt.facts.get("side_effects_note", ""),
        "counts": attempt.last,
    }
    if attempt.facts.get("error"):
        entry["error"] = attempt.facts["error"]
    return entry
