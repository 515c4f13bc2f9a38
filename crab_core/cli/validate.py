"""`crab validate`: prove that tasks judge rightly."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from crab_core.cli.group import load_plugins
from crab_core.cli.output import emit, json_option, note, write_text
from crab_core.cli.playing import new_directory
from crab_core.cli.progress import show_path
from crab_core.cli.run import key_values
from crab_core.errors import UsageError
from crab_core.families import FILE, subtask_family, task_family
from crab_core.player import make_prompter
from crab_core.plugins import Plugins
from crab_core.prompter import VisualPrompter
from crab_core.record import write_json
from crab_core.rig import DeviceChoice
from crab_core.suite import Suite
from crab_core.validate import Batch, Check, Job, NotProven, Validation
from crab_core.validate.table import markdown, summary

_UNAVAILABLE = 3


@click.command()
@click.argument("tasks", nargs=-1)
@click.option("--suite", default="", help="Prove every task of this benchmark, with its standard seeds.")
@click.option("--subtask", "subtasks", multiple=True, help="Prove this sub-task, as a task of its own.")
@click.option(
    "--seed", "-s", "seeds", multiple=True, type=int, help="May be given several times; 0 when left out."
)
@click.option(
    "--more-seeds",
    type=click.IntRange(0),
    default=0,
    help="For a suite: prove each task with so many seeds beside its standard one; with these, other routes "
    "are not played.",
)
@click.option(
    "--workers", type=click.IntRange(1), default=1, show_default=True, help="How many to prove at once."
)
@click.option(
    "--all-mutants", is_flag=True, help="Try every wrong solution; otherwise the seed picks one of each task."
)
@click.option("--prompter", default="", help="The visual prompter that the solutions see through.")
@click.option(
    "--device-option",
    "device_options",
    multiple=True,
    metavar="DEVICE.KEY=VALUE",
    help="For the provider of a device: ubuntu.warm=1 keeps a desktop ready.",
)
@click.option("--plugin", "plugin_names", multiple=True, help="Load these plugins only.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where to write the record.")
@click.option(
    "--resume",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="Go on with this record: what passed is kept while task and code are the same.",
)
@click.option(
    "--table", type=click.Path(path_type=Path, dir_okay=False), help="Write the results as Markdown."
)
@json_option
def validate(
    tasks: tuple[str, ...],
    suite: str,
    subtasks: tuple[str, ...],
    seeds: tuple[int, ...],
    more_seeds: int,
    workers: int,
    all_mutants: bool,
    prompter: str,
    device_options: tuple[str, ...],
    plugin_names: tuple[str, ...],
    out: Path | None,
    resume: Path | None,
    table: Path | None,
    as_json: bool,
) -> int:
    """Prove that TASKS judge rightly; all installed tasks when none is named.

    The reference solution reaches everything within what the task allows, every other solution too; doing
    nothing reaches nothing; wrong solutions and a random agent do not succeed; judging again says the same;
    and a reset leaves nothing.

    Exit code 1 when any of it fails; 3 when nothing failed and an environment could not be had here.
    """
    if resume and out:
        raise UsageError("A record is either begun or gone on with.", advice="Leave --out or --resume away.")
    if table is not None and not table.absolute().parent.is_dir():
        raise UsageError(f"{table} cannot be written: there is no such folder.")  # before the long work
    plugins = load_plugins(plugin_names)
    jobs = list(_jobs(plugins, tasks, suite, subtasks, seeds, more_seeds, all_mutants))
    directory = resume or out or new_directory("validation")
    _prompter(plugins, prompter)  # a wrong name is an error before anything starts
    progress = _Progress(len(jobs), workers, whole=workers == 1 and not suite)
    batch = Batch(
        plugins,
        jobs,
        directory,
        lambda: _prompter(plugins, prompter),
        workers,
        _choices(device_options),
        told=progress.told,
        begun=progress.begun,
    )
    done: list[Validation] = []
    missing: list[NotProven] = []
    began = time.monotonic()
    try:
        for result in batch.run():
            progress.finished(result, kept=len(done) + len(missing) < batch.kept)
            if isinstance(result, NotProven):
                missing.append(result)
            else:
                done.append(result)
    except KeyboardInterrupt:
        note(f"\nStopped. Go on with: crab validate … --resume {show_path(directory)}")
        raise
    order = {(job.name, job.seed): i for i, job in enumerate(jobs)}
    done.sort(key=lambda v: order[v.task, v.seed])
    facts = _facts(done, missing, time.monotonic() - began)
    write_json(directory / "validation.json", facts)
    if table is not None:
        write_text(table, markdown(done, missing))
    if as_json:
        emit(facts)
    else:
        click.echo(summary(done, missing, lambda name: name in plugins.tasks or name.endswith(FILE)))
        click.echo(f"Record: {show_path(directory / 'validation.json')}")
    return 1 if not facts["ok"] else _UNAVAILABLE if missing else 0


def _jobs(
    plugins: Plugins,
    tasks: tuple[str, ...],
    suite: str,
    subtasks: tuple[str, ...],
    seeds: tuple[int, ...],
    more_seeds: int,
    all_mutants: bool,
) -> Iterator[Job]:
    """What to prove, each once.

    Raises:
        UnknownNameError: There is no such task, sub-task or benchmark.
        UsageError: The options do not fit together.
    """
    if more_seeds and not suite:
        raise UsageError("--more-seeds goes with --suite.", advice="Give each seed with --seed.")
    pairs: list[tuple[str, int]] = []
    more: set[tuple[str, int]] = set()
    if suite:
        chosen: Suite = plugins.benchmarks[suite].load()
        for name, standard in chosen.tasks:
            pairs += [(name, seed) for seed in seeds or range(standard, standard + 1 + more_seeds)]
            more.update((name, seed) for seed in range(standard + 1, standard + 1 + more_seeds) if not seeds)
    elif tasks or not subtasks:
        pairs = [(name, seed) for name in tasks or plugins.tasks for seed in seeds or (0,)]
    families = {name: task_family(plugins, name) for name, _ in pairs}
    for name, seed in dict.fromkeys(pairs):
        yield Job(name, families[name], seed, all_mutants, routes=(name, seed) not in more)
    for name in dict.fromkeys(subtasks):
        family = subtask_family(plugins, name)
        for seed in dict.fromkeys(seeds or (0,)):
            yield Job(name, family, seed, all_mutants=True)


def _prompter(plugins: Plugins, name: str) -> VisualPrompter | None:
    """A prompter that draws nothing, where it can do so: solutions go by the elements, not by the picture."""
    try:
        return make_prompter(plugins, name, {"draw": False})
    except UsageError:  # it has no such option
        return make_prompter(plugins, name)


def _choices(pairs: tuple[str, ...]) -> dict[str, DeviceChoice]:
    """Devices by name with the options that the user gives them.

    Raises:
        UsageError: One is not of the form DEVICE.KEY=VALUE.
    """
    options: dict[str, dict[str, Any]] = {}
    for name, value in key_values(pairs).items():
        device, dot, key = name.partition(".")
        if not dot:
            raise UsageError(f"{name!r} does not name a device.", advice="Write ubuntu.warm=1, for example.")
        options.setdefault(device, {})[key] = value
    return {device: DeviceChoice(options=given) for device, given in options.items()}


def _facts(done: list[Validation], missing: list[NotProven], seconds: float) -> dict[str, Any]:
    return {
        "ok": all(v.ok for v in done),
        "seconds": round(seconds, 1),
        "validations": [v.facts() for v in done],
        "not_proven": [dataclasses.asdict(m) for m in missing],
    }


class _Progress:
    """Tells on stderr how it goes: every check of a few validations, or a line for each of many."""

    def __init__(self, number: int, workers: int, *, whole: bool) -> None:
        self._number = number
        self._workers = workers
        self._whole = whole
        self._done = 0
        self._seconds: list[float] = []

    def begun(self, job: Job) -> None:
        if self._whole:
            note(click.style(f"{job.name}, seed {job.seed}", bold=True))

    def told(self, _job: Job, text: str) -> None:
        if self._whole:
            note(f"  … {text}")

    def finished(self, result: Validation | NotProven, *, kept: bool) -> None:
        self._done += 1
        if isinstance(result, NotProven):
            sign, said = click.style("–", fg="yellow"), f"not proven here: {result.reason}"
        elif result.ok:
            sign, said = click.style("✓", fg="green"), f"{len(result.checks)} checks"
        else:
            sign = click.style("✗", fg="red", bold=True)
            said = f"{len(result.failed)} of {len(result.checks)} checks failed"
        if isinstance(result, Validation):
            said += ", kept from before" if kept else f", {result.seconds:.1f} s"
            if not kept:
                self._seconds.append(result.seconds)
        if self._whole and isinstance(result, Validation) and not kept:
            for check in result.checks:
                _show(check)
            return
        left = f"  {self._left()}" if self._done < self._number else ""
        note(f"{sign} {self._done}/{self._number} {result.task}, seed {result.seed}: {said}{left}")
        for check in result.failed if isinstance(result, Validation) else ():
            _show(check)

    def _left(self) -> str:
        """How long it may still take, judged by the validations so far."""
        if not self._seconds:
            return ""
        mean = sum(self._seconds) / len(self._seconds)
        seconds = mean * (self._number - self._done) / self._workers
        return f"about {seconds / 60:.0f} min left" if seconds >= 90 else f"about {seconds:.0f} s left"


def _show(check: Check) -> None:
    sign = click.style("✓", fg="green") if check.ok else click.style("✗", fg="red", bold=True)
    seconds = click.style(f"{check.seconds:.1f} s", dim=True) if check.seconds >= 0.05 else ""
    note(f"  {sign} {check.name}  {click.style(check.detail, dim=check.ok)}  {seconds}".rstrip())
