"""Spreadsheets, made by a library and saved by LibreOffice in both formats: both ways, and nearly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crab_core import DefinitionError

FIRST_ROWS = [["Month", "Sum", "Rate"], ["Jan", 10.5, 0.25], ["Feb", 21, 0.25]]

RIGHT: list[tuple[str, dict[str, Any]]] = [
    ("cell", {"cell": "A1", "value": "Month"}),
    ("cell", {"cell": "A1", "value": "MONTH", "case": False}),
    ("cell", {"cell": "b3", "value": 21}),
    ("cell", {"cell": "B2", "value": 10.4, "tolerance": 0.11}),
    ("cell", {"cell": "C2", "value": 0.25}),
    ("cell", {"cell": "D3", "value": "2024-05-02"}),
    ("cell", {"cell": "E3", "value": "10:02:00"}),
    ("cell", {"cell": "F2", "value": "01"}),
    ("cell", {"cell": "Z99", "value": None}),
    ("cell", {"cell": "A2", "value": "Bean", "sheet": "My list"}),
    ("cell", {"cell": "D2", "value": True, "sheet": "My list"}),
    ("range", {"cells": "A1:C3", "values": FIRST_ROWS}),
    ("range", {"cells": "A4:A5", "values": [["Mar"], [None]]}),
    ("formula", {"cell": "B5", "formula": "=SUM(B2:B4)"}),
    ("formula", {"cell": "B5", "formula": "= sum( $B$2:b4 )"}),
    ("formula", {"cell": "B5", "formula": "SUM(", "match": "contains"}),
    ("formula", {"cell": "B5"}),
    ("formula", {"cell": "D1", "formula": "=Sales!B5*2", "sheet": "My list"}),
    ("format", {"cells": "B5", "bold": True, "italic": True, "underline": False, "color": "red", "size": 14}),
    ("format", {"cells": "B5", "number": "currency", "decimals": 2, "currency": "€"}),
    ("format", {"cells": "B5", "font": "DejaVu Sans"}),
    ("format", {"cells": "A1", "fill": "yellow", "alignment": "center"}),
    ("format", {"cells": "C2:C4", "number": "percent", "decimals": 1, "bold": False}),
    ("format", {"cells": "D2:D4", "number": "date", "fill": "none"}),
    ("format", {"cells": "E2", "number": "time"}),
    ("sheets", {"names": ["Sales", "My list"]}),
    ("sheets", {"names": ["My list"], "match": "contains"}),
    ("sorted", {"cells": "B2:B4"}),
    ("sorted", {"cells": "A1:B3", "sheet": "My list"}),
    ("sorted", {"cells": "A1:B3", "by": "B", "descending": True, "sheet": "My list"}),
    ("merged", {"cells": "A8:C8"}),
    ("merged", {"cells": "A1:F7", "merged": False}),
    ("filter", {"cells": "A1:F4"}),
    ("filter", {}),
    ("column_width", {"column": "F", "at_least": 6, "at_most": 9.5}),
    ("chart", {"kind": "column", "title": "Totals", "values": ["B2:B4"], "categories": "A2:A4"}),
    ("chart", {"values": ["Sales!$B$2:$B$4"]}),
]
NEARLY: list[tuple[str, dict[str, Any], str]] = [
    ("cell", {"cell": "A1", "value": "month"}, "is the text 'Month', not 'month'"),
    ("cell", {"cell": "A1", "value": "Month "}, "is the text 'Month'"),
    ("cell", {"cell": "A2", "value": "Month"}, "is the text 'Jan'"),
    ("cell", {"cell": "B2", "value": 10.4, "tolerance": 0.09}, "is the number 10.5, not 10.4"),
    ("cell", {"cell": "B2", "value": "10.5"}, "is the number 10.5, not '10.5'"),
    ("cell", {"cell": "F2", "value": 1}, "is the text '01', not 1"),
    ("cell", {"cell": "D3", "value": "2024-05-03"}, "is the date 2024-05-02"),
    ("cell", {"cell": "E3", "value": "10:02"}, "is the time 10:02:00"),
    ("cell", {"cell": "D2", "value": 1, "sheet": "My list"}, "is the boolean True"),
    ("cell", {"cell": "B3", "value": True, "sheet": "My list"}, "is the number 1"),
    ("cell", {"cell": "A1", "value": None}, "not empty"),
    ("cell", {"cell": "Z99", "value": ""}, "is empty"),
    ("cell", {"cell": "B5", "value": None}, "not empty"),
    ("cell", {"cell": "A1", "value": "Month", "sheet": "My List"}, "has no sheet 'My List', only ['Sales'"),
    ("range", {"cells": "A2:C4", "values": FIRST_ROWS}, "A2 is the text 'Jan', not 'Month'"),
    ("formula", {"cell": "B5", "formula": "=SUM(B2:B3)"}, "has the formula '=SUM(B2:B4)'"),
    ("formula", {"cell": "B5", "formula": "AVERAGE(", "match": "contains"}, "has the formula"),
    ("formula", {"cell": "B4", "formula": "=SUM(B2:B4)"}, "has no formula, it is the number 31.5"),
    ("formula", {"cell": "F2"}, "has no formula"),
    ("format", {"cells": "A1:B1", "fill": "yellow"}, "B1 of"),
    ("format", {"cells": "B4", "bold": True}, "is not bold"),
    ("format", {"cells": "B5", "currency": "$"}, "has the currency €, not $"),
    ("format", {"cells": "B5", "decimals": 1}, "shows 2 decimals, not 1"),
    ("format", {"cells": "C2", "number": "number"}, "has the number percent, not number"),
    ("format", {"cells": "A1", "alignment": "left"}, "has the alignment center, not left"),
    ("format", {"cells": "A1", "fill": "#ffff01"}, "has the fill #ffff00"),
    ("sheets", {"names": ["My list", "Sales"]}, "has the sheets ['Sales', 'My list']"),
    ("sheets", {"names": ["Sales"]}, "has the sheets"),
    ("sheets", {"names": [], "match": "contains"}, "has the sheets"),
    ("sorted", {"cells": "B2:B4", "descending": True}, "is not sorted"),
    ("sorted", {"cells": "A2:B4"}, "A2 has the text 'Jan' before the text 'Feb'"),
    ("sorted", {"cells": "A4:A6"}, "A5 of"),
    ("merged", {"cells": "A8:B8"}, "A8:C8"),
    ("merged", {"cells": "C8:D9", "merged": False}, "A8:C8"),
    ("filter", {"cells": "A1:F3"}, "A1:F4"),
    ("filter", {"sheet": "My list"}, "nothing"),
    ("column_width", {"column": "F", "at_most": 5}, "cm wide"),
    ("chart", {"kind": "bar"}, "chart 1 is a column chart, not a bar chart"),
    ("chart", {"title": "Total"}, "has the title 'Totals', not 'Total'"),
    ("chart", {"values": ["B2:B3"]}, "shows ['Sales!B2:B4'], not ['B2:B3']"),
    ("chart", {"values": ["B2:B4", "C2:C4"]}, "shows"),
    ("chart", {"kind": "column", "sheet": "My list"}, "there is none"),
]


@pytest.mark.parametrize(("name", "arguments"), RIGHT)
def test_what_is_there_passes(judge: Any, sheet: str, name: str, arguments: dict[str, Any]) -> None:
    verdict = judge(f"calc_{name}", path=sheet, **arguments)
    assert verdict.passed, verdict.reason


@pytest.mark.parametrize(("name", "arguments", "reason"), NEARLY)
def test_nearly_the_same_fails_and_says_what_is_there(
    judge: Any, sheet: str, name: str, arguments: dict[str, Any], reason: str
) -> None:
    verdict = judge(f"calc_{name}", path=sheet, **arguments)
    assert not verdict.passed
    assert reason in verdict.reason


@pytest.mark.parametrize("kind", ["ods", "xlsx"])
def test_a_formula_is_also_judged_by_what_it_came_to(judge: Any, saved: Path, kind: str) -> None:
    path = str(saved / f"sheet.{kind}")
    assert judge("calc_cell", path=path, cell="B5", value=63).passed
    assert judge("calc_cell", path=path, cell="D1", value=126, sheet="My list").passed
    assert judge("calc_formula", path=path, cell="B5", formula="=SUM(B2:B4)", value=63).passed
    assert not judge("calc_formula", path=path, cell="B5", value=62).passed
    error = judge("calc_cell", path=path, cell="A6", value="#DIV/0!")
    assert not error.passed
    assert "the error #DIV/0!" in error.reason


def test_a_result_that_nobody_computed_is_not_there(judge: Any, made: Path) -> None:
    verdict = judge("calc_cell", path=str(made / "sheet.xlsx"), cell="B5", value=63)
    assert not verdict.passed
    assert "a formula without a saved result" in verdict.reason


def test_what_describes_nothing_is_a_mistake_of_the_task(judge: Any, made: Path) -> None:
    for name, arguments in (
        ("cell", {"cell": "A0", "value": 1}),
        ("cell", {"cell": "A1:B2", "value": 1}),
        ("cell", {"cell": "1", "value": 1}),
        ("range", {"cells": "A1:B2", "values": [[1, 2]]}),
        ("format", {"cells": "A1"}),
        ("format", {"cells": "A1:XFD1048576", "bold": True}),
        ("sorted", {"cells": "A1:C1"}),
        ("sorted", {"cells": "A1:C2", "by": "D"}),
        ("column_width", {"column": "1"}),
    ):
        with pytest.raises(DefinitionError):
            judge(f"calc_{name}", path=str(made / "sheet.xlsx"), **arguments)


@pytest.mark.parametrize(
    ("code", "facts"),
    [
        ("General", ("general", None, "")),
        ("0", ("number", 0, "")),
        ("#,##0.00", ("number", 2, "")),
        ("0.00%", ("percent", 2, "")),
        ("0.00E+00", ("scientific", 2, "")),
        ("# ?/?", ("fraction", 0, "")),
        ("[$€-407]#,##0.00", ("currency", 2, "€")),
        ('#,##0.00 [$CHF]', ("currency", 2, "CHF")),
        ('"$"#,##0;[Red]-"$"#,##0', ("currency", 0, "$")),
        ("DD.MM.YYYY", ("date", None, "")),
        ("DD/MM/YYYY HH:MM", ("date", None, "")),
        ("[h]:mm:ss", ("time", None, "")),
        ("HH:MM", ("time", None, "")),
        ("@", ("text", None, "")),
        ('0.0 "dozen"', ("number", 1, "")),
    ],
)  # fmt: skip
def test_what_format_codes_mean(code: str, facts: tuple[str, int | None, str]) -> None:
    from crab_ubuntu.evaluators.office.numbers import code_facts

    assert code_facts(code) == facts
