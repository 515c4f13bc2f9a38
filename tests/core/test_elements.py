"""Marks: `touch(element=2)` is a touch in the middle of what bears the number 2."""

from __future__ import annotations

from typing import Any

import pytest
from toys import touch

from crab_core import Box, Element, ElementMap, InvalidAction, Mark, UiNode, View, action
from crab_core.elements import resolve_elements

MARKS = ElementMap(
    (
        Mark(1, Box(0, 0, 10, 10), "OK", "button"),
        Mark(2, Box(10, 20, 5, 7), "Cancel ", "button"),
        Mark(3, Box(50, 50, 1, 1), "ok", "label"),
    )
)


@pytest.mark.parametrize("number", [2, "2", 2.0, " 2 "])
def test_a_number_becomes_the_centre_however_a_model_writes_it(number: Any) -> None:
    assert resolve_elements(touch, {"element": number}, MARKS) == {"x": 12, "y": 23}


@pytest.mark.parametrize("number", [0, -1, 4, "²", "two", 2.5, [2]])
def test_what_is_no_mark_is_invalid(number: Any) -> None:
    with pytest.raises(InvalidAction, match="element"):
        resolve_elements(touch, {"element": number}, MARKS)


def test_the_error_says_which_marks_there_are() -> None:
    with pytest.raises(InvalidAction, match="marks are 1 to 3"):
        resolve_elements(touch, {"element": 9}, MARKS)
    with pytest.raises(InvalidAction, match="nothing is marked"):
        resolve_elements(touch, {"element": 1}, ElementMap())


def test_positions_pass_through() -> None:
    assert resolve_elements(touch, {"x": 1, "y": 2}, MARKS) == {"x": 1, "y": 2}
    assert resolve_elements(touch, {"element": None, "x": 1, "y": 2}, MARKS)["x"] == 1


def test_an_element_and_a_position_are_one_too_many() -> None:
    with pytest.raises(InvalidAction, match="not both"):
        resolve_elements(touch, {"element": 1, "x": 5, "y": 5}, MARKS)


def test_prefixes_go_with_their_positions() -> None:
    @action
    def drag(
        from_element: Element | None = None,
        from_x: int | None = None,
        from_y: int | None = None,
        to_element: Element | None = None,
        to_x: int | None = None,
        to_y: int | None = None,
    ) -> None:
        """Drag."""

    resolved = resolve_elements(drag, {"from_element": 1, "to_element": 2}, MARKS)
    assert resolved == {"from_x": 5, "from_y": 5, "to_x": 12, "to_y": 23}


def test_marks_are_numbered_from_one_in_the_schema() -> None:
    assert touch.element_parameters == ("element",)
    assert {"type": "integer", "minimum": 1} in touch.schema["parameters"]["properties"]["element"]["anyOf"]


def test_a_view_finds_marks_by_label_and_role() -> None:
    view = View("pad", elements=MARKS)
    assert view.find("cancel") is MARKS.get(2)
    assert view.find("OK", role="label") is MARKS.get(3)
    assert [mark.number for mark in view.find_all("ok")] == [1, 3]
    assert view.find("help") is None


def test_a_tree_is_walked_parents_first_in_visual_order() -> None:
    tree = UiNode("a", children=(UiNode("b", children=(UiNode("c"),)), UiNode("d")))
    assert [node.role for node in tree.walk()] == ["a", "b", "c", "d"]


def test_a_deep_tree_is_walked_without_recursion() -> None:
    node = UiNode("leaf")
    for _ in range(5000):
        node = UiNode("box", children=(node,))
    assert sum(1 for _ in node.walk()) == 5001


def test_boxes_meet_or_do_not() -> None:
    outer, inner, apart = Box(0, 0, 10, 10), Box(2, 2, 3, 3), Box(20, 0, 5, 5)
    assert outer.contains(inner)
    assert not inner.contains(outer)
    assert not outer.contains(Box(1, 1, 0, 5))
    assert outer.intersection(apart).area == 0
    assert outer.center == (5, 5)
