"""Tables of results for LaTeX: the packages booktabs and graphicx, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from crab_core.report.results.sheets import Sheet, sheets
from crab_core.report.results.text import groups

_ESCAPED: Final[Mapping[str, str]] = {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "–": "--",
    "…": r"\dots{}",
    "\u202f": r"\,",
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}

_NARROW: Final = 9
"""Columns up to which a table fits on a page as it is; a wider one is scaled to it."""


def latex(results: Mapping[str, Any]) -> str:
    """One `table*` a sheet, to be included in a document; it ends without a line break.

    What a reader should know stands below the first.
    """
    made = sheets(results)
    notes = " ".join(results["notes"])
    tables = [_table(sheet, "" if place else notes) for place, sheet in enumerate(made)]
    return "% Needs \\usepackage{booktabs,graphicx}.\n" + "\n\n".join(tables)


def _table(sheet: Sheet, notes: str = "") -> str:
    columns = "".join("r" if heading.right else "l" for heading in sheet.headings)
    wide = len(columns) > _NARROW
    return "\n".join(
        [
            r"\begin{table*}",
            r"\centering",
            rf"\caption{{{_escaped(sheet.title)}. {_escaped(sheet.legend)}}}",
            r"\smallskip",
            *([r"\resizebox{\textwidth}{!}{%"] if wide else []),
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            *_groups(sheet),
            _line([_escaped(heading.text) for heading in sheet.headings]),
            r"\midrule",
            *(line for row in sheet.rows for line in _rows([(c.text, c.interval) for c in row])),
            r"\bottomrule",
            r"\end{tabular}" + ("}" if wide else ""),
            *([rf"\par\smallskip\parbox{{\textwidth}}{{\footnotesize {_escaped(notes)}}}"] if notes else []),
            r"\end{table*}",
        ]
    )


def _groups(sheet: Sheet) -> list[str]:
    """The line above the headings, with a rule below each group of columns."""
    found = groups(sheet)
    if not any(name for name, _ in found):
        return []
    cells, rules, first = [], [], 1
    for name, width in found:
        cells += [rf"\multicolumn{{{width}}}{{c}}{{{_escaped(name)}}}"] if name else [""] * width
        if name:
            rules.append(rf"\cmidrule(lr){{{first}-{first + width - 1}}}")
        first += width
    return [_line(cells), "".join(rules)]


def _rows(cells: Sequence[tuple[str, str]]) -> list[str]:
    lines = [_line([_number(text) for text, _ in cells])]
    if any(interval for _, interval in cells):
        small = [rf"{{\scriptsize {_number(interval)}}}" if interval else "" for _, interval in cells]
        lines += [_line(small), r"\addlinespace"]
    return lines


def _number(text: str) -> str:
    r"""A cell; 5.29e-4 becomes 5.29 times ten to a power."""
    escaped = _escaped(text)
    return re.sub(r"(\d\.\d+)e(-?\d+)", r"$\1\\times10^{\2}$", escaped)


def _line(cells: Sequence[str]) -> str:
    return " & ".join(cells).rstrip() + r" \\"


def _escaped(text: str) -> str:
    return "".join(_ESCAPED.get(character, character) for character in " ".join(text.split(" ")))
