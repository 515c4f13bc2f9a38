"""Tables of results in GitHub's Markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from crab_core.report.results.sheets import Cell, Sheet, sheets


def markdown(results: Mapping[str, Any]) -> str:
    """A document of level-two headings; it ends without a line break."""
    parts = [part for sheet in sheets(results) for part in _sheet(sheet)]
    notes = "\n".join(f"- {_escaped(note)}" for note in results["notes"])
    return "\n\n".join([*parts, notes] if notes else parts)


def _sheet(sheet: Sheet) -> list[str]:
    rule = ["---:" if heading.right else "---" for heading in sheet.headings]
    lines = [_line([_escaped(heading.text) for heading in sheet.headings]), _line(rule)]
    lines += [_line([_cell(cell) for cell in row]) for row in sheet.rows]
    return [f"## {sheet.title}", "\n".join(lines), _escaped(sheet.legend)]


def _cell(cell: Cell) -> str:
    return f"{_escaped(cell.text)} ({_escaped(cell.interval)})" if cell.interval else _escaped(cell.text)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    one_line = " ".join(text.split())
    return re.sub(r"([\\`*_|<>\[\]$])", r"\\\1", one_line)
