"""How solutions read pages: rows of tables, buttons below headings, and pages that are still on their way."""

from __future__ import annotations

from collections.abc import Generator, Sequence

import pytest

from crab_bench.web.solving_pages import PATIENCE, Piece, below, beside, follow, until
from crab_core import ActionCall, Box, ElementMap, Mark, Turn, UiNode, UiTree, View

Row = tuple[str, str, int, int]
"""Role, text, x and y."""

TABLE: Sequence[Row] = (
    ("heading", "Galdora", 10, 0),
    ("row header", "Capital", 10, 40),
    ("cell", "Dunwick", 200, 40),
    ("row header", "Area", 10, 80),
    ("cell", "12 square kilometres", 200, 80),
    ("link", "Area", 10, 120),
    ("button", "Copy", 300, 40),
    ("button", "Copy", 300, 80),
)


def turn(rows: Sequence[Row]) -> Turn:
    boxes = [Box(x, y, 100, 30) for _, _, x, y in rows]
    nodes = tuple(UiNode(row[0], name=row[1], box=box) for row, box in zip(rows, boxes, strict=True))
    marks = tuple(
        Mark(number, box, row[1], row[0])
        for number, (row, box) in enumerate(zip(rows, boxes, strict=True), 1)
    )
    tree = UiTree(UiNode("desktop", children=nodes), 1920, 1080)
    return Turn(1, {"ubuntu": View("ubuntu", {"ui_tree": tree}, ElementMap(marks))})


def calls(running: Generator[ActionCall, Turn, Turn], then: Sequence[Turn]) -> list[str]:
    """The names of the calls, when these turns follow."""
    names, turns = [], iter(then)
    try:
        call = next(running)
        while True:
            names.append(call.name)
            call = running.send(next(turns))
    except StopIteration:
        return names


def test_a_row_is_read_beside_its_heading_and_nowhere_else() -> None:
    view = turn(TABLE)["ubuntu"]
    assert beside(view, "capital") == "Dunwick"
    assert beside(view, "Area") == "12 square kilometres"
    with pytest.raises(LookupError, match="Galdora"):
        beside(view, "Galdora")


def test_the_nearest_button_below_is_taken() -> None:
    view = turn(TABLE)["ubuntu"]
    assert below(view, "Copy", role="button", upper=Piece("x", "heading", Box(0, 50, 9, 9))).box.y == 80
    with pytest.raises(LookupError, match="below"):
        below(view, "Copy", role="button", upper=Piece("x", "heading", Box(0, 90, 9, 9)))


def test_a_page_that_is_there_is_not_waited_for() -> None:
    assert calls(until(turn(TABLE), "dunwick"), []) == []


def test_a_page_that_is_on_its_way_is_waited_for_but_not_for_ever() -> None:
    empty = turn([])
    assert calls(until(empty, "Dunwick"), [empty, turn(TABLE)]) == ["wait", "wait"]
    assert calls(until(empty, "Dunwick"), [empty] * 9) == ["wait"] * PATIENCE


def test_a_heading_may_be_known_by_its_end() -> None:
    results = turn([("heading", "2 results for red", 0, 0)])
    assert calls(until(results, " for red", ending=True), []) == []
    assert calls(until(results, " for red"), [results] * 9) == ["wait"] * PATIENCE


def test_a_link_is_clicked_when_its_page_has_come() -> None:
    assert calls(follow(turn([]), "Area"), [turn(TABLE), turn(TABLE)]) == ["wait", "click"]
