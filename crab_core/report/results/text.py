"""Tables of results for the terminal: an interval stands below its value."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, TextIO

import click

from crab_core.report.results.sheets import Sheet, sheets
from crab_core.report.tables import Column, Grid, draw, in_colour, rich_table

_WIDTH: Final = 110
"""Letters in a line of running text."""

_NO_LIMIT: Final = 1000
"""Letters in a line of a table."""


def text(results: Mapping[str, Any]) -> str:
    """Plain aligned text; it ends without a line break."""
    parts = [part for s in sheets(results) for part in (s.title, draw(grid(s)), _wrapped(s.legend))]
    notes = "\n".join(_wrapped(note, "- ") for note in results["notes"])
    return "\n\n".join([*parts, notes] if notes else parts)


def print_results(results: Mapping[str, Any], stream: TextIO | None = None) -> None:
    """Write the tables to a stream, in colour when it is a terminal and rich is installed.

    Args:
        results: What `compare.results` returned.
        stream: Where to; the standard output when left out.
    """
    out = stream or sys.stdout
    if not in_colour(out):
        click.echo(text(results), file=out)
        return
    from rich.console import Console
    from rich.text import Text

    # As wide as it takes: numbers that are broken into pieces cannot be read.
    console = Console(file=out, highlight=False, width=_NO_LIMIT)
    for sheet in sheets(results):
        console.print(Text(f"{sheet.title}\n", style="bold"))
        console.print(rich_table(grid(sheet)))
        console.print(Text(f"\n{_wrapped(sheet.legend)}\n", style="dim"))
    for note in results["notes"]:
        console.print(Text(_wrapped(note, "- ")))


def _wrapped(sentences: str, mark: str = "") -> str:
    return textwrap.fill(sentences, _WIDTH, initial_indent=mark, subsequent_indent=" " * len(mark))


def grid(sheet: Sheet) -> Grid:
    """A sheet with its intervals in rows of their own."""
    rows: list[Sequence[str]] = []
    styles: list[str] = []
    for cells in sheet.rows:
        rows.append([cell.text for cell in cells])
        styles.append("")
        if any(cell.interval for cell in cells):
            rows.append([cell.interval for cell in cells])
            styles.append("dim")
    return Grid([Column(heading.text, heading.right) for heading in sheet.headings], rows, styles)


def groups(sheet: Sheet) -> list[tuple[str, int]]:
    """What stands above the headings, and over how many columns."""
    return [(name, len(list(heads))) for name, heads in groupby(sheet.headings, key=lambda h: h.group)]
