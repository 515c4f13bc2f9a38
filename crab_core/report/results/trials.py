"""What trying again after a failure gains: Reflexion@K, and the same without reflection.

AndroidArena (section 5.2) defines Reflexion@K as the sum over i from 1 to K of SR_i - SR_(i-1), which is
SR_K - SR_0: what K more trials add to the success rate of the first.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

from crab_core.metrics import proportion
from crab_core.report.attempts import Attempt, RunRecord
from crab_core.report.usage import cost_of, total


def trials(records: Sequence[RunRecord]) -> dict[str, Any]:
    """What the runs of one system gained by repeating tasks until they succeed.

    A task with a seed is decided when a trial of it succeeded, or when all of them are scored; the others
    count nowhere.

    Args:
        records: Its runs that repeat until success.

    Returns:
        `trials` (how many are allowed), `decided`, `undecided` (tasks with their seeds), `success_rate` (one
        estimate a number of trials: success in the first, in the first two …), `gain` (what all further
        trials add: Reflexion@K with K = trials - 1), `failed_first` and `mended` (how many of those that
        failed at first succeeded later), `attempts`, `tokens`, `cost` in all.
    """
    allowed = max(int(record.facts["config"]["trials"]) for record in records)
    successes = [trial for record in records for trial in _first_successes(record)]
    decided = [trial for trial in successes if trial is not None]
    attempts = [attempt for record in records for attempt in record.attempts]
    usage = total(attempts)
    rates = [
        proportion(sum(0 < trial <= count for trial in decided), len(decided))
        for count in range(1, allowed + 1)
    ]
    mended = sum(trial > 1 for trial in decided)
    return {
        "trials": allowed,
        "decided": len(decided),
        "undecided": len(successes) - len(decided),
        "success_rate": [dataclasses.asdict(rate) for rate in rates],
        "gain": dataclasses.asdict(proportion(mended, len(decided))),
        "failed_first": sum(trial != 1 for trial in decided),
        "mended": mended,
        "attempts": len(attempts),
        "tokens": usage.total,
        "cost": cost_of(usage),
    }


def _first_successes(record: RunRecord) -> list[int | None]:
    """For each task and seed, the trial that succeeded; 0 when none did, None when it is not decided."""
    pairs: dict[tuple[str, int], list[Attempt]] = {}
    for plan in record.plans:
        pairs.setdefault((plan.task, plan.seed), [])
    for attempt in record.attempts:
        if attempt.scored:
            pairs[attempt.plan.task, attempt.plan.seed].append(attempt)
    allowed = int(record.facts["config"]["trials"])
    return [_first_success(scored, allowed) for scored in pairs.values()]


def _first_success(scored: Sequence[Attempt], allowed: int) -> int | None:
    succeeded = [attempt.plan.trial for attempt in scored if attempt.metrics["success"]]
    if succeeded:
        return min(succeeded)
    return 0 if len(scored) == allowed else None
