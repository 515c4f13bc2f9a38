"""A spreadsheet, whatever format it was saved in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

from crab_core import DefinitionError
from crab_ubuntu.evaluators.office.model import Alignment, Look
from crab_ubuntu.evaluators.office.package import Package, open_package
from crab_ubuntu.evaluators.reading import UnreadableError, parsing, short

Kind = Literal["empty", "number", "text", "boolean", "date", "time", "error"]
NumberKind = Literal[
    "general", "number", "percent", "currency", "date", "time", "scientific", "fraction", "text"
]
ChartKind = Literal[
    "column", "bar", "line", "pie", "doughnut", "area", "scatter", "bubble", "radar", "stock", "other"
]
Scalar = str | bool | int | float

CELL: Final = re.compile(r"\$?([A-Z]{1,3})\$?([1-9][0-9]{0,6})")
CELLS: Final = 20_000
"""More cells than a range to be judged may have."""


@dataclass(frozen=True, slots=True)
class CellFormat:
    """How a cell looks."""

    look: Look = field(default_factory=Look)
    fill: str = ""
    """Colour of the cell, as "#rrggbb"; empty when it has none."""
    alignment: Alignment | Literal[""] = ""
    """Empty when it is by content: text to the left, numbers to the right."""
    number: NumberKind = "general"
    decimals: int | None = None
    """Digits after the point; None when the format does not say."""
    currency: str = ""
    """Its symbol or code."""


PLAIN: Final = CellFormat()


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell."""

    kind: Kind = "empty"
    value: Scalar | None = None
    """Of a formula: what the application that saved it has computed. Dates are "2024-05-14", with "T10:00:00"
    if they have a time; times "10:00:00"."""
    formula: str = ""
    """As "=SUM(B2:B4)", in English with commas; empty when there is none."""
    format: CellFormat = PLAIN


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart."""

    kind: ChartKind
    title: str
    values: Sequence[str]
    """The ranges of its series, as "Sales!B2:B4"."""
    categories: str
    """The range of the labels along its axis; empty when there is none."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet."""

    name: str
    cells: Mapping[tuple[int, int], Cell]
    """By row and column, from 1; those that are not there are empty."""
    merged: Sequence[str]
    """Ranges, as "A1:C1"."""
    filters: Sequence[str]
    """Ranges with filter buttons."""
    widths: Mapping[int, float]
    """Of columns, from 1, in centimetres, as far as they were set."""
    charts: Sequence[Chart]

    def cell(self, row: int, column: int) -> Cell:
        """A cell, empty when there is none."""
        return self.cells.get((row, column), EMPTY)


EMPTY: Final = Cell()


@dataclass(frozen=True, slots=True)
class Workbook:
    """All of it."""

    sheets: Sequence[Sheet]

    def sheet(self, name: str) -> Sheet | None:
        """The sheet of this name; the first one when no name is given."""
        if not name:
            return self.sheets[0] if self.sheets else None
        return next((sheet for sheet in self.sheets if sheet.name == name), None)


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells, from 1, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Rows and columns, row by row."""
        return (
            (row, column)
            for row in range(self.top, self.bottom + 1)
            for column in range(self.left, self.right + 1)
        )


def areas(references: Sequence[str]) -> list[Area]:
    """Ranges of a document; what is no range is left out."""
    found = []
    for reference in references:
        with suppress(DefinitionError):
            found.append(area(reference, largest=None))
    return found


def area(reference: str, largest: int | None = CELLS) -> Area:
    """Read "B2" or "A1:C3".

    Raises:
        DefinitionError: It is no range, or one of more than so many cells.
    """
    first, _, last = reference.upper().partition(":")
    ends = [CELL.fullmatch(end) for end in (first, last or first)]
    if ends[0] is None or ends[1] is None:
        raise DefinitionError(f"{reference!r} is no cell and no range.", advice='Write "B2" or "A1:C3".')
    columns = sorted(column_number(end.group(1)) for end in ends if end)
    rows = sorted(int(end.group(2)) for end in ends if end)
    found = Area(rows[0], columns[0], rows[1], columns[1])
    if largest is not None and (rows[1] - rows[0] + 1) * (columns[1] - columns[0] + 1) > largest:
        raise DefinitionError(f"{reference!r} has more than {largest} cells.")
    return found


def column_number(letters: str) -> int:
    """1 for "A", 27 for "AA"."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def column_letters(number: int) -> str:
    """ "A" for 1, "AA" for 27."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def address(row: int, column: int) -> str:
    """ "B2" for row 2, column 2."""
    return f"{column_letters(column)}{row}"


def plain_reference(reference: str) -> str:
    """A range without dollar signs and quotes; one cell is itself: "Sales!B2:B4"."""
    sheet, mark, cells = reference.replace("$", "").rpartition("!")
    first, _, last = cells.upper().partition(":")
    return f"{sheet.strip(chr(39))}{mark}{first if last in {'', first} else f'{first}:{last}'}"


def read_workbook(path: str) -> Workbook:
    """Read an .ods or .xlsx.

    Raises:
        UnreadableError: It is missing, something else, or broken.
    """
    return _read(open_package(path, "spreadsheet"))


def said(cell: Cell) -> str:
    """A cell in a reason."""
    if cell.kind == "empty":
        return "a formula without a saved result" if cell.formula else "empty"
    if cell.kind in {"number", "text"}:
        return f"the {cell.kind} {short(cell.value)}"
    return f"the {cell.kind} {cell.value}"


def wanted_sheet(path: str, name: str) -> Sheet:
    """The sheet, or a failed verdict.

    Raises:
        UnreadableError: There is none of this name, or the file cannot be read.
    """
    book = read_workbook(path)
    found = book.sheet(name)
    if found is None:
        names = short([sheet.name for sheet in book.sheets])
        raise UnreadableError(f"has no sheet {name!r}, only {names}", path)
    return found


@lru_cache(maxsize=2)
def _read(package: Package) -> Workbook:
    """Several checkpoints look at one file, and it is read once."""
    with parsing(package.path, package.name):
        if package.standard == "odf":
            from crab_ubuntu.evaluators.office import calc_odf

            return calc_odf.read(package)
        from crab_ubuntu.evaluators.office import calc_ooxml

        return calc_ooxml.read(package)
