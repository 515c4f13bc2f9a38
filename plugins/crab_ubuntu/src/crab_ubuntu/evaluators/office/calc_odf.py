"""OpenDocument spreadsheets, as LibreOffice Calc saves them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from crab_ubuntu.evaluators.office.model import Alignment
from crab_ubuntu.evaluators.office.numbers import ELEMENTS, Facts, style_facts
from crab_ubuntu.evaluators.office.odf import (
    SIDES,
    Styles,
    centimetres,
    color,
    get,
    open_odf,
    root,
    text_of,
)
from crab_ubuntu.evaluators.office.workbook import (
    PLAIN,
    Cell,
    CellFormat,
    Chart,
    ChartKind,
    Kind,
    Scalar,
    Sheet,
    Workbook,
    address,
    plain_reference,
)

if TYPE_CHECKING:
    from odfdo import Document, Element

    from crab_ubuntu.evaluators.office.package import Package

REFERENCE: Final = re.compile(r"\[([^\[\]]*)\]")
LOCAL: Final = re.compile(r"(?:\$?('(?:[^']|'')*'|[^.:$']*))?\.(\$?[A-Z]+\$?\d+)")
"""A cell as OpenFormula names it: "$Sheet2.A1" or ".A1"."""
STRINGS: Final = re.compile(r'("(?:[^"]|"")*")')
DURATION: Final = re.compile(r"PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S")
REPEATED: Final = 4096
"""Cells with content or a style that one element may stand for; empty ones may be any number."""
CHARTS: Final[dict[str, ChartKind]] = {
    "chart:bar": "column",
    "chart:line": "line",
    "chart:circle": "pie",
    "chart:ring": "doughnut",
    "chart:area": "area",
    "chart:scatter": "scatter",
    "chart:bubble": "bubble",
    "chart:radar": "radar",
    "chart:filled-radar": "radar",
    "chart:stock": "stock",
}
ROW_GROUPS: Final = frozenset({"table:table-header-rows", "table:table-rows", "table:table-row-group"})
COLUMN_GROUPS: Final = frozenset(
    {"table:table-header-columns", "table:table-columns", "table:table-column-group"}
)


def read(package: Package) -> Workbook:
    """Read an OpenDocument spreadsheet."""
    return _Reader(open_odf(package)).workbook()


class _Reader:
    def __init__(self, document: Document) -> None:
        self._file = document
        self._content = root(document, "content.xml")
        master = root(document, "styles.xml")
        self._styles = Styles(master, self._content)
        self._numbers: dict[str, Facts] = {}
        for part in (master, self._content):
            for tag in ELEMENTS:
                for style in part.get_elements(f"//{tag}"):
                    self._numbers[get(style, "style:name")] = style_facts(style)
        self._formats: dict[str, CellFormat] = {}

    def workbook(self) -> Workbook:
        body = self._content.get_element("//office:spreadsheet")
        if body is None:
            raise KeyError("office:spreadsheet")
        filters: dict[str, list[str]] = {}
        for found in body.get_elements("table:database-ranges/table:database-range"):
            if get(found, "table:display-filter-buttons") == "true":
                sheet, _, cells = _excel(get(found, "table:target-range-address")).rpartition("!")
                filters.setdefault(sheet.strip("'"), []).append(plain_reference(cells))
        return Workbook(
            [
                self._sheet(table, filters)
                for table in body.children
                if table.tag == "table:table" and get(table, "table:name")
            ]
        )

    def _sheet(self, table: Element, filters: dict[str, list[str]]) -> Sheet:
        name = get(table, "table:name")
        widths: dict[int, float] = {}
        defaults: dict[int, str] = {}
        position = 1
        for column in _within(table, "table:table-column", COLUMN_GROUPS):
            times = _times(column, "columns")
            style = get(column, "table:style-name")
            width = self._styles.properties("table-column", style, "table-column").get("style:column-width")
            for number in range(position, position + min(times, REPEATED)):
                defaults[number] = get(column, "table:default-cell-style-name")
                if width:
                    widths[number] = centimetres(width)
            position += times
        cells: dict[tuple[int, int], Cell] = {}
        merged: list[str] = []
        row = 1
        for element in _within(table, "table:table-row", ROW_GROUPS):
            times = _times(element, "rows")
            self._row(element, row, times, defaults, cells, merged)
            row += times
        return Sheet(name, cells, merged, filters.get(name, []), widths, list(self._charts(table)))

    def _row(
        self,
        row: Element,
        number: int,
        times: int,
        defaults: dict[int, str],
        cells: dict[tuple[int, int], Cell],
        merged: list[str],
    ) -> None:
        column = 1
        of_row = get(row, "table:default-cell-style-name")
        for element in row.children:
            if element.tag not in {"table:table-cell", "table:covered-table-cell"}:
                continue
            repeated = _times(element, "columns")
            style = get(element, "table:style-name")
            kind, value, formula = _content(element)
            if kind != "empty" or formula or style:
                down_to = number + min(times, max(1, REPEATED // min(repeated, REPEATED)))
                for down in range(number, down_to):
                    for across in range(column, column + min(repeated, REPEATED)):
                        named = style or of_row or defaults.get(across, "")
                        cells[down, across] = Cell(kind, value, formula, self._format(named))
            spans = [
                element.get_attribute_integer(f"table:number-{what}-spanned") or 1
                for what in ("rows", "columns")
            ]
            if max(spans) > 1:
                end = address(number + spans[0] - 1, column + spans[1] - 1)
                merged.append(f"{address(number, column)}:{end}")
            column += repeated

    def _format(self, name: str) -> CellFormat:
        if not name:
            name = "Default"
        if name not in self._formats:
            self._formats[name] = self._made_format(name)
        return self._formats[name]

    def _made_format(self, name: str) -> CellFormat:
        if not any(True for _ in self._styles.chain("table-cell", name)):
            return PLAIN
        cell = self._styles.properties("table-cell", name, "table-cell")
        paragraph = self._styles.properties("table-cell", name, "paragraph")
        number, decimals, currency = self._numbers.get(
            self._styles.first("table-cell", name, "style:data-style-name"), ("general", None, "")
        )
        side: Alignment | str = SIDES.get(paragraph.get("fo:text-align", ""), "")
        fixed = cell.get("style:text-align-source", "fix") == "fix"
        return CellFormat(
            look=self._styles.look(self._styles.properties("table-cell", name, "text")),
            fill=color(cell.get("fo:background-color")),
            alignment=side if fixed else "",  # type: ignore[arg-type]  # a value of SIDES or ""
            number=number,
            decimals=decimals,
            currency=currency,
        )

    def _charts(self, table: Element) -> Iterator[Chart]:
        for place in table.get_elements("descendant::draw:object"):
            path = f"{get(place, 'xlink:href').removeprefix('./')}/content.xml"
            if path in self._file.parts:
                chart = root(self._file, path).get_element("//chart:chart")
                if chart is not None:
                    yield _chart(chart)


def _chart(chart: Element) -> Chart:
    kind = CHARTS.get(get(chart, "chart:class"), "other")
    plot = chart.get_element("chart:plot-area")
    styles = Styles(chart.root)
    if kind == "column" and plot is not None:
        properties = styles.properties("chart", get(plot, "chart:style-name"), "chart")
        kind = "bar" if properties.get("chart:vertical") == "true" else "column"
    title = chart.get_element("chart:title")
    series = chart.get_elements("chart:plot-area/chart:series")
    values = [get(one, "chart:values-cell-range-address") for one in series]
    labels = chart.get_element("chart:plot-area/chart:axis/chart:categories")
    if kind == "scatter":
        labels = chart.get_element("chart:plot-area/chart:series/chart:domain")
    return Chart(
        kind,
        text_of(title) if title is not None else "",
        [plain_reference(_excel(value)) for value in values if value],
        plain_reference(_excel(get(labels, "table:cell-range-address"))),
    )


def _within(element: Element, tag: str, groups: frozenset[str]) -> Iterator[Element]:
    for child in element.children:
        if child.tag == tag:
            yield child
        elif child.tag in groups:
            yield from _within(child, tag, groups)


def _times(element: Element, what: str) -> int:
    return max(1, element.get_attribute_integer(f"table:number-{what}-repeated") or 1)


def _content(cell: Element) -> tuple[Kind, Scalar | None, str]:  # noqa: PLR0911 - one a type
    formula = _formula(get(cell, "table:formula"))
    kind = get(cell, "office:value-type")
    if get(cell, "calcext:value-type") == "error":
        return "error", text_of(cell), formula
    if formula in {"=TRUE()", "=FALSE()"}:
        # How Calc keeps a truth value that it read from elsewhere.
        return "boolean", formula == "=TRUE()", ""
    if kind in {"float", "percentage", "currency"}:
        value = float(get(cell, "office:value"))
        return "number", int(value) if value.is_integer() else value, formula
    if kind == "boolean":
        return "boolean", get(cell, "office:boolean-value") == "true", formula
    if kind == "date":
        return "date", get(cell, "office:date-value").removesuffix("T00:00:00").partition(".")[0], formula
    if kind == "time":
        duration = DURATION.fullmatch(get(cell, "office:time-value"))
        return "time", ":".join(f"{int(part):02}" for part in duration.groups()) if duration else "", formula
    if kind == "string":
        return "text", get(cell, "office:string-value") or text_of(cell), formula
    return "empty", None, formula


def _formula(source: str) -> str:
    """OpenFormula as spreadsheets show it: "of:=SUM([.A1:.A3];2)" is "=SUM(A1:A3,2)"."""
    if not source:
        return ""
    text = source[source.index("=") :] if "=" in source else source
    pieces = STRINGS.split(text)
    for index in range(0, len(pieces), 2):
        found = REFERENCE.sub(lambda match: _excel(match.group(1)), pieces[index])
        pieces[index] = found.replace(";", ",")
    return "".join(pieces)


def _excel(reference: str) -> str:
    """A reference of OpenFormula as Excel writes it; the sheet stands once."""

    def one(match: re.Match[str]) -> str:
        sheet = match.group(1) or ""
        return f"{sheet}!{match.group(2)}" if sheet else match.group(2)

    first, *rest = LOCAL.sub(one, reference).split(":")
    return ":".join([first, *(part.rpartition("!")[2] for part in rest)])
