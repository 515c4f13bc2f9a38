"""What a reader of a table should know before comparing its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from crab_core.report import wording
from crab_core.report.attempts import RunRecord
from crab_core.report.results.systems import SystemRun, differing

Batch = Sequence[SystemRun]
"""The runs behind one row, or behind the rows that it is split into."""

_FEW: Final = 10
"""Episodes below which the percentile bootstrap is known to be too narrow."""


def remarks(batches: Sequence[Batch], undecided: int = 0) -> list[str]:
    """Sentences about unscored, replaced and missing episodes, and about what differs between runs.

    Args:
        batches: The runs, as they are taken together.
        undecided: Tasks with their seeds that runs which repeat until success have not decided.
    """
    runs = [run for batch in batches for run in batch]
    records = [run.record for run in runs]
    return [
        *_episodes(records),
        *_repeats(records, undecided),
        *_weights(batches),
        *_few(batches),
        *_cached(records),
        *_prices(runs),
        *_tasks(batches),
        *_settings(runs),
        *_versions(records),
        *_devices(records),
    ]


def _counted(batch: Batch) -> Counter[str]:
    """How many episodes a row counts of each task and seed, named as in `run.json`."""
    return Counter(
        f"{attempt.plan.task}@{attempt.plan.seed}"
        for run in batch
        for attempt in run.record.attempts
        if attempt.scored and run.record.compares(attempt.plan)
    )


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


def _repeats(records: Sequence[RunRecord], undecided: int) -> Iterator[str]:
    if any(record.repeats for record in records):
        yield "Of runs that repeat until success, averages count the first trial of each task and seed."
    if undecided:
        yield (
            f"Of what is repeated until success, {wording.plural(undecided, 'task')} with a seed "
            f"{'is' if undecided == 1 else 'are'} not decided and left out; a success decides sooner than "
            "failures do, so that rates of success within trials are too high."
        )


def _prices(runs: Sequence[SystemRun]) -> Iterator[str]:
    unknown = dict.fromkeys(
        run.system.model or run.system.policy
        for run in runs
        if any(attempt.usage.total and attempt.usage.cost is None for attempt in run.record.attempts)
    )
    if unknown:
        yield f"No price is known of {', '.join(unknown)}."


def _weights(batches: Sequence[Batch]) -> Iterator[str]:
    """What is counted twice is told: by trials, or by runs of one system."""
    counts = [counted for batch in batches if (counted := _counted(batch))]
    if not any(max(counted.values()) > 1 for counted in counts):
        return
    yield (
        "Some tasks and seeds are counted several times; intervals take each episode for one of its own, and "
        "so tell of these tasks only."
    )
    heavier = [name for one in counts for name, times in one.items() if times > min(one.values())]
    if heavier:
        yield f"Within a row, some weigh more than others: {_list(sorted(set(heavier)))}."


def _few(batches: Sequence[Batch]) -> Iterator[str]:
    if any(1 < _counted(batch).total() < _FEW for batch in batches):
        yield f"Of fewer than {_FEW} episodes, intervals of means (not of shares) are too narrow."


def _cached(records: Sequence[RunRecord]) -> Iterator[str]:
    """Replies from a cache are those of episodes that may stand in the table already."""
    sources = [
        exchange.get("source")
        for record in records
        if record.facts["config"].get("cache")
        for attempt in record.attempts
        for exchange in attempt.exchanges
    ]
    if kept := sources.count("cache"):
        calls = wording.plural(len(sources), "model call")
        yield (
            f"{kept} of {calls} of runs with a cache were answered by it: their tokens and dollars were "
            "spent before, and what they repeat is no further evidence."
        )


def _tasks(batches: Sequence[Batch]) -> Iterator[str]:
    digests: dict[str, set[str]] = {}
    planned, counted = [], []
    for batch in batches:
        tasks = [(run.record.facts.get("tasks") or {}) for run in batch]
        for task, digest in (pair for one in tasks for pair in one.items()):
            digests.setdefault(task, set()).add(digest)
        planned.append(frozenset(name for one in tasks for name in one))
        counted.append(frozenset(_counted(batch)))
    changed = sorted(task for task, found in digests.items() if len(found) > 1)
    if changed:
        yield f"Not the same task in all runs, so that rows do not compare: {_list(changed)}."
    if len(set(planned)) > 1:
        yield "Rows are of different tasks or seeds, so that they do not compare as they stand."
    elif len(set(counted)) > 1:
        yield "Not every row has a score for every task and seed, so that they do not compare as they stand."


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


def _devices(records: Sequence[RunRecord]) -> Iterator[str]:
    """Which devices differ, and in what; `environments` of a configuration only says what was asked for."""
    found: dict[str, dict[str, set[str]]] = {}
    for record in records:
        for device, facts in (record.facts.get("devices") or {}).items():
            for name, value in facts.items():
                found.setdefault(device, {}).setdefault(name, set()).add(str(value))
    for device, facts in found.items():
        if differs := sorted(name for name, values in facts.items() if len(values) > 1):
            yield f"Not all runs were played on the same {device}: it differs in {', '.join(differs)}."


def _list(names: Sequence[str], most: int = 5) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
