"""Evaluators that look at spreadsheets: .ods and .xlsx, as LibreOffice Calc and others save them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from crab_core import DefinitionError, Verdict, evaluator
from crab_ubuntu.evaluators.boxed import boxed
from crab_ubuntu.evaluators.office.looks import WantedLook, color_code
from crab_ubuntu.evaluators.office.model import Alignment
from crab_ubuntu.evaluators.office.workbook import (
    Cell,
    CellFormat,
    NumberKind,
    Scalar,
    Sheet,
    address,
    area,
    said,
    wanted_sheet,
)
from crab_ubuntu.evaluators.reading import short

STRING = re.compile(r'("(?:[^"]|"")*")')


@evaluator(env="ubuntu")
@boxed
def calc_cell(
    path: str, cell: str, value: Scalar | None, sheet: str = "", tolerance: float = 1e-6, case: bool = True
) -> Verdict:
    """A cell of a spreadsheet (.ods, .xlsx) has this value; of a formula it is the result that was saved.

    Args:
        path: From the home folder, such as "Documents/sales.ods", or absolute.
        cell: Such as "B2".
        value: A number, a truth value, a text, a date as "2024-05-14" (with "T10:00:00" if it has a time), a
            time as "10:00:00"; null for an empty cell. The text "7" is not the number 7.
        sheet: Its name; the first sheet when left out.
        tolerance: What numbers may differ.
        case: Whether upper and lower case of texts differ.
    """
    found = _one(wanted_sheet(path, sheet), cell)
    if words := _differs(found, value, tolerance, case):
        return Verdict(False, f"{cell} of {path} {words}")
    return Verdict(True, f"{cell} of {path} is {said(found)}")


@evaluator(env="ubuntu")
@boxed
def calc_range(
    path: str,
    cells: str,
    values: list[list[Scalar | None]],
    sheet: str = "",
    tolerance: float = 1e-6,
    case: bool = True,
) -> Verdict:
    """A range of a spreadsheet has these values, row by row.

    Args:
        path: From the home folder or absolute.
        cells: Such as "A1:C3".
        values: A list for each row; values as for `calc_cell`.
        sheet: Its name; the first sheet when left out.
        tolerance: What numbers may differ.
        case: Whether upper and lower case of texts differ.

    Raises:
        DefinitionError: The values do not have the shape of the range.
    """
    where = area(cells)
    height, width = where.bottom - where.top + 1, where.right - where.left + 1
    if len(values) != height or any(len(row) != width for row in values):
        raise DefinitionError(f"{cells} has {height} rows of {width} cells; the values have another shape.")
    found = wanted_sheet(path, sheet)
    wrong = [
        f"{address(row, column)} {words}"
        for row, column in where
        if (
            words := _differs(
                found.cell(row, column), values[row - where.top][column - where.left], tolerance, case
            )
        )
    ]
    if wrong:
        more = f" and {len(wrong) - 3} more" if len(wrong) > 3 else ""
        return Verdict(False, f"in {path} {'; '.join(wrong[:3])}{more}")
    return Verdict(True, f"{cells} of {path} has these values")


@evaluator(env="ubuntu")
@boxed
def calc_formula(
    path: str,
    cell: str,
    formula: str = "",
    match: Literal["exact", "contains"] = "exact",
    sheet: str = "",
    value: Scalar | None = None,
    tolerance: float = 1e-6,
) -> Verdict:
    """A cell of a spreadsheet is computed by a formula: by this one, or by any.

    Args:
        path: From the home folder or absolute.
        cell: Such as "B5".
        formula: As people type it in English, such as "=SUM(B2:B4)"; case, spaces and dollar signs do not
            matter. Left out: any formula.
        match: "exact" compares the whole formula; "contains" looks for a part, such as "AVERAGE(".
        sheet: Its name; the first sheet when left out.
        value: The result, as for `calc_cell`; left out, any.
        tolerance: What numbers may differ.
    """
    found = _one(wanted_sheet(path, sheet), cell)
    if not found.formula:
        return Verdict(False, f"{cell} of {path} has no formula, it is {said(found)}")
    have, want = _normal(found.formula), _normal(formula)
    if not (have == want or not want or (match == "contains" and want in have)):
        return Verdict(
            False, f"{cell} of {path} has the formula {short(found.formula)}, not {short(formula)}"
        )
    if value is not None and (words := _differs(found, value, tolerance, True)):
        return Verdict(False, f"{cell} of {path} with the formula {short(found.formula)} {words}")
    return Verdict(True, f"{cell} of {path} has the formula {short(found.formula)}")


@evaluator(env="ubuntu")
@boxed
def calc_format(
    path: str,
    cells: str,
    sheet: str = "",
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
    color: str = "",
    fill: str = "",
    size: float | None = None,
    font: str = "",
    alignment: Alignment | Literal[""] = "",
    number: NumberKind | Literal[""] = "",
    decimals: int | None = None,
    currency: str = "",
) -> Verdict:
    """All cells of a range are bold, coloured, aligned, or show numbers in this way.

    Args:
        path: From the home folder or absolute.
        cells: Such as "B2" or "A1:C1".
        sheet: Its name; the first sheet when left out.
        bold: Whether they are bold.
        italic: Whether they are italic.
        underline: Whether they have a line below.
        color: Of the characters, such as "#ff0000" or "red".
        fill: Of the cells; "none" for none.
        size: In points.
        font: Name, such as "DejaVu Sans"; in .xlsx LibreOffice writes "Arial" for "Liberation Sans".
        alignment: "left", "center", "right" or "justify", set by hand.
        number: "number", "percent", "currency", "date", "time", "scientific", "fraction", "text" or
            "general".
        decimals: Digits after the point that are shown.
        currency: Its symbol or code, such as "€".

    Raises:
        DefinitionError: No format was described.
    """
    wanted = WantedLook(bold=bold, italic=italic, underline=underline, color=color, size=size, font=font)
    colored = fill if fill in {"", "none"} else color_code(fill)
    others = {"fill": colored, "alignment": alignment, "number": number, "currency": currency}
    if not wanted and not any(others.values()) and decimals is None:
        raise DefinitionError("Say how the cells should look: bold, color, fill, alignment, number …")
    found = wanted_sheet(path, sheet)
    for row, column in area(cells):
        have = found.cell(row, column).format
        words = wanted.misses(have.look) or _misses(have, others, decimals)
        if words:
            return Verdict(False, f"{address(row, column)} of {path} {words}")
    return Verdict(True, f"{cells} of {path} looks as wanted")


def _one(sheet: Sheet, cell: str) -> Cell:
    where = area(cell)
    if ":" in cell:
        raise DefinitionError(f"{cell!r} is a range; one cell is wanted.")
    return sheet.cell(where.top, where.left)


def _differs(cell: Cell, wanted: Scalar | None, tolerance: float, case: bool) -> str:
    """How a cell differs from a value, in words; empty when it does not."""
    if wanted is None:
        return "" if cell.kind == "empty" and not cell.formula else f"is {said(cell)}, not empty"
    same = False
    if isinstance(wanted, bool):
        same = cell.kind == "boolean" and cell.value is wanted
    elif isinstance(wanted, (int, float)):
        same = (
            cell.kind == "number"
            and isinstance(cell.value, (int, float))
            and abs(cell.value - wanted) <= tolerance
        )
    elif isinstance(cell.value, str) and cell.kind != "error":
        fold: Callable[[str], str] = str if case or cell.kind != "text" else str.casefold
        same = fold(cell.value) == fold(wanted)
    return "" if same else f"is {said(cell)}, not {wanted!r}"


def _misses(have: CellFormat, wanted: dict[str, str], decimals: int | None) -> str:
    wrong = [
        f"has the {name} {getattr(have, name) or 'none'}, not {want}"
        for name, want in wanted.items()
        if want and (getattr(have, name) or "none") != want
    ]
    if decimals is not None and have.decimals != decimals:
        shown = "any" if have.decimals is None else have.decimals
        wrong.append(f"shows {shown} decimals, not {decimals}")
    return ", ".join(wrong)


def _normal(formula: str) -> str:
    """In upper case without spaces and dollar signs, as far as it is not in quotation marks."""
    pieces = STRING.split(formula)
    for index in range(0, len(pieces), 2):
        pieces[index] = re.sub(r"[\s$']", "", pieces[index]).upper().replace(";", ",")
    return "".join(pieces)
