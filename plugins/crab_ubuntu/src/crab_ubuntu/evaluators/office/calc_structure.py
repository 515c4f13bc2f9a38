"""Evaluators that look at sheets of a spreadsheet: names, order of rows, merged cells, filters, charts."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.office.workbook import (
    Cell,
    ChartKind,
    Sheet,
    address,
    area,
    areas,
    column_number,
    plain_reference,
    read_workbook,
    said,
    wanted_sheet,
)
from crab_ubuntu.evaluators.reading import short


@evaluator(env="ubuntu")
@boxed
def calc_sheets(path: str, names: list[str], match: Literal["exact", "contains"] = "exact") -> Verdict:
    """The sheets of a spreadsheet have these names.

    Args:
        path: From the home folder or absolute.
        names: In their order.
        match: "exact": these and no others, in this order; "contains": these are among them.
    """
    found = [sheet.name for sheet in read_workbook(path).sheets]
    if found == names or (match == "contains" and names and set(names) <= set(found)):
        return Verdict(True, f"{path} has the sheets {short(found)}")
    return Verdict(False, f"{path} has the sheets {short(found)}, not {short(names)}")


@evaluator(env="ubuntu")
@boxed
def calc_sorted(path: str, cells: str, descending: bool = False, by: str = "", sheet: str = "") -> Verdict:
    """A range of a spreadsheet is sorted by one of its columns: numbers, then texts without regard to case.

    That the range holds all that it held before is for `calc_range` to say.

    Args:
        path: From the home folder or absolute.
        cells: Without headings, such as "A2:C20"; none of the column may be empty.
        descending: Whether the largest comes first.
        by: Letters of the column; the first of the range when left out.
        sheet: Its name; the first sheet when left out.

    Raises:
        DefinitionError: The range has one row, or the column is not in it.
    """
    where = area(cells)
    column = column_number(by.upper()) if by.isalpha() else where.left
    if where.top == where.bottom or not where.left <= column <= where.right:
        raise DefinitionError(f"{cells} has no two rows to be sorted by column {by or 'one'}.")
    found = wanted_sheet(path, sheet)
    rows = range(where.top, where.bottom + 1)
    for row in rows:
        if found.cell(row, column).value is None:
            return Verdict(False, f"{address(row, column)} of {path} is empty")
    for row, below in pairwise(rows):
        first, second = _key(found.cell(row, column)), _key(found.cell(below, column))
        if (first < second) if descending else (first > second):
            values = f"{said(found.cell(row, column))} before {said(found.cell(below, column))}"
            return Verdict(False, f"{cells} of {path} is not sorted: {address(row, column)} has {values}")
    return Verdict(True, f"{cells} of {path} is sorted by column {address(1, column)[:-1]}")


@evaluator(env="ubuntu")
@boxed
def calc_merged(path: str, cells: str, sheet: str = "", merged: bool = True) -> Verdict:
    """A range of a spreadsheet is merged into one cell, or none of it is.

    Args:
        path: From the home folder or absolute.
        cells: Such as "A1:C1".
        sheet: Its name; the first sheet when left out.
        merged: Whether it should be.
    """
    ranges = wanted_sheet(path, sheet).merged
    where = area(cells)
    shown = f"merged in {path}: {', '.join(ranges[:10]) or 'nothing'}"
    if merged:
        return Verdict(where in areas(ranges), shown)
    apart = all(
        one.right < where.left or one.left > where.right or one.bottom < where.top or one.top > where.bottom
        for one in areas(ranges)
    )
    return Verdict(apart, shown)


@evaluator(env="ubuntu")
@boxed
def calc_filter(path: str, cells: str = "", sheet: str = "") -> Verdict:
    """A range of a spreadsheet has filter buttons (AutoFilter).

    Args:
        path: From the home folder or absolute.
        cells: The range with its headings, such as "A1:C20"; any when left out.
        sheet: Its name; the first sheet when left out.
    """
    filters = wanted_sheet(path, sheet).filters
    passed = bool(filters) and (not cells or area(cells, largest=None) in areas(filters))
    return Verdict(passed, f"filtered in {path}: {', '.join(filters[:10]) or 'nothing'}")


@evaluator(env="ubuntu")
@boxed
def calc_column_width(
    path: str, column: str, at_least: float = 0.0, at_most: float = 1000.0, sheet: str = ""
) -> Verdict:
    """A column of a spreadsheet was given a width within these bounds.

    Args:
        path: From the home folder or absolute.
        column: Its letters, such as "B".
        at_least: Centimetres; .xlsx keeps widths in characters, which makes them exact to a fifth only.
        at_most: Centimetres.
        sheet: Its name; the first sheet when left out.
    """
    if not column.isalpha() or not column.isascii():
        raise DefinitionError(f"{column!r} is no column.", advice='Write its letters, such as "B".')
    width = wanted_sheet(path, sheet).widths.get(column_number(column.upper()))
    if width is None:
        return Verdict(False, f"column {column} of {path} has the width that all have")
    return Verdict(at_least <= width <= at_most, f"column {column} of {path} is {width:.2f} cm wide")


@evaluator(env="ubuntu")
@boxed
def calc_chart(
    path: str,
    kind: ChartKind | Literal[""] = "",
    title: str | None = None,
    values: list[str] | None = None,
    categories: str = "",
    sheet: str = "",
) -> Verdict:
    """A sheet of a spreadsheet has a chart of this kind, with this title and these data: all that is given.

    Args:
        path: From the home folder or absolute.
        kind: "column", "bar" (lying), "line", "pie", "doughnut", "area", "scatter", "bubble", "radar" or
            "stock".
        title: Its whole title; "" for none.
        values: The ranges of its series in order, such as "B2:B4" or "Sales!B2:B4", without headings.
        categories: The range of the labels, such as "A2:A4".
        sheet: The name of the sheet that it is on; the first sheet when left out.
    """
    found = wanted_sheet(path, sheet)
    reasons = []
    for chart in found.charts:
        wrong = []
        if kind and chart.kind != kind:
            wrong.append(f"is a {chart.kind} chart, not a {kind} chart")
        if title is not None and chart.title.strip() != title.strip():
            wrong.append(f"has the title {short(chart.title)}, not {short(title)}")
        if values is not None and [_full(v, found) for v in chart.values] != [
            _full(v, found) for v in values
        ]:
            wrong.append(f"shows {short(chart.values)}, not {short(values)}")
        if categories and _full(chart.categories, found) != _full(categories, found):
            wrong.append(f"has the labels {short(chart.categories)}, not {short(categories)}")
        if not wrong:
            return Verdict(
                True, f"{path} has a {chart.kind} chart {short(chart.title)} of {short(chart.values)}"
            )
        reasons.append(", ".join(wrong))
    listed = "; ".join(f"chart {number} {words}" for number, words in enumerate(reasons[:5], 1))
    return Verdict(False, f"{path} has no such chart on {found.name!r}: {listed or 'there is none'}")


def _key(cell: Cell) -> tuple[int, float | str]:
    if isinstance(cell.value, str):
        return (1, cell.value.casefold())
    return (0, float(cell.value or 0))


def _full(reference: str, sheet: Sheet) -> str:
    """A range with the name of its sheet, in one spelling."""
    plain = plain_reference(reference)
    return plain if "!" in plain or not plain else f"{sheet.name}!{plain}"
