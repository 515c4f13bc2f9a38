"""What a reader of a table should know before comparing its rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_core.report import wording
from crab_core.report.attempts import RunRecord
from crab_core.report.results.systems import SystemRun, differing


def remarks(runs: Sequence[SystemRun]) -> list[str]:
    """Sentences about unscored, replaced and missing episodes, and about what differs between runs."""
    records = [run.record for run in runs]
    return [
        *_episodes(records),
        *_repeats(records),
        *_prices(runs),
        *_tasks(runs),
        *_settings(runs),
        *_versions(records),
    ]


def _episodes(records: Sequence[RunRecord]) -> Iterator[str]:
    attempts = [attempt for record in records for attempt in record.attempts]
    unscored = sum(attempt.last and attempt.done and not attempt.scored for attempt in attempts)
    replaced = sum(not attempt.last for attempt in attempts)
    left = sum(len(r.plans) - sum(a.last and a.done for a in r.attempts) for r in records)
    if unscored:
        verb = "has" if unscored == 1 else "have"
        yield f"{wording.plural(unscored, 'episode')} {verb} no score: something other than the agent failed."
    if replaced:
        verb = "was" if replaced == 1 else "were"
        yield f"{wording.plural(replaced, 'attempt')} {verb} replaced by a later one; only totals count them."
    if left:
        verb = "is" if left == 1 else "are"
        yield f"{wording.plural(left, 'planned episode')} {verb} still to be played."


def _repeats(records: Sequence[RunRecord]) -> Iterator[str]:
    if any(record.repeats for record in records):
        yield "Of runs that repeat until success, averages count the first trial of each task and seed."


def _prices(runs: Sequence[SystemRun]) -> Iterator[str]:
    unknown = dict.fromkeys(
        run.system.model or run.system.policy
        for run in runs
        if any(attempt.usage.total and attempt.usage.cost is None for attempt in run.record.attempts)
    )
    if unknown:
        yield f"No price is known of {', '.join(unknown)}."


def _tasks(runs: Sequence[SystemRun]) -> Iterator[str]:
    digests: dict[str, set[str]] = {}
    played = {run.system: set[str]() for run in runs}
    for run in runs:
        for task, digest in (run.record.facts.get("tasks") or {}).items():
            digests.setdefault(task, set()).add(digest)
            played[run.system].add(task)
    changed = sorted(task for task, found in digests.items() if len(found) > 1)
    if changed:
        yield f"Not the same task in all runs, so that rows do not compare: {_list(changed)}."
    if len({frozenset(tasks) for tasks in played.values()}) > 1:
        yield "Rows are of different tasks or seeds, so that they do not compare as they stand."


def _settings(runs: Sequence[SystemRun]) -> Iterator[str]:
    for name, values in differing([run.system for run in runs]).items():
        yield f"Rows differ in {name}: {', '.join(values)}."


def _versions(records: Sequence[RunRecord]) -> Iterator[str]:
    versions: dict[str, set[str]] = {}
    for record in records:
        for plugin, version in (record.facts.get("plugins") or {}).items():
            versions.setdefault(plugin, set()).add(version)
    for found in versions.values():
        if len(found) > 1:
            yield f"Runs are of different versions: {', '.join(sorted(found))}."


def _list(names: Sequence[str], most: int = 5) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
