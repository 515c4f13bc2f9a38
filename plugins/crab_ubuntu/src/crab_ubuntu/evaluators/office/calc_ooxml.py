"""Excel workbooks, as LibreOffice Calc and others save them."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING, Any, Final

from crab_ubuntu.evaluators.office.model import SHADE, Alignment, Look
from crab_ubuntu.evaluators.office.numbers import code_facts
from crab_ubuntu.evaluators.office.workbook import (
    Cell,
    CellFormat,
    Chart,
    ChartKind,
    Kind,
    Scalar,
    Sheet,
    Workbook,
    column_number,
    plain_reference,
)

if TYPE_CHECKING:
    from crab_ubuntu.evaluators.office.package import Package

SIDES: Final[dict[str, Alignment]] = {
    "left": "left",
    "center": "center",
    "centerContinuous": "center",
    "right": "right",
    "justify": "justify",
}
CHARTS: Final[dict[str, ChartKind]] = {
    "barChart": "column",
    "bar3DChart": "column",
    "lineChart": "line",
    "line3DChart": "line",
    "pieChart": "pie",
    "pie3DChart": "pie",
    "ofPieChart": "pie",
    "doughnutChart": "doughnut",
    "areaChart": "area",
    "area3DChart": "area",
    "scatterChart": "scatter",
    "bubbleChart": "bubble",
    "radarChart": "radar",
    "stockChart": "stock",
}
THEME: Final = ("lt1", "dk1", "lt2", "dk2", *(f"accent{number}" for number in range(1, 7)))
"""Colours by the number that cells give (ECMA-376, 18.8.3), light and dark exchanged as every reader does."""
FUNCTION_PREFIX: Final = re.compile(r"\b_xl(fn|ws)\.(_xlws\.)?", re.IGNORECASE)
PIXELS_A_CHARACTER: Final = 7
"""Of the default font, in which widths of columns are measured (ECMA-376, 18.3.1.13)."""


def read(package: Package) -> Workbook:
    """Read an Excel workbook: once for what was computed, once for the formulas."""
    import openpyxl

    formulas = openpyxl.load_workbook(package.stream)
    values = openpyxl.load_workbook(package.stream, data_only=True)
    return Workbook([_Reader(formulas, sheet, values[sheet.title]).sheet() for sheet in formulas.worksheets])


class _Reader:
    def __init__(self, book: Any, formulas: Any, values: Any) -> None:
        self._formulas = formulas
        self._values = values
        self._formats: dict[int, CellFormat] = {}
        self._theme = _theme(book)

    def sheet(self) -> Sheet:
        source = self._formulas
        cells = {}
        # Not `iter_rows`: it makes all cells of the rectangle, 17 thousand million with one far cell.
        for cell in source._cells.values():
            if cell.value is not None or cell.has_style:
                cells[cell.row, cell.column] = self._cell(cell)
        filters = [plain_reference(source.auto_filter.ref)] if source.auto_filter.ref else []
        filters += [plain_reference(t.ref) for t in source.tables.values() if t.autoFilter is not None]
        return Sheet(
            name=source.title,
            cells=cells,
            merged=[str(merged) for merged in source.merged_cells.ranges],
            filters=filters,
            widths=self._widths(),
            charts=[_chart(chart) for chart in source._charts],
        )

    def _cell(self, cell: Any) -> Cell:
        formula = cell.value if cell.data_type == "f" else ""
        found = self._values.cell(cell.row, cell.column).value if formula else cell.value
        kind, value = _value(found, "e" if cell.data_type == "e" else "")
        text = getattr(formula, "text", formula) or ""
        # How LibreOffice saves a truth value; and what is computed by a table has no text.
        if text in {"=TRUE()", "=FALSE()"} or not isinstance(text, str):
            text = ""
        return Cell(kind, value, FUNCTION_PREFIX.sub("", text), self._format(cell))

    def _format(self, cell: Any) -> CellFormat:
        found = self._formats.get(cell.style_id)
        if found is None:
            font, fill = cell.font, cell.fill
            number, decimals, currency = code_facts(cell.number_format or "General")
            found = CellFormat(
                look=Look(
                    bold=bool(font.b),
                    italic=bool(font.i),
                    underline=font.u not in {None, "none"},
                    strikethrough=bool(font.strike),
                    color=self._color(font.color),
                    size=font.sz,
                    font=font.name or "",
                ),
                fill=self._color(fill.fgColor) if fill.fill_type == "solid" else "",
                alignment=SIDES.get(cell.alignment.horizontal or "", ""),
                number=number,
                decimals=decimals,
                currency=currency,
            )
            self._formats[cell.style_id] = found
        return found

    def _color(self, color: Any) -> str:
        """As "#rrggbb"; empty when it is automatic."""
        from openpyxl.styles.colors import COLOR_INDEX

        if color is None:
            return ""
        if color.type == "rgb" and isinstance(color.rgb, str):
            return f"#{color.rgb[-6:].lower()}"
        if color.type == "indexed" and color.indexed < len(COLOR_INDEX):
            return f"#{COLOR_INDEX[color.indexed][-6:].lower()}"
        if color.type == "theme" and color.tint:
            return SHADE
        if color.type == "theme" and color.theme < len(THEME):
            code = self._theme.get(THEME[color.theme], "")
            return "" if THEME[color.theme] == "dk1" else code
        return ""

    def _widths(self) -> dict[int, float]:
        found = {}
        for letters, dimension in self._formulas.column_dimensions.items():
            if dimension.width and dimension.customWidth:
                first = dimension.min or column_number(letters)
                last = min(dimension.max or first, first + 1024)
                centimetres = round(dimension.width * PIXELS_A_CHARACTER) / 96 * 2.54
                found.update(dict.fromkeys(range(first, last + 1), centimetres))
        return found


def _value(found: Any, hint: str) -> tuple[Kind, Scalar | None]:  # noqa: PLR0911 - one a type
    if found is None:
        return "empty", None
    if isinstance(found, bool):
        return "boolean", found
    if isinstance(found, (int, float)):
        float(found)  # an integer of a thousand digits is none that a spreadsheet has
        return "number", found
    if isinstance(found, datetime.datetime):
        midnight = (found.hour, found.minute, found.second, found.microsecond) == (0, 0, 0, 0)
        return "date", found.date().isoformat() if midnight else found.isoformat(timespec="seconds")
    if isinstance(found, datetime.date):
        return "date", found.isoformat()
    if isinstance(found, datetime.time):
        return "time", found.isoformat(timespec="seconds")
    if isinstance(found, datetime.timedelta):
        seconds = round(found.total_seconds())
        return "time", f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    text = str(found)
    return ("error" if hint == "e" or text in ERRORS else "text"), text


ERRORS: Final = frozenset(
    {"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A"},
)


def _theme(book: Any) -> dict[str, str]:
    """The colours of the workbook's theme."""
    from openpyxl.xml.functions import fromstring

    if not book.loaded_theme:
        return {}
    space = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
    found = {}
    for scheme in fromstring(book.loaded_theme).iter(f"{space}clrScheme"):
        for entry in scheme:
            for code in entry:
                found[entry.tag.removeprefix(space)] = (
                    f"#{(code.get('lastClr') or code.get('val') or '').lower()}"
                )
    return found


def _chart(chart: Any) -> Chart:
    kind = CHARTS.get(chart.tagname, "other")
    if kind == "column" and getattr(chart, "barDir", "col") == "bar":
        kind = "bar"
    values, categories = [], ""
    for series in chart.ser:
        source = series.yVal if kind in {"scatter", "bubble"} else series.val
        values.append(_range(source))
        labels = series.xVal if kind in {"scatter", "bubble"} else series.cat
        categories = categories or _range(labels)
    return Chart(kind, _title(chart.title), [v for v in values if v], categories)


def _range(source: Any) -> str:
    for name in ("numRef", "strRef", "multiLvlStrRef"):
        reference = getattr(source, name, None)
        if reference is not None and reference.f:
            return plain_reference(reference.f)
    return ""


def _title(title: Any) -> str:
    rich = title.tx.rich if title is not None and title.tx is not None else None
    if rich is None:
        return ""
    return "\n".join("".join(run.t or "" for run in (p.r or [])) for p in rich.p)
