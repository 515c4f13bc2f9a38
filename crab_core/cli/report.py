"""`crab report`: the results of a run."""

from __future__ import annotations

from pathlib import Path

import click

from crab_core.cli.output import emit, json_option
from crab_core.cli.progress import show_path


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to write the page; DIRECTORY/report.html when left out.",
)
@json_option
def report(directory: Path, page: Path | None, as_json: bool) -> None:
    """Show the results of the run in DIRECTORY and write them as one self-contained HTML page."""
    from crab_core.report.html import write_html
    from crab_core.report.summary import report as read_report
    from crab_core.report.tables import print_report

    facts = read_report(directory)
    try:
        written = f"Report: {show_path(write_html(directory, page))}"
    except OSError as error:  # the numbers are told all the same
        written = f"The page could not be written: {error}. Name another place with --html."
    if as_json:
        emit(facts)
        return
    print_report(facts)
    click.echo(f"\n{written}")
