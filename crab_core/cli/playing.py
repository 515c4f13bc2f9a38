"""Playing a run from the command line: shared by `crab run` and by plugins' commands such as `crab demo`."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path

import click

from crab_core.cli.output import emit, error_facts, exit_code, note
from crab_core.cli.progress import Progress, show_path
from crab_core.config import RunConfig
from crab_core.episode import EpisodeResult, Observer, Status
from crab_core.errors import EnvironmentUnavailable
from crab_core.plugins import Plugins
from crab_core.policy import Policy
from crab_core.record import read_run
from crab_core.run import Run
from crab_core.settings import Settings


def new_directory(name: str) -> Path:
    """A folder that does not exist yet, named after the run and the time."""
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    runs = Settings.load().runs
    candidates = [runs / f"{name}-{stamp}"] + [runs / f"{name}-{stamp}-{i}" for i in range(2, 100)]
    return next(path for path in candidates if not path.exists())


def play(
    config: RunConfig | None,
    plugins: Plugins,
    *,
    out: Path | None,
    resume: bool = False,
    as_json: bool = False,
    observers: Sequence[Observer] = (),
    person: Callable[[], Policy] | None = None,
    quiet: bool = False,
) -> None:
    """Play a run with live progress, then print its results and write its page.

    Args:
        config: What to play; None to resume.
        plugins: The plugins in use.
        out: The run directory; a new one under the default folder when None.
        resume: Whether `out` holds a run to go on with.
        as_json: Whether to print one JSON object.
        observers: Who is told how it goes, beside the progress on stderr.
        person: Seats a person, who plays in place of the policy that is registered.
        quiet: Whether to leave the progress out.

    Raises:
        EnvironmentUnavailable: No episode could be scored because a device could not be had.
        KeyboardInterrupt: A person stopped it; the record is kept.
    """
    from crab_core.people.asking import make_asker
    from crab_core.report.html import write_html
    from crab_core.report.summary import report
    from crab_core.report.tables import print_report

    directory = out or new_directory(config.name if config else "run")
    with _told_how_to_resume(directory, "crab play" if person else "crab run"):
        config = RunConfig.from_facts(read_run(directory)["config"], str(directory)) if resume else config
        progress = Progress(side_by_side=config is not None and config.workers > 1)
        asker = make_asker(config.ask, note) if config else None
        told = [*observers] if quiet else [progress, *observers]
        if resume or config is None:
            run = Run.resume(directory, plugins, told, asker, person)
        else:
            run = Run.create(directory, config, plugins, told, asker, person)
        with run:
            left = len(run.left())
            note(f"{left} of {len(run.plans())} episodes to play, recorded in {show_path(directory)}")
            results = run.execute()
    page = write_html(directory)
    facts = report(directory)
    failure = _nothing_was_had(results)
    if as_json:
        # One object, whatever comes: it has the error beside the facts, and nothing is printed after it.
        emit({**facts, **({"error": error_facts(failure)} if failure else {})})
        if failure:
            raise click.exceptions.Exit(exit_code(failure))
        return
    click.echo()
    print_report(facts)
    click.echo(f"\nReport: {show_path(page)}")
    if failure:
        raise failure


@contextlib.contextmanager
def _told_how_to_resume(directory: Path, command: str) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        if (directory / "run.json").exists():
            note(f"\nStopped. Go on with: {command} --resume {show_path(directory)}")
        raise


def _nothing_was_had(results: list[EpisodeResult]) -> EnvironmentUnavailable | None:
    """The error of a run of which no episode could be scored."""
    unscored = [result for result in results if result.status is Status.UNSCORED]
    if results and len(unscored) == len(results):
        last = unscored[-1].error.strip().splitlines() or ["no reason was given"]
        reason = re.sub(r"^[\w.]+: ", "", last[-1])  # without the class of the error
        return EnvironmentUnavailable(
            f"No episode could be scored. {reason}",
            advice="`crab doctor` says what is missing.",
        )
    return None
