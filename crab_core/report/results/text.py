"""Tables of results for the terminal: an interval stands below its value."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from crab_core.report.results.sheets import Sheet, sheets
from crab_core.report.tables import Column, Grid, draw

_WIDTH: Final = 110
"""Letters in a line of running text."""


def text(results: Mapping[str, Any]) -> str:
    """Plain aligned text; it ends without a line break."""
    parts = [part for s in sheets(results) for part in (s.title, draw(grid(s)), _wrapped(s.legend))]
    notes = "\n".join(_wrapped(note, "- ") for note in results["notes"])
    return "\n\n".join([*parts, notes] if notes else parts)


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
