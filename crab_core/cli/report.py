"""`crab report`: the results of a run, or a table that compares runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from crab_core.cli.output import emit, json_option
from crab_core.cli.progress import show_path
from crab_core.errors import UsageError


@click.command()
@click.argument("runs", metavar="RUN...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to write the page; RUN/report.html when left out.",
)
@click.option("--standalone", is_flag=True, help="Put the pictures into the page, to move or send it.")
@click.option("--table", is_flag=True, help="Compare the agents of all RUNs, as the paper's table does.")
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(["platform", "task", "run"]),
    help="Split the rows of the table; may be given again.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "latex", "csv", "json"]),
    help="Of the table; text when left out.",
)
@json_option
def report(
    runs: tuple[Path, ...],
    page: Path | None,
    standalone: bool,
    table: bool,
    by: tuple[str, ...],
    form: str | None,
    as_json: bool,
) -> None:
    """Show the results of a RUN and write its page, or compare several RUNs in a table.

    Each RUN is the directory of one. The page shows every step; the table has a row an agent.
    """
    if table or by or form or len(runs) > 1:
        if page or standalone:
            raise UsageError(
                "A page is of one run, without a table.",
                advice="Name one run, and leave out --table, --by and --format.",
            )
        if as_json and form not in (None, "json"):
            raise UsageError(f"The table can be JSON or {form}, not both.", advice="Leave out --json.")
        _table(runs, by, "json" if as_json else form or "text")
    else:
        _page(runs[0], page, standalone, as_json)


def _table(runs: Sequence[Path], by: Sequence[str], form: str) -> None:
    from crab_core.report.results import latex, markdown, spreadsheet, text
    from crab_core.report.results.compare import By, read_results

    results = read_results(runs, [By(one) for one in by])
    if form == "json":
        emit(results)
    elif form == "text":
        text.print_results(results)
    else:
        write = {
            "markdown": markdown.markdown,
            "latex": latex.latex,
            "csv": spreadsheet.comma_separated,
        }
        click.echo(write[form](results))
    if form == "csv":  # which has no place for them
        for note in results["notes"]:
            click.echo(note, err=True)


def _page(directory: Path, page: Path | None, standalone: bool, as_json: bool) -> None:
    from crab_core.report.html import write_html
    from crab_core.report.summary import report as read_report
    from crab_core.report.tables import print_report

    facts: Mapping[str, Any] = read_report(directory)
    try:
        written = f"Report: {show_path(write_html(directory, page, standalone=standalone))}"
    except OSError as error:  # the numbers are told all the same
        written = f"The page could not be written: {error}. Name another place with --html."
    if as_json:
        emit(facts)
        return
    print_report(facts)
    click.echo(f"\n{written}")
